import './product-mapping.css'
import { Button } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import type { SkuMaterialRow } from '../../../shared/areas/materials/calls.ts'
import { mappingWords } from '../../../shared/areas/materials/mapping.ts'
import { materialUnitWords } from '../../../shared/areas/materials/material.ts'
import type { CallData } from '../../actions/calls.ts'
import { MenuButton } from '../../actions/files.tsx'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { TextField } from '../../forms/fields.tsx'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { DialogParts, type DialogTurn, Modal, SentByKeys, useDialog } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { SearchChoices } from '../../kit/SearchChoices.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { LoadedDrawer } from '../../kit/TabbedDrawer.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { MaterialChooser } from '../materials/parts.tsx'
import { type SheetColumn, TextSheet } from '../materials/TextSheet.tsx'
import {
  cellOf,
  changesOf,
  copied,
  faultOf,
  mappingOf,
  type Part,
  partKey,
  skusOf,
  takenFrom,
  typedMapping,
  warningOf,
  withCells,
} from './mapping-grid.ts'

interface StyleMappingProps {
  styleId: string
  onClose: () => void
}

const width = 1100
const most = 500

/** A style's SKUs by its materials: how much a piece takes, and what cutting loses. */
export function StyleMapping({ styleId, onClose }: StyleMappingProps) {
  const { t } = useLocale()
  const answer = useAnswer('materials.getSkuMaterials', { style_id: styleId, tab: 'all', page_size: most })
  return (
    <LoadedDrawer
      answer={answer}
      title={styleId}
      width={width}
      onClose={onClose}
      empty={{ is: ({ rows }) => rows.length === 0, shows: <EmptyState title={t('This style is not there')} /> }}
    >
      {({ rows }) => <Grid key={savedOf(rows)} rows={rows} styleId={styleId} onClose={onClose} />}
    </LoadedDrawer>
  )
}

/** What was saved since is shown anew. */
const savedOf = (rows: readonly SkuMaterialRow[]) =>
  JSON.stringify(rows.map((row) => [row.nm_sku, row.material_id, row.placement, row.version]))

