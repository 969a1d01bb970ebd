import { type Aql, aqls, isLooser, type Severity } from '../../../../shared/domain/sampling.ts'
import type { Plan } from './lot-states.ts'

interface Choosing {
  /** Of which plan. */
  shown: Pick<Plan, 'aqls'>
  /** Plans by nothing but the house's settings, but for those that are frozen. */
  unwished: readonly Pick<Plan, 'aqls' | 'is_frozen'>[]
  isLead: boolean
}

/** The AQLs to choose from: looser than the house's is a lead's word. What is shown is always among them. */
export function aqlChoices(severity: Severity, { shown, unwished, isLead }: Choosing): readonly ('0' | Aql)[] {
  const now = shown.aqls[severity]
  const house = (unwished.find((plan) => !plan.is_frozen) ?? shown).aqls[severity]
  return (['0', ...aqls] as const).filter((aql) => isLead || aql === now || !isLooser(aql, house))
}
