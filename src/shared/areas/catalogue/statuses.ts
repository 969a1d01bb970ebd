import { type Holder, isAmong } from '../../kernel/rights.ts'
import type { Role } from '../../kernel/roles.ts'
import { buyerReviewsRights } from '../buyer-reviews/rights.ts'
import { judgesOf, type SupplyChain } from './rights.ts'

/** Statuses of a style in the catalogue, in the order in which a good one passes them; side states last. Specification, section 4. */
export const catalogueStatuses = [
  'New Styles',
  'Selected for Sample QC',
  'Info to be added',
  'Additional Details Pending',
  'Sample QC Done',
  'Sample QC Completed',
  'Pending for Assortment Selection',
  'Assortment Passed',
  'Buyer Review Pending',
  'Live on Website',
  'Design Rejected',
  'Assortment Failed',
  'Review Pending',
  'Sample OOS',
  'Vendor Delisted',
] as const

export type CatalogueStatus = (typeof catalogueStatuses)[number]

/** Where a style waits beside its way; out of one it goes back to where it came from. */
export const sideStatuses = ['Review Pending', 'Sample OOS', 'Vendor Delisted'] as const satisfies CatalogueStatus[]

export type SideStatus = (typeof sideStatuses)[number]

/** Nothing leads out of these but one step back. */
export const endedStatuses = [
  'Design Rejected',
  'Assortment Failed',
  'Live on Website',
] as const satisfies CatalogueStatus[]

/** While a style stands at these nobody waits for a sample of it: an open round is called off, and taken up again when the style comes back. */
const unsampled: readonly CatalogueStatus[] = ['Design Rejected', 'Assortment Failed', 'Vendor Delisted', 'Sample OOS']

export const isUnsampled = (status: CatalogueStatus): boolean => unsampled.includes(status)

/** `judges`: who has the right to judge styles of its supply chain. `buyers`: who judges as a buyer; of a style under review, the one who decides. */
export type Mover = 'judges' | 'buyers' | 'vendor'

export interface Move {
  to: CatalogueStatus
  by: readonly Mover[]
  /** A refusal says why. */
  needsRemark?: true
}

const judges: readonly Mover[] = ['judges']
const buyers: readonly Mover[] = ['buyers']
const refused: Move = { to: 'Design Rejected', by: judges, needsRemark: true }
const by = (movers: readonly Mover[], ...to: CatalogueStatus[]): Move[] => to.map((one) => ({ to: one, by: movers }))

/** The ways forward (rules, section 8), and who may go them. The database refuses no more than an unknown name: this is the one table. */
const forward: Readonly<Record<CatalogueStatus, readonly Move[]>> = {
  'New Styles': [...by(judges, 'Selected for Sample QC'), refused],
  'Selected for Sample QC': [
    ...by(judges, 'Info to be added', 'Additional Details Pending', 'Sample QC Done'),
    refused,
  ],
  'Info to be added': [...by(judges, 'Additional Details Pending', 'Sample QC Done', 'Sample QC Completed'), refused],
  'Additional Details Pending': [...by(judges, 'Info to be added', 'Sample QC Done', 'Sample QC Completed'), refused],
  'Sample QC Done': [...by(judges, 'Sample QC Completed', 'Pending for Assortment Selection'), refused],
  'Sample QC Completed': [...by(judges, 'Pending for Assortment Selection'), refused],
  'Pending for Assortment Selection': [
    ...by(judges, 'Assortment Passed'),
    { to: 'Assortment Failed', by: judges, needsRemark: true },
  ],
  'Assortment Passed': by(judges, 'Buyer Review Pending'),
  'Buyer Review Pending': [...by(buyers, 'Live on Website'), { ...refused, by: buyers }],
  'Live on Website': [],
  'Design Rejected': [],
  'Assortment Failed': [],
  'Review Pending': [],
  'Sample OOS': [],
  'Vendor Delisted': [],
}

/** A sample can only be sold out while it is looked for. */
const beforeSample: readonly CatalogueStatus[] = [
  'Selected for Sample QC',
  'Info to be added',
  'Additional Details Pending',
]

