import { Button } from '@blueprintjs/core'
import { useRef } from 'react'
import { type DraftContent, type MarkerRow, markerShape } from '../../../shared/areas/production/calls.ts'
import { markerFaultsOf } from '../../../shared/areas/production/marker.ts'
import { markerFileEndings, markerFileWords } from '../../../shared/areas/production/marker-files.ts'
import { contract } from '../../../shared/areas.ts'
import { useFile } from '../../actions/files.tsx'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { useLocale } from '../../table/words.ts'
import { NumberField } from './NumberField.tsx'
import type { FoundOrder } from './parts.tsx'
import type { OrderDraft } from './use-draft.ts'

interface MarkerProps {
  found: FoundOrder
  draft: OrderDraft
  mayWrite: boolean
}

/** The form of an order's next marker, and those that were made, newest first. */
export function MarkerPart({ found, draft, mayWrite }: MarkerProps) {
  const { t } = useLocale()
  const file = useFile()
  return (
    <>
      {mayWrite && draft.isLoaded ? <MarkerForm found={found} draft={draft} /> : null}
      <Section title={t('Markers made')}>
        {found.markers.length === 0 ? (
          <p className="muted">{t('None yet.')}</p>
        ) : (
          <FieldTable
            fields={markerFields}
            rows={found.markers.map((marker, at) => ({ ...marker, isReplaced: at > 0 }))}
            rowKey={({ number }) => String(number)}
            rowData={({ is_current, isReplaced }) => ({ 'data-current': is_current && !isReplaced })}
            below={({ file_id, file_name }) =>
              file_id === null ? null : (
                <Button
                  size="small"
                  variant="minimal"
                  text={file_name}
                  loading={file.isGetting}
                  onClick={() => file.get(contract.production.markerFile, { file_id })}
                />
              )
            }
          />
        )}
      </Section>
    </>
  )
}

const markerFields: readonly ShownField<MarkerRow & { isReplaced: boolean }>[] = [
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
    of: ({ is_current, isReplaced }, { t }) =>
      isReplaced ? t('Replaced by a newer one') : is_current ? t('Yes') : t('For other quantities'),
  },
  { id: 'by', header: key('Made by'), of: ({ made_by }) => made_by },
  { id: 'at', header: key('Made'), kind: 'instant', of: ({ made_at }) => made_at },
]

type Typed = NonNullable<DraftContent['marker']>

