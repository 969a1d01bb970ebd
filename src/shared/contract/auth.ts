import { z } from 'zod'
import { json, post } from './grammar.ts'
import { email, otp, userDetails } from './shapes.ts'

export const auth = {
  login: post('retool/erp/login', {
    summary:
      'Sign in with a password or with a one-time code. The token is null when the caller asked for a cookie (header x-selvedge-session: cookie).',
    callers: 'anyone',
    takes: z
      .object({ email, password: z.string().max(1024).optional(), otp: otp.optional() })
      .refine((sent) => (sent.password === undefined) !== (sent.otp === undefined), {
        error: 'Please send a password or a one-time code.',
      }),
    gives: json(z.object({ token: z.string().nullable(), user: userDetails })),
  }),
  requestOtp: post('v1/erp/india-supply/login/request-otp', {
    summary:
      'Sends a one-time code of 6 digits by mail, good for 5 minutes and 5 tries. The reply is the same whoever asks for whom.',
    callers: 'anyone',
    takes: z.object({ email, purpose: z.enum(['sign_in', 'reset_password']).default('sign_in') }),
    gives: json(z.object({ expires_in_seconds: z.int(), retry_after_seconds: z.int() })),
  }),
}
