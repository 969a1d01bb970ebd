import { type Severity, severities } from '../../kernel/reasons.ts'
import {
  type Aql,
  type CodeLetter,
  codeLetter,
  type InspectionLevel,
  isAfter,
  type PlanProcedure,
  planFor,
  sampleSizeOf,
} from './master-tables.ts'

export const lotScopes = ['style_colour', 'box', 'shipment'] as const
export type LotScope = (typeof lotScopes)[number]

/** An AQL by severity; '0' takes no defect of it at all. */
export type Aqls = Record<Severity, '0' | Aql>

/** Takes more defects, or defects where the other takes none. */
export function isLooser(aql: '0' | Aql, than: '0' | Aql): boolean {
  return Number(aql) > Number(than)
}

/** What one severity takes in the sample: reject = accept + 1. `code` is the row of the procedure's table that the numbers stand in. */
export interface Limit {
  code: string
  sample_size: number
  accept: number
  reject: number
}

export interface PlanNumbers {
  /** Of Table 1, by lot size and level; the sample may be that of a later letter. */
  code: string
  sample_size: number
  limits: Record<Severity, Limit>
}

/** By which table of the standard, and by which of its rows and columns. */
export interface PlanBy {
  procedure: PlanProcedure
  level: InspectionLevel
  aqls: Aqls
}

/**
 * The plan of a lot of so many pieces (at least 1): one sample, in which each severity is judged by the acceptance number that
 * the sample's own letter has for its AQL. No sample is larger than its lot: then every piece is looked at.
 */
export function planNumbers(lotSize: number, { procedure, level, aqls: wanted }: PlanBy): PlanNumbers {
  const code = codeLetter(lotSize, level)
  const common = commonLetter(code, wanted, procedure)
  const sample_size = Math.min(sampleSizeOf(common, procedure), lotSize)
  const limitOf = (severity: Severity): Limit => {
    const plan = planOf(common, wanted[severity], procedure)
    return { code: plan.code, sample_size, accept: plan.accept, reject: plan.accept + 1 }
  }
  const limits = { critical: limitOf('critical'), major: limitOf('major'), minor: limitOf('minor') }
  return { code, sample_size, limits }
}

/** No column goes down to 0: the letter's own sample, and nothing is taken. */
function planOf(letter: CodeLetter, aql: '0' | Aql, procedure: PlanProcedure): { code: CodeLetter; accept: number } {
  return aql === '0' ? { code: letter, accept: 0 } : planFor(letter, aql, procedure)
}

/**
 * The letter of the largest sample that the arrows give any severity (ISO 2859-1:1999, 10.3). There another severity may have an
 * arrow down, to a larger sample still; one with an arrow up goes by the plan above, as the arrow says.
 */
function commonLetter(letter: CodeLetter, wanted: Aqls, procedure: PlanProcedure): CodeLetter {
  const led = severities.map((severity) => planOf(letter, wanted[severity], procedure).code)
  const largest = led.reduce((one, other) => (isAfter(other, one) ? other : one))
  return isAfter(largest, letter) ? commonLetter(largest, wanted, procedure) : largest
}

/** How many of so many cartons to open, at least. */
export function cartonsToOpen(cartons: number): number {
  return Math.ceil(Math.sqrt(cartons))
}

/** Pieces of one SKU in one box that may be drawn. */
export interface Drawable {
  nm_sku: string
  sscc: string
  box_no: string
  pieces: number
}

export interface DrawnUnits {
  nm_sku: string
  sscc: string
  box_no: string
  units: number
}

/**
 * Shares `total` in proportion to `weights` by largest remainder. Ties go to the larger weight, then to the earlier one, so
 * that the same lot always gives the same sample. Where `total` is at most the sum of the weights, no share is above its own.
 */
export function largestRemainder(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  const shares = weights.map((weight) => Math.floor((total * weight) / sum))
  const left = total - shares.reduce((all, share) => all + share, 0)
  const byRemainder = weights
    .map((weight, at) => ({ at, weight, remainder: (total * weight) % sum }))
    .sort((a, b) => b.remainder - a.remainder || b.weight - a.weight || a.at - b.at)
  for (const { at } of byRemainder.slice(0, left)) shares[at] = (shares[at] ?? 0) + 1
  return shares
}

