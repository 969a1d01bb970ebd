import './count.css'
import { Button } from '@blueprintjs/core'
import { Upload } from '@blueprintjs/icons'
import { memo, useCallback, useMemo } from 'react'
import { SaveBar } from '../../../forms/SaveBar.tsx'
import type { GridValues } from '../../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../../kit/quantity-grid/QuantityGrid.tsx'
import { EmptyState } from '../../../kit/states.tsx'
import { useConfirm } from '../../../kit/useConfirm.tsx'
import { useLocale } from '../../../table/words.ts'
import { type AfterCommand, type BoxDetails, type QcLine, useInTurn } from '../box/box-data.ts'
import { type StyleLines, stylesOf } from '../box/StyleMatrix.tsx'
import { useDesk } from '../desk.ts'
import type { BoxView } from '../list/qc-filters.ts'
import { type Counting, fillAsDeclared, useCountDraft } from './count-draft.ts'
import { DiscrepancyFields } from './DiscrepancyFields.tsx'
import { ScanPieces } from './ScanPieces.tsx'

interface CountViewProps {
  details: BoxDetails
  take: (after: AfterCommand) => void
  /** Where to go on once the count is saved. */
  onCounted: (view: BoxView) => void
  nextToCount?: (() => (() => void) | null) | undefined
}

const noValues: GridValues = {}

/** A box to count: typed by colour and size, scanned piece by piece, or by file. */
export function CountView({ details, take, onCounted, nextToCount }: CountViewProps) {
  const { t } = useLocale()
  const counting = useCountDraft(details, take, nextToCount)
  const can = (action: 'count' | 'recount') => details.box.allowed_actions.includes(action)
  if (can('count')) return <Counter details={details} counting={counting} onCounted={onCounted} />
  return (
    <EmptyState
      title={t('This box is counted')}
      text={can('recount') ? t('Counting again takes the count back, with the cases it opened.') : undefined}
    >
      {can('recount') ? (
        <Button
          intent="primary"
          text={t('Count again')}
          loading={counting.isSaving}
          onClick={() => void counting.recount()}
        />
      ) : null}
    </EmptyState>
  )
}

/** The pieces of a box whose count is due, to be typed or scanned. */
export function Counter({
  details,
  counting,
  onCounted,
}: Omit<CountViewProps, 'take' | 'nextToCount'> & { counting: Counting }) {
  const { t, name, number } = useLocale()
  const confirm = useConfirm()
  const { box, lines, owners } = details
  const { draft, change, sums, isBlind } = counting
  const styles = useMemo(() => stylesOf(lines, name), [lines, name])
  const shown = useInTurn(styles)
  const sheet = useDesk().useCountSheet(box)
  const type = useCallback(
    (styleId: string, values: GridValues) =>
      change((now) => ({ ...now, styles: { ...now.styles, [styleId]: values } })),
    [change],
  )
  const save = async () => {
    const { skus, pieces } = sums.left
    const isAgreed =
      skus === 0 ||
      (await confirm.ask({
        title: t('Some SKUs have no number'),
        text: isBlind
          ? t('SKUs without a number: {{skus}}. They count as not there.', { skus: number(skus) })
          : t('SKUs without a number: {{skus}}, {{pieces}} pcs. They count as missing.', {
              skus: number(skus),
              pieces: number(pieces),
            }),
        confirm: t('Finish count'),
      }))
    if (isAgreed && (await counting.save())) onCounted('overview')
  }
  return (
    <div className="qc-work">
      <div className="qc-main">
        <div className="qc-tools">
          <ScanPieces lines={lines} draft={draft} onChange={change} />
          <span className="qc-tools-end">
            <label className="check-label">
              <input
                type="checkbox"
                disabled={box.counts_hidden}
                checked={isBlind}
                onChange={(event) => change((now) => ({ ...now, isBlind: event.target.checked }))}
              />
              {t('Blind count')}
            </label>
            {isBlind ? null : (
              <Button
                size="small"
                text={t('Rest as declared')}
                disabled={sums.left.skus === 0}
                onClick={() => change((now) => fillAsDeclared(now, lines))}
              />
            )}
            {sheet ? <Button size="small" icon={<Upload />} text={t('By file…')} onClick={() => sheet.open()} /> : null}
          </span>
        </div>
        <div className="qc-scroll">
          {shown.map((style) => (
            <CountGrid
              key={style.style_id}
              style={style}
              values={draft.styles[style.style_id] ?? noValues}
              isBlind={isBlind}
              onChange={type}
              autoFocus={false}
            />
          ))}
        </div>
        {counting.isTyped ? (
          <SaveBar
            summary={
              isBlind
                ? t('Counted {{counted}}', { counted: number(sums.counted) })
                : t(
                    'Counted {{counted}} of {{declared}} · short so far {{missing}} · over {{excess}} · not counted {{left}}',
                    {
                      counted: number(sums.counted),
                      declared: number(sums.declared),
                      missing: number(sums.missing),
                      excess: number(sums.excess),
                      left: number(sums.left.pieces),
                    },
                  )
            }
            problem={null}
            isSaving={counting.isSaving}
            error={counting.error}
            save={t('Finish count')}
            onSave={() => void save()}
            onDiscard={counting.discard}
          />
        ) : null}
      </div>
      <aside className="qc-side" aria-label={t('Result of the count')}>
        <CountResult counting={counting} lines={lines} />
        <DiscrepancyFields counting={counting} owners={owners} />
      </aside>
      {sheet?.dialog}
      {confirm.dialog}
    </div>
  )
}

