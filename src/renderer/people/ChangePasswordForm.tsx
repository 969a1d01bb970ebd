import { Button } from '@blueprintjs/core'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passwordProblem } from '../../shared/domain/people.ts'
import { useAction } from '../actions/useAction.ts'
import { api } from '../api/client.ts'
import { reloadUser, type User } from '../app/session.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { useFieldProblems } from './use-field-problems.ts'

interface ChangePasswordFormProps {
  user: User
  /** Of the first sign-in, where nothing else can be done. */
  isLarge?: boolean
}

/** The own password: the one in use, and the one to be. */
export function ChangePasswordForm({ user, isLarge = false }: ChangePasswordFormProps) {
  const { t } = useTranslation()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const problems = useFieldProblems()
  const change = useAction(
    (_: undefined, options) => api.users.changePassword({ current_password: current, new_password: next }, options),
    {
      done: ({ data }) => changedWords(t, data.ended_sessions),
      refresh: ['house.listSessions'],
      failed: (error) => problems.take(error, ['current_password', 'new_password']),
    },
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (change.isRunning || !(await change.run(undefined))) return
    setCurrent('')
    setNext('')
    await reloadUser()
  }
  const isReady = current !== '' && passwordProblem(next, user) === null
  return (
    <form className="person-form" onSubmit={(event) => void submit(event)} noValidate>
      <PasswordField
        label={t('Current password')}
        value={current}
        isLarge={isLarge}
        autoFocus={isLarge}
        problem={problems.of.current_password ?? null}
        onChange={(value) => {
          setCurrent(value)
          problems.clear('current_password')
        }}
      />
      <NewPasswordField
        label={t('New password')}
        value={next}
        person={user}
        isLarge={isLarge}
        problem={problems.of.new_password ?? null}
        onChange={(value) => {
          setNext(value)
          problems.clear('new_password')
        }}
      />
      <div>
        <Button
          type="submit"
          intent="primary"
          {...(isLarge ? { size: 'large' as const, fill: true } : {})}
          text={t('Change password')}
          disabled={!isReady}
          loading={change.isRunning}
        />
      </div>
    </form>
  )
}

function changedWords(t: TFunction, ended: number): string {
  if (ended === 0) return t('Password changed.')
  return ended === 1
    ? t('Password changed. 1 other session was signed out.')
    : t('Password changed. {{n}} other sessions were signed out.', { n: ended })
}
