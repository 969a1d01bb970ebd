import { z } from 'zod'
import { get, json, post, xlsx } from '../../kernel/call.ts'
import { roles, teams } from '../../kernel/roles.ts'
import { counts, instant, page, part, searchText, timelineEvent, version } from '../../kernel/shapes.ts'
import type { jobRow } from '../frame/calls.ts'
import { allowed } from './rights.ts'
import {
  codeRequest,
  email,
  failedSignIns,
  handing,
  heldAtSite,
  newPassword,
  otp,
  personName,
  roleRight,
  userDetails,
  userRow,
} from './shapes.ts'

export type JobRow = z.output<typeof jobRow>

const role = z.enum(roles)

const team = z.enum(teams).nullable()

/** The vendor's code; for the role `vendor` only. */
const vendorCode = z.string().trim().max(40).nullish()

/** Names of rights beyond those of the role, within its bounds. */
const furtherRights = z.array(z.string().trim().min(1).max(60)).max(60)

/** Codes of sites of the role's kinds, where an account works at some of them only. */
const siteCodes = z.array(z.string().trim().min(1).max(40)).max(100)

/** Hashing takes a while: so many are made at a time. */
export const mostVendorAccounts = 200

const vendorAccount = z.object({
  vendor_id: z.string().trim().min(1).max(40),
  name: personName,
  email,
  password: newPassword,
})

