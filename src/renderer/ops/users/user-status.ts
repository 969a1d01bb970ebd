import type { Tone } from '../../../shared/kernel/area.ts'
import type { RowOf } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'

interface UserStatus {
  /** English, and the key of its translation. */
  word: string
  tone: Tone
}

/** Whether this account can be signed in to, at this moment. */
export function userStatus(user: Pick<UserRow, 'is_active' | 'locked_until' | 'must_change_password'>): UserStatus {
  if (!user.is_active) return { word: key('Inactive'), tone: 'neutral' }
  if (isLocked(user)) return { word: key('Locked'), tone: 'bad' }
  if (user.must_change_password) return { word: key('First password'), tone: 'warn' }
  return { word: key('Active'), tone: 'good' }
}

export function isLocked({ locked_until }: Pick<UserRow, 'locked_until'>): boolean {
  return locked_until !== null && Date.parse(locked_until) > Date.now()
}

/** An account as those see it who manage users. */
export type UserRow = RowOf<'people.getUsers'>
