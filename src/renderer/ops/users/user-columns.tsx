import { roles, teams } from '../../../shared/domain/roles.ts'
import { wordOf } from '../../i18n/code-words.ts'
import { teamWord } from '../../people/person-words.ts'
import { type Column, partColumn, textColumn } from '../../table/columns.tsx'
import type { Words } from '../../table/words.ts'
import type { UserRow } from './user-row.ts'
import { userStatus } from './user-status.ts'

const at = (instant: string | null, words: Words) =>
  instant ? words.instant(instant) : <span className="dt-quiet">–</span>

const roleWords = Object.fromEntries(roles.map((role) => [role, wordOf(role)]))
const teamWords = Object.fromEntries(teams.map((team) => [team, teamWord(team)]))

/** A constant, as the table wants it. */
export const userColumns: readonly Column<UserRow>[] = [
  textColumn({ id: 'name', header: 'Name', width: 150, sort: 'name', pinned: true, of: ({ name }) => name }),
  textColumn({ id: 'email', header: 'Email', width: 214, sort: 'email', of: ({ email }) => email }),
  textColumn({
    id: 'role',
    header: 'Role',
    width: 166,
    sort: 'role',
    words: roleWords,
    of: ({ role }, { t }) => t(wordOf(role)),
  }),
  textColumn({
    id: 'team',
    header: 'Team',
    width: 100,
    words: teamWords,
    of: ({ team }, { t }) => (team ? t(teamWord(team)) : '–'),
  }),
  textColumn({
    id: 'vendor',
    header: 'Vendor',
    width: 144,
    of: ({ vendor }, { name }) => (vendor ? `${vendor.id} · ${name(vendor.name, vendor.name_zh)}` : '–'),
  }),
  partColumn({
    id: 'status',
    header: 'Status',
    width: 132,
    words: ['Active', 'Inactive', 'Locked', 'First password'],
    of: (user, { t }) => {
      const { word, tone } = userStatus(user)
      return (
        <span className="status-tag" data-tone={tone}>
          {t(word)}
        </span>
      )
    },
  }),
  partColumn({
    id: 'last_sign_in',
    header: 'Last sign-in',
    width: 138,
    sort: 'last_sign_in_at',
    of: ({ last_sign_in_at }, words) => at(last_sign_in_at, words),
  }),
  partColumn({
    id: 'created',
    header: 'Created',
    width: 138,
    hidden: true,
    sort: 'created_at',
    of: ({ created_at }, words) => at(created_at, words),
  }),
]
