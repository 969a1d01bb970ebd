import { isAddress, peopleMessages, personFault } from '../../../shared/domain/people.ts'
import { hasRight } from '../../../shared/domain/rights.ts'
import { type Person, type Role, roles, teams } from '../../../shared/domain/roles.ts'
import { key } from '../../i18n/key.ts'
import type { RoleChoice } from '../../people/RoleFields.tsx'
import type { UserRow } from './user-row.ts'

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
