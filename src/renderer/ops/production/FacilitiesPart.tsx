import { Button, SegmentedControl } from '@blueprintjs/core'
import { Fragment, useMemo, useState } from 'react'
import { isZeroRate, startFault } from '../../../shared/areas/production/due.ts'
import { freeWeeks, madeBy, overloadOf } from '../../../shared/areas/production/load.ts'
import { type Quota, quotaFaultsOf, splitByQuotas } from '../../../shared/areas/production/split.ts'
import { productionWords, stageNames } from '../../../shared/areas/production/words.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { DayField } from '../../forms/fields.tsx'
import { key } from '../../i18n/formats.ts'
import { Legend, type Series } from '../../kit/charts/ChartFigure.tsx'
import { Section } from '../../kit/Drawer.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { OverflowPart } from '../../kit/Page.tsx'
import { PlainHead } from '../../kit/PlainHead.tsx'
import type { GridValues } from '../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { cellOf, partsOf } from './GridPart.tsx'
import { NumberField } from './NumberField.tsx'
import { CodeLink, type FoundOrder } from './parts.tsx'
import { quotasOf, turnQuotas } from './quotas.ts'
import type { OrderDraft } from './use-draft.ts'
import { WeekBars } from './WeekBars.tsx'

interface FacilitiesProps {
  found: FoundOrder
  draft: OrderDraft
  /** Null where nothing can be assigned now. */
  move: 'assign' | 'reassign' | null
}

type Choices = CallData<'production.getVendorAllocations'>
type Facility = Choices['facilities'][number]
type Time = { facility: string; starts_on: string; due_on: string; rate: { minor: number; currency: 'INR' } | null }

/** Who makes an order: as it is, and the split that is thought over beside the load of each facility. */
export function FacilitiesPart({ found, draft, move }: FacilitiesProps) {
  const { t } = useLocale()
  const mayMake = useRight('productionOrdersOut')
  return (
    <>
      {move === 'assign' && found.facilities.length === 0 ? null : (
        <Section title={t('As assigned')}>
          {found.facilities.length === 0 ? (
            <p className="muted">{t('No facility is assigned.')}</p>
          ) : (
            <FieldTable
              fields={assignedFields}
              rows={found.facilities.map((facility) => ({ ...facility, pieces: piecesOf(found.shares, facility) }))}
              rowKey={({ facility }) => facility}
              total={t('Total')}
              below={(facility) =>
                mayMake && lacksPo(found, facility) ? <MakePo found={found} facility={facility} /> : null
              }
            />
          )}
        </Section>
      )}
      {move === null ? null : <Choosing found={found} draft={draft} move={move} />}
    </>
  )
}

const sumOf = (all: readonly { pieces: number }[]) => all.reduce((sum, { pieces }) => sum + pieces, 0)
const piecesOf = (
  shares: readonly { facility: string; pieces: number }[],
  { facility }: Pick<Facility, 'facility'>,
): number => sumOf(shares.filter((share) => share.facility === facility))

type Assigned = FoundOrder['facilities'][number] & { pieces: number }

/** None is needed in-house, and none can be made before its rate is agreed. */
const lacksPo = ({ order }: FoundOrder, { purchase_order, rate }: Assigned) =>
  order.path === 'OUTSOURCED' && purchase_order === null && rate?.currency === 'INR' && rate.minor > 0

/** Makes the purchase order of a facility at its rate. */
function MakePo({ found: { order }, facility }: { found: FoundOrder; facility: Assigned }) {
  const { t } = useLocale()
  const { rate } = facility
  const make = useAction(
    (at: { minor: number; currency: string }, options) =>
      api.production.createProductionPo(
        {
          order_action_id: order.order_action_id,
          version: order.version,
          facility: facility.facility,
          rate: { minor: at.minor, currency: 'INR' },
          due_on: facility.due_on,
        },
        options,
      ),
    { refresh: ['production'], looksAgain: true },
  )
  return (
    <Button
      size="small"
      text={t('Make its purchase order')}
      loading={make.isRunning}
      onClick={() => rate && void make.run(rate)}
    />
  )
}

