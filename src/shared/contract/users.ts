import { z } from 'zod'
import { allowed } from '../domain/rights.ts'
import { roles, teams } from '../domain/roles.ts'
import { json, post } from './grammar.ts'
import {
  counts,
  email,
  newPassword,
  page,
  part,
  personName,
  timelineEvent,
  userDetails,
  userRow,
  version,
} from './shapes.ts'

const callers = allowed.manageUsers
const role = z.enum(roles)
const team = z.enum(teams).nullable()
/** The vendor's code; for the role `vendor` only. */
const vendorCode = z.string().trim().max(40).nullish()

export const users = {
  createUser: post('v1/erp/create-user', {
    summary:
      'A new account. Its first password is changed at the first sign-in. Only a super admin makes super admins.',
    callers,
    changes: true,
    takes: z.object({
      email,
      name: personName,
      role,
      team: team.default(null),
      vendor_id: vendorCode,
      password: newPassword,
    }),
    gives: json(z.object({ user: userRow })),
  }),
  getUsers: post('v1/erp/get-users', {
    summary:
      'Accounts, with filters, sort and keyset paging; or, as part counts, how many by status (active, inactive, locked, all) and by role name.',
    callers,
    takes: z.object({
      search: z.string().trim().max(80).optional(),
      role: z.array(role).max(roles.length).optional(),
      team: z.array(z.enum(teams)).max(teams.length).optional(),
      vendor_id: z.string().trim().max(40).optional(),
      status: z.enum(['active', 'inactive', 'locked', 'all']).default('active'),
      sort: z.enum(['name', 'email', 'role', 'last_sign_in_at', 'created_at']).default('name'),
      descending: z.boolean().default(false),
      ...page,
      part,
    }),
    gives: json(z.object({ rows: z.array(userRow), next_cursor: z.string().nullable(), counts: counts.optional() })),
  }),
  getSidemenu: post('v1/erp/get-sidemenu', {
    summary: "The caller's menu.",
    callers: 'signed-in',
    takes: z.object({}),
    gives: json(
      z.object({
        groups: z.array(
          z.object({
            key: z.string(),
            label: z.string(),
            items: z.array(z.object({ key: z.string(), label: z.string(), path: z.string(), icon: z.string() })),
          }),
        ),
      }),
    ),
  }),
  getUserDetails: post('v1/erp/get-user-details', {
    summary: 'Who the caller is; with user_id, for those who manage users, that account and its history.',
    callers: 'signed-in',
    takes: z.object({ user_id: z.uuid().optional() }),
    gives: json(
      z.object({
        user: userDetails,
        /** The specification keeps the user's country here, under `teams`. */
        default_config: z.object({ teams: z.string().nullable() }),
        account: userRow.optional(),
        history: z.array(timelineEvent).optional(),
      }),
    ),
  }),
  updateUser: post('v1/erp/update-user', {
    summary:
      "Change an account. Another role, team, vendor, password or switching it off ends that user's sessions at once; the last active super admin stays one.",
    callers,
    changes: true,
    takes: z.object({
      user_id: z.uuid(),
      version,
      email: email.optional(),
      name: personName.optional(),
      role: role.optional(),
      team: team.optional(),
      vendor_id: vendorCode,
      is_active: z.boolean().optional(),
      /** Lets a locked account in again. */
      unlock: z.literal(true).optional(),
      /** A new first password, changed at the next sign-in. */
      password: newPassword.optional(),
    }),
    gives: json(z.object({ user: userRow })),
  }),
  changePassword: post('v1/erp/change-password', {
    summary: "The caller's own password. All other sessions of the caller end.",
    callers: 'signed-in',
    changes: true,
    takes: z.object({ current_password: z.string().max(1024), new_password: newPassword }),
    gives: json(z.object({ ended_sessions: z.int() })),
  }),
}
