import { Button } from '@blueprintjs/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { currentUser, reloadUser } from '../../app/session.ts'
import { Callout } from '../../kit/Callout.tsx'
import { Section } from '../../kit/Drawer.tsx'
import { useFieldProblems } from '../../people/use-field-problems.ts'
import { clearChanged } from './CreateUserDrawer.tsx'
import { UserFields } from './UserFields.tsx'
import { useEditDraft } from './use-edit-draft.ts'
import { changesOf, problemsOf } from './user-form.ts'
import type { UserRow } from './user-row.ts'

/** An account being changed; a new role, team or vendor ends its sessions, which is said before it is saved. */
export function EditUser({ user, onDone }: { user: UserRow; onDone: () => void }) {
  const { t } = useTranslation()
  const { form, setForm, isOutdated } = useEditDraft(user)
  const problems = useFieldProblems()
  const changes = changesOf(user, form)
  const isChanged = Object.keys(changes).length > 0
  const endsSessions = 'role' in changes || 'team' in changes || 'vendor_id' in changes
  const save = useAction(
    (_: undefined, options) => api.users.updateUser({ user_id: user.id, version: user.version, ...changes }, options),
    {
      done: () => t('Account saved.'),
      refresh: ['users'],
      failed: (error) => problems.take(error, ['name', 'email', 'role', 'team', 'vendor_id']),
    },
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf(form)
    problems.set(Object.fromEntries(Object.entries(found).map(([field, why]) => [field, t(why)])))
    if (Object.keys(found).length > 0 || !(await save.run(undefined))) return
    setForm(null)
    onDone()
    if (user.id === currentUser()?.id) await reloadUser()
  }
  return (
    <Section title={t('Account')}>
      <form className="person-form user-edit" noValidate onSubmit={(event) => void submit(event)}>
        <UserFields
          form={form}
          problems={problems.of}
          isOwn={user.id === currentUser()?.id}
          autoFocus
          onChange={(next) => {
            clearChanged(problems.clear, form, next)
            setForm(next)
          }}
        />
        {isOutdated ? (
          <Callout tone="warn">
            {t('This account was changed in the meantime. Cancel, and edit it as it is now.')}
          </Callout>
        ) : null}
        {endsSessions ? (
          <Callout tone="warn">
            {t('Saving ends all sessions of this user: they sign in again with what is new.')}
          </Callout>
        ) : null}
        <div className="user-edit-tools">
          <Button
            text={t('Cancel')}
            onClick={() => {
              setForm(null)
              onDone()
            }}
          />
          <Button
            type="submit"
            intent="primary"
            text={t('Save')}
            disabled={!isChanged || isOutdated}
            loading={save.isRunning}
          />
        </div>
      </form>
    </Section>
  )
}
