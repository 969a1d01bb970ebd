import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import type { peopleCalls } from '../../../shared/areas/people/calls.ts'
import { kindsBound } from '../../../shared/areas/people/own-sites.ts'
import { isAddress, mayManage, peopleMessages, personFault } from '../../../shared/areas/people/rules.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { type Person, type Role, roles, type Team, teams } from '../../../shared/kernel/roles.ts'
import { rightsToGive } from '../../../shared/right-bounds.ts'
import { type AuditEvent, recordEvent, recordEvents } from '../../audit/audit.ts'
import { errorCode } from '../../database/database-errors.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Db, type Reply, reply, type Tx } from '../../http/call.ts'
import { forgetDevices } from '../../http/devices.ts'
import { conflict, forbidden, invalidInput, notFound, type Refusal, stale } from '../../http/errors.ts'
import type { Sessions } from '../../http/sessions.ts'
import { handOverBoxes, lockHeldBoxes } from '../qc-boxes/hand-over.ts'
import { endCodes } from './codes.ts'
import { clearAllFailures } from './failed-sign-ins.ts'
import { forgetNotices, tellAccountChanged } from './first-account.ts'
import { goodPassword, hashPassword } from './passwords.ts'
import { sitesOfUser } from './user-details.ts'
import { findUser, type UserRow } from './user-list.ts'

type Input = Taken<typeof peopleCalls.createUser>

/** A new account, whose first password must be changed. Throws `invalid_input`, `forbidden`, or `conflict` for a known e-mail. */
export async function createUser(input: Input, context: CallContext): Promise<Reply<{ user: UserRow }>> {
  const { email, name, role, team, vendor_id: vendorCode } = input
  insistOnManaging(context.caller, input)
  insistOnAddress(email)
  const password_hash = await hashPassword(goodPassword(input.password, input, 'password'))
  return context.command(async (tx) => {
    const id = v7()
    // The session may be of a moment ago: what counts is what the caller may do now.
    const { changer } = await lockForChange(tx, context.caller.userId, context.caller)
    if (!changer?.isActive) throw forbidden()
    insistOnManaging(changer, input)
    const vendor_id = await placeOf(tx, { role, team, vendorCode: vendorCode || null })
    const site_ids = await sitesNamed(tx, role, input.sites)
    const further_rights = furtherOf(role, input.further_rights)
    const row = {
      id,
      email,
      name,
      role,
      team,
      vendor_id,
      site_ids,
      further_rights,
      password_hash,
      must_change_password: true,
    }
    await withUniqueEmail(() =>
      tx
        .insertInto('app_user')
        .values({ ...row, updated_by: context.caller.userId })
        .execute(),
    )
    const about = { entity: 'user', entityId: email, subjectId: id } as const
    await recordEvent(tx, context, {
      ...about,
      event: 'user.created',
      to: role,
      details: {
        team,
        vendor: vendorCode || null,
        ...(input.sites.length > 0 && { sites: input.sites.join(' ') }),
        ...(further_rights.length > 0 && { further_rights: further_rights.join(' ') }),
      },
    })
    return reply({ user: await findUser(tx, id) }, 'The account was created.')
  })
}

type UpdateUserInput = Taken<typeof peopleCalls.updateUser>

/** The account as it will be; what the input leaves out stays. */
type Changed = Pick<
  LockedUser,
  'email' | 'name' | 'role' | 'team' | 'vendorId' | 'vendorCode' | 'sites' | 'furtherRights' | 'isActive'
>
type WithSites = Changed & { siteIds: string[] }

/**
 * Changes an account. Where that touches what its user may do, their sessions and codes end. Throws 404, `stale`,
 * `forbidden` for super admins and oneself, `conflict` for the last active super admin or a known e-mail, `invalid_input`.
 */
