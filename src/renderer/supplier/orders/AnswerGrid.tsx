import { Button } from '@blueprintjs/core'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChosenReason, vendorReasons, vendorReasonWords } from '../../../shared/areas/orders/vendor-reasons.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { ReasonOptions } from '../../forms/fields.tsx'
import { key } from '../../i18n/formats.ts'
import type { GridLayer, GridValues } from '../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { gridOf, type SkuDetail } from '../../orders/order-columns.tsx'
import { useLocale } from '../../table/words.ts'
import { type AnswerLayer, answerExcess, answerOf, applyAnswers, chosenReason, putAll } from './answer.tsx'

interface AnswerGridProps {
  skus: readonly SkuDetail[]
  values: GridValues
  start: GridValues
  onChange: (values: GridValues) => void
}

const layerWords: readonly GridLayer[] = [
  { key: 'ready', label: 'Ready', tone: 'good' },
  { key: 'oos', label: 'Out of stock', tone: 'warn' },
  { key: 'refused', label: 'Rejected', tone: 'bad' },
]

const shortcuts: readonly (readonly [layer: AnswerLayer, label: string, letter: string, ofCell: string])[] = [
  ['ready', 'All ready', 'a', key('All ready')],
  ['oos', 'All out of stock', 'o', key('Out of stock')],
  ['refused', 'Reject all', 'x', key('Rejected')],
]

/** Ready, out of stock and refused pieces of every SKU: what is typed on one takes from the others. */
export function AnswerGrid({ skus, values, start, onChange }: AnswerGridProps) {
  const { t, name } = useLocale()
  const grid = useMemo(() => gridOf(skus, name), [skus, name])
  const layers = useMemo(() => layerWords.map((layer) => ({ ...layer, label: t(layer.label) })), [t])
  const awaiting = useMemo(() => new Map(skus.map((sku) => [sku.nm_sku, sku.quantities.awaiting])), [skus])
  const apply = useMemo(() => applyAnswers(awaiting), [awaiting])
  const faults = useMemo(() => {
    const excess = (sku: string, waits: number) => answerExcess(answerOf(values, sku), waits)
    const broken = [...awaiting].filter(([sku, waits]) => excess(sku, waits) !== 0)
    return new Map(
      broken.map(([sku, n]) => [sku, t('{{over}} more than the {{n}} that await', { over: excess(sku, n), n })]),
    )
  }, [awaiting, values, t])
  const put = (layer: AnswerLayer, cells: Iterable<string>) => onChange(putAll(values, cells, awaiting, layer))
  const letters = Object.fromEntries(
    shortcuts.map(([layer, , letter]) => [letter, (cells: readonly string[]) => put(layer, cells)]),
  )
  const letterWords = Object.fromEntries(shortcuts.map(([, , letter, ofCell]) => [letter, t(ofCell)]))
  return (
    <>
      <div className="order-shortcuts">
        {shortcuts.map(([layer, label]) => (
          <Button key={layer} size="small" text={t(label)} onClick={() => put(layer, awaiting.keys())} />
        ))}
        <span className="order-keys key-hint">{t('In a cell: A ready · O out of stock · X reject')}</span>
      </div>
      <QuantityGrid
        label={t('Answer by colour and size')}
        {...grid}
        {...{ layers, values, onChange, apply, start, faults, letters, letterWords }}
        beside={(sku, layer) => besideReady(layer, values[sku]?.ready ?? 0, awaiting.get(sku) ?? 0)}
        autoFocus
      />
    </>
  )
}

/** Beside a ready number that is not everything: of how many. */
function besideReady(layer: string, ready: number, awaiting: number): string | null {
  return layer === 'ready' && ready !== awaiting ? `/${awaiting}` : null
}

interface RefusalFieldsProps {
  reason: ChosenReason | ''
  remark: string
  /** A save was tried: what is missing is marked. */
  isTried: boolean
  onChange: (change: { reason?: ChosenReason | ''; remark?: string }) => void
}

/** Why pieces are refused: one of the specification's reasons or of the vendor's own, and a remark. */
export function RefusalFields({ reason, remark, isTried, onChange }: RefusalFieldsProps) {
  const { t } = useTranslation()
  const select = useRef<HTMLSelectElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  // A save that was refused leads to what is missing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new try moves the focus, not typing.
  useEffect(() => {
    if (isTried) (reason === '' ? select.current : remark.trim() === '' ? text.current : null)?.focus()
  }, [isTried])
  return (
    <div className="order-refusal">
      <label>
        {t('Reason')}
        <select
          ref={select}
          value={reason}
          required
          aria-invalid={isTried && reason === ''}
          onChange={(event) => onChange({ reason: chosenReason(event.target.value) })}
        >
          <ReasonOptions first={<OwnReasons key="own" chosen={reason} />} />
        </select>
      </label>
      <label>
        {t('Remark')}
        <textarea
          ref={text}
          rows={1}
          value={remark}
          maxLength={500}
          required
          aria-invalid={isTried && remark.trim() === ''}
          placeholder={t('What is wrong, in your own words')}
          onChange={(event) => onChange({ remark: event.target.value })}
        />
      </label>
    </div>
  )
}

/** The vendor's own reasons that the company has on; the chosen one stays in sight when it went off. */
function OwnReasons({ chosen }: { chosen: string }) {
  const { t } = useTranslation()
  const { data } = useAnswer('orders.vendorReasons', {})
  const on = vendorReasons.filter((reason) => data?.reasons.includes(reason) || reason === chosen)
  if (on.length === 0) return null
  return (
    <optgroup label={t('Vendor’s own reasons')}>
      {on.map((reason) => (
        <option key={reason} value={reason}>
          {t(vendorReasonWords[reason].en)}
        </option>
      ))}
    </optgroup>
  )
}
