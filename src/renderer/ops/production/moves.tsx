import type { ProductionRow } from '../../../shared/areas/production/calls.ts'
import { type OrderMove, orderLife } from '../../../shared/areas/production/order-life.ts'
import { refusalReasons } from '../../../shared/kernel/reasons.ts'
import type { CallOptions } from '../../api/client.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key } from '../../i18n/formats.ts'
import { useLocale } from '../../table/words.ts'

/** What moves are called on their buttons; those that a form of their own makes have none. */
export const moveNames = {
  make_ready: key('Ready for allocation'),
  hold: key('Put on hold…'),
  stop: key('Stop production…'),
  release: key('Release'),
  reject: key('Reject…'),
  recover: key('Recover'),
  to_in_house: key('Move in-house'),
  to_outsourced: key('Move to outsourced'),
  revert: key('One step back'),
  edit: key('Change quantities and dates'),
  assign: key('Assign facilities'),
  reassign: key('Change facilities'),
  complete_cad: key('Save the marker'),
  send: key('Send to production'),
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

type Seen = Pick<ProductionRow, 'order_action_id' | 'version' | 'path'>

function makeMove(move: PressedMove, rows: readonly Seen[], reason: string, options: CallOptions) {
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

/** Moves orders, all of them or none, after asking: for the reason where others must know why. */
export function usePressedMove(after?: () => void) {
  const { t, plural } = useLocale()
  return useAskedAction<unknown, { move: PressedMove; rows: readonly Seen[] }>(
    ({ move, rows, reason }, options) => makeMove(move, rows, reason, options),
    {
      refresh: ['production', 'materials', 'home'],
      looksAgain: true,
      ask: ({ move, rows }) => {
        const words = {
          title: t(moveNames[move]).replace(/…$/, ''),
          text: plural(rows.length, '1 production order', '{{n}} production orders'),
          confirm: t(moveNames[move]).replace(/…$/, ''),
        }
        return orderLife.ruleOf(move).needsWords
          ? { ...words, draft: `production.${move}`, usual: usualReasons }
          : { ...words, isDangerous: move === 'revert' }
      },
      ...(after && { after }),
    },
  )
}