function Grid({ rows, styleId, onClose }: StyleMappingProps & { rows: readonly SkuMaterialRow[] }) {
  const { t, name, number } = useLocale()
  const say = useSay()
  const mayChange = useRight('changeMaterials')
  const begins = useMemo(() => mappingOf(rows), [rows])
  const skus = useMemo(() => skusOf(rows), [rows])
  const typed = useTyped(`mapping.${styleId}`, typedMapping, begins, t('Product mapping'))
  const mapping = typed.value
  const [cursor, setCursor] = useState(0)
  const units = useUnits()
  const columns = mapping.parts.flatMap((part): (SheetColumn & { part: Part; of: 'consumption' | 'wastage' })[] => {
    const group = partLabel(part)
    const unit = units.get(part.material_id)
    const label = unit ? t('Consumption ({{unit}})', { unit: t(materialUnitWords[unit]) }) : t('Consumption a piece')
    return [
      { key: `${partKey(part)} c`, part, of: 'consumption', group, label, width: 110, isNumber: true },
      { key: `${partKey(part)} w`, part, of: 'wastage', group, label: t('Wastage (%)'), width: 80, isNumber: true },
    ]
  })
  const at = ({ row, column }: { row: number; column: number }) => {
    const [sku, own] = [skus[row], columns[column]]
    return sku && own ? { sku, ...own } : null
  }
  const changes = changesOf(mapping, skus)
  const hasFault = skus.some((sku) =>
    columns.some(({ part, of }) => faultOf(mapping, sku, { part, column: of }) !== null),
  )
  const held = useDialog(HeldDialog)
  const save = useAction(
    (is_confirmed: boolean, options) => api.materials.updateSkuMaterial({ mappings: changes, is_confirmed }, options),
    {
      refresh: ['materials', 'production'],
      looksAgain: true,
      done: ({ data, message }) => (isAsked(data) ? null : say.message(message)),
    },
  )
  const send = async (isConfirmed: boolean): Promise<boolean> => {
    const reply = await save.run(isConfirmed)
    if (reply === undefined) return false
    if (isAsked(reply.data)) {
      held.open({ orders: reply.data.held_orders, onAgree: () => send(true) })
      return false
    }
    typed.reset()
    return true
  }
  const isOff = changes.length === 0 || hasFault
  const takeOff = useTakeOff()
  const add = useDialog(AddPartDialog)
  const from = useDialog(OtherStyleDialog)
  const [first] = rows
  const cursorSku = skus[cursor]
  const tools = (group: string) => {
    const part = mapping.parts.find((one) => partLabel(one) === group)
    if (!part || !mayChange) return null
    const mapped = skus.filter(({ saved }) => saved.has(partKey(part))).map(({ nm_sku }) => nm_sku)
    const drop = () =>
      typed.change((now) => ({
        parts: now.parts.filter((one) => partKey(one) !== partKey(part)),
        cells: withCells(
          now,
          skus.map(({ nm_sku }) => ({ nm_sku, part, cell: { consumption: '', wastage: '' } })),
        ).cells,
      }))
    return (
      <Button
        size="small"
        variant="minimal"
        text={t('Take off…')}
        onClick={() =>
          mapped.length === 0 ? drop() : takeOff.ask({ material_id: part.material_id, nm_skus: mapped, after: drop })
        }
      />
    )
  }
  return (
    <Drawer
      isOpen
      title={styleId}
      beside={<span className="muted">{first ? name(first.style_name, first.style_name_zh) : ''}</span>}
      width={width}
      onClose={onClose}
      actions={
        mayChange ? (
          <>
            <Button
              text={t('Add a material…')}
              onClick={() =>
                add.open({
                  onAdd: (part) =>
                    typed.change((now) =>
                      now.parts.some((one) => partKey(one) === partKey(part))
                        ? now
                        : { ...now, parts: [...now.parts, part] },
                    ),
                })
              }
            />
            <MenuButton
              text={t('Copy')}
              items={[
                ...(cursorSku && mapping.parts.length > 0
                  ? ([
                      [
                        t('{{sku}} to all sizes of its colour', {
                          sku: `${name(cursorSku.color, cursorSku.color_zh)} ${cursorSku.size}`,
                        }),
                        () => typed.change((now) => copied(now, skus, { from: cursorSku, to: 'sizes' })),
                      ],
                      [
                        t('{{color}} to all colours, by size', { color: name(cursorSku.color, cursorSku.color_zh) }),
                        () => typed.change((now) => copied(now, skus, { from: cursorSku, to: 'colours' })),
                      ],
                    ] as const)
                  : []),
                [
                  t('From another style…'),
                  () => from.open({ onTake: (theirs) => typed.change((now) => takenFrom(now, skus, theirs)) }),
                ],
              ]}
            />
            {typed.isTyped ? <Button text={t('Discard')} onClick={typed.reset} /> : null}
            <Button
              intent="primary"
              text={changes.length === 0 ? t('Save') : t('Save: {{n}}', { n: number(changes.length) })}
              disabled={isOff}
              loading={save.isRunning}
              onClick={() => void send(false)}
            />
          </>
        ) : null
      }
    >
      <Section>
        {mapping.parts.length === 0 ? (
          <EmptyState
            title={t('This style takes no material yet')}
            text={t('Add a material, or copy what another style takes.')}
          />
        ) : (
          <SentByKeys run={() => void send(false)} isOff={isOff}>
            <TextSheet
              label={t('What {{style_id}} takes of materials', { style_id: styleId })}
              heads={[t('Colour'), t('Size'), t('Open pieces')]}
              columns={columns}
              rows={skus.map((sku) => ({
                key: sku.nm_sku,
                heads: [name(sku.color, sku.color_zh), sku.size, number(sku.open_pieces)],
                label: `${name(sku.color, sku.color_zh)} ${sku.size}`,
              }))}
              textAt={(place) => {
                const found = at(place)
                return found ? cellOf(mapping, found.sku.nm_sku, found.part)[found.of] : ''
              }}
              onChange={
                mayChange
                  ? (edits) =>
                      typed.change((now) =>
                        withCells(
                          now,
                          edits.flatMap((edit) => {
                            const found = at(edit)
                            return found
                              ? [{ nm_sku: found.sku.nm_sku, part: found.part, cell: { [found.of]: edit.text } }]
                              : []
                          }),
                        ),
                      )
                  : undefined
              }
              isChanged={(place) => {
                const found = at(place)
                if (!found) return false
                return (
                  cellOf(mapping, found.sku.nm_sku, found.part)[found.of] !==
                  cellOf(begins, found.sku.nm_sku, found.part)[found.of]
                )
              }}
              faultAt={(place) => {
                const found = at(place)
                const fault = found && faultOf(mapping, found.sku, { part: found.part, column: found.of })
                return fault ? say.message(fault.message, fault.values) : null
              }}
              warningAt={(place) => {
                const found = at(place)
                if (found?.of !== 'consumption') return null
                const isCloth = (units.get(found.part.material_id) ?? 'metre') === 'metre'
                const warning = warningOf(mapping, skus, { ...found, isCloth })
                return warning ? say.message(warning.message, warning.values) : null
              }}
              groupTools={tools}
              onCursor={({ row }) => setCursor(row)}
            />
          </SentByKeys>
        )}
      </Section>
      {held.dialog}
      {takeOff.dialog}
      {add.dialog}
      {from.dialog}
    </Drawer>
  )
}

type Saved = CallData<'materials.updateSkuMaterial'>
/** Nothing was changed: it has to be confirmed first. */
const isAsked = ({ changed, held_orders }: Saved) => changed === 0 && held_orders.length > 0

const partLabel = ({ material_id, placement }: Part) =>
  placement === '' ? material_id : `${material_id} · ${placement}`

