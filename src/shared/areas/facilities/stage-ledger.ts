import { type BucketOf, type KindOf, ledger, type QuantitiesOf } from '../../kernel/ledger.ts'
import { key, type WordValues } from '../../kernel/words.ts'

/**
 * Pieces of one colour and size at one facility, by the stage that they stand in, and every way they can go: ordered + cut beyond the
 * order = the sum of the stages. So no more leaves a stage than came into it.
 */
export const stageLedger = ledger({
  buckets: [
    'pending',
    'cutting',
    'stitching',
    'finishing',
    'checking',
    'packed',
    'shipment_pending',
    'shipped',
    'rework',
    'reject',
  ],
  outside: { order: 'allotted', beyond: 'overcut' },
  moves: {
    allot: { from: 'order', to: 'pending', reverse: 'withdraw' },
    withdraw: { from: 'pending', to: 'order', reverse: 'allot' },
    cut: { from: 'pending', to: 'cutting', reverse: 'uncut' },
    uncut: { from: 'cutting', to: 'pending', reverse: 'cut' },
    cut_beyond: { from: 'beyond', to: 'cutting', reverse: 'uncut_beyond' },
    uncut_beyond: { from: 'cutting', to: 'beyond', reverse: 'cut_beyond' },
    stitch: { from: 'cutting', to: 'stitching', reverse: 'unstitch' },
    unstitch: { from: 'stitching', to: 'cutting', reverse: 'stitch' },
    finish: { from: 'stitching', to: 'finishing', reverse: 'unfinish' },
    unfinish: { from: 'finishing', to: 'stitching', reverse: 'finish' },
    check: { from: 'finishing', to: 'checking', reverse: 'uncheck' },
    uncheck: { from: 'checking', to: 'finishing', reverse: 'check' },
    pack: { from: 'checking', to: 'packed', reverse: 'unpack' },
    unpack: { from: 'packed', to: 'checking', reverse: 'pack' },
    box: { from: 'packed', to: 'shipment_pending', reverse: 'unbox' },
    unbox: { from: 'shipment_pending', to: 'packed', reverse: 'box' },
    ship: { from: 'shipment_pending', to: 'shipped', reverse: 'call_back' },
    call_back: { from: 'shipped', to: 'shipment_pending', reverse: 'ship' },
    send_to_rework: { from: 'checking', to: 'rework', reverse: 'mend' },
    mend: { from: 'rework', to: 'checking', reverse: 'send_to_rework' },
    come_back: { from: 'shipped', to: 'rework', reverse: 'go_again' },
    go_again: { from: 'rework', to: 'shipped', reverse: 'come_back' },
    reject_cut: { from: 'cutting', to: 'reject', reverse: 'restore_cut' },
    restore_cut: { from: 'reject', to: 'cutting', reverse: 'reject_cut' },
    reject_stitched: { from: 'stitching', to: 'reject', reverse: 'restore_stitched' },
    restore_stitched: { from: 'reject', to: 'stitching', reverse: 'reject_stitched' },
    reject_finished: { from: 'finishing', to: 'reject', reverse: 'restore_finished' },
    restore_finished: { from: 'reject', to: 'finishing', reverse: 'reject_finished' },
    reject_checked: { from: 'checking', to: 'reject', reverse: 'restore_checked' },
    restore_checked: { from: 'reject', to: 'checking', reverse: 'reject_checked' },
    reject_rework: { from: 'rework', to: 'reject', reverse: 'restore_rework' },
    restore_rework: { from: 'reject', to: 'rework', reverse: 'reject_rework' },
  },
})

export const stages = stageLedger.buckets
export type Stage = BucketOf<typeof stageLedger>
export type StageMove = KindOf<typeof stageLedger>
export type StageLine = QuantitiesOf<typeof stageLedger>

export const stageWords = {
  pending: key('Not cut yet'),
  cutting: key('Cutting'),
  stitching: key('Stitching'),
  finishing: key('Finishing'),
  checking: key('Checking'),
  packed: key('Packed'),
  shipment_pending: key('Shipment pending'),
  shipped: key('Shipped'),
  rework: key('Rework'),
  reject: key('Scrapped pieces'),
} as const satisfies Record<Stage, string>

/** Stages that people move pieces into by hand, each with the stages that they come from; the first where nobody says. */
const ways: Readonly<Partial<Record<Stage, Readonly<Partial<Record<Stage, StageMove>>>>>> = {
  cutting: { pending: 'cut' },
  stitching: { cutting: 'stitch' },
  finishing: { stitching: 'finish' },
  checking: { finishing: 'check', rework: 'mend' },
  packed: { checking: 'pack' },
  rework: { checking: 'send_to_rework' },
  reject: {
    checking: 'reject_checked',
    cutting: 'reject_cut',
    stitching: 'reject_stitched',
    finishing: 'reject_finished',
    rework: 'reject_rework',
  },
}

export const typedStages = Object.keys(ways) as readonly Stage[]

/** Stages that pieces come into this one from, by hand. */
export const cameFrom = (into: Stage): readonly Stage[] => Object.keys(ways[into] ?? {}) as Stage[]

/** Stages whose output of a day is counted. */
export const outputStages = ['cutting', 'stitching', 'finishing', 'checking', 'packed', 'rework', 'reject'] as const
export type OutputStage = (typeof outputStages)[number]

/** Moves that count as a stage's output, and those that take it back: what comes back from rework is not checked anew as output. */
export function outputWays(stage: OutputStage): { forward: StageMove[]; back: StageMove[] } {
  const all = Object.values(ways[stage] ?? {})
  const forward = stage === 'reject' ? all : all.slice(0, 1)
  if (stage === 'cutting') forward.push('cut_beyond')
  return { forward, back: forward.map((kind) => stageLedger.reverseOf(kind)) }
}

