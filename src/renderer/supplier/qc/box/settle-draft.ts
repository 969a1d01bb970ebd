import { settlements } from '../../../../shared/domain/qc-count.ts'
import { type CaseOutcome, caseOutcomes } from '../../../../shared/domain/qc-status.ts'
import type { QcCase } from './use-box-data.ts'

/** What was chosen for one case. */
export interface Settling {
  outcome: CaseOutcome | ''
  quantity: number | null
  remark: string
}

export type SettleDraft = Readonly<Record<string, Settling>>

export function outcomesFor(kind: QcCase['kind']): readonly CaseOutcome[] {
  return caseOutcomes.filter((outcome) => settlements[outcome].of === kind)
}

export function openPieces({ quantity, settled }: Pick<QcCase, 'quantity' | 'settled'>): number {
  return quantity - settled
}

export function settlingOf(draft: SettleDraft, one: QcCase): Settling {
  return draft[one.case_id] ?? { outcome: '', quantity: openPieces(one), remark: '' }
}

export type SettleFault = 'too_many' | 'none'

/** Why a case cannot be settled so; null when it can, or when nothing is chosen for it. */
export function settleFault(one: QcCase, { outcome, quantity }: Settling): SettleFault | null {
  if (outcome === '') return null
  if (quantity === null || quantity === 0) return 'none'
  return quantity > openPieces(one) ? 'too_many' : null
}

/** What the settlement sends: the cases for which something was chosen. */
export function wireOutcomes(cases: readonly QcCase[], draft: SettleDraft) {
  return cases.flatMap((one) => {
    const { outcome, quantity, remark } = settlingOf(draft, one)
    if (outcome === '' || quantity === null) return []
    return [{ case_id: one.case_id, outcome, quantity, ...(remark.trim() && { remark: remark.trim() }) }]
  })
}
