import { z } from 'zod'
import { json, post } from './grammar.ts'
import { userDetails } from './shapes.ts'

export const users = {
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
    summary: 'Who the caller is.',
    callers: 'signed-in',
    takes: z.object({}),
    gives: json(z.object({ user: userDetails })),
  }),
}
