import type { ProductionRow } from '../../../shared/areas/production/calls.ts'
import { leadsTo, type OrderMove, orderLife } from '../../../shared/areas/production/order-life.ts'
import { orderStateWords } from '../../../shared/areas/production/order-states.ts'
import { refusalReasons } from '../../../shared/kernel/reasons.ts'
import { useSay } from '../../actions/say.ts'
import type { CallOptions } from '../../api/client.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key } from '../../i18n/formats.ts'
import { someOf } from '../../kit/amounts.ts'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { useLocale } from '../../table/words.ts'

/** What moves are called on their buttons; those that a form of their own makes have none. */
export const moveNames = {
  make_ready: key('Make ready for allocation'),
  hold: key('Put on hold…'),
  stop: key('Stop production…'),
  release: key('Release'),
  reject: key('Reject the order…'),
  recover: key('Recover'),
  to_in_house: key('Move in-house'),
  to_outsourced: key('Move to outsourced'),
  revert: key('One step back'),
  edit: key('Change quantities and dates'),
  assign: key('Assign facilities'),
  reassign: key('Change facilities'),
  complete_cad: key('Save the marker'),
  send: key('Send to production'),
  clear: key('Vendor clearance'),
} as const satisfies Record<OrderMove, string>

/** Moves that are one press, in the order of their buttons. */
export const pressedMoves = [
  'make_ready',
  'release',
  'recover',
  'hold',
  'stop',
  'to_in_house',
  'to_outsourced',
  'revert',
  'reject',
] as const
export type PressedMove = (typeof pressedMoves)[number]

/** Usual reasons of India supply before those of refusals: what an order is held for. */
const usualReasons = [
  key('Fabric is late'),
  key('Trims are late'),
  key('Sample is not approved'),
  key('Measurements are unclear'),
  key('Facility has no capacity'),
  ...refusalReasons.filter((reason) => reason === 'Other'),
]

type Seen = Pick<
  ProductionRow,
  | 'order_action_id'
  | 'version'
  | 'path'
  | 'state'
  | 'reason'
  | 'facilities'
  | 'lacking'
  | 'pieces'
  | 'cut'
  | 'needs_marker'
>
interface Asked {
  move: PressedMove
  rows: readonly Seen[]
}

function makeMove({ move, rows, reason }: Asked & { reason: string }, options: CallOptions) {
  const orders = rows.map(({ order_action_id, version }) => ({ order_action_id, version }))
  const moveTo = (destination: Parameters<typeof api.production.moveOrder>[0]['destination'], source?: 'REJECTED') =>
    api.production.moveOrder({ orders, destination, reason, ...(source && { source }) }, options)
  switch (move) {
    case 'make_ready':
      return moveTo('READY_FOR_ALLOCATION')
    case 'hold':
      return moveTo('ON_HOLD')
    case 'stop':
      return moveTo('PRODUCTION_ON_HOLD')
    case 'to_in_house':
      return moveTo('IN_HOUSE')
    case 'to_outsourced':
      return moveTo('OUTSOURCED')
    case 'reject':
      return moveTo('REJECTED')
    case 'recover':
      return moveTo(rows[0]?.path ?? 'IN_HOUSE', 'REJECTED')
    case 'release':
      return api.production.updateProductionOnHoldOrders({ orders, action: 'RELEASE', reason }, options)
    case 'revert':
      return api.production.revertOrderAction({ orders, reason }, options)
  }
}

/** What the list knows of an order that its moves hang on. */
const factsOf = (order: Seen) => ({
  ...order,
  number: order.order_action_id,
  held_from: null,
  has_marker: !order.lacking.includes('marker'),
  is_cut: order.cut > 0,
})

/** Why the server would refuse a move, as far as the list knows. */
const closedOf = (move: PressedMove, order: Seen) => orderLife.closedFor(move, factsOf(order))

const isPathMove = (move: PressedMove) => move === 'to_in_house' || move === 'to_outsourced'

/** The move that takes another back exactly; null where something would be lost. */
function wayBack(move: PressedMove, { state, reason, facilities }: Seen): { move: PressedMove; reason: string } | null {
  const back = (to: PressedMove, why = '') => ({ move: to, reason: why })
  switch (move) {
    case 'make_ready':
      return back('revert')
    case 'hold':
    case 'stop':
      return back('release')
    case 'release':
      return reason ? back(state === 'ON_HOLD' ? 'hold' : 'stop', reason) : null
    case 'recover':
      return reason ? back('reject', reason) : null
    case 'reject':
      return state === 'ACTION_REQUIRED' ? back('recover') : null
    case 'to_in_house':
      return facilities.length === 0 ? back('to_outsourced') : null
    case 'to_outsourced':
      return facilities.length === 0 ? back('to_in_house') : null
    case 'revert':
      return state === 'READY_FOR_ALLOCATION' ? back('make_ready') : null
  }
}

