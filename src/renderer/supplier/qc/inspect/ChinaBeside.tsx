import { useMemo, useState } from 'react'
import type { ChinaResult } from '../../../../shared/areas/india-inspection/shapes.ts'
import { failedOf, passedOf } from '../../../../shared/areas/qc-boxes/quantities.ts'
import { key } from '../../../i18n/formats.ts'
import { Section } from '../../../kit/Drawer.tsx'
import { FieldTable } from '../../../kit/field-views.tsx'
import type { ShownField } from '../../../kit/shown-field.ts'
import { Callout } from '../../../kit/states.tsx'
import { PhotoStrip } from '../../../photos/PhotoField.tsx'
import { WithPicture } from '../../../pictures/StylePicture.tsx'
import { type Locale, useLocale } from '../../../table/words.ts'
import type { BoxDetails, QcLine } from '../box/box-data.ts'
import { computedWords, severityTones, severityWords, verdictLabels } from './PlanTable.tsx'

/** What China found, by SKU. */
export type ChinaBySku = ReadonlyMap<string, ChinaResult>

export function useChina(china: BoxDetails['china']): ChinaBySku | null {
  return useMemo(() => (china ? new Map(china.map((one) => [one.nm_sku, one])) : null), [china])
}

interface Beside {
  line: QcLine
  china: ChinaResult | undefined
}

/** As many as are drawn before somebody asks for the rest. */
const firstShown = 60

/** What China found and what is found here, SKU by SKU; those where the two disagree are marked, and come first. */
export function ChinaBesideSection({ details: { lines, china } }: { details: BoxDetails }) {
  const { t, number, plural } = useLocale()
  const bySku = useChina(china)
  const [isWhole, setWhole] = useState(false)
  if (bySku === null) return null
  if (bySku.size === 0)
    return (
      <Section title={t("China's result")}>
        <p className="muted">{t('This box came without being inspected in China.')}</p>
      </Section>
    )
  const rows = lines.map((line): Beside => ({ line, china: bySku.get(line.nm_sku) })).toSorted(worstFirst)
  const differ = rows.filter(({ china: one }) => (one?.disagreed ?? 0) > 0)
  const pieces = differ.reduce((sum, { china: one }) => sum + (one?.disagreed ?? 0), 0)
  const shown = isWhole ? rows : rows.slice(0, Math.max(firstShown, differ.length))
  return (
    <Section title={t("China's result beside India's")}>
      {pieces > 0 ? (
        <Callout tone="bad">
          {t('China and India disagree')}:{' '}
          {plural(
            pieces,
            '1 piece that passed in China failed here.',
            '{{n}} pieces that passed in China failed here.',
          )}
        </Callout>
      ) : null}
      <LastInChina china={[...bySku.values()]} />
      <FieldTable
        className="qc-table qc-beside"
        fields={besideFields}
        rows={shown}
        rowKey={({ line }) => line.nm_sku}
        rowData={({ china: one }) => ({ 'data-differs': (one?.disagreed ?? 0) > 0 || undefined })}
        below={({ china: one }) => (one && one.defects.length > 0 ? <ChinaDefects of={[one]} /> : null)}
        total={t('Total')}
      />
      {shown.length < rows.length ? (
        <button type="button" className="dt-link" onClick={() => setWhole(true)}>
          {t('Show all {{n}} SKUs', { n: number(rows.length) })}
        </button>
      ) : null}
    </Section>
  )
}

const worstFirst = (one: Beside, other: Beside) => (other.china?.disagreed ?? 0) - (one.china?.disagreed ?? 0)

/** A number of China's that is not known where China never had the SKU. */
const ofChina =
  (of: (one: ChinaResult) => number) =>
  ({ china }: Beside) =>
    china ? of(china) : null

const besideFields: readonly ShownField<Beside>[] = [
  {
    id: 'nm_sku',
    header: key('NM SKU'),
    kind: 'part',
    of: ({ line }, { name }) => (
      <WithPicture of={{ picture: line.picture, style_id: '', color: line.color }}>
        <span className="dt-two">
          <span className="code">{line.nm_sku}</span>
          <span className="muted">{`${name(line.color, line.color_zh)} · ${line.size}`}</span>
        </span>
      </WithPicture>
    ),
  },
  { id: 'declared', header: key('Declared'), kind: 'pieces', of: ({ line }) => line.quantities.declared, total: true },
  { id: 'china_seen', header: key('China: looked at'), kind: 'pieces', of: ofChina((one) => one.sampled) },
  { id: 'china_passed', header: key('China: passed'), kind: 'pieces', of: ofChina((one) => one.passed) },
  {
    id: 'china_skipped',
    header: key('of these skipped'),
    kind: 'pieces',
    of: ofChina((one) => one.skipped),
    mark: ({ china }) => ((china?.skipped ?? 0) > 0 ? 'warn' : 'muted'),
  },
  { id: 'china_failed', header: key('China: failed'), kind: 'pieces', of: ofChina((one) => one.failed) },
  {
    id: 'waiting',
    header: key('India: to inspect'),
    kind: 'pieces',
    of: ({ line: { quantities: q } }) => q.to_inspect + q.uncounted,
    total: true,
  },
  {
    id: 'on_hold',
    header: key('India: hold'),
    kind: 'pieces',
    of: ({ line }) => line.quantities.on_hold,
    total: true,
  },
  {
    id: 'accepted',
    header: key('India: passed'),
    kind: 'pieces',
    of: ({ line }) => passedOf(line.quantities),
    total: true,
  },
  {
    id: 'rejected',
    header: key('India: failed'),
    kind: 'end',
    of: (row, { number }) => {
      const rejected = failedOf(row.line.quantities)
      return rejected === 0 ? <span className="muted">0</span> : <span className="qc-bad">{number(rejected)}</span>
    },
    total: (rows, { number }) => number(rows.reduce((sum, { line }) => sum + failedOf(line.quantities), 0)),
  },
  {
    id: 'differs',
    header: key('Disagreement'),
    kind: 'part',
    of: ({ china }, { t, number }) =>
      china && china.disagreed > 0 ? (
        <span className="dt-tag" data-tone="bad" title={t('Passed in China, failed here')}>
          ≠ {number(china.disagreed)}
        </span>
      ) : null,
  },
]