const assignedFields: readonly ShownField<Assigned>[] = [
  {
    id: 'facility',
    header: key('Facility'),
    of: (row, { name }) => `${row.facility} · ${name(row.name, row.name_zh)}`,
  },
  { id: 'from', header: key('Starts'), kind: 'day', of: ({ starts_on }) => starts_on },
  { id: 'to', header: key('Due date'), kind: 'day', of: ({ due_on }) => due_on },
  { id: 'rate', header: key('Rate a piece'), kind: 'money', of: ({ rate }) => rate },
  {
    id: 'po',
    header: key('Purchase order'),
    of: ({ purchase_order }) =>
      purchase_order && <CodeLink to={`/ops/vendor-purchase-orders?po=${purchase_order}`} code={purchase_order} />,
  },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ pieces }) => pieces, total: true },
]

function Choosing({ found, draft, move }: FacilitiesProps & { move: 'assign' | 'reassign' }) {
  const answer = useAnswer('production.getVendorAllocations', { id: found.order.order_action_id })
  return (
    <Loaded answer={answer}>
      {(choices) => (draft.isLoaded ? <Split choices={choices} draft={draft} move={move} /> : null)}
    </Loaded>
  )
}

const series = (t: (words: string) => string): Series[] => [
  { key: 'load', label: t('Other orders'), tone: 'plain' },
  { key: 'this', label: t('This order'), tone: 'own' },
  { key: 'over', label: t('Beyond capacity'), tone: 'bad' },
  { key: 'capacity', label: t('Capacity'), tone: 'frame' },
]

