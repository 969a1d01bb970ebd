import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { z } from 'zod'
import {
  type Cost,
  type Costing,
  type CostKind,
  costKinds,
  costKindWords,
  costOf,
  whatIf,
} from '../../../shared/areas/sample-development/cost.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { Section } from '../../kit/Drawer.tsx'
import { useLocale } from '../../table/words.ts'
import { readParts, writeParts } from './typed-numbers.ts'

/** A world of its own: what is left empty is as it is now. Numbers are texts as they are typed. */
const columnShape = z.object({
  id: z.int(),
  name: z.string(),
  kinds: z.record(z.string(), z.string()),
  overhead: z.string(),
  margin: z.string(),
  rate: z.string(),
})
type Column = z.output<typeof columnShape>
type Whole = 'overhead' | 'margin' | 'rate'

const MOST_COLUMNS = 6
const MOST_NAME = 40
const wholeDigits: Record<Whole, number> = { overhead: 2, margin: 2, rate: 6 }

/** A column's costing. Shares are typed as so many percent of today's cost: a minus sign is typed nowhere. */
function worldOf(costing: Costing, { kinds, overhead, margin, rate }: Column): Costing {
  const shares = costKinds.flatMap((kind) => {
    const share = readParts(kinds[kind] ?? '', 2)
    return share === null || share === undefined ? [] : [[kind, share - 10_000] as const]
  })
  return whatIf(costing, {
    kinds: Object.fromEntries(shares) as Partial<Record<CostKind, number>>,
    overhead_bp: readParts(overhead, 2) ?? costing.overhead_bp,
    margin_bp: readParts(margin, 2) ?? costing.margin_bp,
    ...(costing.rate && { rate_millionths: readParts(rate, 6) ?? costing.rate.millionths }),
  })
}

