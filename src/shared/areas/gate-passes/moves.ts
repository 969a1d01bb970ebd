import { type ClosedMove, closedBy } from '../../kernel/lifecycle.ts'
import { type Holder, isAmong } from '../../kernel/rights.ts'
import type { Role } from '../../kernel/roles.ts'
import { key } from '../../kernel/words.ts'
import { allowed } from './rights.ts'
import { passWords } from './words.ts'

/** How a gate pass goes from state to state: one table for server, screens, tests and docs. */

export const passStates = [
  'DRAFT',
  'CONFIRMED',
  'PACKING',
  'SUBMITTED',
  'PARTLY_RECEIVED',
  'RECEIVED',
  'COMPLETED',
  'CANCELLED',
] as const
export type PassState = (typeof passStates)[number]

/** Before its goods are on the road. */
export const beforeSubmit = ['DRAFT', 'CONFIRMED', 'PACKING'] as const satisfies readonly PassState[]
/** Its goods are on the road, all or some of them. */
export const onTheWay = ['SUBMITTED', 'PARTLY_RECEIVED'] as const satisfies readonly PassState[]
/** Nothing more happens to it: its boxes may go on another pass. */
export const ended = ['COMPLETED', 'CANCELLED'] as const satisfies readonly PassState[]

/** What hangs on more than the state. */
export interface PassFacts {
  state: PassState
  /** Pieces. */
  planned: number
  packed: number
  sent: number
  /** Pieces that came of those that were sent, damaged ones among them. */
  received: number
  closed_short: number
  excess: number
  boxes: number
  open_boxes: number
  empty_boxes: number
  /** Items of which fewer are packed than planned, and nobody said why. */
  without_reason: number
  /** Somebody settled a discrepancy of it, so that it stays as it was completed. */
  is_settled: boolean
  /** Passes of their own bring its goods back, or have. */
  is_returned: boolean
  /** It has a site where its goods are received; otherwise they are given away, and completing it says that they were. */
  has_receipt: boolean
}

type Guard = (pass: PassFacts) => string | null

/** Why a move is refused: English, and the keys of their translations. */
export const passGuards = {
  nothingToSend: 'Nothing is packed on gate pass {{gate_pass}} yet.',
  openBoxes: 'Please seal every box first: {{count}} are open.',
  emptyBoxes: 'Please remove empty boxes first: {{count}} hold nothing.',
  withoutReason: 'Please say why planned pieces are not sent: items without a reason: {{count}}.',
  received: 'Pieces of gate pass {{gate_pass}} were received already. Take that back first.',
  settled: 'A difference of gate pass {{gate_pass}} was settled: take that back first.',
  returned: 'Goods of gate pass {{gate_pass}} go back with {{returned_by}}: it stays completed while they do.',
  noReceipt:
    'Nobody of ours receives the goods of gate pass {{gate_pass}}: completing it says that they were handed over.',
} as const

const isPacked: Guard = ({ packed }) => (packed > 0 ? null : passGuards.nothingToSend)
const isSealed: Guard = ({ open_boxes }) => (open_boxes === 0 ? null : passGuards.openBoxes)
const holdsSomething: Guard = ({ empty_boxes }) => (empty_boxes === 0 ? null : passGuards.emptyBoxes)
const saysWhy: Guard = ({ without_reason }) => (without_reason === 0 ? null : passGuards.withoutReason)
const nothingCame: Guard = ({ received, excess }) => (received + excess === 0 ? null : passGuards.received)
const isUnsettled: Guard = ({ is_settled }) => (is_settled ? passGuards.settled : null)
const isNotReturned: Guard = ({ is_returned }) => (is_returned ? passGuards.returned : null)
const isReceivedByUs: Guard = ({ has_receipt }) => (has_receipt ? null : passGuards.noReceipt)

interface PassMove {
  /** English, and the key of its translation: on its button. */
  label: string
  from: readonly PassState[]
  /** Where it leads; several where the pieces say which. */
  to: readonly PassState[]
  guards: readonly Guard[]
  roles: readonly Role[]
  /** Somebody must say why. */
  needsReason: boolean
  /** What it does to stock, by the kinds of the stock ledger. */
  stock: readonly string[]
  /** The move that takes it back; null where nothing does. */
  reverse: string | null
}

const { gatePassPack: send, gatePassReceive: receive, gatePassLead: lead } = allowed

const plain = { guards: [], needsReason: false, stock: [] } as const