function Split({ choices, draft, move }: { choices: Choices; draft: OrderDraft; move: 'assign' | 'reassign' }) {
  const { t, number, money, percent, name, listed } = useLocale()
  const say = useSay()
  const { order, lines, facilities, proposal } = choices
  const inRows = useMemo(
    () => lines.map((line) => ({ line: cellOf(line), size: line.size, pieces: line.pieces })),
    [lines],
  )
  const begun = draft.content.quotas ?? null
  const [chosen, setHow] = useState<'quantity' | 'size' | null>(null)
  const how = chosen ?? (begun?.some(({ size }) => size !== null) ? 'size' : 'quantity')
  const shared = draft.content.shares ?? choices.shares
  const quotas = useMemo(() => begun ?? quotasOf(shared, how), [begun, shared, how])
  const shares = begun === null ? shared : sharesOf(splitByQuotas(inRows, begun))
  const isBySize = how === 'size'
  const faults = quotaFaultsOf(inRows, quotas, isBySize)
  const quotaOf = (facility: string) => sumOf(quotas.filter((quota) => quota.facility === facility))
  const times = timesOf(choices, draft)
  const take = (next: Quota[]) => draft.change({ quotas: next })
  const turn = (next: 'quantity' | 'size') => {
    setHow(next)
    if (begun !== null) take(faults.length === 0 ? quotasOf(shares, next) : turnQuotas(inRows, begun, next))
  }
  const today = dayIn(indiaZone, new Date())
  const used = times.filter(({ facility }) => quotaOf(facility) > 0)
  const checked = used.map((time) => {
    const facility = facilities.find((one) => one.facility === time.facility)
    const work = { pieces: quotaOf(time.facility), starts_on: time.starts_on, due_on: time.due_on }
    const over = facility ? overloadOf(facility.capacity, facility.weeks, work) : null
    const was = choices.assigned.find((one) => one.facility === time.facility)?.starts_on ?? null
    const past = startFault(time.starts_on, was, today)
    const isLate = order.due_on !== null && time.due_on > order.due_on
    return { time, facility, work, over, past, isLate }
  })
  const assign = useAction(
    (accepts_overload: boolean, options) =>
      api.production[move === 'assign' ? 'assignVendors' : 'updateVendor'](
        {
          orders: [
            {
              order_action_id: order.order_action_id,
              version: order.version,
              shares: shares.filter(({ pieces }) => pieces > 0),
              facilities: used,
            },
          ],
          accepts_overload,
        },
        options,
      ),
    { refresh: ['production', 'home'], looksAgain: true },
  )
  const said = assign.error ? say.fields(assign.error) : []
  const problemAt = (facility: string, part: string) =>
    said.find(
      ({ field }) => field === `orders.0.facilities.${used.findIndex((one) => one.facility === facility)}.${part}`,
    )?.words ?? null
  // A time that no accepting makes good: no working day in it, or no capacity known.
  const isWrong = checked.some(
    ({ over, time, past }) =>
      past !== null ||
      isZeroRate(time.rate) ||
      time.due_on < time.starts_on ||
      (over !== null && !('free' in over.values)),
  )
  const isOver = !isWrong && checked.some(({ over }) => over !== null && 'free' in over.values)
  const run = (accepts_overload: boolean) => void draft.flush().then(() => assign.run(accepts_overload))
  return (
    <>
      <Section
        title={t('Facilities')}
        tools={
          proposal.unplaced === 0 ? (
            <Button
              size="small"
              text={t('Take the proposal')}
              onClick={() => {
                setHow('quantity')
                take(
                  proposal.lines.flatMap(({ facility, pieces }) =>
                    pieces > 0 ? [{ facility, size: null, pieces }] : [],
                  ),
                )
              }}
            />
          ) : null
        }
      >
        <OverflowPart className="plain-scroll" label={t('Facilities')}>
          <table className="plain-table production-facilities" aria-label={t('Facilities')}>
            <PlainHead
              starts={[t('Facility'), t('Load by week')]}
              ends={[t('Room'), t('On time'), t('Passed'), t('Rate a piece'), t('Proposed split')]}
            />
            <tbody>
              {facilities.map((one) => {
                const time = times.find(({ facility }) => facility === one.facility) ?? choices
                const line = proposal.lines.find(({ facility }) => facility === one.facility)
                const pieces = quotaOf(one.facility)
                return (
                  <Fragment key={one.facility}>
                    <tr data-chosen={pieces > 0 || undefined}>
                      <th scope="row">
                        {one.facility}
                        <div className="muted">{name(one.name, one.name_zh)}</div>
                        {one.stages_not_listed.length > 0 ? (
                          <div className="warn-text production-stages">
                            {t('Its record does not list: {{stages}}', {
                              stages: listed(one.stages_not_listed.map((stage) => t(stageNames[stage]))),
                            })}
                          </div>
                        ) : null}
                      </th>
                      <td>
                        {one.capacity === null ? (
                          <span className="warn-text">{t('No capacity is kept of this facility.')}</span>
                        ) : (
                          <WeekBars
                            capacity={one.capacity}
                            load={one.weeks}
                            weeks={freeWeeks(one.capacity, one.weeks, time)}
                            own={{ pieces, starts_on: time.starts_on, due_on: time.due_on }}
                          />
                        )}
                      </td>
                      <td className="end">{number(one.room)}</td>
                      <td className="end">{one.on_time === null ? '–' : percent(one.on_time)}</td>
                      <td className="end">{one.pass_rate === null ? '–' : percent(one.pass_rate)}</td>
                      <td className="end">{one.rate === null ? '–' : money(one.rate)}</td>
                      <td className="end">
                        {line && line.pieces > 0 ? <strong>{t('{{n}} pcs', { n: number(line.pieces) })}</strong> : '–'}
                      </td>
                    </tr>
                    {line ? (
                      <tr className="production-why-row">
                        <td colSpan={7} className="production-why">
                          {say.message(line.message, line.values)}
                        </td>
                      </tr>
                    ) : null}
                  </Fragment>
                )
              })}
            </tbody>
          </table>
        </OverflowPart>
        <Legend series={series(t)} />
        {facilities.length === 0 ? (
          <p className="muted">{t('No facility produces on this path. Facilities are kept in records.')}</p>
        ) : null}
        {proposal.unplaced > 0 ? (
          <Callout tone="warn">
            {t('{{n}} pcs find no room until the order is due.', { n: number(proposal.unplaced) })}
          </Callout>
        ) : null}
      </Section>
      <Section
        title={t('Split')}
        tools={
          <SegmentedControl
            size="small"
            options={[
              { value: 'quantity', label: t('By quantity') },
              { value: 'size', label: t('By size') },
            ]}
            value={how}
            onValueChange={(value) => turn(value === 'size' ? 'size' : 'quantity')}
          />
        }
      >
        <SplitGrid {...{ facilities, inRows, quotas, faults, isBySize }} onChange={take} />
        <p className="production-sum" role="status" data-tone={faults.length === 0 ? 'good' : 'bad'}>
          {faults.length === 0
            ? t('All {{n}} pcs are given to facilities.', { n: number(order.pieces) })
            : faults
                // Faults at cells are said under the grid.
                .filter(() => !quotas.some(({ pieces }) => pieces > 0))
                .slice(0, 4)
                .map(({ size, message, values }) => [size, say.message(message, values)].filter(Boolean).join(': '))
                .join(' ')}
        </p>
      </Section>
      <Section title={t('Time and rate')}>
        {used.length === 0 ? <p className="muted">{t('Give pieces to a facility first.')}</p> : null}
        {checked.map(({ time, over, past, isLate }) => {
          const { facility } = time
          const set = (more: Partial<Time>) => {
            assign.clearError()
            draft.change({ facilities: times.map((one) => (one.facility === facility ? { ...one, ...more } : one)) })
          }
          return (
            <fieldset key={facility} className="production-time">
              <legend>{facility}</legend>
              <div className="production-form">
                <DayField
                  label={t('Starts')}
                  value={time.starts_on}
                  problem={past ? say.message(past.message, past.values) : problemAt(facility, 'starts_on')}
                  onChange={(starts_on) => starts_on && set({ starts_on })}
                />
                <DayField
                  label={t('Due date')}
                  value={time.due_on}
                  min={time.starts_on}
                  hint={isLate ? say.message(productionWords.lateForOrder, { due_day: order.due_on ?? '' }) : undefined}
                  problem={
                    time.due_on < time.starts_on
                      ? t('The due date lies before the start.')
                      : over
                        ? say.message(over.message, over.values)
                        : problemAt(facility, 'due_on')
                  }
                  onChange={(due_on) => due_on && set({ due_on })}
                />
                <NumberField
                  label={t('Rate a piece (INR)')}
                  value={time.rate?.minor}
                  scale={100}
                  problem={isZeroRate(time.rate) ? t(productionWords.zeroRate) : problemAt(facility, 'rate')}
                  onChange={(minor) => set({ rate: minor === undefined ? null : { minor, currency: 'INR' } })}
                />
              </div>
            </fieldset>
          )
        })}
        {used.length > 0 ? (
          <WhatIf choices={choices} used={used} quotaOf={quotaOf} isInTime={isWrong || !isOver} />
        ) : null}
        <div className="production-actions">
          {isOver ? (
            <Button
              text={t('Assign all the same, beyond capacity')}
              disabled={faults.length > 0 || draft.mustChoose}
              loading={assign.isRunning}
              onClick={() => run(true)}
            />
          ) : (
            <Button
              intent="primary"
              text={move === 'assign' ? t('Assign facilities') : t('Change facilities')}
              disabled={faults.length > 0 || isWrong || draft.mustChoose}
              loading={assign.isRunning}
              onClick={() => run(false)}
            />
          )}
          <span className="muted">{draft.hasProblem ? null : draft.state}</span>
        </div>
      </Section>
    </>
  )
}