export async function updateUser(
  input: UpdateUserInput,
  context: CallContext,
  sessions: Sessions,
): Promise<Reply<{ user: UserRow }>> {
  if (input.email !== undefined) insistOnAddress(input.email)
  const hash = input.password === undefined ? null : await hashPassword(input.password)
  let ended: string[] = []
  const answer = await context.command(async (tx) => {
    const held = movesWork(input) ? await lockHeldBoxes(tx, input.user_id) : []
    const { before, after } = await checkChange(tx, input, context.caller)
    await writeChange(tx, input, after, hash, context.caller)
    await recordEvents(tx, context, changeEvents(input, before, after))
    await handOverBoxes(tx, context, { id: before.id, name: after.name }, held, input.handing)
    await tellUser(tx, context, input, before, after)
    const user = await findUser(tx, before.id)
    ended = await endAccess(tx, input, before, after, sessions)
    return reply({ user }, 'The account was changed.')
  })
  sessions.forget(...ended)
  return answer
}

/** Whether it can take somebody away from where they inspect. */
const movesWork = ({ role, sites, further_rights, is_active }: UpdateUserInput) =>
  role !== undefined || sites !== undefined || further_rights !== undefined || is_active === false

async function checkChange(
  tx: Tx,
  input: UpdateUserInput,
  caller: Caller,
): Promise<{ before: LockedUser; after: WithSites }> {
  const { target: before, changer, activeSuperAdmins } = await lockForChange(tx, input.user_id, caller)
  // The session may be of a moment ago: what counts is what the caller may do now.
  if (!changer?.isActive) throw forbidden()
  if (!before) throw notFound('There is no such user.')
  insistOnManaging(changer, before)
  if (before.version !== input.version) throw stale(before.updatedBy ?? 'Selvedge', before.updatedAt)
  const after = await changed(tx, input, before)
  insistOnManaging(changer, after)
  if (isActiveSuperAdmin(before) && !isActiveSuperAdmin(after) && activeSuperAdmins < 2) {
    throw conflict('The last active super admin must stay one.')
  }
  if (before.id === caller.userId) refuseOnOneself(input, before, after)
  if (input.password !== undefined) goodPassword(input.password, after, 'password')
  return { before, after }
}

async function changed(tx: Tx, input: UpdateUserInput, before: LockedUser): Promise<WithSites> {
  const { role = before.role, email = before.email, name = before.name, is_active: isActive = before.isActive } = input
  const team = input.team === undefined ? before.team : input.team
  // Whoever stops being a vendor needs no word about the vendor.
  const stays = role === 'vendor' ? before.vendorCode : null
  const vendorCode = input.vendor_id === undefined ? stays : input.vendor_id || null
  const vendorId = await placeOf(tx, { role, team, vendorCode })
  // Whoever comes to another role works at all of its sites, unless it is said.
  const sites = (input.sites ?? (role === before.role ? before.sites : [])).toSorted()
  const siteIds = await sitesNamed(tx, role, sites)
  const furtherRights = furtherOf(role, input.further_rights ?? (role === before.role ? before.furtherRights : []))
  return { email, name, role, team, vendorId, vendorCode, sites, siteIds, furtherRights, isActive }
}

function refuseOnOneself(input: UpdateUserInput, before: LockedUser, after: Changed): void {
  if (after.role !== before.role) throw forbidden('You cannot change your own role.')
  if (!after.isActive) throw forbidden('You cannot switch off your own account.')
  if (input.password !== undefined) throw forbidden('Please change your own password in your profile.')
}

async function writeChange(
  tx: Tx,
  input: UpdateUserInput,
  after: WithSites,
  hash: string | null,
  caller: Caller,
): Promise<void> {
  const {
    email,
    name,
    role,
    team,
    vendorId: vendor_id,
    siteIds: site_ids,
    furtherRights: further_rights,
    isActive: is_active,
  } = after
  const password = hash === null ? {} : { password_hash: hash, must_change_password: true }
  const mark = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: caller.userId }
  await withUniqueEmail(() =>
    tx
      .updateTable('app_user')
      .set({ email, name, role, team, vendor_id, site_ids, further_rights, is_active, ...password, ...mark })
      .where('id', '=', input.user_id)
      .execute(),
  )
  if (input.unlock || hash !== null) await clearAllFailures(tx, input.user_id)
  if (hash !== null) await forgetDevices(tx, input.user_id)
}

