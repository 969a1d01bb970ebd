import type { WordValues } from '../../kernel/words.ts'
import { clearanceWords } from './words.ts'

export const clearanceFormats = ['by_sku', 'by_order'] as const
export type ClearanceFormat = (typeof clearanceFormats)[number]
export type ClearanceDecision = 'keep' | 'cancel' | 'new_order'

/** Pieces of one SKU of an order at the facility that is cleared. */
export interface ClearanceLine {
  order: string
  /** The style that its SKU is of. */
  style: string
  nm_sku: string
  allotted: number
  /** Not cut yet: only those can be cleared. */
  pending: number
  /** Its order does not go on now: it stays as it is. */
  isOnHold: boolean
}

/** A row of the file; without an SKU it is about all those of its order. */
export interface ClearanceRow {
  order: string
  nm_sku: string | null
  decision: ClearanceDecision
  /** Left out: all that is not cut. */
  quantity: number | null
}

export interface ClearanceOptions {
  sheet_format: ClearanceFormat
  /** SKUs that the file does not name are cancelled. */
  clear_the_rest: boolean
  /** Pieces may go into new production orders, one for each style. */
  create_new_production_order: boolean
  /** Of styles of which a row goes into a new order, the SKUs that the file does not name go there, too. */
  move_remaining_sku_for_give_style: boolean
}

export interface ClearedLine<L extends ClearanceLine = ClearanceLine> {
  line: L
  decision: ClearanceDecision
  /** Pieces that the facility no longer makes. */
  cleared: number
  /** The row that says so; null for what the options say. */
  row: number | null
}

export interface ClearanceFault {
  row: number
  column: 'order' | 'nm_sku' | 'decision' | 'quantity'
  message: string
  values?: WordValues
}

export interface ClearancePlan<L extends ClearanceLine> {
  lines: ClearedLine<L>[]
  faults: ClearanceFault[]
}

/** Decides each line of a facility by the file and its options; a row that cannot be is a fault and decides nothing. */
export function planClearance<L extends ClearanceLine>(
  lines: readonly L[],
  rows: readonly ClearanceRow[],
  options: ClearanceOptions,
): ClearancePlan<L> {
  const faults: ClearanceFault[] = []
  const named = new Map<L, { decision: ClearanceDecision; cleared: number; row: number }>()
  const newStyles = new Set<string>()
  // A row of an SKU goes before one of its whole order, whichever comes first.
  const wholeFirst = [...rows.entries()].toSorted(
    ([, a], [, b]) => Number(a.nm_sku !== null) - Number(b.nm_sku !== null),
  )
  for (const [at, row] of wholeFirst) {
    const found = rowLines(lines, row, options)
    if ('column' in found) {
      faults.push({ row: at, ...found })
      continue
    }
    for (const line of found.lines) {
      const cleared = row.decision === 'keep' ? 0 : (row.quantity ?? line.pending)
      named.set(line, { decision: row.decision, cleared, row: at })
      if (row.decision === 'new_order') newStyles.add(line.style)
    }
  }
  const byOptions = ({ style, isOnHold }: L): ClearanceDecision => {
    if (isOnHold) return 'keep'
    if (options.move_remaining_sku_for_give_style && newStyles.has(style)) return 'new_order'
    return options.clear_the_rest ? 'cancel' : 'keep'
  }
  return {
    faults,
    lines: lines.map((line) => {
      const own = named.get(line)
      if (own !== undefined) return { line, ...own }
      const decision = byOptions(line)
      return { line, decision, cleared: decision === 'keep' ? 0 : line.pending, row: null }
    }),
  }
}

type RowFault = Omit<ClearanceFault, 'row'>

function rowLines<L extends ClearanceLine>(
  lines: readonly L[],
  { order, nm_sku, decision, quantity }: ClearanceRow,
  { sheet_format, create_new_production_order }: ClearanceOptions,
): { lines: L[] } | RowFault {
  const ofOrder = lines.filter((line) => line.order === order)
  if (ofOrder.length === 0) return { column: 'order', message: clearanceWords.unknownOrder }
  if (decision !== 'keep' && ofOrder.some(({ isOnHold }) => isOnHold))
    return { column: 'order', message: clearanceWords.onHold }
  if (decision === 'new_order' && !create_new_production_order)
    return { column: 'decision', message: clearanceWords.noNewOrder }
  if (sheet_format === 'by_order' && nm_sku === null)
    return quantity === null ? { lines: ofOrder } : { column: 'quantity', message: clearanceWords.needsSku }
  if (nm_sku === null) return { column: 'nm_sku', message: clearanceWords.needsSku }
  const line = ofOrder.find((one) => one.nm_sku === nm_sku)
  if (line === undefined) return { column: 'nm_sku', message: clearanceWords.unknownSku }
  const { pending, allotted } = line
  if (decision !== 'keep' && (quantity ?? 0) > pending)
    return {
      column: 'quantity',
      message: clearanceWords.tooMany,
      values: { pending, allotted, working: allotted - pending },
    }
  return { lines: [line] }
}
