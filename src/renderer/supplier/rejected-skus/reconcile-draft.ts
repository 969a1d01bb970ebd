import type { RejectedSku } from '../../../shared/areas/rejected-skus/calls.ts'
import { type DispositionKind, dispositionKinds } from '../../../shared/areas/rejected-skus/rules.ts'

/** Typed pieces by row and kind: `decisionKey`. */
export type Quantities = Readonly<Record<string, number | null>>

type Row = Pick<RejectedSku, 'rejected_id' | 'balance' | 'box_id' | 'nm_sku'>

export const decisionKey = ({ rejected_id }: Pick<Row, 'rejected_id'>, kind: DispositionKind) =>
  `${rejected_id} ${kind}`

const typedOf = (row: Row, quantities: Quantities, kind: DispositionKind) => quantities[decisionKey(row, kind)] ?? 0

/** What nothing is decided of yet, counting what is typed; below zero where more is typed than was rejected. */
export function balanceOf(row: Row, quantities: Quantities): number {
  return dispositionKinds.reduce((left, kind) => left - typedOf(row, quantities, kind), row.balance)
}

/** With the rest of every row given to one kind. */
export function restTo(
  rows: readonly Row[],
  quantities: Quantities,
  kind: DispositionKind,
): Record<string, number | null> {
  const next: Record<string, number | null> = { ...quantities }
  for (const row of rows) {
    const rest = balanceOf(row, quantities)
    if (rest > 0) next[decisionKey(row, kind)] = typedOf(row, quantities, kind) + rest
  }
  return next
}

export interface DecisionPlan {
  lines: {
    box_id: string
    nm_sku: string
    dispositions: { kind: DispositionKind; quantity: number; reason?: string }[]
  }[]
  pieces: number
  /** Pieces of the rows of which nothing is decided. */
  left: number
  /** More is typed of a row than was rejected. */
  isOver: boolean
  kinds: ReadonlySet<DispositionKind>
}

/** What is sent: rows of which nothing is typed are left out. */
export function planOf(rows: readonly Row[], quantities: Quantities, concession: string): DecisionPlan {
  const lines = rows.flatMap((row) => {
    const dispositions = dispositionKinds.flatMap((kind) => {
      const quantity = typedOf(row, quantities, kind)
      return quantity > 0 ? [{ kind, quantity, ...(kind === 'concession' && { reason: concession }) }] : []
    })
    return dispositions.length > 0 ? [{ box_id: row.box_id, nm_sku: row.nm_sku, dispositions }] : []
  })
  const all = lines.flatMap(({ dispositions }) => dispositions)
  const balances = rows.map((row) => balanceOf(row, quantities))
  return {
    lines,
    pieces: all.reduce((sum, { quantity }) => sum + quantity, 0),
    left: balances.reduce((sum, balance) => sum + Math.max(0, balance), 0),
    isOver: balances.some((balance) => balance < 0),
    kinds: new Set(all.map(({ kind }) => kind)),
  }
}
