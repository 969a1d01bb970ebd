import { key } from '../../kernel/words.ts'

/** Languages that job cards are written in: those of the people at the tables. */
export const jobCardLanguages = ['en', 'hi', 'zh'] as const
export type JobCardLanguage = (typeof jobCardLanguages)[number]

/** Steps of making a garment, in their order, each with what its code on the job card begins with. Their ledger comes with the stages of production. */
export const stages = ['cutting', 'stitching', 'finishing', 'checking', 'packing'] as const
export type Stage = (typeof stages)[number]

export const stageNames = {
  cutting: key('Cutting'),
  stitching: key('Stitching'),
  finishing: key('Finishing'),
  checking: key('Checking'),
  packing: key('Packing'),
} as const satisfies Record<Stage, string>

/** How records write a stage, by how its words begin. Checking is seldom written down: whoever packs checks. */
const stageBeginnings: Readonly<Partial<Record<Stage, readonly string[]>>> = {
  cutting: ['cut', '裁'],
  stitching: ['stitch', 'sew', 'knit and sew', '缝'],
  finishing: ['finish', 'iron', '后整', '整烫'],
  packing: ['pack', '包'],
}

/** Stages that a facility's record does not list; none where it lists nothing, since then nobody knows. */
export function stagesNotListed(record: string | null): Stage[] {
  const listed = (record ?? '')
    .toLowerCase()
    .split(/[,;/、，；+&]|\band\b/)
    .map((one) => one.trim())
    .filter(Boolean)
  if (listed.length === 0) return []
  return stages.filter((stage) => {
    const beginnings = stageBeginnings[stage]
    return beginnings !== undefined && !listed.some((one) => beginnings.some((beginning) => one.startsWith(beginning)))
  })
}

/** What a job card's code of a stage says when it is scanned: the order, the stage and the card's number ("PR-000012/CUT/2"). */
export const stageCode = (order: string, stage: Stage, card: number) =>
  `${order}/${stage.slice(0, 3).toUpperCase()}/${card}`

export const sourceWords = {
  pre_production: key('Sample'),
  replenishment: key('Replenishment'),
  records: key('Records'),
} as const

export const productionWords = {
  notFound: key('There is no production order {{number}}.'),
  moved: key('Production orders moved.'),
  assigned: key('Facilities assigned.'),
  saved: key('Production order saved.'),
  draftSaved: key('Draft saved.'),
  draftGone: key('Draft taken away.'),
  cadDone: key('Marker saved.'),
  rejected: key('Orders are rejected. Their cloth is free again.'),
  notDraft: key('Facilities and markers are saved by their own buttons.'),
  mayNotChange: key('Only a draft can be saved here.'),
  twice: key('Order {{number}} stands twice.'),
  lacking: key('Some orders cannot be sent yet. Each line says what it lacks.'),
  sizeUnknown: key('The style has no such colour and size.'),
  lineTwice: key('This colour and size stands twice.'),
  noTime: key('Please say from when to when {{facility}} makes its pieces.'),
  noRate: key('Please say at what rate {{facility}} makes a piece.'),
  notMissing: key('{{facility}} has no pieces of this order.'),
  fileGone: key('This file is not there any more. Please attach it again.'),
  sameMarker: key('Nothing differs from version {{number}}: it stands.'),
  past: key('The due date {{due}} is past.'),
  pastStart: key('The start {{start}} is past.'),
  zeroRate: key('A rate of zero is work for nothing. Please enter the rate.'),
  lateForOrder: key('Later than the order is due: {{due}}.'),
  otherInWords: key('“Other” says nothing alone: please add why in words.'),
  doubtful: key('Some values look mistyped. Save them if they are meant.'),
  noCard: key('Order {{number}} has no such job card.'),
  cancelPo: key('Cancel purchase order {{number}} first.'),
  poOfMore: key(
    'Purchase order {{number}} is of the pieces of before: have it written anew (create_po), or cancel it first.',
  ),
} as const

export const poWords = {
  notFound: key('There is no production PO {{number}}.'),
  made: key('Purchase order made.'),
  saved: key('Purchase order saved.'),
  cancelled: key('Purchase order cancelled.'),
  exists: key('{{facility}} has purchase order {{number}} of this order already.'),
  inHouse: key('The order is produced in-house: no purchase order is needed.'),
} as const

export const fileWords = {
  unknown: key('There is no such production order.'),
  otherPath: key('This order is not {{path_key}}.'),
  otherState: key('This order is in “{{state_key}}”: send its row from that tab.'),
  otherVertical: key('This order is of another category.'),
  drafted: key('{{name}} has a draft of this order: please have it saved or dropped there first.'),
  noWhy: key('Please say why.'),
  mateFaulty: key('Another row of this order has a fault: it is taken whole or not at all.'),
  contradicts: key('Another row of this order says something else.'),
  bothWays: key('Another row of this order gives no colour and size: rows of an order all do, or none.'),
  quotas: key('{{given}} of {{pieces}} pcs are given to facilities.'),
  sayMeant: key('Say yes in its last column if it is meant.'),
  split: key('Facilities assigned.'),
  marked: key('Markers saved.'),
  taken: key('Production orders changed.'),
  drafts: key('Drafts saved.'),
  unchanged: key('The file changes nothing.'),
  onlyAdmins: key('Only admins may go over other people’s drafts.'),
} as const