export const passMoves = {
  edit: { ...plain, label: key('Change'), from: beforeSubmit, to: beforeSubmit, roles: send, reverse: 'edit' },
  confirm: { ...plain, label: key('Confirm'), from: ['DRAFT'], to: ['CONFIRMED'], roles: send, reverse: 'withdraw' },
  withdraw: {
    ...{ ...plain, label: key('Back to draft'), from: ['CONFIRMED'], to: ['DRAFT'] },
    ...{ roles: send, reverse: 'confirm' },
  },
  pack: {
    ...{ ...plain, label: key('Pack'), from: ['CONFIRMED', 'PACKING'], to: ['PACKING'] },
    ...{ roles: send, stock: ['pack'], reverse: 'unpack' },
  },
  unpack: {
    ...{ ...plain, label: key('Take out'), from: ['PACKING'], to: ['PACKING'] },
    ...{ roles: send, stock: ['unpack'], reverse: 'pack' },
  },
  submit: {
    ...{ ...plain, label: key('Submit'), from: ['PACKING'], to: ['SUBMITTED'] },
    ...{
      guards: [isPacked, holdsSomething, isSealed, saysWhy],
      roles: send,
      stock: ['dispatch'],
      reverse: 'call_back',
    },
  },
  call_back: {
    ...{ ...plain, label: key('Reopen packing'), from: onTheWay, to: ['PACKING'], guards: [nothingCame] },
    ...{ roles: lead, needsReason: true, stock: ['call_back'], reverse: 'submit' },
  },
  receive: {
    ...{ ...plain, label: key('Receive'), from: ['SUBMITTED', 'PARTLY_RECEIVED', 'RECEIVED'] },
    ...{ to: ['PARTLY_RECEIVED', 'RECEIVED'], guards: [isReceivedByUs] },
    ...{ roles: receive, stock: ['arrive', 'arrive_damaged', 'found'], reverse: 'unreceive' },
  },
  unreceive: {
    ...{ ...plain, label: key('Take receipt back'), from: ['PARTLY_RECEIVED', 'RECEIVED'] },
    ...{ to: ['SUBMITTED', 'PARTLY_RECEIVED', 'RECEIVED'], roles: receive, reverse: 'receive' },
    stock: ['unarrive', 'unarrive_damaged', 'write_off'],
  },
  complete: {
    ...{
      ...plain,
      label: key('Complete the pass'),
      from: ['SUBMITTED', 'PARTLY_RECEIVED', 'RECEIVED'],
      to: ['COMPLETED'],
    },
    ...{ roles: receive, stock: ['close_short', 'deliver'], reverse: 'reopen' },
  },
  reopen: {
    ...{ ...plain, label: key('Reopen'), from: ['COMPLETED'], to: ['SUBMITTED', 'PARTLY_RECEIVED', 'RECEIVED'] },
    guards: [isUnsettled, isNotReturned],
    ...{ roles: lead, needsReason: true, stock: ['reopen_short', 'undeliver'], reverse: 'complete' },
  },
  cancel: {
    ...{ ...plain, label: key('Cancel'), from: beforeSubmit, to: ['CANCELLED'] },
    ...{ roles: send, needsReason: true, stock: ['unpack'], reverse: null },
  },
} as const satisfies Record<string, PassMove>

export type PassMoveName = keyof typeof passMoves
export const passMoveNames = Object.keys(passMoves) as [PassMoveName, ...PassMoveName[]]

/** Why a move is not possible now, in words; `state` where the state forbids it. Null where it is possible. */
export function passFault(move: PassMoveName, pass: PassFacts): string | 'state' | null {
  const { from, guards }: PassMove = passMoves[move]
  if (!from.includes(pass.state)) return 'state'
  for (const guard of guards) {
    const fault = guard(pass)
    if (fault !== null) return fault
  }
  return null
}

/** Why a move is closed, with what fills its blanks; null where it is open. */
export function closedForPass(
  move: PassMoveName,
  pass: PassFacts,
  named: { gate_pass: string; status: string; returned_by: string },
): ClosedMove | null {
  const fault = passFault(move, pass)
  const counts: Readonly<Record<string, number>> = {
    [passGuards.openBoxes]: pass.open_boxes,
    [passGuards.emptyBoxes]: pass.empty_boxes,
    [passGuards.withoutReason]: pass.without_reason,
  }
  const { status, ...rest } = named
  const values = { ...rest, status, status_key: status, count: counts[fault ?? ''] ?? 0 }
  return closedBy(fault === 'state' ? passWords.noMove : fault, values)
}

/** The moves that somebody may do now. */
export function movesOf(pass: PassFacts, person: Holder): PassMoveName[] {
  return passMoveNames.filter((name) => {
    const { roles }: PassMove = passMoves[name]
    return isAmong(person, roles) && passFault(name, pass) === null
  })
}

/** Pieces on the road: sent, and neither received nor given up. */
export function pendingOf({
  sent,
  received,
  closed_short,
}: Pick<PassFacts, 'sent' | 'received' | 'closed_short'>): number {
  return sent - received - closed_short
}

/** The state of a pass whose goods are on the road, by its pieces. */
export function stateByPieces(pass: Pick<PassFacts, 'sent' | 'received' | 'closed_short' | 'excess'>): PassState {
  if (pass.received + pass.excess === 0) return 'SUBMITTED'
  return pendingOf(pass) > 0 ? 'PARTLY_RECEIVED' : 'RECEIVED'
}

/** The state of a completed pass that is opened again: receiving goes on, or, where no site receives it, it is on its way. */
export function stateWhenReopened(pass: Pick<PassFacts, 'sent' | 'received' | 'excess' | 'has_receipt'>): PassState {
  if (!pass.has_receipt) return 'SUBMITTED'
  return stateByPieces({ ...pass, closed_short: 0 }) === 'RECEIVED' ? 'RECEIVED' : 'PARTLY_RECEIVED'
}