/** One event for each thing that changed, so that the account's history reads like what happened. */
function changeEvents(input: UpdateUserInput, before: LockedUser, after: Changed): AuditEvent[] {
  const about = { entity: 'user', entityId: after.email, subjectId: before.id } as const
  const differing = [
    ['user.email_changed', before.email, after.email],
    ['user.name_changed', before.name, after.name],
    ['user.role_changed', before.role, after.role],
    ['user.team_changed', before.team, after.team],
    ['user.vendor_changed', before.vendorCode, after.vendorCode],
    ['user.sites_changed', before.sites.join(' ') || null, after.sites.join(' ') || null],
    ['user.rights_changed', before.furtherRights.join(' ') || null, after.furtherRights.join(' ') || null],
  ] as const
  const events: AuditEvent[] = differing
    .filter(([, from, to]) => from !== to)
    .map(([event, from, to]) => ({ ...about, event, from, to }))
  if (before.isActive !== after.isActive) {
    events.push({ ...about, event: after.isActive ? 'user.switched_on' : 'user.switched_off' })
  }
  if (input.unlock) events.push({ ...about, event: 'user.unlocked' })
  if (input.password !== undefined) events.push({ ...about, event: 'user.password_reset' })
  return events
}

/** What weighs most is told. Notices of another role or vendor are nobody's business any more. */
async function tellUser(
  tx: Tx,
  context: CallContext,
  input: UpdateUserInput,
  before: LockedUser,
  after: Changed,
): Promise<void> {
  const place = ({ role, team, vendorId, sites, furtherRights }: Changed) =>
    [role, team, vendorId, ...sites, ...furtherRights].join(' ')
  const isMoved = place(before) !== place(after)
  if (isMoved) await forgetNotices(tx, before.id)
  if (isMoved) await tellAccountChanged(tx, context, before.id, 'role or team')
  else if (input.password !== undefined) await tellAccountChanged(tx, context, before.id, 'password')
  else if (before.email !== after.email || before.name !== after.name)
    await tellAccountChanged(tx, context, before.id, 'name or e-mail')
}

/** Gives the ids of the sessions that ended. */
async function endAccess(
  tx: Tx,
  input: UpdateUserInput,
  before: LockedUser,
  after: Changed,
  sessions: Sessions,
): Promise<string[]> {
  const rights = (person: Changed) =>
    [person.role, person.team, person.vendorId, person.isActive, ...person.sites, ...person.furtherRights].join(' ')
  const loses = rights(before) !== rights(after) || input.password !== undefined
  // A code is on its way to the mailbox of before.
  if (loses || before.email !== after.email) await endCodes(tx, before.id)
  const why = !after.isActive ? 'switched_off' : rights(before) === rights(after) ? 'password' : 'account'
  return loses ? sessions.endAllOf(tx, before.id, why) : []
}

/** Throws 403 where the caller would make, change or unmake a super admin without being one. */
export function insistOnManaging(caller: Pick<Person, 'role'>, ...people: Pick<Person, 'role'>[]): void {
  if (people.every((person) => mayManage(caller, person))) return
  throw forbidden('Only a super admin may make or change a super admin.')
}

/** Throws `invalid_input` for what no mail server would take. */
export function insistOnAddress(email: string): void {
  if (isAddress(email)) return
  const message = peopleMessages.address
  throw invalidInput(message, { fields: [{ field: 'email', message }] })
}

export interface Place {
  role: Role
  team: Team | null
  /** The vendor's code. */
  vendorCode: string | null
}

/** The vendor (uuid) of an account with this role and team, or null. Throws `invalid_input` for what cannot be together. */
export async function placeOf(db: Db | Tx, { role, team, vendorCode }: Place): Promise<string | null> {
  const fault = personFault({ role, team, hasVendor: vendorCode !== null })
  if (fault) throw invalidInput(fault.message, { fields: [fault] })
  if (vendorCode === null) return null
  const vendor = await db
    .selectFrom('vendor')
    .select('id')
    .where('code', '=', vendorCode)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (vendor) return vendor.id
  const { message } = invalidInput('There is no such vendor.')
  throw invalidInput(message, { fields: [{ field: 'vendor_id', message }] })
}

