import { z } from 'zod'
import { json, post } from './grammar.ts'
import { userDetails } from './shapes.ts'

export const auth = {
  login: post('retool/erp/login', {
    summary: 'Sign in. The token is null when the caller asked for a cookie (header x-selvedge-session: cookie).',
    callers: 'anyone',
    takes: z.object({ email: z.string().trim().max(254), password: z.string().max(1024) }),
    gives: json(z.object({ token: z.string().nullable(), user: userDetails })),
  }),
}