/** The costing beside other worlds, each with its own shares, overhead, margin and rate. Nothing is saved as a version. */
export function WhatIfColumns({ sampleId, costing }: { sampleId: string; costing: Costing }) {
  const { t } = useLocale()
  const newColumn = (id: number): Column => ({
    id,
    name: t('What if {{n}}', { n: id }),
    ...{ kinds: {}, overhead: '', margin: '', rate: '' },
  })
  const typed = useTyped(`what-ifs.${sampleId}`, z.array(columnShape), [newColumn(1)], t('What if'))
  const columns = typed.value
  const change = (id: number, part: (now: Column) => Partial<Column>) =>
    typed.change((now) => now.map((column) => (column.id === id ? { ...column, ...part(column) } : column)))
  const now = costOf(costing)
  const costs = columns.map((column) => ({ id: column.id, cost: costOf(worldOf(costing, column)) }))
  const parts = costKinds.filter((kind) => now.byKind[kind] > 0)
  const asNow: Record<Whole, string> = {
    overhead: writeParts(costing.overhead_bp, 2),
    margin: writeParts(costing.margin_bp, 2),
    rate: writeParts(costing.rate?.millionths ?? null, 6),
  }
  const share = (kind: CostKind) => (
    <tr key={kind}>
      <th scope="row">{t('{{part}}, % of today', { part: t(costKindWords[kind]) })}</th>
      <td className="end">100</td>
      {columns.map((column) => (
        <Assumed
          key={column.id}
          label={`${t('{{part}}, % of today', { part: t(costKindWords[kind]) })} · ${column.name}`}
          value={column.kinds[kind] ?? ''}
          asNow="100"
          digits={2}
          onChange={(text) => change(column.id, ({ kinds }) => ({ kinds: { ...kinds, [kind]: text } }))}
        />
      ))}
    </tr>
  )
  const assumed = (name: Whole, label: string) => (
    <tr>
      <th scope="row">{label}</th>
      <td className="end">{asNow[name]}</td>
      {columns.map((column) => (
        <Assumed
          key={column.id}
          label={`${label} · ${column.name}`}
          value={column[name]}
          asNow={asNow[name]}
          digits={wholeDigits[name]}
          onChange={(text) => change(column.id, () => ({ [name]: text }))}
        />
      ))}
    </tr>
  )
  const result = (label: string, of: (cost: Cost) => number | null, isBold = false, currency = costing.currency) => (
    <tr>
      <th scope="row">{label}</th>
      <Result value={of(now)} was={null} currency={currency} isBold={isBold} />
      {costs.map(({ id, cost }) => (
        <Result key={id} value={of(cost)} was={of(now)} currency={currency} isBold={isBold} />
      ))}
    </tr>
  )
  const rateTo = costing.rate?.currency
  return (
    <Section
      title={t('What if')}
      tools={
        <Button
          size="small"
          text={t('Add a column')}
          disabled={columns.length >= MOST_COLUMNS}
          onClick={() => typed.change((all) => [...all, newColumn(Math.max(0, ...all.map(({ id }) => id)) + 1)])}
        />
      }
    >
      <p className="muted">{t('What is left empty is as it is now. Nothing of it is saved as a version.')}</p>
      <div className="what-if-scroll">
        <table className="plain-table costing-sums what-if" aria-label={t('What if')}>
          <thead>
            <tr>
              <th scope="col">{t('Cost of')}</th>
              <th scope="col" className="end">
                {t('Now')}
              </th>
              {columns.map((column, at) => (
                <th key={column.id} scope="col">
                  <span className="what-if-name">
                    <input
                      className="text-field"
                      aria-label={t('Name of column {{n}}', { n: at + 1 })}
                      value={column.name}
                      maxLength={MOST_NAME}
                      onChange={({ target }) => change(column.id, () => ({ name: target.value }))}
                    />
                    <Button
                      size="small"
                      variant="minimal"
                      icon={<Cross />}
                      aria-label={t('Remove column {{name}}', { name: column.name })}
                      disabled={columns.length === 1}
                      onClick={() => typed.change((all) => all.filter(({ id }) => id !== column.id))}
                    />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {parts.map(share)}
            {assumed('overhead', t('Overhead %'))}
            {assumed('margin', t('Margin %'))}
            {rateTo === undefined ? null : assumed('rate', t('Rate to {{currency}}', { currency: rateTo }))}
          </tbody>
          <tbody className="what-if-results">
            {parts.map((kind) => result(t(costKindWords[kind]), ({ byKind }) => byKind[kind]))}
            {result(t('Overhead'), ({ overhead }) => overhead)}
            {result(t('Cost of a piece'), ({ cost }) => cost, true)}
            {result(t('Margin'), ({ margin }) => margin)}
            {result(t('With margin'), ({ price }) => price, true)}
            {rateTo === undefined
              ? null
              : result(t('In {{currency}}', { currency: rateTo }), ({ converted }) => converted, false, rateTo)}
            {costing.target_minor === null ? null : (
              <tr>
                <th scope="row">{t('To the target')}</th>
                {[{ id: 0, cost: now }, ...costs].map(({ id, cost: { price } }) => (
                  <Gap key={id} minor={(costing.target_minor ?? 0) - price} currency={costing.currency} />
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

interface AssumedProps {
  label: string
  value: string
  asNow: string
  digits: number
  onChange: (text: string) => void
}

function Assumed({ label, value, asNow, digits, onChange }: AssumedProps) {
  const { t } = useLocale()
  const isUnread = readParts(value, digits) === undefined
  return (
    <td>
      <input
        className="text-field end"
        inputMode="decimal"
        maxLength={16}
        aria-label={label}
        aria-invalid={isUnread}
        placeholder={asNow}
        value={value}
        // The specification blocks the minus sign in number fields.
        onChange={({ target }) => /[-−－]/.test(target.value) || onChange(target.value)}
      />
      {isUnread ? (
        <span className="field-problem" role="alert">
          {t('A number such as 0.75.')}
        </span>
      ) : null}
    </td>
  )
}

function Result(props: { value: number | null; was: number | null; currency: string; isBold: boolean }) {
  const { value, was, currency, isBold } = props
  const { money } = useLocale()
  const shown = (minor: number) => money({ minor, currency })
  if (value === null) return <td className="end">–</td>
  const difference = was === null ? 0 : value - was
  return (
    <td className="end">
      {isBold ? <b>{shown(value)}</b> : shown(value)}
      {difference === 0 ? null : (
        <div className="muted">
          {difference > 0 ? '+' : '−'}
          {shown(Math.abs(difference))}
        </div>
      )}
    </td>
  )
}

/** What is left to the target; in red what is beyond it. */
function Gap({ minor, currency }: { minor: number; currency: string }) {
  const { money } = useLocale()
  return (
    <td className="end" data-is-over={minor < 0}>
      {minor < 0 ? '−' : '+'}
      {money({ minor: Math.abs(minor), currency })}
    </td>
  )
}
