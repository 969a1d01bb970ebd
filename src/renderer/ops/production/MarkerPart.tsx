import { Button, FileInput } from '@blueprintjs/core'
import { useState } from 'react'
import type { MarkerRow } from '../../../shared/areas/production/calls.ts'
import { contract } from '../../../shared/areas.ts'
import { useFile } from '../../actions/files.tsx'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { DecimalField } from '../../forms/fields.tsx'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { FieldTable, type ShownField } from '../../kit/field-views.tsx'
import { useLocale } from '../../table/words.ts'
import type { FoundOrder, OrderDraft } from './OrderDrawer.tsx'

interface MarkerProps {
  found: FoundOrder
  draft: OrderDraft
  mayWrite: boolean
}

/** Markers of an order, newest first, and the form of the next. */
export function MarkerPart({ found, draft, mayWrite }: MarkerProps) {
  const { t } = useLocale()
  const file = useFile()
  return (
    <>
      {mayWrite && draft.isLoaded ? <MarkerForm found={found} draft={draft} /> : null}
      <Section title={t('Markers made')}>
        {found.markers.length === 0 ? <p className="muted">{t('None yet.')}</p> : null}
        <FieldTable
          fields={markerFields}
          rows={found.markers}
          rowKey={({ number }) => String(number)}
          below={(marker) =>
            marker.file_id === null ? null : (
              <Button
                size="small"
                variant="minimal"
                text={marker.file_name}
                onClick={() => file.get(contract.production.markerFile, { file_id: marker.file_id ?? '' })}
              />
            )
          }
        />
      </Section>
    </>
  )
}

const markerFields: readonly ShownField<MarkerRow>[] = [
  { id: 'number', header: key('Version'), kind: 'count', of: ({ number }) => number },
  { id: 'width', header: key('Width (cm)'), kind: 'number', digits: 1, of: ({ width_mm }) => width_mm / 10 },
  { id: 'length', header: key('Length (m)'), kind: 'number', digits: 2, of: ({ length_mm }) => length_mm / 1_000 },
  {
    id: 'efficiency',
    header: key('Efficiency'),
    kind: 'share',
    of: ({ efficiency_tenths }) => efficiency_tenths / 1_000,
  },
  {
    id: 'consumption',
    header: key('Consumption (m a piece)'),
    of: ({ consumption }, { number }) => consumption.map(({ size, metres }) => `${size} ${number(metres)}`).join(' · '),
  },
  {
    id: 'current',
    header: key('Stands'),
    of: ({ is_current }, { t }) => (is_current ? t('Yes') : t('For other quantities')),
  },
  { id: 'by', header: key('Made by'), of: ({ made_by }) => made_by },
  { id: 'at', header: key('Made'), kind: 'instant', of: ({ made_at }) => made_at },
]

const numberOf = (text: string) => {
  const value = Number(text.replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(value) ? null : value
}

function MarkerForm({ found, draft }: Omit<MarkerProps, 'mayWrite'>) {
  const { t } = useLocale()
  const { order } = found
  const sizes = [...new Set(found.lines.map(({ size }) => size))]
  const last = found.markers[0]
  const begun = { ...(last ?? {}), ...draft.content.marker }
  const metresOf = (size: string) => begun.consumption?.find((one) => one.size === size)?.metres
  const [texts, setTexts] = useState<Record<string, string>>({
    width: begun.width_mm === undefined ? '' : String(begun.width_mm / 10),
    length: begun.length_mm === undefined ? '' : String(begun.length_mm / 1_000),
    efficiency: begun.efficiency_tenths === undefined ? '' : String(begun.efficiency_tenths / 10),
    ...Object.fromEntries(sizes.map((size) => [`size ${size}`, String(metresOf(size) ?? '')])),
  })
  const [file, setFile] = useState<{ file_id: string; file_name: string } | null>(null)
  const type = (field: string, text: string) => {
    const next = { ...texts, [field]: text }
    setTexts(next)
    const { consumption, ...rest } = markerOf(next, sizes)
    draft.change({ marker: { ...withoutGaps(rest), ...(consumption.length > 0 && { consumption }) } })
  }
  const upload = useAction(
    (chosen: File, options) =>
      api.production.uploadMarkerFile({ order_action_id: order.order_action_id, file: chosen }, options),
    {
      done: () => null,
      refresh: [],
    },
  )
  const save = useAction(
    (is_sure: boolean, options) => {
      const { width_mm = 0, length_mm = 0, efficiency_tenths = 0, consumption } = markerOf(texts, sizes)
      return api.production.completeCad(
        {
          order_action_id: order.order_action_id,
          version: order.version,
          marker: { width_mm, length_mm, efficiency_tenths, consumption },
          file_id: file?.file_id ?? null,
          is_sure,
        },
        options,
      )
    },
    { refresh: ['production'], looksAgain: true },
  )
  const field = (name: string, label: string) => (
    <DecimalField
      key={name}
      label={label}
      maxLength={10}
      value={texts[name] ?? ''}
      onChange={(text) => type(name, text)}
    />
  )
  return (
    <Section title={t('Marker')}>
      <div className="production-form">
        {field('width', t('Width (cm)'))}
        {field('length', t('Length (m)'))}
        {field('efficiency', t('Efficiency (%)'))}
        {sizes.map((size) => field(`size ${size}`, t('Consumption of {{size}} (m a piece)', { size })))}
        <FileInput
          text={file?.file_name ?? t('Attach the marker’s file…')}
          inputProps={{ accept: '.pdf,.png,.jpg,.jpeg' }}
          onInputChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            if (chosen) void upload.run(chosen).then((reply) => reply && setFile(reply.data))
          }}
        />
      </div>
      <div className="production-actions">
        <Button
          intent="primary"
          text={t('Save the marker')}
          loading={save.isRunning || upload.isRunning}
          onClick={() => void save.run(false)}
        />
        {save.error ? <Button text={t('The values are meant')} onClick={() => void save.run(true)} /> : null}
      </div>
    </Section>
  )
}

/** Gives what the fields say, in the marker's units. */
function markerOf(texts: Readonly<Record<string, string>>, sizes: readonly string[]) {
  const scaled = (field: string, by: number) => {
    const value = numberOf(texts[field] ?? '')
    return value === null ? undefined : Math.round(value * by)
  }
  return {
    width_mm: scaled('width', 10),
    length_mm: scaled('length', 1_000),
    efficiency_tenths: scaled('efficiency', 10),
    consumption: sizes.flatMap((size) => {
      const metres = numberOf(texts[`size ${size}`] ?? '')
      return metres === null || metres === 0 ? [] : [{ size, metres }]
    }),
  }
}

/** What was typed of it. */
const withoutGaps = (marker: Record<string, number | undefined>) =>
  Object.fromEntries(Object.entries(marker).flatMap(([name, value]) => (value ? [[name, value] as const] : [])))