/** Sites (site.id) by their codes. Throws `invalid_input` for one that is none, or none of this role's. */
async function sitesNamed(db: Db | Tx, role: Role, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const { rows } = await rowsOf({ id: col.text })`SELECT id FROM site
    WHERE code = ANY(${[...codes]}::text[]) AND kind = ANY(${kindsBound(role)}::text[])`.execute(db)
  if (rows.length === new Set(codes).size) return rows.map(({ id }) => id)
  const message = peopleMessages.sites
  throw invalidInput(message, { fields: [{ field: 'sites', message }] })
}

/** Rights beyond the role's, in the order of the matrix. What the role can no longer be given falls away; throws `invalid_input` for what it never could. */
function furtherOf(role: Role, names: readonly string[]): string[] {
  const may = rightsToGive(role)
  if (names.every((name) => may.some((right) => right === name))) return may.filter((right) => names.includes(right))
  const message = peopleMessages.furtherRights
  throw invalidInput(message, { fields: [{ field: 'further_rights', message }] })
}

/** Sites that are not retired, those of a kind together. */
export async function siteChoices(
  _: unknown,
  { db }: CallContext,
): Promise<Reply<Gives<typeof peopleCalls.siteChoices>>> {
  const { rows: sites } = await rowsOf({ site: col.text, name: col.text, name_zh: col.text, kind: col.text })`
    SELECT code AS site, name, name_zh, kind FROM site WHERE retired_at IS NULL ORDER BY kind, code`.execute(db)
  return reply({ sites })
}

/** Runs the write of an account; an e-mail that another has already is refused in words. */
export async function withUniqueEmail<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw errorCode(error) === '23505' ? emailTaken() : error
  }
}

function emailTaken(): Refusal {
  const { message } = conflict('There is an account with this e-mail address already.')
  return conflict(message, { fields: [{ field: 'email', message }] })
}

const lockedUserColumns = {
  id: col.text,
  email: col.text,
  name: col.text,
  role: z.enum(roles),
  team: z.enum(teams).nullable(),
  vendorId: col.textOrNull,
  vendorCode: col.textOrNull,
  sites: col.texts,
  furtherRights: col.texts,
  isActive: col.flag,
  version: col.number,
  updatedAt: col.instant,
  updatedBy: col.textOrNull,
}

export type LockedUser = Row<typeof lockedUserColumns>

export interface LockedUsers {
  /** The account to be changed; null where there is none. */
  target: LockedUser | null
  /** Who changes it, as they are now. */
  changer: LockedUser | null
  activeSuperAdmins: number
}

/**
 * Locks the account, its changer and every active super admin, always in one order: of two changes at once that would each
 * leave the other's super admin, the second sees what the first did.
 */
export async function lockForChange(tx: Tx, userId: string, caller: Caller): Promise<LockedUsers> {
  await sql`
    SELECT id FROM app_user WHERE id IN (${userId}, ${caller.userId}) OR (role = 'super_admin' AND is_active)
    ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await rowsOf(lockedUserColumns)`
    SELECT u.id, u.email, u.name, u.role, u.team, u.vendor_id AS "vendorId", v.code AS "vendorCode", ${sitesOfUser} AS sites,
      u.further_rights AS "furtherRights", u.is_active AS "isActive", u.version, u.updated_at AS "updatedAt", b.name AS "updatedBy"
    FROM app_user u LEFT JOIN vendor v ON v.id = u.vendor_id LEFT JOIN app_user b ON b.id = u.updated_by
    WHERE NOT u.is_machine AND (u.id IN (${userId}, ${caller.userId}) OR (u.role = 'super_admin' AND u.is_active))`.execute(
    tx,
  )
  return {
    target: rows.find(({ id }) => id === userId) ?? null,
    changer: rows.find(({ id }) => id === caller.userId) ?? null,
    activeSuperAdmins: rows.filter(isActiveSuperAdmin).length,
  }
}

export function isActiveSuperAdmin({ role, isActive }: Pick<LockedUser, 'role' | 'isActive'>): boolean {
  return role === 'super_admin' && isActive
}
