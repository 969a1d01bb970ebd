import { z } from 'zod'
import { plainText } from '../../kernel/codes.ts'
import { roles, teams } from '../../kernel/roles.ts'
import { instant, oneLine, vendorEntry, version } from '../../kernel/shapes.ts'
import { qcSiteKinds } from '../qc-boxes/qc-sites.ts'

export const email = z.string().trim().max(254)
/** A one-time code as a person types it: blanks in it mean nothing. */
export const otp = z
  .string()
  .max(20)
  .overwrite((text) => plainText(text).replaceAll(' ', ''))
/** What request-otp gave with the code's mail. */
export const codeRequest = z.string().max(100)
export const personName = z.string().trim().min(1, { error: 'Please enter a name.' }).max(120).regex(oneLine)
/** What a password must be is `passwordProblem` of the domain; this only bounds it. */
export const newPassword = z.string().max(200)

export const userDetails = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  /** While a super admin sees as another role, that role; `true_role` is then their own. */
  role: z.enum(roles),
  team: z.enum(teams).nullable(),
  /** What the specification keeps of the default config's `teams`. */
  country: z.enum(teams).nullable(),
  vendor: vendorEntry.nullable(),
  landing_path: z.string(),
  true_role: z.enum(roles).nullable(),
  /** Rights by name that were given beyond those that the role usually has, and taken from it. */
  granted: z.array(z.string()),
  withheld: z.array(z.string()),
  /** Codes of the sites that they are bound to; none where they work at all of their role's. */
  sites: z.array(z.string()),
  must_change_password: z.boolean(),
  /** What the screens seal with that they keep on the user's computer: the same at each sign-in, another for each user (base64). */
  draft_key: z.string(),
  /** Time zones of the places that the user's rows stand at, by their codes. */
  zones: z.object({
    sites: z.record(z.string(), z.string()),
    vendors: z.record(z.string(), z.string()),
    own: z.string().nullable(),
  }),
})
/** An account as those see it who manage users. */

export const userRow = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  team: z.enum(teams).nullable(),
  vendor: vendorEntry.nullable(),
  /** Codes of the sites that the account works at; none where it works at all of its role's. */
  sites: z.array(z.string()),
  /** Rights by name that this person has beyond those of the role. */
  further_rights: z.array(z.string()),
  is_active: z.boolean(),
  /** Until then somebody is held back who tried too many wrong passwords; devices that the account knows are not. */
  locked_until: instant.nullable(),
  must_change_password: z.boolean(),
  created_at: instant,
  last_sign_in_at: instant.nullable(),
  version,
})

/** A role that may do more, or less, than it usually may. */
export const roleRight = z.object({
  right: z.string(),
  role: z.enum(roles),
  may: z.boolean(),
  set_by: z.string(),
  set_at: instant,
})

/** Wrong passwords of one account, in a row and from one place. */
export const failedSignIns = z.object({
  /** `strangers`: all addresses together; `session`: who is signed in, and changes the password. */
  from: z.enum(['address', 'device', 'session', 'strangers']),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  failures: z.int(),
  last_at: instant,
  /** Nobody is heard from there until then. */
  held_until: instant.nullable(),
})

/** What a person holds at a site of QC that waits for a count or a verdict, and who there could go on with it. */
export const heldAtSite = z.object({
  site: z.string(),
  site_name: z.string(),
  site_name_zh: z.string(),
  sites: z.enum(qcSiteKinds),
  boxes: z.int(),
  counts_begun: z.int(),
  inspections_begun: z.int(),
  colleagues: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type HeldAtSite = z.output<typeof heldAtSite>

/** Who takes over what somebody holds at a site of QC; null: nobody, a lead gives it out. */
export const handing = z.object({ site: z.string().trim().min(1).max(20), to: z.uuid().nullable() })
export type Handing = z.output<typeof handing>
