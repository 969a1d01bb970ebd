import './materials.css'
import { Button } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import type { MaterialRow } from '../../../shared/areas/materials/calls.ts'
import { type MaterialKind, materialProperties, materialUnitWords } from '../../../shared/areas/materials/material.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { LoadedDrawer } from '../../kit/TabbedDrawer.tsx'
import { PhotoStrip } from '../../photos/PhotoField.tsx'
import { PhotoSourceContext } from '../../photos/photo-source.ts'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { MaterialForm } from './MaterialForm.tsx'
import { listCalls } from './material-kinds.ts'

interface MaterialDrawerProps {
  kind: MaterialKind
  id: string
  onClose: () => void
}

const width = 620

/** One master: what it is, what is there of it, what is on its way, and where it is used. */
export function MaterialDrawer({ kind, id, onClose }: MaterialDrawerProps) {
  const { t } = useLocale()
  const answer = useAnswer(listCalls[kind], { material_ids: [id], tab: 'all' })
  return (
    <LoadedDrawer
      answer={answer}
      title={id}
      width={width}
      onClose={onClose}
      empty={{ is: ({ rows }) => rows.length === 0, shows: <EmptyState title={t('This material is not there')} /> }}
    >
      {({ rows: [material] }) => (material ? <Opened material={material} onClose={onClose} /> : null)}
    </LoadedDrawer>
  )
}

function Opened({ material, onClose }: { material: MaterialRow; onClose: () => void }) {
  const { t, name } = useLocale()
  const mayChange = useRight('changeMaterials')
  const edit = useDialog(MaterialForm, { onSaved: () => undefined })
  const retiring = useRetiring(material)
  return (
    <Drawer
      isOpen
      title={`${material.material_id} · ${name(material.name, material.name_zh)}`}
      beside={material.is_retired ? <StatusTag status={key('Retired')} /> : null}
      width={width}
      onClose={onClose}
      actions={
        mayChange ? (
          <>
            <Button
              text={material.is_retired ? t('Use again') : t('Retire')}
              loading={retiring.isRunning}
              onClick={() => void retiring.run(!material.is_retired)}
            />
            <Button intent="primary" text={t('Edit…')} onClick={() => edit.open({ kind: material.kind, material })} />
          </>
        ) : null
      }
    >
      <Section>
        <FactList fields={facts} row={material} />
      </Section>
      {material.image_id === null ? null : (
        <Section title={t('Swatch or photo')}>
          <PhotoSourceContext value="material">
            <PhotoStrip ids={[material.image_id]} label={t('Swatch or photo')} />
          </PhotoSourceContext>
        </Section>
      )}
      <Section title={t('Properties')}>
        <FactList fields={propertiesOf(material.kind)} row={material} />
      </Section>
      <Section title={t('On its way')}>
        {material.expected.length === 0 ? (
          <p className="muted">{t('Nothing is on its way.')}</p>
        ) : (
          <FieldTable fields={arrivals} rows={material.expected} rowKey={({ day }, at) => `${day} ${at}`} />
        )}
      </Section>
      {edit.dialog}
    </Drawer>
  )
}

/** A material goes out of use, or comes back: taken back by a press for some seconds. */
function useRetiring({ material_id, version }: MaterialRow) {
  const retire = (is_retired: boolean, seen?: number) => ({
    ...{ material_id, is_retired },
    ...(seen !== undefined && { version: seen }),
  })
  return useAction(
    (is_retired: boolean, options) => api.materials.deleteSkuMaterial(retire(is_retired, version), options),
    {
      refresh: ['materials'],
      looksAgain: true,
      undo: (_, is_retired, options) => api.materials.deleteSkuMaterial(retire(!is_retired), options),
    },
  )
}

const facts: readonly ShownField<MaterialRow>[] = [
  { id: 'color', header: key('Colour'), of: (row) => row.color },
  { id: 'unit', header: key('Unit'), kind: 'word', of: (row) => materialUnitWords[row.unit] },
  { id: 'on_hand', header: key('On hand'), kind: 'number', digits: 2, of: (row) => row.on_hand },
  { id: 'free', header: key('Free'), kind: 'number', digits: 2, of: (row) => row.free },
  { id: 'reorder_point', header: key('Reorder point'), kind: 'number', digits: 2, of: (row) => row.reorder_point },
  { id: 'price', header: key('Price a unit'), kind: 'money', of: (row) => row.price },
  {
    id: 'skus',
    header: key('Used by SKUs'),
    of: ({ material_id, skus }, { number }) =>
      skus === 0 ? (
        number(0)
      ) : (
        <Link to={`/ops/product-mapping?material=${encodeURIComponent(material_id)}`}>{number(skus)}</Link>
      ),
  },
]

function propertiesOf(kind: MaterialKind): readonly ShownField<MaterialRow>[] {
  return Object.entries(materialProperties[kind]).map(([id, property]) => ({
    id,
    header: property.label,
    of: ({ properties }, { t, number }) => {
      const value = properties[id] ?? null
      if (typeof value === 'number') return number(value)
      return value !== null && 'choices' in property ? t(value) : value
    },
  }))
}

const arrivals: readonly ShownField<MaterialRow['expected'][number]>[] = [
  { id: 'day', header: key('Day'), kind: 'day', of: ({ day }) => day },
  { id: 'quantity', header: key('Quantity'), kind: 'number', digits: 2, of: ({ quantity }) => quantity },
]
