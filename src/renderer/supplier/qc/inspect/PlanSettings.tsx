import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { inspectionLevels, lotScopes, severities } from '../../../../shared/domain/sampling.ts'
import { useIsLead } from '../box/use-is-lead.ts'
import type { PlanWish } from './inspection-draft.ts'
import type { Plan } from './lot-states.ts'
import { aqlChoices } from './plan-choices.ts'
import { scopeWords, severityWords } from './plan-words.ts'

interface PlanSettingsProps {
  plans: readonly Plan[]
  /** Those of the box as it was opened: of nothing wished. */
  unwished: readonly Plan[]
  onWish: (wish: PlanWish) => void
}

/** Level, AQLs and lot of the plans that are not frozen yet; a plan is frozen by its first inspection. */
export function PlanSettings({ plans, unwished, onWish }: PlanSettingsProps) {
  const { t } = useTranslation()
  const isLead = useIsLead()
  const open = plans.find((plan) => !plan.is_frozen)
  const shown = open ?? plans[0]
  if (!shown) return null
  const isFixed = open === undefined
  return (
    <div className="qc-settings">
      <Choice
        label={t('Level')}
        value={shown.level}
        values={inspectionLevels}
        isDisabled={isFixed}
        onChoose={(level) => onWish({ level })}
      />
      {severities.map((severity) => (
        <Choice
          key={severity}
          label={`AQL ${t(severityWords[severity])}`}
          value={shown.aqls[severity]}
          values={aqlChoices(severity, { shown, unwished, isLead })}
          isDisabled={isFixed}
          onChoose={(aql) => onWish({ aqls: { ...shown.aqls, [severity]: aql } })}
        />
      ))}
      <Choice
        label={t('Lot')}
        value={shown.scope}
        values={lotScopes}
        words={(scope) => t(scopeWords[scope])}
        // A round that began with one kind of lot goes on with it.
        isDisabled={plans.some((plan) => plan.is_frozen)}
        onChoose={(scope) => onWish({ scope })}
      />
      {isFixed ? <span className="muted">{t('Frozen by the first inspection')}</span> : null}
    </div>
  )
}

interface ChoiceProps<V extends string> {
  label: string
  value: V
  values: readonly V[]
  words?: (value: V) => ReactNode
  isDisabled: boolean
  onChoose: (value: V) => void
}

function Choice<V extends string>({ label, value, values, words, isDisabled, onChoose }: ChoiceProps<V>) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="text-field"
        value={value}
        disabled={isDisabled}
        onChange={(event) => {
          const chosen = values.find((one) => one === event.target.value)
          if (chosen !== undefined) onChoose(chosen)
        }}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {words?.(one) ?? one}
          </option>
        ))}
      </select>
    </div>
  )
}
