import type { Tone } from '../../kernel/area.ts'
import { isAmong } from '../../kernel/rights.ts'
import type { Person } from '../../kernel/roles.ts'
import { address, type NextAction } from '../../kernel/screens.ts'
import { key } from '../../kernel/words.ts'
import { failedOf, passedOf } from '../qc-boxes/quantities.ts'
import { allowedQcActions, isAsReceived, offeredSteps, type QcAction, type StandingBox } from '../qc-boxes/status.ts'
import { allowed } from './rights.ts'

/** What became of a box in India, in the order of `indiaStageInSql` of the server. */
export const indiaQcStatuses = [
  'Received',
  'Inspected in part',
  'Rejected, to reconcile',
  'Verified',
  'Purchased',
  'Reconciled',
  'Short',
] as const

export type IndiaQcStatus = (typeof indiaQcStatuses)[number]

export const indiaQcTones = {
  Received: 'active',
  'Inspected in part': 'active',
  'Rejected, to reconcile': 'bad',
  Verified: 'good',
  Purchased: 'good',
  Reconciled: 'neutral',
  Short: 'bad',
} as const satisfies Record<IndiaQcStatus, Tone>

/** Said of a box that India has to those who do not see what became of it there. */
export const receivedByIndia = key('Received by India')

/** Pieces that nobody has judged for good: they wait to be counted or inspected, or are on hold. */
const pendingOf = (box: StandingBox) => box.uncounted + box.to_inspect + box.on_hold

/** Accepted pieces that are on no purchase order yet. */
const acceptedOf = (box: StandingBox) => passedOf(box) - box.purchased

/** The first that holds; `indiaStageInSql` of the server is the same rule in SQL, and a test holds the two together. */
export function indiaQcStatus(box: StandingBox): IndiaQcStatus {
  if (pendingOf(box) > 0) return box.inspections === 0 ? 'Received' : 'Inspected in part'
  if (box.failed > 0) return 'Rejected, to reconcile'
  if (acceptedOf(box) > 0) return 'Verified'
  if (box.purchased > 0) return 'Purchased'
  return failedOf(box) > 0 ? 'Reconciled' : 'Short'
}

/** Tabs of the platform: a box that is partly accepted and partly rejected stands in both. */
export const indiaQcTabs = ['received', 'in_part', 'verified', 'rejected', 'purchased', 'all'] as const

export type IndiaQcTab = (typeof indiaQcTabs)[number]

/** What puts a box in a tab; `indiaTabCondition` of the server is the same in SQL. */
export const inIndiaQcTab: Record<IndiaQcTab, (box: StandingBox) => boolean> = {
  received: (box) => pendingOf(box) > 0 && box.inspections === 0,
  in_part: (box) => pendingOf(box) > 0 && box.inspections > 0,
  verified: (box) => pendingOf(box) === 0 && acceptedOf(box) > 0,
  rejected: (box) => box.failed > 0,
  purchased: (box) => box.purchased > 0,
  all: () => true,
}

/** What inspectors do with a box in India as in China; what becomes of judged pieces there has calls of its own. */
const ofIndia: ReadonlySet<QcAction> = new Set<QcAction>([
  'count',
  'recount',
  'settle',
  'inspect',
  'reinspect',
  'skip',
  'revert',
])

/** What the guards allow with a box in India now, the usual first. Whose right it is, is another question. */
export function allowedIndiaActions(box: StandingBox): QcAction[] {
  const actions = allowedQcActions(box).filter((action) => ofIndia.has(action))
  return isAsReceived(box) ? [...actions, 'undo_inward'] : actions
}

export const indiaBoxMoves = (box: StandingBox) =>
  offeredSteps(box, allowedIndiaActions(box), [...ofIndia, 'undo_inward'])

/** What this person may do with a box in India, the usual first. */
export function indiaBoxActions(person: Person, sscc: string, standing: StandingBox): NextAction<QcAction>[] {
  const now = allowedIndiaActions(standing).filter(
    (action) => action !== 'skip' || isAmong(person, allowed.indiaQcLead),
  )
  return now.map((action) => ({ action, path: indiaBoxPath(sscc) }))
}

export function indiaBoxPath(sscc: string): string {
  return address('/supplier/qc-platform-india', { box: sscc })
}