function sharesOf(shares: readonly { facility: string; line: string; pieces: number }[]) {
  return shares.map(({ facility, line, pieces }) => {
    const [color, size] = partsOf(line)
    return { facility, color, size, pieces }
  })
}

interface SplitGridProps {
  facilities: readonly Facility[]
  inRows: readonly { size: string; pieces: number }[]
  quotas: readonly Quota[]
  faults: readonly { size: string | null; message: string; values: Record<string, number> }[]
  isBySize: boolean
  onChange: (quotas: Quota[]) => void
}

/** Pieces that each facility shall make, of each size or of all; what of an order is given stands at the foot. */
function SplitGrid({ facilities, inRows, quotas, faults, isBySize, onChange }: SplitGridProps) {
  const { t, number, name } = useLocale()
  const say = useSay()
  const shape = useMemo(() => {
    const sizes = [...new Set(inRows.map(({ size }) => size))]
    return {
      rows: facilities.map((one) => ({ key: one.facility, label: one.facility, names: [name(one.name, one.name_zh)] })),
      columns: isBySize
        ? sizes.map((size) => ({
            key: size,
            label: `${size} / ${number(sumOf(inRows.filter((row) => row.size === size)))}`,
            names: [size],
          }))
        : [{ key: '', label: `${t('Pieces')} / ${number(sumOf(inRows))}`, names: [t('Pieces')] }],
      cellId: (facility: string, size: string) => `${facility}\n${size}`,
    }
  }, [facilities, inRows, isBySize, t, number, name])
  const layers = useMemo(() => [{ key: 'pieces', label: t('Pieces') }], [t])
  const values: GridValues = useMemo(
    () =>
      Object.fromEntries(
        quotas.map(({ facility, size, pieces }) => [`${facility}\n${isBySize ? (size ?? '') : ''}`, { pieces }]),
      ),
    [quotas, isBySize],
  )
  // Named at the last facility that has pieces of it.
  const atCells = useMemo(
    () =>
      new Map(
        faults.flatMap(({ size, message, values }) => {
          const last = quotas.findLast((quota) => quota.pieces > 0 && (!isBySize || quota.size === size))
          return last ? [[`${last.facility}\n${size ?? ''}`, say.message(message, values)] as const] : []
        }),
      ),
    [faults, quotas, isBySize, say],
  )
  return (
    <QuantityGrid
      label={t('Split over facilities')}
      {...shape}
      layers={layers}
      rowTitle={t('Facility')}
      values={values}
      faults={atCells}
      onChange={(next) =>
        onChange(
          Object.entries(next).flatMap(([cell, { pieces = 0 }]) => {
            const [facility, size] = partsOf(cell)
            return pieces === 0 ? [] : [{ facility, size: isBySize ? size : null, pieces }]
          }),
        )
      }
    />
  )
}