export interface StageCode {
  order: string
  /** That its pieces come into. */
  into: Stage
  /** The card's number; null on cards that were printed before codes named it. */
  card: number | null
}

/** Reads a job card's code (`stageCode`); null for any other code. */
export function readStageCode(code: string): StageCode | null {
  const [order = '', short = '', card, more] = code.trim().toUpperCase().split('/')
  const into = typedStages.find((stage) => stage.slice(0, 3).toUpperCase() === short)
  if (order === '' || into === undefined || more !== undefined || !/^\d{0,5}$/.test(card ?? '')) return null
  return { order, into, card: card ? Number(card) : null }
}

/** Whether a later card replaced the one whose code was scanned. */
export const isOldCard = (card: number | null, { job_card }: { job_card: number | null }) =>
  card !== null && job_card !== null && card < job_card

export const oldCardWords = key(
  'Job card {{card}} of {{order}} is void: card {{last}} replaces it. Please scan the new card.',
)

/** Why pieces do not move: English, the keys of their translations. */
export const stageFaults = {
  byBoxes: key('Pieces come into “{{into_key}}” by their boxes and shipments, not by hand.'),
  toPending: key('Pieces go back to “{{into_key}}” by taking their cutting back.'),
  skipped: key('Pieces come into “{{into_key}}” from “{{right_key}}”, not from “{{from_key}}”.'),
  few: key('{{nm_sku}}: only {{available}} pcs stand in “{{from_key}}”; {{quantity}} cannot go on to “{{into_key}}”.'),
  fewBack: key('{{nm_sku}}: only {{available}} pcs stand in “{{into_key}}”; {{quantity}} cannot be taken back.'),
  beyond: key(
    '{{nm_sku}}: {{quantity}} pcs more would make {{after}} cut of {{allotted}} ordered; {{most}} may be cut ({{tolerance}} % more), so {{left}} at most.',
  ),
} as const

export interface StageAsked {
  nm_sku: string
  into: Stage
  /** Left out: the stage before. */
  from?: Stage | undefined
  /** Takes such a move back. */
  is_undo?: boolean
  quantity: number
}

type StageRefusal = { message: string; values: WordValues }
export type StagePlan = { moves: { kind: StageMove; quantity: number }[] } | { refused: StageRefusal }

/** Pieces that may be cut of so many ordered. */
export const mostCut = (allotted: number, tolerance: number): number =>
  allotted + Math.floor((allotted * tolerance) / 100)

/** Pieces that were cut, wherever they are now. */
export const cutOf = (line: StageLine): number => line.allotted - line.pending + line.overcut

/**
 * Plans what one entry of a stage moves, or says with numbers why it cannot be. Cutting takes what is pending first, and beyond that
 * as many as the tolerance (percent of those ordered) allows; what was cut beyond is taken back first.
 */
export function planStage(line: StageLine, asked: StageAsked, tolerance: number): StagePlan {
  const { into, nm_sku, quantity, is_undo = false } = asked
  const froms = ways[into]
  const into_key = stageWords[into]
  if (froms === undefined)
    return {
      refused: { message: into === 'pending' ? stageFaults.toPending : stageFaults.byBoxes, values: { into_key } },
    }
  const right = cameFrom(into)[0] ?? 'pending'
  const from = asked.from ?? right
  const kind = froms[from]
  const from_key = stageWords[from]
  if (kind === undefined)
    return { refused: { message: stageFaults.skipped, values: { into_key, from_key, right_key: stageWords[right] } } }
  const values = { nm_sku, quantity, into_key, from_key }
  if (is_undo) return planUndo(line, { kind, into, quantity }, values)
  if (kind === 'cut') return planCut(line, { nm_sku, quantity }, tolerance)
  if (line[from] < quantity)
    return { refused: { message: stageFaults.few, values: { ...values, available: line[from] } } }
  return { moves: [{ kind, quantity }] }
}

function planUndo(
  line: StageLine,
  { kind, into, quantity }: { kind: StageMove; into: Stage; quantity: number },
  values: WordValues,
): StagePlan {
  if (line[into] < quantity)
    return { refused: { message: stageFaults.fewBack, values: { ...values, available: line[into] } } }
  if (kind !== 'cut') return { moves: [{ kind: stageLedger.reverseOf(kind), quantity }] }
  const beyond = Math.min(line.overcut, quantity)
  return {
    moves: someOf([
      { kind: 'uncut_beyond', quantity: beyond },
      { kind: 'uncut', quantity: quantity - beyond },
    ]),
  }
}

function planCut(
  line: StageLine,
  { nm_sku, quantity }: { nm_sku: string; quantity: number },
  tolerance: number,
): StagePlan {
  const ordered = Math.min(line.pending, quantity)
  const most = mostCut(line.allotted, tolerance)
  const cut = cutOf(line)
  if (cut + quantity > most) {
    const { allotted } = line
    const values = { nm_sku, quantity, allotted, tolerance, most, after: cut + quantity, left: Math.max(0, most - cut) }
    return { refused: { message: stageFaults.beyond, values } }
  }
  return {
    moves: someOf([
      { kind: 'cut', quantity: ordered },
      { kind: 'cut_beyond', quantity: quantity - ordered },
    ]),
  }
}

const someOf = (moves: { kind: StageMove; quantity: number }[]) => moves.filter(({ quantity }) => quantity > 0)
