import { Button, InputGroup } from '@blueprintjs/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { isAddress, passwordProblem, peopleMessages, personFault } from '../../../shared/areas/people/rules.ts'
import { hasRight } from '../../../shared/areas.ts'
import { type Person, type Role, roles, teams } from '../../../shared/kernel/roles.ts'
import { api } from '../../api/client.ts'
import type { Form } from '../../forms/useForm.ts'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { Field } from '../../people/Fields.tsx'
import { RoleFields } from '../../people/person-words.tsx'
import { sessionAtom } from '../../session/session.ts'
import { FurtherRightsField } from './FurtherRightsField.tsx'
import { generatePassword } from './generate-password.ts'
import { GivenPasswordField, HandOver } from './passwords.tsx'
import { SitesField } from './SitesField.tsx'
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
  const [password] = useState(generatePassword)
  const initial = { ...emptyUser, password }
  const form = useSentForm(newUserForm, initial, {
    ...{ draft: 'new-user', secret: 'password' },
    send: ({ vendor_id, role, ...rest }, options) => {
      const vendor = role === 'vendor' ? { vendor_id } : {}
      return api.people.createUser({ ...rest, role: role || 'vendor', ...vendor }, options)
    },
    done: ({ data }) => t('{{name}} was created.', { name: data.user.name }),
    refresh: ['people.getUsers'],
    after: ({ data: { user } }, typed) =>
      onMade({ id: user.id, name: user.name, email: user.email, password: typed.password }),
  })
  const empty = form.isTyped ? <Button variant="minimal" text={t('Empty the form')} onClick={form.reset} /> : null
  const actions = (
    <>
      {empty}
      <Button text={t('Cancel')} onClick={onClose} />
      <Button intent="primary" text={t('Create user')} loading={form.isSending} onClick={form.send} />
    </>
  )
  return (
    <Drawer isOpen onClose={onClose} title={t('New user')} actions={actions} width={480}>
      <Section>
        <form className="person-form" noValidate onSubmit={form.send}>
          <UserFields form={form} autoFocus />
          <GivenPasswordField person={form.values} {...form.field('password')} />
          {/* Enter in a field saves. */}
          <button type="submit" hidden />
        </form>
      </Section>
    </Drawer>
  )
}

interface UserFieldsProps {
  form: Pick<Form<UserForm, unknown>, 'values' | 'change' | 'problem'>
  /** Of one's own account the role stays. */
  isOwn?: boolean
  autoFocus?: boolean
}

/** Name, e-mail, and what the account is for. */
export function UserFields({ form, isOwn = false, autoFocus = false }: UserFieldsProps) {
  const { t } = useTranslation()
  const session = useAtomValue(sessionAtom)
  const caller = session.state === 'signed-in' ? session.user : null
  const offered = caller === null ? [] : isOwn ? [caller.role] : rolesToGive(caller)
  const { values, change, problem } = form
  return (
    <>
      <Field label={t('Name')} problem={problem('name')}>
        {(ties) => (
          <InputGroup
            {...ties}
            name="person-name"
            autoComplete="off"
            maxLength={120}
            autoFocus={autoFocus}
            value={values.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <Field label={t('Email')} problem={problem('email')}>
        {(ties) => (
          <InputGroup
            {...ties}
            type="email"
            name="person-email"
            autoComplete="off"
            maxLength={254}
            value={values.email}
            onChange={({ target }) => change({ email: target.value })}
          />
        )}
      </Field>
      <RoleFields
        value={values}
        offered={offered}
        problems={{ role: problem('role'), team: problem('team'), vendor_id: problem('vendor_id') }}
        onChange={(next) => change({ ...next, ...(next.role !== values.role && { sites: [], further_rights: [] }) })}
      />
      <SitesField
        role={values.role}
        value={values.sites}
        problem={problem('sites')}
        onChange={(sites) => change({ sites })}
      />
      <FurtherRightsField
        role={values.role}
        value={values.further_rights}
        problem={problem('further_rights')}
        onChange={(further_rights) => change({ further_rights })}
      />
    </>
  )
}

const personParts = z.object({
  name: z.string().trim().min(1, key('Please enter a name.')),
  email: z.string().trim().refine(isAddress, peopleMessages.address),
  role: z.enum(['', ...roles]).refine((role) => role !== '', key('Please choose a role.')),
  team: z.enum(teams).nullable(),
  vendor_id: z.string(),
  sites: z.array(z.string()),
  further_rights: z.array(z.string()),
})

function checkPerson({ role, team, vendor_id }: z.infer<typeof personParts>, context: z.RefinementCtx): void {
  // It may still be none here: its own fault is said beside it.
  const fault = roles.includes(role) ? personFault({ role, team, hasVendor: vendor_id !== '' }) : null
  if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message })
}

/** An account as it is typed. */
export const userForm = personParts.superRefine(checkPerson)

/** A new one, with the password that it begins with. */
export const newUserForm = personParts.extend({ password: z.string() }).superRefine((user, context) => {
  checkPerson(user, context)
  const lacks = passwordProblem(user.password, user)
  if (lacks) context.addIssue({ code: 'custom', path: ['password'], message: lacks })
})

export type UserForm = z.input<typeof userForm>

export const emptyUser: UserForm = {
  name: '',
  email: '',
  role: '',
  team: null,
  vendor_id: '',
  sites: [],
  further_rights: [],
}

export function formOf({ name, email, role, team, vendor, sites, further_rights }: UserRow): UserForm {
  return { name, email, role, team, vendor_id: vendor?.id ?? '', sites, further_rights }
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
    ...(form.further_rights.toSorted().join() !== before.further_rights.toSorted().join() && {
      further_rights: form.further_rights,
    }),
    ...(form.sites.toSorted().join() !== before.sites.toSorted().join() && { sites: form.sites }),
  }
}
