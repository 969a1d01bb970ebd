import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { type FreeWeek, freeWeeks, loadOf } from '../../../shared/areas/production/load.ts'
import { splitByQuantity, splitBySize, splitFaultsOf } from '../../../shared/areas/production/split.ts'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, DayField, DecimalField } from '../../forms/fields.tsx'
import { key } from '../../i18n/formats.ts'
import { ChartFigure, Legend, type Series } from '../../kit/charts/ChartFigure.tsx'
import { ColumnChart } from '../../kit/charts/ColumnChart.tsx'
import { Section } from '../../kit/Drawer.tsx'
import { FieldTable, type ShownField } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import { Money } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import type { FoundOrder, OrderDraft } from './OrderDrawer.tsx'

interface FacilitiesProps {
  found: FoundOrder
  draft: OrderDraft
  /** Null where nothing can be assigned now. */
  move: 'assign' | 'reassign' | null
}

type Choices = CallData<'production.getVendorAllocations'>
type Share = { facility: string; color: string; size: string; pieces: number }
type Time = { facility: string; starts_on: string; due_on: string; rate: { minor: number; currency: 'INR' } | null }

/** Who makes an order: as it is, or the split that is thought over, beside the load of each facility. */
export function FacilitiesPart({ found, draft, move }: FacilitiesProps) {
  const { t } = useLocale()
  return (
    <>
      {move === 'assign' ? null : (
        <Section title={t('As assigned')}>
          {found.facilities.length === 0 ? <p className="muted">{t('No facility is assigned.')}</p> : null}
          <FieldTable
            fields={assignedFields}
            rows={found.facilities}
            rowKey={({ facility }) => facility}
            below={(facility) => <MakePo found={found} facility={facility} />}
          />
        </Section>
      )}
      {move === null ? null : <Choosing found={found} draft={draft} move={move} />}
    </>
  )
}

/** Makes the purchase order of a facility at its rate; none in-house, and where it has one. */
function MakePo({ found: { order }, facility }: { found: FoundOrder; facility: FoundOrder['facilities'][number] }) {
  const { t } = useLocale()
  const mayMake = useRight('productionOrdersOut')
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
  if (order.path === 'IN_HOUSE' || facility.purchase_order !== null || rate?.currency !== 'INR' || !mayMake) return null
  return (
    <Button
      size="small"
      text={t('Make its purchase order')}
      loading={make.isRunning}
      onClick={() => void make.run(rate)}
    />
  )
}

const assignedFields: readonly ShownField<FoundOrder['facilities'][number]>[] = [
  {
    id: 'facility',
    header: key('Facility'),
    of: (row, { name }) => `${row.facility} · ${name(row.name, row.name_zh)}`,
  },
  { id: 'from', header: key('Starts'), kind: 'day', of: ({ starts_on }) => starts_on },
  { id: 'to', header: key('Due date'), kind: 'day', of: ({ due_on }) => due_on },
  { id: 'rate', header: key('Rate a piece'), kind: 'money', of: ({ rate }) => rate },
  { id: 'po', header: key('Purchase order'), kind: 'code', of: ({ purchase_order }) => purchase_order },
]

function Choosing({ found, draft, move }: FacilitiesProps & { move: 'assign' | 'reassign' }) {
  const answer = useAnswer('production.getVendorAllocations', { id: found.order.order_action_id })
  return (
    <Loaded answer={answer}>
      {(choices) => (draft.isLoaded ? <Split choices={choices} draft={draft} move={move} /> : null)}
    </Loaded>
  )
}

const lineOf = ({ color, size }: { color: string; size: string }) => `${color}\n${size}`
const sumOf = (all: readonly { pieces: number }[]) => all.reduce((sum, { pieces }) => sum + pieces, 0)