/**
 * Spreads a sample over colours and sizes first, then over the boxes that hold each, so that no fewer cartons are opened than
 * must be where the pieces allow it. Never more than is there.
 */
export function spreadSample(sampleSize: number, lot: readonly Drawable[]): DrawnUnits[] {
  const bySku = [...Map.groupBy(lot, (cell) => cell.nm_sku).values()]
  const all = lot.reduce((sum, cell) => sum + cell.pieces, 0)
  const units = largestRemainder(
    Math.min(sampleSize, all),
    bySku.map((cells) => cells.reduce((sum, cell) => sum + cell.pieces, 0)),
  )
  const boxes = [...new Set(lot.flatMap(({ sscc, pieces }) => (pieces > 0 ? [sscc] : [])))]
  const toOpen = cartonsToOpen(boxes.length)
  const first = new Set(boxes.slice(0, toOpen))
  const drawn = new Map<Drawable, number>()
  for (const [at, cells] of bySku.entries()) {
    const inOrder = evenly(cells, first, drawn)
    const shares = largestRemainder(
      units[at] ?? 0,
      inOrder.map((cell) => cell.pieces),
    )
    for (const [place, cell] of inOrder.entries()) drawn.set(cell, shares[place] ?? 0)
  }
  openMore(boxes, toOpen, drawn)
  return bySku.flat().flatMap((cell) => {
    const { nm_sku, sscc, box_no } = cell
    const own = drawn.get(cell) ?? 0
    return own > 0 ? [{ nm_sku, sscc, box_no, units: own }] : []
  })
}

/**
 * The same for a lot that lies in many cartons: only so many of them are opened as `cartonsToOpen` says, evenly from the first to the
 * last, and others only where a colour or size of the sample lies in none of these. Shares of colours and sizes are those of the lot.
 */
export function sampleOfCartons(sampleSize: number, lot: readonly Drawable[]): DrawnUnits[] {
  const bySku = [...Map.groupBy(lot, (cell) => cell.nm_sku).values()]
  const all = lot.reduce((sum, cell) => sum + cell.pieces, 0)
  const units = largestRemainder(
    Math.min(sampleSize, all),
    bySku.map((cells) => cells.reduce((sum, cell) => sum + cell.pieces, 0)),
  )
  const boxes = [...new Set(lot.flatMap(({ sscc, pieces }) => (pieces > 0 ? [sscc] : [])))]
  const open = cartonsFor(bySku, units, boxes)
  const drawn = new Map<Drawable, number>()
  for (const [at, cells] of bySku.entries()) {
    const there = evenly(
      cells.filter(({ sscc }) => open.has(sscc)),
      open,
      drawn,
    )
    const shares = largestRemainder(
      units[at] ?? 0,
      there.map((cell) => cell.pieces),
    )
    for (const [place, cell] of there.entries()) drawn.set(cell, shares[place] ?? 0)
  }
  openMore([...open], open.size, drawn)
  return [...drawn].flatMap(([{ nm_sku, sscc, box_no }, own]) =>
    own > 0 ? [{ nm_sku, sscc, box_no, units: own }] : [],
  )
}

/** Which cartons are opened: evenly spread ones first, then those that hold most of what the sample still lacks. */
function cartonsFor(
  bySku: readonly (readonly Drawable[])[],
  units: readonly number[],
  boxes: readonly string[],
): ReadonlySet<string> {
  const most = cartonsToOpen(boxes.length)
  const open = new Set(
    Array.from({ length: most }, (_, at) => boxes[Math.floor(((at + 0.5) * boxes.length) / most)] ?? ''),
  )
  const lacking = bySku.map((cells, at) => {
    const there = cells.reduce((sum, { sscc, pieces }) => sum + (open.has(sscc) ? pieces : 0), 0)
    return Math.max(0, (units[at] ?? 0) - there)
  })
  const holds = new Map<string, { at: number; pieces: number }[]>()
  for (const [at, cells] of bySku.entries())
    for (const { sscc, pieces } of cells) holds.set(sscc, [...(holds.get(sscc) ?? []), { at, pieces }])
  while (lacking.some((n) => n > 0)) {
    const helps = (box: string) =>
      (holds.get(box) ?? []).reduce((sum, { at, pieces }) => sum + Math.min(lacking[at] ?? 0, pieces), 0)
    const closed = boxes.filter((box) => !open.has(box))
    const [best] = closed.toSorted((a, b) => helps(b) - helps(a))
    if (best === undefined || helps(best) === 0) break
    open.add(best)
    for (const { at, pieces } of holds.get(best) ?? []) lacking[at] = Math.max(0, (lacking[at] ?? 0) - pieces)
  }
  return open
}

