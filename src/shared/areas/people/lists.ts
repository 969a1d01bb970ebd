import type { z } from 'zod'
import { fields } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { userRow } from './shapes.ts'

export type UserRow = z.output<typeof userRow>

const f = fields<UserRow>()

export const userStates = {
  active: key('Active'),
  inactive: key('Inactive'),
  locked: key('Held back'),
  firstPassword: key('First password'),
} as const

/** Whether this account can be signed in to, at this moment: held back, it can from devices that it knows, and by a code. */
export function userState(user: Pick<UserRow, 'is_active' | 'locked_until' | 'must_change_password'>) {
  if (!user.is_active) return 'inactive'
  if (isLocked(user)) return 'locked'
  return user.must_change_password ? 'firstPassword' : 'active'
}

export function isLocked({ locked_until }: Pick<UserRow, 'locked_until'>): boolean {
  return locked_until !== null && Date.parse(locked_until) > Date.now()
}

export const users = list({
  name: 'users',
  rowId: (row) => row.id,
  file: 'users',
  fields: [
    f.text('name', key('Name'), (row) => row.name, { width: 150, pinned: true, sort: 'name' }),
    f.text('email', key('Email'), (row) => row.email, { width: 214, sort: 'email' }),
    f.word('role', key('Role'), (row) => row.role, { width: 166, sort: 'role' }),
    f.word('team', key('Team'), (row) => row.team, { width: 100 }),
    f.text(
      'vendor',
      key('Vendor'),
      ({ vendor }, { name }) => vendor && `${vendor.id} · ${name(vendor.name, vendor.name_zh)}`,
      { width: 144 },
    ),
    f.word('status', key('Status'), (row) => userStates[userState(row)], {
      width: 132,
      words: Object.values(userStates),
    }),
    f.instant('last_sign_in', key('Last sign-in'), (row) => row.last_sign_in_at, {
      width: 138,
      sort: 'last_sign_in_at',
    }),
    f.instant('created', key('Created'), (row) => row.created_at, { width: 138, hidden: true, sort: 'created_at' }),
  ],
})
