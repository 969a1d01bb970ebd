import { Button } from '@blueprintjs/core'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChinaResult } from '../../../../shared/areas/india-inspection/shapes.ts'
import { key, useFormats } from '../../../i18n/formats.ts'
import { Shortcut } from '../../../kit/KeyMenu.tsx'
import { QuantityInput } from '../../../kit/quantities.tsx'
import { useIsPhone } from '../../../kit/use-is-phone.ts'
import { WithPicture } from '../../../pictures/StylePicture.tsx'
import { useLoneKeys } from '../../../scan/page-scans.ts'
import { useLocale } from '../../../table/words.ts'
import type { QcLine } from '../box/box-data.ts'
import { type ChinaBySku, chinaCell } from './ChinaBeside.tsx'
import { describedUnits, type InspectionDraft, lookedOf, type Source, setLooked, sources } from './draft.ts'
import { type LotState, toLookAtHere } from './lot-states.ts'
import type { ChangeDraft } from './use-inspection.ts'

interface SampleTableProps {
  lot: LotState
  sscc: string
  boxNo: string
  /** What China found; null at China's own desk. */
  china: ChinaBySku | null
  draft: InspectionDraft
  change: ChangeDraft
  onDefect: (sku: string) => void
}

/** The sample spread over colours, sizes and boxes: what to look at, ticked off as it is done. */
export function SampleTable({ lot, sscc, boxNo, china, draft, change, onDefect }: SampleTableProps) {
  const { t, number } = useLocale()
  const isPhone = useIsPhone()
  const lines = useMemo(() => new Map(lot.lines.map((line) => [line.nm_sku, line])), [lot.lines])
  const { plan } = lot
  const toSee = toLookAtHere(lot, { sscc, source: draft.source })
  const planned = new Set(plan.sample.flatMap((row) => (row.sscc === sscc ? [row.nm_sku] : [])))
  const own = lot.lines
    .map(({ nm_sku }) => ({ nm_sku, units: toSee.get(nm_sku) ?? 0 }))
    .filter(({ nm_sku, units }) => units > 0 || planned.has(nm_sku))
  const elsewhere = plan.to_look_at.filter((row) => row.sscc !== sscc)
  const isAllSeen = own.every((row) => lookedOf(draft, row.nm_sku) >= row.units)
  const tickAll = () =>
    change((now) =>
      own.reduce((next, row) => setLooked(next, row.nm_sku, Math.max(next.looked[row.nm_sku] ?? 0, row.units)), now),
    )
  useLoneKeys({ l: tickAll })
  return (
    <>
      <div className="qc-part-head">
        <h3>{t('Sample')}</h3>
        <span className="muted">
          {t('Units to look at in this box: {{n}}', { n: number(own.reduce((sum, { units }) => sum + units, 0)) })}
        </span>
        <Button
          size="small"
          text={t('All looked at')}
          aria-keyshortcuts="L"
          endIcon={<Shortcut keys="L" />}
          disabled={isAllSeen || own.length === 0}
          onClick={tickAll}
        />
      </div>
      <div className="qc-table">
        <table className="plain-table" data-cards={isPhone || undefined}>
          <thead>
            <tr>
              <th className="qc-tick">
                <span className="sr-only">{t('Looked at')}</span>
              </th>
              <th>{t('NM SKU')}</th>
              <th>{t('Colour')}</th>
              <th>{t('Size')}</th>
              <th>{t('Box')}</th>
              {china ? <th>{t('In China')}</th> : null}
              <th className="end">{t('To look at')}</th>
              <th className="end">{t('Looked at')}</th>
              <th className="end">{t('Units with a defect')}</th>
              <th>
                <span className="sr-only">{t('Defects')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {own.map((row) => (
              <SampleRow
                key={row.nm_sku}
                row={row}
                boxNo={boxNo}
                line={lines.get(row.nm_sku)}
                {...(china && { china: china.get(row.nm_sku) ?? null })}
                looked={draft.looked[row.nm_sku] ?? null}
                faulty={describedUnits(draft.defects.filter(({ nm_sku }) => nm_sku === row.nm_sku))}
                change={change}
                onDefect={onDefect}
              />
            ))}
            {elsewhere.map((row) => (
              <tr key={`${row.sscc}${row.nm_sku}`} className="qc-elsewhere">
                <td />
                <td className="code">{row.nm_sku}</td>
                <td colSpan={2} />
                <td>{row.box_no}</td>
                {china ? <td /> : null}
                <td className="end">{number(row.units)}</td>
                <td colSpan={3}>{t('in another box of the shipment')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {plan.tally.sampled > 0 ? (
        <p className="muted">
          {t('Looked at in earlier inspections of this lot: {{n}}', { n: number(plan.tally.sampled) })}
          {lot.again > 0
            ? ` · ${t('Counted already when they were put on hold: {{n}}', { n: number(lot.again) })}`
            : null}
        </p>
      ) : null}
    </>
  )
}

interface SampleRowProps {
  row: { nm_sku: string; units: number }
  boxNo: string
  line: QcLine | undefined
  /** Left out at China's own desk; null where China never had it. */
  china?: ChinaResult | null
  /** As typed. */
  looked: number | null
  faulty: number
  change: ChangeDraft
  onDefect: (sku: string) => void
}

/** Drawn anew only when something of its SKU changed. */
const SampleRow = memo(function SampleRow({
  row,
  boxNo,
  line,
  china,
  looked,
  faulty,
  change,
  onDefect,
}: SampleRowProps) {
  const locale = useLocale()
  const { t, name, number } = locale
  const { nm_sku, units } = row
  // A field that put the number up under the typist's fingers would make 42 of 4 and 12.
  const [isTyping, setTyping] = useState(false)
  const counts = Math.max(looked ?? 0, faulty)
  const set = (n: number | null) => change((now) => setLooked(now, nm_sku, n))
  return (
    <tr data-done={counts >= units || undefined}>
      <td className="qc-tick">
        <label className="check-target">
          <input
            type="checkbox"
            aria-label={`${t('Looked at')}, ${nm_sku}`}
            checked={counts >= units}
            disabled={units === 0}
            onChange={(event) => set(event.target.checked ? units : null)}
          />
        </label>
      </td>
      <td className="code">{nm_sku}</td>
      <td data-label={t('Colour')}>
        {line ? <WithPicture of={line}>{name(line.color, line.color_zh)}</WithPicture> : ''}
      </td>
      <td data-label={t('Size')}>{line?.size}</td>
      <td data-label={t('Box')}>{boxNo}</td>
      {china === undefined ? null : <td data-label={t('In China')}>{chinaCell(china ?? undefined, locale)}</td>}
      <td className="end" data-label={t('To look at')}>
        {number(units)}
      </td>
      <td className="end" data-label={t('Looked at')}>
        <QuantityInput
          value={isTyping || counts === 0 ? looked : counts}
          label={`${t('Units looked at')}, ${nm_sku}`}
          placeholder="0"
          onChange={(n) => {
            setTyping(true)
            set(n)
          }}
          onBlur={() => setTyping(false)}
        />
        {counts > (looked ?? 0) ? (
          <div className="qc-raised" title={t('A unit with a defect was looked at.')}>
            {t('raised from {{n}} by its defects', { n: number(looked ?? 0) })}
          </div>
        ) : null}
      </td>
      <td className={faulty > 0 ? 'end warn-text' : 'end muted'} data-label={t('Units with a defect')}>
        {number(faulty)}
      </td>
      <td className="end">
        <Button
          size="small"
          variant="minimal"
          text={t('Defect…')}
          aria-label={t('Add a defect, {{sku}}', { sku: nm_sku })}
          onClick={() => onDefect(nm_sku)}
        />
      </td>
    </tr>
  )
})

interface SourceChoiceProps {
  source: Source
  quantities: Record<Source, number>
  /** Failed pieces of a box on an invoice are not judged again. */
  canReinspect: boolean
  onChoose: (source: Source) => void
}

const words: Record<Source, string> = {
  to_inspect: key('To inspect'),
  on_hold: key('On hold'),
  failed: key('Failed: inspect again'),
}

/** Which pieces this inspection judges; nothing to choose is nothing to show. */
export function SourceChoice({ source, quantities, canReinspect, onChoose }: SourceChoiceProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const choices = sources.filter((one) => quantities[one] > 0 && (one !== 'failed' || canReinspect))
  if (choices.length < 2 && source === 'to_inspect') return null
  return (
    <fieldset className="qc-sources" aria-label={t('Pieces to judge')}>
      {choices.map((one) => (
        <label key={one}>
          <input type="radio" checked={one === source} onChange={() => onChoose(one)} />
          {t(words[one])} <b>{formats.number(quantities[one])}</b>
        </label>
      ))}
    </fieldset>
  )
}