/** Ties go to the earlier cell: those of the boxes that must be opened anyway, the least drawn from first; then in the lot's order. */
function evenly(
  cells: readonly Drawable[],
  first: ReadonlySet<string>,
  drawn: ReadonlyMap<Drawable, number>,
): readonly Drawable[] {
  const soFar = new Map([...first].map((sscc) => [sscc, 0]))
  for (const [{ sscc }, units] of drawn) if (first.has(sscc)) soFar.set(sscc, (soFar.get(sscc) ?? 0) + units)
  const rank = ({ sscc }: Drawable) => soFar.get(sscc) ?? Number.MAX_SAFE_INTEGER
  return cells.toSorted((a, b) => rank(a) - rank(b))
}

/** Opens boxes until `toOpen` are drawn from, or no unit can come from another one. */
function openMore(boxes: readonly string[], toOpen: number, drawn: Map<Drawable, number>): void {
  const units = [...drawn.values()].reduce((sum, each) => sum + each, 0)
  const byBox = Map.groupBy(drawn.keys(), ({ sscc }) => sscc)
  const unitsIn = (box: string) => (byBox.get(box) ?? []).reduce((sum, cell) => sum + (drawn.get(cell) ?? 0), 0)
  const closed = boxes.filter((box) => unitsIn(box) === 0)
  let missing = Math.min(toOpen, units) - (boxes.length - closed.length)
  for (const box of closed) {
    if (missing <= 0) return
    const moves = movesInto(box, { drawn, byBox, unitsIn })
    for (const { gives, takes } of moves) {
      drawn.set(gives, (drawn.get(gives) ?? 0) - 1)
      drawn.set(takes, (drawn.get(takes) ?? 0) + 1)
    }
    if (moves.length > 0) missing -= 1
  }
}

interface Move {
  gives: Drawable
  takes: Drawable
}

interface Draw {
  drawn: ReadonlyMap<Drawable, number>
  byBox: ReadonlyMap<string, readonly Drawable[]>
  unitsIn: (box: string) => number
}

/**
 * How one unit can be drawn from a box that none is drawn from: in place of one of the same SKU in a box that gives several;
 * where only boxes with a single unit have it, such a box is given another one in turn. Nothing where that closes a box.
 */
function movesInto(box: string, { drawn, byBox, unitsIn }: Draw): Move[] {
  const giving = Map.groupBy(
    [...drawn].flatMap(([cell, units]) => (units > 0 ? [cell] : [])),
    ({ nm_sku }) => nm_sku,
  )
  const into = new Map<string, Move | null>([[box, null]])
  // Boxes that are found on the way are looked at in turn.
  for (const needy of into.keys()) {
    const ways = (byBox.get(needy) ?? [])
      .filter(({ pieces }) => pieces > 0)
      .flatMap((takes) => (giving.get(takes.nm_sku) ?? []).map((gives) => ({ gives, takes })))
    for (const way of ways) {
      const { sscc } = way.gives
      if (into.has(sscc)) continue
      into.set(sscc, way)
      if (unitsIn(sscc) > 1) return wayTo(sscc, into)
    }
  }
  return []
}

function wayTo(box: string, into: ReadonlyMap<string, Move | null>): Move[] {
  const moves: Move[] = []
  for (let move = into.get(box); move; move = into.get(move.takes.sscc)) moves.push(move)
  return moves
}
