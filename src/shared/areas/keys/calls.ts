import { z } from 'zod'
import { json, post } from '../../kernel/call.ts'
import { rights } from '../../kernel/rights.ts'
import { type Role, roles, teams } from '../../kernel/roles.ts'
import { instant, oneLine, vendorEntry } from '../../kernel/shapes.ts'
import { key } from '../../kernel/words.ts'

export const keysRights = rights({
  manageKeys: { group: 'Administration', label: 'Make and revoke API keys', roles: ['super_admin'] },
})

/** A key does what its role may. Who runs the house signs in: what only a super admin may do, no key may. */
export const keyRoles = roles.filter((role): role is Exclude<Role, 'super_admin'> => role !== 'super_admin')

/** Days that a key may live, as the form offers them. A key without an end is one that nobody remembers. */
export const keyDays = ['30', '90', '180', '365', '730'] as const
const longestDays = 730

export const keyStates = { active: key('Active'), expired: key('Expired'), revoked: key('Revoked') } as const

/** Whether a key opens anything at that moment. */
export function keyState({ revoked_at, expires_at }: Pick<KeyRow, 'revoked_at' | 'expires_at'>, now = Date.now()) {
  if (revoked_at !== null) return 'revoked'
  return Date.parse(expires_at) <= now ? 'expired' : 'active'
}

const keyRow = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The first signs of the secret, by which its owner tells it from others. */
  hint: z.string(),
  role: z.enum(roles),
  team: z.enum(teams).nullable(),
  vendor: vendorEntry.nullable(),
  created_at: instant,
  created_by: z.string(),
  expires_at: instant,
  /** To the minute; null for one that was never used. */
  last_used_at: instant.nullable(),
  revoked_at: instant.nullable(),
  revoked_by: z.string().nullable(),
})

export type KeyRow = z.output<typeof keyRow>

/** What a key is called in histories. */
const keyName = z.string().trim().min(1, { error: 'Please enter a name.' }).max(60).regex(oneLine)

const callers = keysRights.manageKeys.roles

export const keysCalls = {
  getKeys: post('selvedge/keys', {
    summary: 'All API keys, those made last first; of those that are over the last 500.',
    callers,
    forPeople: true,
    takes: z.object({}),
    gives: json(z.object({ rows: z.array(keyRow) })),
  }),
  createKey: post('selvedge/keys/create', {
    summary:
      'A new API key for another system. Its secret is in this one reply and stored nowhere: null where the reply is given again for the same Idempotency-Key.',
    callers,
    forPeople: true,
    changes: true,
    takes: z.object({
      name: keyName,
      role: z.enum(keyRoles, { error: 'Please choose another role than super admin.' }),
      team: z.enum(teams).nullable().default(null),
      /** The vendor's code; for the role `vendor` only. */
      vendor_id: z.string().trim().max(40).nullish(),
      expires_in_days: z.int().min(1).max(longestDays),
    }),
    gives: json(z.object({ key: keyRow, secret: z.string().nullable() })),
  }),
  revokeKey: post('selvedge/keys/revoke', {
    summary: 'Ends an API key at once, at every server. One that is revoked stays so.',
    callers,
    forPeople: true,
    changes: true,
    takes: z.object({ key_id: z.uuid() }),
    gives: json(z.object({ key: keyRow })),
  }),
}
