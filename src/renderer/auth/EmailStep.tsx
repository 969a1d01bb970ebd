import { Button, InputGroup } from '@blueprintjs/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../kit/Callout.tsx'
import { Field } from '../people/Field.tsx'

interface EmailStepProps {
  intro: string
  email: string
  onEmail: (email: string) => void
  onSend: () => Promise<void>
  isSending: boolean
  problem: string | null
}

/** Where the code shall go. */
export function EmailStep({ intro, email, onEmail, onSend, isSending, problem }: EmailStepProps) {
  const { t } = useTranslation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending) void onSend()
  }
  return (
    <form className="sign-in" onSubmit={submit} noValidate>
      <p className="sign-in-why">{intro}</p>
      {problem ? <Callout tone="bad">{problem}</Callout> : null}
      <Field label={t('Email')}>
        {(ties) => (
          <InputGroup
            {...ties}
            type="email"
            name="email"
            autoComplete="username"
            size="large"
            autoFocus
            value={email}
            onChange={({ target }) => onEmail(target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        intent="primary"
        size="large"
        fill
        loading={isSending}
        disabled={!email.includes('@')}
        text={t('Send code')}
      />
    </form>
  )
}