/** Who judged last in China, and what was said: one line of each inspection that still stands. */
function LastInChina({ china }: { china: readonly ChinaResult[] }) {
  const { t, number, instant } = useLocale()
  const last = new Map(china.flatMap(({ last: one }) => (one ? [[one.number, one] as const] : [])))
  if (last.size === 0) return <p className="muted">{t('Nobody looked at these pieces in China.')}</p>
  return (
    <ul className="qc-china-last">
      {[...last.values()].map((one) => (
        <li key={one.number}>
          {t('Inspection {{n}} in China', { n: number(one.number) })}:{' '}
          <strong>{one.kind === 'skip' ? t('Skipped') : t(verdictLabels[one.verdict])}</strong>
          <span className="muted">
            {one.kind === 'skip'
              ? ''
              : ` · ${t('Computed: {{verdict}}', { verdict: t(computedWords[one.computed].word) })}`}
            {` · ${one.by} · ${instant(one.at)}`}
          </span>
          {one.override_reason ? (
            <span className="warn-text"> · {t('Overruled: {{reason}}', { reason: t(one.override_reason) })}</span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Defects that China found, with their photographs. */
function ChinaDefects({ of }: { of: readonly ChinaResult[] }) {
  const { t, plural } = useLocale()
  return (
    <ul className="qc-found qc-china-found">
      {of.flatMap(({ nm_sku, defects }) =>
        defects.map((defect, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what China found does not change any more
          <li key={`${nm_sku}${at}`} data-severity={defect.severity}>
            <span className="muted">{t('Found in China')}: </span>
            <span className="dt-tag" data-tone={severityTones[defect.severity]}>
              {t(severityWords[defect.severity])}
            </span>{' '}
            <strong>{t(defect.reason)}</strong> · {plural(defect.units, '1 unit', '{{n}} units')}
            {of.length > 1 ? <span className="code"> {nm_sku}</span> : null}
            {defect.remark ? <span className="qc-wrap"> · {defect.remark}</span> : null}
            {defect.image_ids.length > 0 ? <PhotoStrip ids={defect.image_ids} label={t('Photos from China')} /> : null}
          </li>
        )),
      )}
    </ul>
  )
}

/** In the inspection at work: what China found of the SKUs that are judged now. */
export function ChinaPanel({ lines, china }: { lines: readonly QcLine[]; china: ChinaBySku }) {
  const { t } = useLocale()
  const found = lines.flatMap(({ nm_sku }) => china.get(nm_sku) ?? [])
  if (found.length === 0) return null
  return (
    <section className="qc-side-part qc-china" aria-label={t("China's result")}>
      <h3>{t("China's result")}</h3>
      <ChinaSums found={found} />
      <LastInChina china={found} />
      {found.some(({ defects }) => defects.length > 0) ? (
        <ChinaDefects of={found.filter(({ defects }) => defects.length > 0)} />
      ) : (
        <p className="muted">{t('No defect was found in China.')}</p>
      )}
    </section>
  )
}

function ChinaSums({ found }: { found: readonly ChinaResult[] }) {
  const { t, number } = useLocale()
  const sum = (of: (one: ChinaResult) => number) => found.reduce((all, one) => all + of(one), 0)
  const skipped = sum((one) => one.skipped)
  return (
    <p>
      {t('Looked at {{sampled}} · passed {{passed}} · failed {{failed}}', {
        sampled: number(sum((one) => one.sampled)),
        passed: number(sum((one) => one.passed)),
        failed: number(sum((one) => one.failed)),
      })}
      {skipped > 0 ? (
        <span className="warn-text"> · {t('{{n}} passed without a look', { n: number(skipped) })}</span>
      ) : null}
    </p>
  )
}

/** China's result in a cell: "✓18 ×2 ⊘5". */
export function chinaCell(one: ChinaResult | undefined, { t, number }: Locale) {
  if (one === undefined) return <span className="muted">–</span>
  const parts = [
    ['passed', '✓', t('Passed'), one.passed - one.skipped],
    ['failed', '×', t('Failed QC'), one.failed],
    ['on_hold', '?', t('Hold'), one.on_hold],
    ['excess', '⊘', t('Passed without a look'), one.skipped],
  ] as const
  const shown = parts.filter(([, , , pieces]) => pieces > 0)
  const hint = shown.map(([, , word, pieces]) => `${word} ${number(pieces)}`).join(' · ')
  return (
    <span className="qc-marks qc-china-marks" title={hint}>
      {shown.map(([part, sign, word, pieces]) => (
        <span key={part} data-part={part}>
          <span aria-hidden="true">{sign}</span>
          <span className="sr-only">{word} </span>
          {number(pieces)}
        </span>
      ))}
      {one.defects.length > 0 ? (
        <span className="dt-tag" data-tone="warn">
          {t('{{n}} defects', { n: number(one.defects.length) })}
        </span>
      ) : null}
    </span>
  )
}
