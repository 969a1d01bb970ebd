import type { MoveKind } from './moves.ts'
import type { Quantities } from './quantities.ts'
import type { RefusalReason } from './reasons.ts'
import { sheetMessages } from './sheet-messages.ts'

/** A vendor's answer for one SKU of an order: together the three numbers are the pieces that await it. */
export interface LineAnswer {
  ready_quantity: number
  oos_quantity: number
  rejected_quantity: number
  reason?: RefusalReason | null | undefined
  remark?: string | null | undefined
}

export type LineDecision = 'NEW' | 'CONFIRMED' | 'REJECTED' | 'OUT_OF_STOCK'

export type AnswerMove = { kind: Extract<MoveKind, 'refuse' | 'mark_oos'>; quantity: number }

/** The moves that an answer asks for, or what is wrong with it (specification, section 5). */
export function answerMoves(line: Quantities, answer: LineAnswer): { moves: AnswerMove[] } | { message: string } {
  if (answer.oos_quantity < 0) return { message: sheetMessages.negativeOos }
  if (answer.ready_quantity < 0) return { message: sheetMessages.notPositive }
  if (answer.rejected_quantity < 0) return { message: sheetMessages.wrongOrderQuantity }
  const sum = answer.ready_quantity + answer.oos_quantity + answer.rejected_quantity
  if (sum !== line.awaiting) return { message: sheetMessages.wrongOrderQuantity }
  if (answer.rejected_quantity > 0 && (!answer.reason || !answer.remark?.trim()))
    return { message: 'A refusal needs a reason and a remark.' }
  const moves: AnswerMove[] = []
  if (answer.rejected_quantity > 0) moves.push({ kind: 'refuse', quantity: answer.rejected_quantity })
  if (answer.oos_quantity > 0) moves.push({ kind: 'mark_oos', quantity: answer.oos_quantity })
  return { moves }
}

/** What a line counts as once it was answered. */
export function lineDecision(line: Quantities): Exclude<LineDecision, 'NEW'> {
  if (line.rejected === line.ordered) return 'REJECTED'
  return line.rejected + line.oos === line.ordered ? 'OUT_OF_STOCK' : 'CONFIRMED'
}
