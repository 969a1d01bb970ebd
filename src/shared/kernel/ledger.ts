/** A way that pieces can go: from a bucket or from outside, to a bucket or to outside, and the move that takes it back. */
type Way<Side = string, Kind = string> = { readonly from: Side; readonly to: Side; readonly reverse: Kind }

type Ways = Readonly<Record<string, Way>>

/**
 * Where pieces come from and leave to beyond the buckets, each with the column that counts what came from there and did not leave
 * again. Null where no column does (stock comes from a supplier and goes to a customer): such a line has no balance of its own.
 */
type Outside = Readonly<Record<string, string | null>>

/** Whole pieces of one line by column: what came from outside, and where it is. Never negative. */
type Line<Column extends string> = Record<Column, number>

/** The line after a move, or why there is none and how many pieces could go at most. The line given stays as it is. */
type Outcome<Column extends string> = { line: Line<Column> } | { refused: 'quantity' | 'not-enough'; available: number }

/** Quantities that move between buckets by a table of moves: one pure rule for screens, server, demo data and checks. */
export interface Ledger<Bucket extends string = string, Column extends string = string, Moves extends Ways = Ways> {
  buckets: readonly Bucket[]
  /** The counters of what came from outside, then the buckets. */
  columns: readonly Column[]
  /** Columns that moves change: all but the counter of an opening. */
  moving: readonly Column[]
  moves: Moves
  kinds: readonly (keyof Moves & string)[]
  /** Opening of a line: the counter of the pieces it is made with, which moves may change later, and the bucket where they stand before any. Null where moves bring every piece. */
  opening: { counter: Column; bucket: Bucket } | null
  nothing: Readonly<Line<Column>>
  /** A line as it is made, with so many pieces. */
  open(pieces: number): Line<Column>
  /** Changes of one piece of a move: taken where `by` is −1, given where it is 1. */
  changes(kind: keyof Moves): readonly { column: Column; by: 1 | -1 }[]
  /** How many pieces a move could take at most; MAX_SAFE_INTEGER of those that come from outside. */
  movable(line: Readonly<Line<Column>>, kind: keyof Moves): number
  /** Moves whole pieces, at least 1, or says why not. */
  move(line: Readonly<Line<Column>>, kind: keyof Moves, quantity: number): Outcome<Column>
  /** The moves that could take a piece of those in the buckets; what a line was opened with is changed by who opened it. */
  allowed(line: Readonly<Line<Column>>): (keyof Moves & string)[]
  reverseOf<Kind extends keyof Moves>(kind: Kind): Moves[Kind]['reverse']
  /** Pieces that came from outside = pieces in the buckets, wherever they went since. */
  isBalanced(line: Readonly<Line<Column>>): boolean
  /** Gives the fault of a line in words, or null: every move keeps it null. */
  fault(line: Readonly<Line<Column>>): string | null
  sum(lines: Iterable<Readonly<Line<Column>>>): Line<Column>
}

export type BucketOf<L extends { buckets: readonly string[] }> = L['buckets'][number]
export type QuantitiesOf<L extends { columns: readonly string[] }> = Line<L['columns'][number]>
export type KindOf<L extends { kinds: readonly string[] }> = L['kinds'][number]

/**
 * Makes a ledger of its table. What never came from a place outside cannot go back there: such a move takes no more than the
 * place's counter says. `opens` is for lines that are made with pieces of which no move tells: an order's.
 */
export function ledger<
  const Bucket extends string,
  const Beyond extends Outside,
  const Moves extends Readonly<Record<string, Way<Bucket | (keyof Beyond & string)>>>,
>(told: {
  buckets: readonly Bucket[]
  outside: Beyond
  opens?: { from: keyof Beyond & string; to: Bucket }
  moves: Moves & Readonly<Record<keyof Moves, Way<string, keyof Moves>>>
}): Ledger<Bucket, Bucket | NonNullable<Beyond[keyof Beyond]>, Moves> {
  type Column = Bucket | NonNullable<Beyond[keyof Beyond]>
  const { buckets, outside, opens, moves } = told
  const kinds = Object.keys(moves) as (keyof Moves & string)[]
  const counters = Object.values(outside).filter((counter) => counter !== null) as Column[]
  const columns = [...counters, ...buckets]
  const isCounted = counters.length === Object.keys(outside).length
  const nothing = Object.fromEntries(columns.map((column) => [column, 0])) as Line<Column>

  /** One column, or none where nobody counts. What comes from outside is counted there as come. */
  const changed = (side: string, by: 1 | -1): { column: Column; by: 1 | -1 }[] => {
    if (!Object.hasOwn(outside, side)) return [{ column: side as Bucket, by }]
    const counter = outside[side]
    return counter === null ? [] : [{ column: counter as Column, by: by === 1 ? -1 : 1 }]
  }
  const table = new Map<keyof Moves, ReturnType<typeof changed>>(
    kinds.map((kind) => [kind, [...changed(moves[kind].from, -1), ...changed(moves[kind].to, 1)]]),
  )
  const changes = (kind: keyof Moves) => table.get(kind) ?? []
  const moved = new Set([...table.values()].flat().map(({ column }) => column))

  const movable = (line: Line<Column>, kind: keyof Moves) =>
    changes(kind).reduce(
      (most, { column, by }) => (by < 0 ? Math.min(most, line[column]) : most),
      Number.MAX_SAFE_INTEGER,
    )

  const sumOf = (line: Line<Column>, of: readonly Column[]) => of.reduce((total, column) => total + line[column], 0)
  const isBalanced = (line: Line<Column>) => !isCounted || sumOf(line, counters) === sumOf(line, buckets)

  return {
    buckets,
    columns,
    moving: columns.filter((column) => moved.has(column)),
    moves,
    kinds,
    opening: opens ? { counter: outside[opens.from] as Column, bucket: opens.to } : null,
    nothing,
    open: (pieces) =>
      opens ? { ...nothing, [outside[opens.from] as Column]: pieces, [opens.to]: pieces } : { ...nothing },
    changes,
    movable,
    move(line, kind, quantity) {
      const available = movable(line, kind)
      if (!Number.isSafeInteger(quantity) || quantity < 1) return { refused: 'quantity', available }
      if (available < quantity) return { refused: 'not-enough', available }
      const after: Line<Column> = { ...line }
      for (const { column, by } of changes(kind)) after[column] += by * quantity
      return { line: after }
    },
    allowed: (line) =>
      kinds.filter(
        (kind) =>
          !Object.hasOwn(outside, moves[kind].from) && moves[kind].to !== opens?.from && movable(line, kind) > 0,
      ),
    reverseOf: (kind) => moves[kind].reverse,
    isBalanced,
    fault(line) {
      const wrong = columns.find((column) => line[column] < 0 || !Number.isInteger(line[column]))
      if (wrong !== undefined) return `${wrong} is ${line[wrong]}`
      return isBalanced(line) ? null : `${sumOf(line, counters)} came and ${sumOf(line, buckets)} are there`
    },
    sum(lines) {
      const total = { ...nothing }
      for (const line of lines) for (const column of columns) total[column] += line[column]
      return total
    },
  }
}