function Split({ choices, draft, move }: { choices: Choices; draft: OrderDraft; move: 'assign' | 'reassign' }) {
  const { t, number } = useLocale()
  const say = useSay()
  const { order, lines, facilities, proposal } = choices
  const [how, setHow] = useState<'quantity' | 'size'>('quantity')
  const shares: readonly Share[] = draft.content.shares ?? choices.shares
  const times = timesOf(choices, draft)
  const inRows = lines.map((line) => ({ line: lineOf(line), size: line.size, pieces: line.pieces }))
  const keep = (next: readonly { facility: string; line: string; pieces: number }[]) =>
    draft.change({
      shares: next.map(({ facility, line, pieces }) => {
        const [color = '', size = ''] = line.split('\n')
        return { facility, color, size, pieces }
      }),
    })
  const asShares = shares.map((share) => ({ facility: share.facility, line: lineOf(share), pieces: share.pieces }))
  const faults = splitFaultsOf(inRows, asShares)
  const quotas = facilities.map(({ facility }) => ({
    facility,
    pieces: sumOf(shares.filter((share) => share.facility === facility)),
  }))
  const [typedQuotas, setTypedQuotas] = useState<Record<string, number | null>>({})
  const quotaOf = (facility: string) =>
    typedQuotas[facility] ?? quotas.find((quota) => quota.facility === facility)?.pieces ?? 0
  const wanted = facilities
    .map(({ facility }) => ({ facility, pieces: quotaOf(facility) }))
    .filter(({ pieces }) => pieces > 0)
  const isWhole = sumOf(wanted) === order.pieces
  const take = (next: readonly { facility: string; pieces: number }[]) => {
    keep(splitByQuantity(inRows, next))
    setTypedQuotas({})
  }
  const assign = useAction(
    (accepts_overload: boolean, options) =>
      api.production[move === 'assign' ? 'assignVendors' : 'updateVendor'](
        {
          orders: [
            {
              order_action_id: order.order_action_id,
              version: order.version,
              shares: shares.filter(({ pieces }) => pieces > 0).map((share) => ({ ...share })),
              facilities: times.filter(({ facility }) =>
                shares.some((share) => share.facility === facility && share.pieces > 0),
              ),
            },
          ],
          accepts_overload,
        },
        options,
      ),
    { refresh: ['production'], looksAgain: true },
  )
  const sizes = [...new Set(lines.map(({ size }) => size))]
  return (
    <>
      <Section
        title={t('Proposal')}
        tools={
          proposal.unplaced === 0 ? (
            <Button
              size="small"
              text={t('Take the proposal')}
              onClick={() => take(proposal.lines.filter(({ pieces }) => pieces > 0))}
            />
          ) : null
        }
      >
        <ul className="production-proposal">
          {proposal.lines.map((line) => (
            <li key={line.facility} data-tone={line.pieces > 0 ? 'good' : undefined}>
              <strong>{line.facility}</strong> {say.message(line.message, line.values)}
            </li>
          ))}
        </ul>
        {proposal.unplaced > 0 ? (
          <p data-tone="warn">
            {t('{{n}} pcs find no room until the order is due.', { n: number(proposal.unplaced) })}
          </p>
        ) : null}
      </Section>
      <Section
        title={t('Split')}
        tools={
          <ChoiceField
            label={t('Split by')}
            value={how}
            choices={[
              ['quantity', t('Quantity')],
              ['size', t('Size')],
            ]}
            onChange={setHow}
          />
        }
      >
        <table className="plain-table" aria-label={t('Split over facilities')}>
          <thead>
            <tr>
              <th scope="col">{t('Facility')}</th>
              <th scope="col" className="end">
                {t('Room')}
              </th>
              <th scope="col" className="end">
                {t('Rate a piece')}
              </th>
              <th scope="col" className="end">
                {t('Pieces')}
              </th>
              {how === 'size' ? <th scope="col">{t('Sizes')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {facilities.map((one) => (
              <tr key={one.facility}>
                <td>{one.facility}</td>
                <td className="end">{number(one.room)}</td>
                <td className="end">
                  <Money value={one.rate} />
                </td>
                <td className="end">
                  {how === 'quantity' ? (
                    <QuantityInput
                      value={quotaOf(one.facility)}
                      label={t('Pieces of {{facility}}', { facility: one.facility })}
                      max={order.pieces}
                      onChange={(pieces) => setTypedQuotas((now) => ({ ...now, [one.facility]: pieces ?? 0 }))}
                    />
                  ) : (
                    number(quotaOf(one.facility))
                  )}
                </td>
                {how === 'size' ? (
                  <td>
                    {sizes.map((size) => (
                      <label key={size} className="production-check">
                        <input
                          type="radio"
                          name={`size-${size}`}
                          checked={shares.some((share) => share.facility === one.facility && share.size === size)}
                          onChange={() =>
                            keep(splitBySize(inRows, new Map([...sizeOwners(shares), [size, one.facility]])))
                          }
                        />
                        {size}
                      </label>
                    ))}
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={3}>{t('Total')}</td>
              <td className="end" data-tone={isWhole ? 'good' : 'bad'}>
                {number(sumOf(wanted))} / {number(order.pieces)}
              </td>
            </tr>
          </tfoot>
        </table>
        {how === 'quantity' && Object.keys(typedQuotas).length > 0 ? (
          <Button text={t('Split the sizes in proportion')} disabled={!isWhole} onClick={() => take(wanted)} />
        ) : null}
        {faults.map(({ line, message, values }) => (
          <p key={line} data-tone="bad" role="status">
            {line.replace('\n', ' ')}: {say.message(message, values)}
          </p>
        ))}
      </Section>
      <Section title={t('Time and rate')}>
        {times
          .filter(({ facility }) => quotaOf(facility) > 0)
          .map((time) => (
            <TimeRow
              key={time.facility}
              time={time}
              facility={facilities.find(({ facility }) => facility === time.facility)}
              pieces={quotaOf(time.facility)}
              onChange={(next) =>
                draft.change({ facilities: times.map((one) => (one.facility === next.facility ? next : one)) })
              }
            />
          ))}
      </Section>
      <div className="production-actions">
        <Button
          intent="primary"
          text={move === 'assign' ? t('Assign facilities') : t('Change facilities')}
          disabled={faults.length > 0}
          loading={assign.isRunning}
          onClick={() => void assign.run(false)}
        />
        {assign.error ? (
          <Button
            text={t('Assign all the same, beyond capacity')}
            loading={assign.isRunning}
            onClick={() => void assign.run(true)}
          />
        ) : null}
      </div>
    </>
  )
}

/** Which facility has all of a size. */
const sizeOwners = (shares: readonly Share[]): [string, string][] =>
  shares.map(({ size, facility }) => [size, facility])

/** From when to when each facility works, and at what rate: as typed, as assigned, or as the order is due. */
function timesOf(choices: Choices, draft: OrderDraft): Time[] {
  return choices.facilities.map(({ facility, rate }) => {
    const typed = draft.content.facilities?.find((one) => one.facility === facility)
    const before = choices.assigned.find((one) => one.facility === facility)
    const known = typed?.rate ?? before?.rate ?? rate
    return {
      facility,
      starts_on: typed?.starts_on ?? before?.starts_on ?? choices.starts_on,
      due_on: typed?.due_on ?? before?.due_on ?? choices.due_on,
      rate: known ? { minor: known.minor, currency: 'INR' } : null,
    }
  })
}

const series = (t: (words: string) => string): Series[] => [
  { key: 'load', label: t('Other orders'), tone: 'plain' },
  { key: 'this', label: t('This order'), tone: 'good' },
  { key: 'over', label: t('Beyond capacity'), tone: 'bad' },
]

const weekFields: readonly ShownField<FreeWeek>[] = [
  { id: 'monday', header: key('Week of'), kind: 'day', of: ({ monday }) => monday },
  { id: 'load', header: key('Other orders'), kind: 'pieces', of: ({ load }) => load },
  { id: 'free', header: key('Free'), kind: 'pieces', of: ({ free }) => free },
]

interface TimeRowProps {
  time: Time
  facility: Choices['facilities'][number] | undefined
  pieces: number
  onChange: (time: Time) => void
}

/** Time and rate of a facility, and what its weeks would come to beside what they are today. */
function TimeRow({ time, facility, pieces, onChange }: TimeRowProps) {
  const { t, number, day } = useLocale()
  const capacity = facility?.capacity ?? 0
  const weeks = freeWeeks(capacity, facility?.weeks ?? [], time)
  const own = new Map(loadOf([{ ...time, pieces }]).map((week) => [week.monday, week.pieces]))
  return (
    <article className="production-time">
      <h3>{time.facility}</h3>
      <div className="production-form">
        <DayField
          label={t('Starts')}
          value={time.starts_on}
          onChange={(starts_on) => onChange({ ...time, starts_on })}
        />
        <DayField
          label={t('Due date')}
          value={time.due_on}
          min={time.starts_on}
          onChange={(due_on) => onChange({ ...time, due_on })}
        />
        <DecimalField
          label={t('Rate a piece (INR)')}
          maxLength={12}
          value={time.rate === null ? '' : String(time.rate.minor / 100)}
          onChange={(text) => {
            const minor = Math.round(Number(text.replace(',', '.')) * 100)
            onChange({
              ...time,
              rate: text.trim() === '' || !Number.isFinite(minor) ? null : { minor, currency: 'INR' },
            })
          }}
        />
      </div>
      <ChartFigure
        title={t('Load by week')}
        about={facility?.capacity === null ? t('No capacity is kept of this facility.') : null}
        summary={weeks.map(({ monday, load }) => `${day(monday)}: ${number(load + (own.get(monday) ?? 0))}`).join(', ')}
        legend={<Legend series={series(t)} />}
        table={<FieldTable fields={weekFields} rows={weeks} rowKey={({ monday }) => monday} />}
      >
        <ColumnChart
          height={110}
          labelWidth={92}
          series={series(t)}
          places={weeks.map(({ monday, load, free }) => {
            const mine = own.get(monday) ?? 0
            const over = Math.max(0, mine - free)
            return {
              key: monday,
              label: day(monday),
              values: [load, mine - over, over],
              hint: t('Week of {{day}}: {{load}} of other orders, {{own}} of this one, {{free}} free', {
                day: day(monday),
                load: number(load),
                own: number(mine),
                free: number(free),
              }),
            }
          })}
        />
      </ChartFigure>
    </article>
  )
}
