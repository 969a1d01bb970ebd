import type { Role } from '../../kernel/roles.ts'

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

const house = ['ops', 'admin', 'super_admin'] as const satisfies Role[]
const cataloguers = ['cataloging_team', 'bm_team', 'bm_admin', 'internal_team', ...house] as const satisfies Role[]
const buyers = ['bm_team', 'bm_admin', ...house] as const satisfies Role[]

interface Move {
  to: CatalogueStatus
  by: readonly Role[]
  /** A refusal says why. */
  needsRemark?: true
}

const refused = { to: 'Design Rejected', by: cataloguers, needsRemark: true } as const
const by = (roles: readonly Role[], ...to: CatalogueStatus[]): Move[] => to.map((one) => ({ to: one, by: roles }))

/** The ways forward (rules, section 8), and who may go them. The database refuses no more than an unknown name: this is the one table. */
const forward: Readonly<Record<CatalogueStatus, readonly Move[]>> = {
  'New Styles': [...by(cataloguers, 'Selected for Sample QC'), refused],
  'Selected for Sample QC': [
    ...by(cataloguers, 'Info to be added', 'Additional Details Pending', 'Sample QC Done'),
    refused,
  ],
  'Info to be added': [
    ...by(cataloguers, 'Additional Details Pending', 'Sample QC Done', 'Sample QC Completed'),
    refused,
  ],
  'Additional Details Pending': [
    ...by(cataloguers, 'Info to be added', 'Sample QC Done', 'Sample QC Completed'),
    refused,
  ],
  'Sample QC Done': [...by(cataloguers, 'Sample QC Completed', 'Pending for Assortment Selection'), refused],
  'Sample QC Completed': [...by(cataloguers, 'Pending for Assortment Selection'), refused],
  'Pending for Assortment Selection': [
    ...by(cataloguers, 'Assortment Passed'),
    { to: 'Assortment Failed', by: cataloguers, needsRemark: true },
  ],
  'Assortment Passed': by(cataloguers, 'Buyer Review Pending'),
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
  if (isSide(status)) return cameFrom === null ? [] : by(cataloguers, cameFrom)
  const aside: Move[] = isEnded(status)
    ? []
    : [
        { to: 'Review Pending', by: cataloguers, needsRemark: true },
        { to: 'Vendor Delisted', by: [...cataloguers, 'vendor'], needsRemark: true },
        ...(beforeSample.includes(status) ? [{ to: 'Sample OOS', by: cataloguers } as const] : []),
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

/** Who may take anybody's last move back; whoever made it may as well. A style on the website is an order's already: it stays. */
export const takesBack = ['bm_admin', ...house] as const satisfies Role[]
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
