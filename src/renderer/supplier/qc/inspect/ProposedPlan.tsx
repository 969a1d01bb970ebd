import { Button } from '@blueprintjs/core'
import type { InspectionProposal } from '../../../../shared/areas/india-inspection/shapes.ts'
import { severities } from '../../../../shared/kernel/reasons.ts'
import { useSay } from '../../../actions/say.ts'
import { useLocale } from '../../../table/words.ts'
import { useIsLead } from '../desk.ts'
import type { PlanWish } from './draft.ts'
import type { Plan } from './lot-states.ts'
import { procedureWords } from './PlanTable.tsx'

interface ProposedPlanProps {
  proposal: InspectionProposal
  /** Of the box as it is inspected now. */
  plans: readonly Plan[]
  onWish: (wish: PlanWish) => void
}

/** What the vendor's last lots call for: offered with its reason, taken by one press, never forced. */
export function ProposedPlan({ proposal, plans, onWish }: ProposedPlanProps) {
  const { t } = useLocale()
  const say = useSay()
  const isLead = useIsLead()
  const open = plans.find((plan) => !plan.is_frozen)
  const { procedure, plan_procedure, reason, values, level, aqls, takes_lead, lots } = proposal
  const { word, tone } = procedureWords[procedure]
  const isTaken = open !== undefined && isAsProposed(open, proposal)
  const mayTake = !takes_lead || isLead
  return (
    <div className="qc-proposal" data-tone={tone}>
      <span className="status-tag" data-tone={tone}>
        {t(word)}
      </span>
      <span className="qc-proposal-words">
        <strong>{say.message(reason, values)}</strong>{' '}
        <span className="muted">
          {t('Level {{level}}, AQL {{aqls}}', { level, aqls: severities.map((one) => aqls[one]).join(' / ') })}
        </span>
        <LastLots lots={lots} />
      </span>
      {open === undefined ? null : isTaken ? (
        <span className="muted">{t('This is the plan.')}</span>
      ) : mayTake ? (
        <Button
          size="small"
          {...(procedure === 'tightened' || procedure === 'discontinued' ? { intent: 'primary' as const } : {})}
          text={t('Inspect so')}
          onClick={() => onWish({ procedure: plan_procedure, level, aqls })}
        />
      ) : (
        <span className="muted">{t('Only a lead may choose it, with a reason.')}</span>
      )}
    </div>
  )
}

/** Whether a plan that nobody has begun is what is proposed. */
export function isAsProposed(
  plan: Pick<Plan, 'procedure' | 'level' | 'aqls'>,
  { plan_procedure, level, aqls }: Pick<InspectionProposal, 'plan_procedure' | 'level' | 'aqls'>,
): boolean {
  const isOfTable = plan.procedure === plan_procedure && plan.level === level
  return isOfTable && severities.every((severity) => plan.aqls[severity] === aqls[severity])
}

/** The vendor's last lots, oldest first: a mark each. */
function LastLots({ lots }: Pick<InspectionProposal, 'lots'>) {
  const { t, number, instant } = useLocale()
  if (lots.length === 0) return null
  const refused = lots.filter(({ accepted }) => !accepted).length
  return (
    <span
      className="qc-proposal-lots"
      role="img"
      aria-label={t('Last lots of this vendor in India: {{n}}, refused: {{refused}}', {
        n: number(lots.length),
        refused: number(refused),
      })}
    >
      {lots.map(({ accepted, at }) => (
        <i
          key={`${at}${accepted}`}
          data-tone={accepted ? 'good' : 'bad'}
          title={`${accepted ? t('Lot accepted') : t('Lot rejected')} · ${instant(at)}`}
        >
          {accepted ? '✓' : '×'}
        </i>
      ))}
    </span>
  )
}
