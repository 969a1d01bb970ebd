import { Button } from '@blueprintjs/core'
import type { InspectionProposal } from '../../../../shared/areas/india-inspection/shapes.ts'
import type { Procedure } from '../../../../shared/areas/india-inspection/switching.ts'
import type { Tone } from '../../../../shared/kernel/area.ts'
import { severities } from '../../../../shared/kernel/reasons.ts'
import { useSay } from '../../../actions/say.ts'
import { key } from '../../../i18n/formats.ts'
import { useLocale } from '../../../table/words.ts'
import { useIsLead } from '../desk.ts'
import type { PlanWish } from './draft.ts'
import type { Plan } from './lot-states.ts'

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
  const { procedure, reason, values, level, aqls, takes_lead, lots } = proposal
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
          onClick={() => onWish({ level, aqls })}
        />
      ) : (
        <span className="muted">{t('Only a lead may choose it, with a reason.')}</span>
      )}
    </div>
  )
}

/** Whether a plan that nobody has begun is what is proposed. */
export function isAsProposed(
  plan: Pick<Plan, 'level' | 'aqls'>,
  { level, aqls }: Pick<InspectionProposal, 'level' | 'aqls'>,
): boolean {
  return plan.level === level && severities.every((severity) => plan.aqls[severity] === aqls[severity])
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

const procedureWords: Record<Procedure, { word: string; tone: Tone }> = {
  normal: { word: key('Normal inspection'), tone: 'neutral' },
  tightened: { word: key('Tightened inspection'), tone: 'warn' },
  reduced: { word: key('Reduced inspection'), tone: 'good' },
  discontinued: { word: key('Inspection discontinued'), tone: 'bad' },
}
