import { Button } from '@blueprintjs/core'
import { useId } from 'react'
import { Callout } from '../../../kit/states.tsx'
import { useLocale } from '../../../table/words.ts'
import { useIsLead } from '../desk.ts'
import { usualReasons } from '../moves/box-moves.tsx'
import type { InspectionDraft } from './draft.ts'
import type { LotState } from './lot-states.ts'
import { LotName } from './PlanTable.tsx'
import type { ChangeDraft } from './use-inspection.ts'

interface LooserPlanProps {
  lots: readonly LotState[]
  draft: InspectionDraft
  change: ChangeDraft
}

/** Said where a plan that was chosen asks less than the settings: a lead gives the reason, others go back. */
export function LooserPlan({ lots, draft, change }: LooserPlanProps) {
  const { t, number } = useLocale()
  const isLead = useIsLead()
  const id = useId()
  const looser = lots.flatMap((lot) => (lot.isLooser && lot.plan.by_settings ? [{ lot, ...lot.plan.by_settings }] : []))
  const worst = looser.toSorted((a, b) => b.sample_size - b.asked_size - (a.sample_size - a.asked_size))[0]
  if (!worst) return null
  return (
    <div className="qc-looser">
      <Callout tone="warn">
        <div>
          <strong>
            <LotName lot={worst.lot} />
          </strong>{' '}
          {worst.asked_size < worst.sample_size
            ? t('Looser than the settings: {{asked}} to look at, by the settings {{settings}} of the same pieces.', {
                asked: number(worst.asked_size),
                settings: number(worst.sample_size),
              })
            : worst.lot.plan.procedure === 'reduced'
              ? t('Looser than the settings: reduced inspection.')
              : t('Looser than the settings: a higher AQL.')}{' '}
          {isLead ? null : t('Only a lead may choose it, with a reason.')}
        </div>
        {isLead ? (
          <>
            <label className="field-label" htmlFor={`${id}reason`}>
              {t('Why is less looked at?')}
            </label>
            <input
              id={`${id}reason`}
              className="text-field"
              list={`${id}usual`}
              maxLength={500}
              value={draft.looserReason ?? ''}
              onChange={({ target }) => change((now) => ({ ...now, looserReason: target.value }))}
            />
            <datalist id={`${id}usual`}>
              {usualReasons.looser.map((reason) => (
                <option key={reason} value={t(reason)} />
              ))}
            </datalist>
          </>
        ) : null}
        <Button
          size="small"
          text={t('As the settings say')}
          onClick={() => change((now) => ({ ...now, wish: {}, looserReason: '' }))}
        />
      </Callout>
    </div>
  )
}
