import { Button } from '@blueprintjs/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passwordProblem } from '../../../shared/domain/people.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { sessionAtom } from '../../app/session.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { draftKey, useKeptDraft } from '../../kit/use-kept-draft.ts'
import { useFieldProblems } from '../../people/use-field-problems.ts'
import { GivenPasswordField } from './GivenPasswordField.tsx'
import { generatePassword } from './generated-password.ts'
import { HandOver } from './HandOver.tsx'
import { UserFields } from './UserFields.tsx'
import { emptyUser, isUserForm, problemsOf, type UserForm } from './user-form.ts'

interface CreateUserDrawerProps {
  onClose: () => void
  /** Goes on to the account just made. */
  onOpen: (userId: string) => void
}

interface Made {
  id: string
  name: string
  email: string
  password: string
}

const fields = ['name', 'email', 'role', 'team', 'vendor_id', 'password']

/** A new account. What is typed is kept, but its password is not; that is shown once, to be handed over. */
export function CreateUserDrawer({ onClose, onOpen }: CreateUserDrawerProps) {
  const { t } = useTranslation()
  const [made, setMade] = useState<Made | null>(null)
  if (made === null) return <NewUser onClose={onClose} onMade={setMade} />
  const actions = (
    <>
      <Button text={t('Another user')} onClick={() => setMade(null)} />
      <Button intent="primary" text={t('Open the account')} onClick={() => onOpen(made.id)} />
    </>
  )
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={t('{{name}} can sign in', { name: made.name })}
      actions={actions}
      width={480}
    >
      <Section>
        <HandOver email={made.email} password={made.password} />
      </Section>
    </Drawer>
  )
}

function NewUser({ onClose, onMade }: { onClose: () => void; onMade: (made: Made) => void }) {
  const { t } = useTranslation()
  const [form, setForm] = useNewUserDraft()
  const [password, setPassword] = useState(generatePassword)
  const problems = useFieldProblems()
  useUnsaved(form !== emptyUser)
  const create = useAction(
    (_: undefined, options) => {
      const { name, email, role, team, vendor_id } = form
      const vendor = role === 'vendor' ? { vendor_id } : {}
      return api.users.createUser({ name, email, role: role || 'vendor', team, ...vendor, password }, options)
    },
    {
      done: ({ data }) => t('{{name}} was created.', { name: data.user.name }),
      refresh: ['users.getUsers'],
      failed: (error) => problems.take(error, fields),
    },
  )
  const save = async () => {
    const lacks = passwordProblem(password, form)
    const found = { ...problemsOf(form), ...(lacks && { password: lacks }) }
    problems.set(Object.fromEntries(Object.entries(found).map(([field, why]) => [field, t(why)])))
    if (Object.keys(found).length > 0) return
    const reply = await create.run(undefined)
    if (!reply) return
    const { id, name, email } = reply.data.user
    setForm(emptyUser)
    onMade({ id, name, email, password })
  }
  const actions = (
    <>
      {form === emptyUser ? null : (
        <Button
          variant="minimal"
          text={t('Empty the form')}
          onClick={() => {
            setForm(emptyUser)
            problems.set({})
          }}
        />
      )}
      <Button text={t('Cancel')} onClick={onClose} />
      <Button intent="primary" text={t('Create user')} loading={create.isRunning} onClick={() => void save()} />
    </>
  )
  return (
    <Drawer isOpen onClose={onClose} title={t('New user')} actions={actions} width={480}>
      <Section>
        <form
          className="person-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <UserFields
            form={form}
            problems={problems.of}
            onChange={(next) => {
              clearChanged(problems.clear, form, next)
              setForm(next)
            }}
            autoFocus
          />
          <GivenPasswordField value={password} onChange={setPassword} person={form} problem={problems.of.password} />
          {/* Enter in a field saves. */}
          <button type="submit" hidden />
        </form>
      </Section>
    </Drawer>
  )
}

/** What was typed and not saved, also before the window was closed. */
function useNewUserDraft(): [form: UserForm, set: (form: UserForm) => void] {
  const session = useAtomValue(sessionAtom)
  const userId = session.state === 'signed-in' ? session.user.id : ''
  const [draft, change] = useKeptDraft(draftKey(userId, 'new-user'), isUserForm)
  return [draft ?? emptyUser, (form) => change(() => (form === emptyUser ? null : form))]
}

/** A field that is typed in anew is not wrong any more until it is looked at again. */
export function clearChanged(clear: (field: string) => void, before: UserForm, after: UserForm): void {
  for (const field of Object.keys(after) as (keyof UserForm)[]) if (after[field] !== before[field]) clear(field)
}