function MarkerForm({ found, draft }: Omit<MarkerProps, 'mayWrite'>) {
  const { t, decimal } = useLocale()
  const say = useSay()
  const { order } = found
  const sizes = [...new Set(found.lines.map(({ size }) => size))]
  const [last] = found.markers
  const typed: Typed = draft.content.marker ?? (last && markerOf(last)) ?? {}
  const consumption = typed.consumption ?? []
  const file = draft.content.marker_file ?? null
  const picker = useRef<HTMLInputElement>(null)
  const change = (more: Typed) => {
    save.clearError()
    draft.change({ marker: { ...typed, ...more } })
  }
  const upload = useAction(
    (chosen: File, options) =>
      api.production.uploadMarkerFile({ order_action_id: order.order_action_id, file: chosen }, options),
    { done: () => null, refresh: [] },
  )
  const { width_mm, length_mm, efficiency_tenths } = typed
  const asked =
    width_mm === undefined || length_mm === undefined || efficiency_tenths === undefined
      ? null
      : { width_mm, length_mm, efficiency_tenths, consumption }
  const save = useAction(
    ({ marker, is_sure }: { marker: NonNullable<typeof asked>; is_sure: boolean }, options) =>
      api.production.completeCad(
        {
          order_action_id: order.order_action_id,
          version: order.version,
          marker,
          file_id: file?.file_id ?? (isAsBefore ? last.file_id : null),
          is_sure,
        },
        options,
      ),
    { refresh: ['production', 'home'], looksAgain: true },
  )
  // The rolls' width is the server's to know; the rest is said while it is typed.
  const live = asked && consumption.length > 0 ? markerFaultsOf(asked, { sizes, cloth: [] }) : []
  const refused = save.error ? say.fields(save.error) : []
  const bounds = boundsOf(typed)
  const isAsBefore =
    asked !== null &&
    file === null &&
    last?.is_current === true &&
    JSON.stringify(asked) === JSON.stringify({ ...markerOf(last) })
  const shut =
    asked === null
      ? t('Width, length and efficiency are needed.')
      : // What stands already makes no new version; one that was taken back to CAD may be found right as it is.
        isAsBefore && order.state !== 'CAD'
        ? t('Version {{n}} says the same.', { n: last.number })
        : null
  const words = new Map([
    ...refused.map(({ field, words }) => [field, words] as const),
    ...live.map(({ field, message, values }) => [field, say.message(message, values)] as const),
    ...bounds.map(({ field, most }) => [field, t('At most {{most}}.', { most: decimal(most, 1) })] as const),
  ])
  const hasDoubts = live.length > 0 && live.every(({ isDoubt }) => isDoubt)
  const run = (is_sure: boolean) => asked && void draft.flush().then(() => save.run({ marker: asked, is_sure }))
  const number = (name: 'width_mm' | 'length_mm' | 'efficiency_tenths', label: string, scale: number) => (
    <NumberField
      label={label}
      value={typed[name]}
      scale={scale}
      problem={words.get(`marker.${name}`)}
      onChange={(value) => change({ [name]: value === 0 ? undefined : value })}
    />
  )
  return (
    <Section title={last ? t('Marker, version {{n}}', { n: last.number + 1 }) : t('Marker')}>
      <div className="production-form">
        {number('width_mm', t('Width (cm)'), 10)}
        {number('length_mm', t('Length (m)'), 1_000)}
        {number('efficiency_tenths', t('Efficiency (%)'), 10)}
      </div>
      <fieldset className="production-time">
        <legend>{t('Consumption (m a piece)')}</legend>
        <div className="production-form production-sizes">
          {sizes.map((size) => {
            const at = consumption.findIndex((one) => one.size === size)
            return (
              <NumberField
                key={size}
                label={size}
                value={consumption[at]?.metres}
                scale={1}
                problem={words.get(`marker.consumption.${at}.metres`) ?? words.get(`marker.consumption.${at}.size`)}
                onChange={(metres) =>
                  change({
                    consumption: sizes.flatMap((one) => {
                      const value = one === size ? metres : consumption.find((other) => other.size === one)?.metres
                      return value ? [{ size: one, metres: value }] : []
                    }),
                  })
                }
              />
            )
          })}
        </div>
        {words.has('marker.consumption') ? <p className="field-problem">{words.get('marker.consumption')}</p> : null}
      </fieldset>
      <div className="production-form">
        <input
          ref={picker}
          type="file"
          hidden
          accept={markerFileEndings.join(',')}
          aria-label={t('Attach the marker’s file…')}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            // A file that was refused and put right has the same name.
            currentTarget.value = ''
            if (chosen) void upload.run(chosen).then((reply) => reply && draft.change({ marker_file: reply.data }))
          }}
        />
        <Button
          text={file?.file_name ?? t('Attach the marker’s file…')}
          loading={upload.isRunning}
          onClick={() => picker.current?.click()}
        />
        <p className="muted production-hint">
          {upload.error ? <span className="field-problem">{say.problem(upload.error)}</span> : t(markerFileWords.kinds)}
        </p>
      </div>
      <div className="production-actions">
        {hasDoubts && bounds.length === 0 ? (
          <Button
            text={t('Save: the values are meant')}
            disabled={draft.mustChoose}
            loading={save.isRunning}
            onClick={() => run(true)}
          />
        ) : (
          <Button
            intent="primary"
            text={t('Save the marker')}
            disabled={shut !== null || live.length > 0 || bounds.length > 0 || draft.mustChoose}
            loading={save.isRunning || upload.isRunning}
            onClick={() => run(false)}
          />
        )}
        <span className="muted">{draft.hasProblem ? null : (draft.state ?? shut)}</span>
      </div>
    </Section>
  )
}

/** Typed values that are more than can be kept, in the unit that is typed. */
function boundsOf(typed: Typed): { field: string; most: number }[] {
  const { error } = markerShape.partial().safeParse(typed)
  return (error?.issues ?? []).flatMap((issue) => {
    if (issue.code !== 'too_big') return []
    const scale = scales[String(issue.path[0])] ?? 1
    return [{ field: ['marker', ...issue.path].join('.'), most: Number(issue.maximum) / scale }]
  })
}

const scales: Readonly<Record<string, number>> = { width_mm: 10, length_mm: 1_000, efficiency_tenths: 10 }

const markerOf = ({ width_mm, length_mm, efficiency_tenths, consumption }: MarkerRow): Typed => ({
  width_mm,
  length_mm,
  efficiency_tenths,
  consumption,
})