function useUnits() {
  const all = useAnswer('materials.getAllMaterialIds', {}).data?.materials
  return useMemo(() => new Map(all?.map(({ material_id, unit }) => [material_id, unit])), [all])
}

interface TakeOffAbout {
  material_id: string
  nm_skus: readonly string[]
  after?: () => void
}

/** A material comes off SKUs, once it is agreed to. */
export function useTakeOff() {
  const { t, number } = useLocale()
  return useAskedAction(
    ({ material_id, nm_skus }: TakeOffAbout & { reason: string }, options) =>
      api.materials.deleteSkuMaterial({ material_id, nm_skus: [...nm_skus] }, options),
    {
      refresh: ['materials', 'production'],
      looksAgain: true,
      ask: ({ material_id, nm_skus }: TakeOffAbout) => ({
        title: t('Take {{material_id}} off {{n}} SKUs?', { material_id, n: number(nm_skus.length) }),
        confirm: t('Take off'),
        isDangerous: true,
      }),
      after: (_, { after }) => after?.(),
    },
  )
}

/** Orders that hold cloth by the old figures: named before anything is changed. */
function HeldDialog({
  orders,
  onAgree,
  ...turn
}: DialogTurn & { orders: Saved['held_orders']; onAgree: () => Promise<boolean> }) {
  const { t } = useLocale()
  const agree = () => {
    turn.onClose()
    void onAgree()
  }
  return (
    <Modal {...turn} role="alertdialog" title={t('Orders hold cloth by the old figures')} width={520}>
      <DialogParts onCancel={turn.onClose} step={{ text: t('Change all the same'), run: agree }}>
        <p>{t(mappingWords.ask)}</p>
        <FieldTable fields={heldFields} rows={orders} rowKey={({ order_id }) => order_id} />
      </DialogParts>
    </Modal>
  )
}

const heldFields: readonly ShownField<Saved['held_orders'][number]>[] = [
  { id: 'order', header: key('Order'), kind: 'code', of: ({ order_id }) => order_id, traces: true },
  { id: 'reserved', header: key('Reserved '), kind: 'number', digits: 2, of: ({ reserved }) => reserved },
  { id: 'consumed', header: key('Consumed '), kind: 'number', digits: 2, of: ({ consumed }) => consumed },
]

function AddPartDialog({ onAdd, ...turn }: DialogTurn & { onAdd: (part: Part) => void }) {
  const { t } = useLocale()
  const [part, setPart] = useState<Part>({ material_id: '', placement: '' })
  const add = () => {
    onAdd({ ...part, placement: part.placement.trim() })
    turn.onClose()
  }
  return (
    <Modal {...turn} title={t('Add a material')} width={480}>
      <DialogParts onCancel={turn.onClose} step={{ text: t('Add'), run: add, isOff: part.material_id === '' }}>
        <div className="mapping-add">
          <MaterialChooser
            chosen={part.material_id}
            problem={null}
            onChoose={(material_id) => setPart((now) => ({ ...now, material_id }))}
          />
          <TextField
            label={t('Placement')}
            hint={t('Where on the garment; left empty, all of it.')}
            usual={[t('Body'), t('Sleeve'), t('Collar'), t('Lining'), t('Pocket')]}
            value={part.placement}
            maxLength={60}
            onChange={(placement) => setPart((now) => ({ ...now, placement }))}
          />
        </div>
      </DialogParts>
    </Modal>
  )
}

/** Finds a style that takes materials, and hands its rows on. */
function OtherStyleDialog({ onTake, ...turn }: DialogTurn & { onTake: (rows: readonly SkuMaterialRow[]) => void }) {
  const { t, name } = useLocale()
  const say = useSay()
  const [search, setSearch] = useState('')
  const [style, setStyle] = useState('')
  const found = useAnswer('materials.getSkuMaterials', { search, tab: 'mapped', page_size: 200 })
  const taken = useAnswer(
    'materials.getSkuMaterials',
    { style_id: style, tab: 'mapped', page_size: most },
    { enabled: style !== '' },
  )
  const styles = new Map((found.data?.rows ?? []).map((row) => [row.style_id, row]))
  const rows = style === '' ? undefined : taken.data?.rows
  return (
    <Modal {...turn} title={t('Copy from another style')} width={480}>
      <DialogParts
        onCancel={turn.onClose}
        step={{
          text: t('Copy'),
          run: () => {
            onTake(rows ?? [])
            turn.onClose()
          },
          isOff: rows === undefined,
        }}
        foot={style === '' ? null : <span className="code">{style}</span>}
      >
        <SearchChoices
          label={t('Style')}
          placeholder={t('Style ID or name')}
          options={[...styles.values()].map((row) => ({
            id: row.style_id,
            label: name(row.style_name, row.style_name_zh),
            code: row.style_id,
          }))}
          chosen={style}
          search={search}
          isLoaded={found.data !== undefined}
          problem={found.error ? say.problem(found.error) : null}
          onSearch={setSearch}
          onChoose={setStyle}
        />
      </DialogParts>
    </Modal>
  )
}
