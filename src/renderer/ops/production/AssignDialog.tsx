import { useEffect, useRef, useState } from 'react'
import type { ProductionRow } from '../../../shared/areas/production/calls.ts'
import { splitByQuotas } from '../../../shared/areas/production/split.ts'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { ChoiceField } from '../../forms/fields.tsx'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Callout } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { cellOf, partsOf } from './GridPart.tsx'
import { NumberField } from './NumberField.tsx'

export const mostAssigned = 50

interface AssignDialogProps extends DialogTurn {
  rows: readonly ProductionRow[]
  onAssigned: () => void
}

type Choices = CallData<'production.getVendorAllocations'>

/** Assigns several orders at once: each by its proposal, or whole to a facility that is chosen for it. */
export function AssignDialog({ rows, onAssigned, ...turn }: AssignDialogProps) {
  const { t, number, plural } = useLocale()
  const say = useSay()
  const [found, setFound] = useState<Readonly<Record<string, Choices>>>({})
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const [rate, setRate] = useState<number | undefined>()
  const orders = rows.slice(0, mostAssigned)
  const planned = orders.flatMap((order) => {
    const choices = found[order.order_action_id]
    return choices ? [planOf(order, choices, chosen[order.order_action_id] ?? '', rate)] : []
  })
  const assign = useAction(
    (accepts_overload: boolean, options) =>
      api.production.assignVendors({ orders: planned.map(({ asked }) => asked), accepts_overload }, options),
    { refresh: ['production', 'home'], looksAgain: true },
  )
  const said = assign.error ? say.fields(assign.error) : []
  const isOver = said.length > 0 && said.every(({ field }) => field.endsWith('.due_on'))
  const isWhole = planned.length === orders.length && planned.every(({ isPlaced }) => isPlaced)
  const run = async (accepts: boolean) => {
    if (!(await assign.run(accepts))) return
    onAssigned()
    turn.onClose()
  }
  return (
    <Modal {...turn} title={t('Assign facilities')} width={760} isTyped>
      <DialogParts
        onCancel={turn.onClose}
        step={{
          text: isOver ? t('Assign all the same, beyond capacity') : t('Assign facilities'),
          run: () => void run(isOver),
          isOff: !isWhole,
          isRunning: assign.isRunning,
        }}
        foot={<span role="status">{plural(orders.length, '1 production order', '{{n}} production orders')}</span>}
      >
        {rows.length > orders.length ? (
          <Callout tone="warn">
            {t('At most {{n}} orders at once: the others stay chosen.', { n: mostAssigned })}
          </Callout>
        ) : null}
        <table className="plain-table production-facilities" aria-label={t('Assign facilities')}>
          <thead>
            <tr>
              <th scope="col">{t('Production order')}</th>
              <th scope="col" className="end">
                {t('Pieces')}
              </th>
              <th scope="col">{t('Facility')}</th>
              <th scope="col">{t('Split')}</th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order, at) => (
              <OrderRow
                key={order.order_action_id}
                order={order}
                chosen={chosen[order.order_action_id] ?? ''}
                split={planned.find(({ asked }) => asked.order_action_id === order.order_action_id)?.split ?? []}
                problems={said.filter(({ field }) => field.startsWith(`orders.${at}.`)).map(({ words }) => words)}
                onFound={(choices) => setFound((now) => ({ ...now, [order.order_action_id]: choices }))}
                onChoose={(facility) => setChosen((now) => ({ ...now, [order.order_action_id]: facility }))}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>{t('Total')}</td>
              <td className="end">{number(orders.reduce((sum, { pieces }) => sum + pieces, 0))}</td>
              <td colSpan={2} />
            </tr>
          </tfoot>
        </table>
        <NumberField label={t('Rate a piece (INR), where none is known')} value={rate} scale={100} onChange={setRate} />
      </DialogParts>
    </Modal>
  )
}

interface OrderRowProps {
  order: ProductionRow
  chosen: string
  split: readonly { facility: string; pieces: number }[]
  problems: readonly string[]
  onFound: (choices: Choices) => void
  onChoose: (facility: string) => void
}

function OrderRow({ order, chosen, split, problems, onFound, onChoose }: OrderRowProps) {
  const { t, number, name } = useLocale()
  const answer = useAnswer('production.getVendorAllocations', { id: order.order_action_id })
  const { data } = answer
  const hear = useRef(onFound)
  hear.current = onFound
  useEffect(() => {
    if (data !== undefined) hear.current(data)
  }, [data])
  return (
    <tr>
      <th scope="row">
        <span className="code">{order.order_action_id}</span>
        <div className="muted">{name(order.name, order.name_zh)}</div>
      </th>
      <td className="end">{number(order.pieces)}</td>
      <td>
        <Loaded answer={answer} rows={1}>
          {({ facilities, proposal }) => (
            <ChoiceField
              label={t('Facility of {{order}}', { order: order.order_action_id })}
              value={chosen}
              choices={[
                ['', proposal.unplaced > 0 ? t('Choose') : t('As proposed')],
                ...facilities.map(({ facility, room }) => [facility, `${facility} · ${number(room)}`] as const),
              ]}
              onChange={onChoose}
            />
          )}
        </Loaded>
      </td>
      <td>
        {data ? split.map(({ facility, pieces }) => `${facility} ${number(pieces)}`).join(' · ') : null}
        {problems.map((words) => (
          <p key={words} className="field-problem" role="alert">
            {words}
          </p>
        ))}
      </td>
    </tr>
  )
}

function planOf(order: ProductionRow, choices: Choices, facility: string, rate: number | undefined) {
  const split =
    facility === '' ? choices.proposal.lines.filter(({ pieces }) => pieces > 0) : [{ facility, pieces: order.pieces }]
  const lines = choices.lines.map((line) => ({ line: cellOf(line), size: line.size, pieces: line.pieces }))
  const shares = splitByQuotas(
    lines,
    split.map((one) => ({ facility: one.facility, size: null, pieces: one.pieces })),
  ).map((share) => {
    const [color, size] = partsOf(share.line)
    return { facility: share.facility, color, size, pieces: share.pieces }
  })
  const rateOf = (code: string) => choices.facilities.find((one) => one.facility === code)?.rate?.minor ?? rate
  return {
    split,
    isPlaced: shares.length > 0,
    asked: {
      order_action_id: order.order_action_id,
      version: order.version,
      shares,
      facilities: split.map((one) => {
        const minor = rateOf(one.facility)
        return {
          facility: one.facility,
          starts_on: choices.starts_on,
          due_on: choices.due_on,
          rate: minor === undefined ? null : { minor, currency: 'INR' as const },
        }
      }),
    },
  }
}