/** From when to when each facility works, and at what rate: as typed, as assigned, or as the order is due. */
function timesOf(choices: Choices, draft: OrderDraft): Time[] {
  return choices.facilities.map(({ facility, rate }) => {
    const typed = draft.content.facilities?.find((one) => one.facility === facility)
    const before = choices.assigned.find((one) => one.facility === facility)
    const known = typed?.rate === undefined ? (before?.rate ?? rate) : typed.rate
    return {
      facility,
      starts_on: typed?.starts_on ?? before?.starts_on ?? choices.starts_on,
      due_on: typed?.due_on ?? before?.due_on ?? choices.due_on,
      rate: known ? { minor: known.minor, currency: 'INR' } : null,
    }
  })
}

interface WhatIfProps {
  choices: Choices
  used: readonly Time[]
  quotaOf: (facility: string) => number
  /** Every facility has room for its pieces until its due date, as far as its days can be reckoned with. */
  isInTime: boolean
}

/** Today's plan beside the one that is thought over: pieces of each facility, when all is made, and what it costs. */
function WhatIf({ choices, used, quotaOf, isInTime }: WhatIfProps) {
  const { t, number, day, money } = useLocale()
  const { assigned, shares, facilities } = choices
  const last = (all: readonly { due_on: string }[]) =>
    all
      .map(({ due_on }) => due_on)
      .toSorted()
      .at(-1)
  const cost = (all: readonly { pieces: number; rate: { minor: number; currency: string } | null }[]) =>
    all.length === 0 || all.some(({ rate }) => rate?.currency !== 'INR')
      ? null
      : { minor: all.reduce((sum, { pieces, rate }) => sum + pieces * (rate?.minor ?? 0), 0), currency: 'INR' }
  const now = assigned.map((one) => ({ ...one, pieces: piecesOf(shares, one) }))
  const then = used.map((one) => ({ ...one, pieces: quotaOf(one.facility) }))
  const [costNow, costThen] = [cost(now), cost(then)]
  const [dueNow, dueThen] = [last(assigned), last(used)]
  const really = then.map(({ facility, starts_on, pieces }) => {
    const one = facilities.find((other) => other.facility === facility)
    return one ? madeBy(one.capacity, one.weeks, { pieces, starts_on }) : null
  })
  const by = really.includes(null) ? null : (really.toSorted().at(-1) ?? null)
  const notThen = (day_: string) =>
    by !== null && by > day_
      ? t('{{by}}, not {{day}}', { by: day(by), day: day(day_) })
      : t('Not by {{day}}', { day: day(day_) })
  const pieces = facilities.flatMap(({ facility }) => {
    const [was, will] = [now.find((one) => one.facility === facility)?.pieces ?? 0, quotaOf(facility)]
    return was === 0 && will === 0 ? [] : [[facility, number(was), number(will)] as const]
  })
  const rows = [
    ...pieces,
    [
      t('All made by'),
      dueNow ? day(dueNow) : '–',
      dueThen ? (isInTime ? day(dueThen) : notThen(dueThen)) : '–',
    ] as const,
    [t('Cost'), costNow ? money(costNow) : '–', costThen ? money(costThen) : '–'] as const,
  ]
  return (
    <table className="plain-table production-sides" aria-label={t('What if')}>
      <PlainHead starts={[t('What is planned')]} ends={[t('Today'), t('What if')]} />
      <tbody>
        {rows.map(([label, was, will]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="end">{was}</td>
            <td className="end">{was === will ? will : <strong>{will}</strong>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
