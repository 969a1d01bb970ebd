import { z } from 'zod'
import { allowed } from '../domain/rights.ts'
import { roles, teams } from '../domain/roles.ts'
import { get, json, post } from './grammar.ts'
import { email, instant, newPassword, otp, personName, userDetails } from './shapes.ts'

/** Our own calls about people: sessions, the forgotten password, seeing as another role, the demo's outbox. */
export const housePeople = {
  endSession: post('selvedge/session/end', {
    summary: 'Sign out: the token is worthless afterwards.',
    callers: 'signed-in',
    takes: z.object({}),
    gives: json(z.object({})),
  }),
  signInOptions: get('selvedge/sign-in-options', {
    summary: 'What the sign-in pages may offer here: codes by mail, and the demo with its outbox.',
    callers: 'anyone',
    takes: z.object({}),
    gives: json(z.object({ sends_mail: z.boolean(), is_demo: z.boolean() })),
  }),
  resetPassword: post('selvedge/password/reset', {
    summary:
      'A new password by a one-time code (request-otp with purpose reset_password). All sessions of the user end.',
    callers: 'anyone',
    takes: z.object({ email, otp, new_password: newPassword }),
    gives: json(z.object({})),
  }),
  saveProfile: post('selvedge/profile/save', {
    summary: "The caller's own name.",
    callers: 'signed-in',
    changes: true,
    takes: z.object({ name: personName }),
    gives: json(z.object({ user: userDetails })),
  }),
  listSessions: post('selvedge/sessions', {
    summary: "The caller's open sessions, newest first.",
    callers: 'signed-in',
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
    changes: true,
    takes: z.object({}),
    gives: json(z.object({ ended_sessions: z.int() })),
  }),
  seeAs: post('selvedge/session/see-as', {
    summary:
      'The caller sees Selvedge as another role from now on, without changing anything: calls that change answer 403. Audited.',
    callers: allowed.seeAsRole,
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
}