const isSide = (status: CatalogueStatus): status is SideStatus => (sideStatuses as readonly string[]).includes(status)
const isEnded = (status: CatalogueStatus) => (endedStatuses as readonly string[]).includes(status)

/** All moves out of a status, one step back aside. `cameFrom`: of a side state, where it was before. */
export function movesFrom(status: CatalogueStatus, cameFrom: CatalogueStatus | null = null): readonly Move[] {
  if (isSide(status)) return cameFrom === null ? [] : by(judges, cameFrom)
  const aside: Move[] = isEnded(status)
    ? []
    : [
        { to: 'Review Pending', by: judges, needsRemark: true },
        { to: 'Vendor Delisted', by: ['judges', 'vendor'], needsRemark: true },
        ...(beforeSample.includes(status) ? [{ to: 'Sample OOS', by: judges } as const] : []),
      ]
  return [...forward[status], ...aside]
}

/** The move from one status to another, where there is one. */
export function moveTo(
  from: CatalogueStatus,
  to: CatalogueStatus,
  cameFrom: CatalogueStatus | null = null,
): Move | undefined {
  return movesFrom(from, cameFrom).find((move) => move.to === to)
}

/** Whether somebody may go a way with a style of a supply chain. Of a style under review, that they decide it as well is the review's own rule. */
export function mayGo(move: Pick<Move, 'by'>, chain: SupplyChain, holder: Holder): boolean {
  return move.by.some((mover) => {
    if (mover === 'vendor') return holder.role === 'vendor'
    return isAmong(holder, mover === 'buyers' ? buyerReviewsRights.buyerReview.roles : judgesOf(chain))
  })
}

/** Whether a move is the decision of a buyers' review: only the one who decides goes it, and it needs a buyer's verdict. */
export const isDecision = (from: CatalogueStatus, to: CatalogueStatus): boolean =>
  from === 'Buyer Review Pending' && (to === 'Live on Website' || to === 'Design Rejected')

export const isBeforeSample = (status: CatalogueStatus): boolean =>
  status === 'New Styles' || beforeSample.includes(status)

/** Whether a move is the verdict of an assortment. */
export const judgesAssortment = (from: CatalogueStatus, to: CatalogueStatus): boolean =>
  from === 'Pending for Assortment Selection' && (to === 'Assortment Passed' || to === 'Assortment Failed')

/** Statuses that a style has only after a sample of it passed; a step back, or out of a side state, brings nothing new. */
const sampled: readonly CatalogueStatus[] = ['Sample QC Done', 'Sample QC Completed']

export const needsSample = (from: CatalogueStatus, to: CatalogueStatus): boolean =>
  beforeSample.includes(from) && sampled.includes(to)

/** Who may take anybody's last move back; whoever made it may as well. A style on the website is an order's already: it stays. */
export const takesBack = ['bm_admin', 'ops', 'admin', 'super_admin'] as const satisfies Role[]
export const canGoBack = (status: CatalogueStatus): boolean => status !== 'Live on Website'

/** What a style keeps in `came_from` after a move: only side states have it. */
export function cameFromAfter(from: CatalogueStatus, to: CatalogueStatus): CatalogueStatus | null {
  return isSide(to) ? from : null
}

const passes: Partial<Record<CatalogueStatus, CatalogueStatus>> = {
  'New Styles': 'Selected for Sample QC',
  'Selected for Sample QC': 'Sample QC Done',
  'Info to be added': 'Sample QC Done',
  'Additional Details Pending': 'Sample QC Done',
  'Sample QC Done': 'Pending for Assortment Selection',
  'Sample QC Completed': 'Pending for Assortment Selection',
  'Pending for Assortment Selection': 'Assortment Passed',
  'Assortment Passed': 'Buyer Review Pending',
  'Buyer Review Pending': 'Live on Website',
}

/** Where a style goes that is passed with one key; null where it stands at an end or aside. */
export const passOf = (status: CatalogueStatus): CatalogueStatus | null => passes[status] ?? null

/** The same of one that is failed. */
export function failOf(status: CatalogueStatus): CatalogueStatus | null {
  const ends: readonly CatalogueStatus[] = ['Design Rejected', 'Assortment Failed']
  return forward[status].find(({ to }) => ends.includes(to))?.to ?? null
}