export const peopleCalls = {
  login: post('retool/erp/login', {
    summary:
      'Sign in with a password or with a one-time code and the code_request that came with it. Token and device are null when the caller asked for a cookie (header x-selvedge-session: cookie).',
    callers: 'anyone',
    takes: z
      .object({
        email,
        password: z.string().max(1024).optional(),
        otp: otp.optional(),
        code_request: codeRequest.optional(),
      })
      .refine((sent) => (sent.password === undefined) !== (sent.otp === undefined), {
        error: 'Please send a password or a one-time code.',
      }),
    gives: json(
      z.object({
        token: z.string().nullable(),
        /** To be sent with later sign-ins from here, in the header x-selvedge-device; null where a cookie carries it. */
        device: z.string().nullable(),
        user: userDetails,
      }),
    ),
  }),
  requestOtp: post('v1/erp/india-supply/login/request-otp', {
    summary:
      'Sends a one-time code of 8 digits by mail, good for 5 minutes and 5 tries together with the code_request of the reply. The reply is of the same form whoever asks for whom.',
    callers: 'anyone',
    takes: z.object({ email, purpose: z.enum(['sign_in', 'reset_password']).default('sign_in') }),
    gives: json(z.object({ expires_in_seconds: z.int(), retry_after_seconds: z.int(), code_request: z.string() })),
  }),
  endSession: post('selvedge/session/end', {
    summary: 'Sign out: the token is worthless afterwards.',
    callers: 'signed-in',
    forPeople: true,
    takes: z.object({}),
    gives: json(z.object({})),
  }),
  signInOptions: get('selvedge/sign-in-options', {
    summary: 'What the sign-in pages may offer here: codes by mail, and the demo with its outbox.',
    callers: 'anyone',
    takes: z.object({}),
    gives: json(
      z.object({
        sends_mail: z.boolean(),
        is_demo: z.boolean(),
        /** Of the demo alone, for who looks around in it. */
        demo_accounts: z.array(
          z.object({ email: z.string(), name: z.string(), role: z.enum(roles), team: z.enum(teams).nullable() }),
        ),
      }),
    ),
  }),
  resetPassword: post('selvedge/password/reset', {
    summary:
      'A new password by a one-time code (request-otp with purpose reset_password). All sessions of the user end.',
    callers: 'anyone',
    takes: z.object({ email, otp, code_request: codeRequest.optional(), new_password: newPassword }),
    gives: json(z.object({})),
  }),
  saveProfile: post('selvedge/profile/save', {
    summary: "The caller's own name.",
    callers: 'signed-in',
    forPeople: true,
    changes: true,
    takes: z.object({ name: personName }),
    gives: json(z.object({ user: userDetails })),
  }),
  listSessions: post('selvedge/sessions', {
    summary: "The caller's open sessions, newest first.",
    callers: 'signed-in',
    forPeople: true,
    takes: z.object({}),
    gives: json(
      z.object({
        rows: z.array(
          z.object({
            id: z.uuid(),
            is_current: z.boolean(),
            address: z.string(),
            user_agent: z.string(),
            signed_in_at: instant,
            expires_at: instant,
          }),
        ),
      }),
    ),
  }),
  endOtherSessions: post('selvedge/sessions/end-others', {
    summary: 'Signs the caller out everywhere else.',
    callers: 'signed-in',
    forPeople: true,
    changes: true,
    takes: z.object({}),
    gives: json(z.object({ ended_sessions: z.int() })),
  }),
  seeAs: post('selvedge/session/see-as', {
    summary:
      'The caller sees Selvedge as another role from now on, without changing anything: calls that change answer 403. Audited.',
    callers: allowed.seeAsRole,
    forPeople: true,
    takes: z.object({
      role: z.enum(roles),
      team: z.enum(teams).nullable().default(null),
      vendor_id: z.string().trim().max(40).nullish(),
    }),
    gives: json(z.object({ user: userDetails })),
  }),
  stopSeeingAs: post('selvedge/session/see-as/end', {
    summary: 'Back to the own role.',
    callers: 'signed-in',
    forPeople: true,
    takes: z.object({}),
    gives: json(z.object({ user: userDetails })),
  }),
  getDemoOutbox: post('selvedge/demo/outbox', {
    summary: 'In the demo, where no mail is sent: the last mails that would have been. 404 anywhere else.',
    callers: 'anyone',
    takes: z.object({}),
    gives: json(
      z.object({ mails: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), at: instant })) }),
    ),
  }),
  createUser: post('v1/erp/create-user', {
    summary:
      'A new account. Its first password is changed at the first sign-in. Only a super admin makes super admins.',
    callers: allowed.manageUsers,
    forPeople: true,
    changes: true,
    takes: z.object({
      email,
      name: personName,
      role,
      team: team.default(null),
      vendor_id: vendorCode,
      sites: siteCodes.default([]),
      further_rights: furtherRights.default([]),
      password: newPassword,
    }),
    gives: json(z.object({ user: userRow })),
  }),
  vendorsWithoutAccount: get('selvedge/people/vendors-without-account', {
    summary: 'Vendors that take orders and of which nobody can sign in, with the contact of their records.',
    callers: allowed.manageUsers,
    takes: z.object({}),
    gives: json(
      z.object({
        vendors: z.array(
          z.object({
            vendor_id: z.string(),
            name: z.string(),
            name_zh: z.string(),
            contact: z.string(),
            email: z.string(),
          }),
        ),
      }),
    ),
  }),
  createVendorAccounts: post('selvedge/people/vendor-accounts', {
    summary:
      'An account for each of these vendors, all or none; their first passwords are changed at the first sign-in.',
    callers: allowed.manageUsers,
    forPeople: true,
    changes: true,
    takes: z.object({ accounts: z.array(vendorAccount).min(1).max(mostVendorAccounts) }),
    gives: json(z.object({ made: z.int() })),
  }),
  vendorAccountsFile: post('selvedge/people/vendor-accounts/file', {
    summary: 'Temporary passwords that were just given, as a workbook to hand over; nothing of it is kept here.',
    callers: allowed.manageUsers,
    forPeople: true,
    takes: z.object({
      accounts: z
        .array(vendorAccount.extend({ vendor_id: vendorAccount.shape.vendor_id.nullable() }))
        .min(1)
        .max(mostVendorAccounts),
    }),
    gives: xlsx('vendor_accounts.xlsx'),
  }),
  siteChoices: get('selvedge/people/sites', {
    summary: 'The sites that accounts can be bound to, with their kinds.',
    callers: allowed.manageUsers,
    takes: z.object({}),
    gives: json(
      z.object({
        sites: z.array(z.object({ site: z.string(), name: z.string(), name_zh: z.string(), kind: z.string() })),
      }),
    ),
  }),
  getUsers: post('v1/erp/get-users', {
    summary:
      'Accounts, with filters, sort and keyset paging; or, as part counts, how many by status (active, inactive, locked, all) and by role name.',
    callers: allowed.manageUsers,
    forPeople: true,
    takes: z.object({
      search: searchText.optional(),
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
    forPeople: true,
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
    forPeople: true,
    takes: z.object({ user_id: z.uuid().optional() }),
    gives: json(
      z.object({
        user: userDetails,
        /** The specification keeps the user's country here, under `teams`. */
        default_config: z.object({ teams: z.string().nullable() }),
        /** What the first page of a user is made of: where it is, and what waits in the bell. */
        dashboard_details: z.object({ landing_path: z.string(), unread_notices: z.int(), notification_count: z.int() }),
        account: userRow.optional(),
        history: z.array(timelineEvent).optional(),
        /** From where the account's password was tried in vain during the last day. */
        failed_sign_ins: z.array(failedSignIns).optional(),
        /** What the account holds at QC. */
        held: z.array(heldAtSite).optional(),
      }),
    ),
  }),
  updateUser: post('v1/erp/update-user', {
    summary:
      "Change an account. Another role, team, vendor, password or switching it off ends that user's sessions at once; the last active super admin stays one.",
    callers: allowed.manageUsers,
    forPeople: true,
    changes: true,
    takes: z.object({
      user_id: z.uuid(),
      version,
      email: email.optional(),
      name: personName.optional(),
      role: role.optional(),
      team: team.optional(),
      vendor_id: vendorCode,
      sites: siteCodes.optional(),
      further_rights: furtherRights.optional(),
      is_active: z.boolean().optional(),
      /** Who takes the open boxes at QC sites where the user works no more; those of a site left out are nobody's. */
      handing: z.array(handing).max(50).default([]),
      /** Failed sign-ins no longer count: who was held back is heard again. */
      unlock: z.literal(true).optional(),
      /** A new first password, changed at the next sign-in. */
      password: newPassword.optional(),
    }),
    gives: json(z.object({ user: userRow })),
  }),
  getRoleRights: get('selvedge/people/role-rights', {
    summary: 'Where roles may do more, or less, than they usually may, and what was changed, newest first.',
    callers: allowed.manageUsers,
    forPeople: true,
    takes: z.object({}),
    gives: json(z.object({ rows: z.array(roleRight), history: z.array(timelineEvent.extend({ right: z.string() })) })),
  }),
  setRoleRight: post('selvedge/people/role-rights/set', {
    summary:
      'People of a role may do something from now on, or no longer. What the specification and the rules fix stays. At other servers it is so within five seconds.',
    callers: allowed.changeRights,
    forPeople: true,
    changes: true,
    takes: z.object({ right: z.string().trim().min(1).max(60), role, may: z.boolean() }),
    gives: json(z.object({ row: roleRight.nullable() })),
  }),
  changePassword: post('v1/erp/change-password', {
    summary: "The caller's own password. All other sessions of the caller end.",
    callers: 'signed-in',
    forPeople: true,
    changes: true,
    takes: z.object({ current_password: z.string().max(1024), new_password: newPassword }),
    gives: json(z.object({ ended_sessions: z.int() })),
  }),
}