interface CountGridProps {
  style: StyleLines
  /** The same value while nothing of this style was typed. */
  values: GridValues
  isBlind: boolean
  onChange: (styleId: string, values: GridValues) => void
  autoFocus: boolean
}

const layers = [{ key: 'counted', label: '' }]
/** Cells that were counted stand out from those that were not. */
const uncounted: GridValues = {}

/** One style to count, by colour and size; beside each number what was declared, unless the count is blind. */
export const CountGrid = memo(function CountGrid({ style, values, isBlind, onChange, autoFocus }: CountGridProps) {
  const { t, number } = useLocale()
  const { style_id, name, lines, rows, columns, cellId, sum } = style
  const declared = new Map(lines.map((line) => [line.nm_sku, line.quantities.uncounted]))
  const change = useCallback((next: GridValues) => onChange(style_id, next), [onChange, style_id])
  return (
    <section className="qc-style" aria-label={style_id}>
      <div className="qc-style-head">
        <h3>
          <span className="code">{style_id}</span> {name}
        </h3>
        {isBlind ? null : <span className="muted">{t('{{n}} pcs declared', { n: number(sum.uncounted) })}</span>}
      </div>
      <QuantityGrid
        label={t('Count of {{style}} by colour and size', { style: style_id })}
        {...{ rows, columns, layers, cellId, values, autoFocus }}
        start={uncounted}
        onChange={change}
        beside={(sku) => (isBlind ? null : `/${declared.get(sku) ?? 0}`)}
        standing={(sku) => standingOf(values[sku]?.counted, isBlind ? undefined : declared.get(sku))}
      />
    </section>
  )
})

/** How what was counted stands to what was declared. Short is not missing yet: only finishing the count says that. */
function standingOf(counted: number | undefined, declared: number | undefined) {
  if (counted === undefined || declared === undefined) return null
  return counted === declared ? 'right' : counted < declared ? 'short' : 'over'
}

/** What the count comes to so far; a blind count keeps it to itself until it is saved. */
export function CountResult({ counting, lines }: { counting: Counting; lines: readonly QcLine[] }) {
  const { t, name, number } = useLocale()
  const { sums, isBlind } = counting
  const bySku = new Map(lines.map((line) => [line.nm_sku, line]))
  if (isBlind) {
    return (
      <div className="qc-side-part">
        <dl className="qc-figures">
          <Figure label={t('Counted')} value={number(sums.counted)} />
        </dl>
        <p className="muted">{t('Blind count: what was declared is shown when the count is saved.')}</p>
      </div>
    )
  }
  return (
    <div className="qc-side-part">
      <dl className="qc-figures">
        <Figure label={t('Counted')} value={`${number(sums.counted)} / ${number(sums.declared)}`} />
        <Figure label={t('Short so far')} value={number(sums.missing)} />
        <Figure label={t('Over so far')} value={number(sums.excess)} tone={sums.excess > 0 ? 'warn' : undefined} />
        <Figure label={t('Not counted yet')} value={number(sums.left.pieces)} />
      </dl>
      {sums.differences.length > 0 ? (
        <>
          <h3>{t('Cases that finishing opens')}</h3>
          <ul className="qc-diffs">
            {sums.differences.slice(0, 100).map(({ nm_sku, kind, quantity }) => {
              const line = bySku.get(nm_sku)
              return (
                <li key={nm_sku} data-kind={kind}>
                  <span className="code">{nm_sku}</span>
                  <span className="muted">
                    {line ? `${name(line.color, line.color_zh)} · ${line.size}` : t('not declared')}
                  </span>
                  <b>{`${kind === 'missing' ? '−' : '+'}${number(quantity)}`}</b>
                </li>
              )
            })}
          </ul>
        </>
      ) : null}
    </div>
  )
}

function Figure({ label, value, tone }: { label: string; value: string; tone?: 'bad' | 'warn' | undefined }) {
  return (
    <div data-tone={tone}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