/** One way back for all; null where they have several, or one has none. */
function sharedWayBack({ move, rows }: Asked) {
  const ways = rows.map((row) => wayBack(move, row))
  const [first = null] = ways
  return ways.every((way) => way?.move === first?.move && way?.reason === first?.reason) ? first : null
}

/** Where orders go by a step back or to the other path, and what is thrown away by it. */
function Consequences({ move, rows }: Pick<Asked, 'move' | 'rows'>) {
  const { t, number } = useLocale()
  if (move !== 'revert' && !isPathMove(move)) return null
  const ways = Map.groupBy(rows, (row) => {
    const to = orderStateWords[leadsTo(move, factsOf(row))]
    return orderStateWords[row.state] === to
      ? t('Stays in “{{state}}”', { state: t(to) })
      : `${t(orderStateWords[row.state])} → ${t(to)}`
  })
  const lost = isPathMove(move) ? rows.filter(({ facilities }) => facilities.length > 0) : []
  const facilities = [...new Set(lost.flatMap((row) => row.facilities))]
  return (
    <ul className="production-missing">
      {[...ways].map(([way, of]) => (
        <li key={way}>
          {way} <span className="muted">({number(of.length)})</span>
        </li>
      ))}
      {lost.length > 0 ? (
        <li>
          {t(
            'Its facilities, their pieces, days and rates are thrown away: {{facilities}}. This cannot be taken back.',
            {
              facilities: someOf(facilities, number),
            },
          )}
        </li>
      ) : null}
      {move === 'revert' && rows.some(({ state }) => state === 'SENT_FOR_PRODUCTION') ? (
        <li>
          {t('Job cards that are printed stand no longer: fetch them back from the tables. Rolls stay reserved.')}
        </li>
      ) : null}
    </ul>
  )
}

/** Moves orders after asking what of them can be moved, and for the reason where others must know why. */
export function usePressedMove(after?: () => void) {
  const words = useLocale()
  const { t, plural, number } = words
  const say = useSay()
  const action = useAskedAction<unknown, Asked>(makeMove, {
    refresh: ['production', 'materials', 'home'],
    looksAgain: true,
    canUndo: (asked) => sharedWayBack(asked) !== null,
    undo: async (_, asked, options) => {
      const way = sharedWayBack(asked)
      // Each move makes the next version; who came between is not gone over.
      const rows = asked.rows.map((row) => ({ ...row, version: row.version + 1 }))
      if (way) await makeMove({ ...way, rows }, options)
    },
    ask: ({ move, rows }) => {
      const name = t(moveNames[move]).replace(/…$/, '')
      const question = {
        title: name,
        text: (
          <>
            <p>{plural(rows.length, '1 production order', '{{n}} production orders')}</p>
            <Consequences move={move} rows={rows} />
          </>
        ),
        confirm: name,
      }
      const losesFacilities = isPathMove(move) && rows.some(({ facilities }) => facilities.length > 0)
      if (!orderLife.ruleOf(move).needsWords)
        return move === 'revert' || losesFacilities || rows.length > 1 ? question : null
      return { ...question, draft: `production.${move}`, usual: usualReasons }
    },
    ...(after && { after }),
  })
  const confirm = useConfirm()
  /** Leaves out what cannot be moved, and says why. */
  const ask = async ({ move, rows }: Asked) => {
    const closed = rows.flatMap((order) => {
      const why = closedOf(move, order)
      return why === null ? [] : [{ order, words: say.message(why.message, why.values) }]
    })
    const open = rows.filter((row) => !closed.some(({ order }) => order === row))
    if (closed.length > 0) {
      const reasons = [...Map.groupBy(closed, (one) => one.words)]
      const isAgreed = await confirm.ask({
        title: t(moveNames[move]).replace(/…$/, ''),
        confirm: open.length === 0 ? t('Nothing to move') : plural(open.length, 'Go on with 1', 'Go on with {{n}}'),
        isVoid: open.length === 0,
        text: (
          <>
            <p>{plural(closed.length, '1 order stays as it is:', '{{n}} orders stay as they are:')}</p>
            <ul className="production-missing">
              {reasons.map(([reason, of]) => (
                <li key={reason}>
                  {reason}{' '}
                  <span className="muted code">
                    {someOf(
                      of.map(({ order }) => order.order_action_id),
                      number,
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </>
        ),
      })
      if (!isAgreed) return
    }
    action.ask({ move, rows: open })
  }
  return {
    ask: (asked: Asked) => void ask(asked),
    isRunning: action.isRunning,
    dialog: (
      <>
        {action.dialog}
        {confirm.dialog}
      </>
    ),
  }
}
