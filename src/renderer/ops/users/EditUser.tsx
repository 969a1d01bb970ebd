import { Button } from '@blueprintjs/core'
import { useAtomValue } from 'jotai'
import type { FormEvent as ReactFormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { Section } from '../../kit/Drawer.tsx'
import { draftKey, useKeptDraft } from '../../kit/drafts.ts'
import { Callout } from '../../kit/states.tsx'
import { useFieldProblems } from '../../people/Fields.tsx'
import { currentUser, reloadUser, sessionAtom } from '../../session/session.ts'
import {
  changesOf,
  clearChanged,
  formOf,
  isUserForm,
  problemsOf,
  UserFields,
  type UserForm,
} from './CreateUserDrawer.tsx'
import type { UserRow } from './user-status.ts'

/** An account being changed; a new role, team or vendor ends its sessions, which is said before it is saved. */
export function EditUser({ user, onDone }: { user: UserRow; onDone: () => void }) {
  const { t } = useTranslation()
  const { form, setForm, isOutdated } = useEditDraft(user)
  const problems = useFieldProblems()
  const changes = changesOf(user, form)
  const isChanged = Object.keys(changes).length > 0
  const endsSessions = 'role' in changes || 'team' in changes || 'vendor_id' in changes
  const save = useAction(
    (_: undefined, options) => api.people.updateUser({ user_id: user.id, version: user.version, ...changes }, options),
    {
      done: () => t('Account saved.'),
      refresh: ['people'],
      failed: (error) => problems.take(error, ['name', 'email', 'role', 'team', 'vendor_id']),
    },
  )
  const submit = async (event: ReactFormEvent) => {
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

interface EditDraft {
  /** Of the account that was being changed: what was typed over an older one would undo what others did since. */
  version: number
  form: UserForm
}

interface EditForm {
  form: UserForm
  /** null puts it back to what is stored. */
  setForm: (form: UserForm | null) => void
  /** Somebody changed the account while this was being typed. */
  isOutdated: boolean
}

/** An account's form as it was left, also before the window was closed. */
export function useEditDraft(user: UserRow): EditForm {
  const session = useAtomValue(sessionAtom)
  const own = session.state === 'signed-in' ? session.user.id : ''
  const isSound = (kept: unknown): kept is EditDraft => isEditDraft(kept) && kept.version === user.version
  const [draft, change] = useKeptDraft(draftKey(own, `user.${user.id}`), isSound)
  useUnsaved(draft !== null)
  return {
    form: draft?.form ?? formOf(user),
    setForm: (form) => change((now) => form && { version: now?.version ?? user.version, form }),
    isOutdated: draft !== null && draft.version !== user.version,
  }
}

function isEditDraft(kept: unknown): kept is EditDraft {
  return typeof kept === 'object' && kept !== null && 'version' in kept && 'form' in kept && isUserForm(kept.form)
}
