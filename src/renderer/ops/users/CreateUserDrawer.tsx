import { Button, InputGroup } from '@blueprintjs/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isAddress, passwordProblem, peopleMessages, personFault } from '../../../shared/areas/people/rules.ts'
import { hasRight } from '../../../shared/areas.ts'
import { type Person, type Role, roles, teams } from '../../../shared/kernel/roles.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { draftKey, useKeptDraft } from '../../kit/drafts.ts'
import { Field, useFieldProblems } from '../../people/Fields.tsx'
import { type RoleChoice, RoleFields } from '../../people/person-words.tsx'
import { sessionAtom } from '../../session/session.ts'
import { GivenPasswordField, generatePassword, HandOver } from './passwords.tsx'
import type { UserRow } from './user-status.ts'

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
      return api.people.createUser({ name, email, role: role || 'vendor', team, ...vendor, password }, options)
    },
    {
      done: ({ data }) => t('{{name}} was created.', { name: data.user.name }),
      refresh: ['people.getUsers'],
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

interface UserFieldsProps {
  form: UserForm
  problems: Readonly<Record<string, string>>
  onChange: (form: UserForm) => void
  /** Of one's own account the role stays. */
  isOwn?: boolean
  autoFocus?: boolean
}

/** Name, e-mail, and what the account is for. */
export function UserFields({ form, problems, onChange, isOwn = false, autoFocus = false }: UserFieldsProps) {
  const { t } = useTranslation()
  const session = useAtomValue(sessionAtom)
  const caller = session.state === 'signed-in' ? session.user : null
  const offered = caller === null ? [] : isOwn ? [caller.role] : rolesToGive(caller)
  return (
    <>
      <Field label={t('Name')} problem={problems.name}>
        {(ties) => (
          <InputGroup
            {...ties}
            name="person-name"
            autoComplete="off"
            maxLength={120}
            autoFocus={autoFocus}
            value={form.name}
            onChange={({ target }) => onChange({ ...form, name: target.value })}
          />
        )}
      </Field>
      <Field label={t('Email')} problem={problems.email}>
        {(ties) => (
          <InputGroup
            {...ties}
            type="email"
            name="person-email"
            autoComplete="off"
            maxLength={254}
            value={form.email}
            onChange={({ target }) => onChange({ ...form, email: target.value })}
          />
        )}
      </Field>
      <RoleFields
        value={form}
        offered={offered}
        problems={problems}
        onChange={(choice) => onChange({ ...form, ...choice })}
      />
    </>
  )
}

/** An account as it is typed; its password is never a part of it, since this is kept as a draft. */
export interface UserForm extends RoleChoice {
  name: string
  email: string
}

export const emptyUser: UserForm = { name: '', email: '', role: '', team: null, vendor_id: '' }

export function formOf({ name, email, role, team, vendor }: UserRow): UserForm {
  return { name, email, role, team, vendor_id: vendor?.id ?? '' }
}

/** Whether what was kept in this browser is such a form. */
export function isUserForm(kept: unknown): kept is UserForm {
  if (typeof kept !== 'object' || kept === null) return false
  const { name, email, role, team, vendor_id } = kept as Record<string, unknown>
  return (
    [name, email, vendor_id].every((text) => typeof text === 'string') &&
    (role === '' || roles.some((one) => one === role)) &&
    (team === null || teams.some((one) => one === team))
  )
}

/** What is still missing or wrong, by field; English, and the keys of their translations. */
export function problemsOf({ name, email, role, team, vendor_id }: UserForm): Record<string, string> {
  const fault = role === '' ? null : personFault({ role, team, hasVendor: vendor_id !== '' })
  return {
    ...(name.trim() === '' && { name: key('Please enter a name.') }),
    ...(!isAddress(email.trim()) && { email: peopleMessages.address }),
    ...(role === '' && { role: key('Please choose a role.') }),
    ...(fault && { [fault.field]: fault.message }),
  }
}

/** The roles that this person may give. */
export function rolesToGive(caller: Pick<Person, 'role'>): Role[] {
  return roles.filter((role) => role !== 'super_admin' || hasRight(caller, 'grantSuperAdmin'))
}

/** What differs, as `updateUser` takes it. */
export function changesOf(user: UserRow, form: UserForm) {
  const before = formOf(user)
  const vendor = form.role === 'vendor' ? form.vendor_id : null
  return {
    ...(form.name.trim() !== before.name && { name: form.name.trim() }),
    ...(form.email.trim() !== before.email && { email: form.email.trim() }),
    ...(form.role !== '' && form.role !== before.role && { role: form.role }),
    ...(form.team !== before.team && { team: form.team }),
    ...((vendor ?? '') !== before.vendor_id && { vendor_id: vendor }),
  }
}
