import { Button } from '@blueprintjs/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export interface StepWays {
  onBack: () => void
  onNext: () => void
  onSkip: () => void
}

interface StepFormProps {
  children: ReactNode
  /** Left out on the first step. */
  onBack?: () => void
  onNext: () => void
  onSkip?: () => void
  next?: string
  isBusy?: boolean
  canGoOn?: boolean
}

/** A step with its ways on: Enter goes to the next one. */
export function StepForm({ children, onBack, onNext, onSkip, next, isBusy = false, canGoOn = true }: StepFormProps) {
  const { t } = useTranslation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canGoOn && !isBusy) onNext()
  }
  return (
    <form className="step-form" onSubmit={submit} noValidate>
      {children}
      <div className="step-ways">
        {onSkip ? (
          <Button variant="minimal" className="step-skip" text={t('Skip the set-up')} onClick={onSkip} />
        ) : null}
        {onBack ? <Button size="large" text={t('Back')} disabled={isBusy} onClick={onBack} /> : null}
        <Button
          type="submit"
          intent="primary"
          size="large"
          text={next ?? t('Next')}
          loading={isBusy}
          disabled={!canGoOn}
        />
      </div>
    </form>
  )
}
