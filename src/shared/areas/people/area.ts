import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { notice, toPerson } from '../../kernel/notices.ts'
import type { Role } from '../../kernel/roles.ts'
import { screen } from '../../kernel/screens.ts'
import { peopleCalls } from './calls.ts'
import { users } from './lists.ts'
import { peopleRights } from './rights.ts'
import { accountChanges, lockWords, peopleMessages } from './rules.ts'

const roleWords: Record<Role, string> = {
  admin: 'Administrator',
  super_admin: 'Super administrator',
  vendor: 'Vendor',
  internal_team: 'Internal team',
  ops: 'Operations',
  ops_team: 'Operations team',
  bm_team: 'Buying team',
  bm_admin: 'Buying administrator',
  cataloging_team: 'Cataloguing team',
  china_warehouse_team: 'China warehouse team',
  india_qc_manager: 'India QC manager',
  india_qc_inward_wh: 'India QC inward warehouse',
  warehouse: 'Warehouse',
  cad: 'CAD',
  retail_admin: 'Retail administrator',
}

export const peopleArea = area({
  calls: peopleCalls,
  rights: peopleRights,
  screens: [screen('administration', '/ops/users', 'Users', 'people', peopleRights.manageUsers)],
  lists: { users: peopleRights.manageUsers },
  exports: {
    exportUsers: listFile('users', users, {
      summary: 'Accounts as seen.',
      callers: peopleRights.manageUsers.roles,
      forPeople: true,
      takes: { ...notPaged(peopleCalls.getUsers), user_ids: chosen(z.uuid()) },
    }),
  },
  notices: {
    account_changed: notice('attention', {
      to: toPerson('Open profile'),
      stays: true,
      label: 'Changes to your account',
      one: ['An administrator changed your account: {{change}}.', '/supplier/profile'],
      many: [
        'An administrator changed your account {{count}} times. The last change: {{change}}.',
        '/supplier/profile',
      ],
    }),
  },
  entities: ['user', 'role_right'],
  events: {
    'user.created': 'Account created',
    'user.name_changed': 'Name changed',
    'user.email_changed': 'E-mail changed',
    'user.role_changed': 'Role changed',
    'user.team_changed': 'Team changed',
    'user.vendor_changed': 'Vendor changed',
    'user.sites_changed': 'Sites changed',
    'user.rights_changed': 'Further rights changed',
    'role_right.given': 'Right given to a role',
    'role_right.taken': 'Right taken from a role',
    'user.switched_on': 'Switched on',
    'user.switched_off': 'Switched off',
    'user.locked': 'Held back after wrong passwords',
    'user.unlocked': 'Failed sign-ins cleared',
    'user.signed_in': 'Signed in',
    'user.signed_out': 'Signed out',
    'user.sign_in_failed': 'Sign-in refused',
    'user.sessions_ended': 'Signed out everywhere else',
    'user.code_refused': 'Wrong code',
    'user.code_sent': 'Code sent',
    'user.password_changed': 'Password changed',
    'user.password_reset': 'Temporary password set',
    'user.password_reset_by_code': 'New password by code',
    'user.see_as_started': 'Looked as another role',
    'user.see_as_ended': 'Back to the own role',
  },
  codes: roleWords,
  words: [...accountChanges, ...Object.values(peopleMessages), ...Object.values(lockWords)],
})
