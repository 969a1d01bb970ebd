import { sql } from 'kysely'
import { z } from 'zod'
import { isAddress, mayManage, peopleMessages, personFault } from '../../shared/domain/people.ts'
import { type Person, type Role, roles, type Team, teams } from '../../shared/domain/roles.ts'
import { errorCode } from '../database/database-errors.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import type { Caller, Db, Tx } from '../http/call.ts'
import { conflict, forbidden, invalidInput, type Refusal } from '../http/errors.ts'

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
  const vendor = await db.selectFrom('vendor').select('id').where('code', '=', vendorCode).executeTakeFirst()
  if (vendor) return vendor.id
  const { message } = invalidInput('There is no such vendor.')
  throw invalidInput(message, { fields: [{ field: 'vendor_id', message }] })
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
    SELECT u.id, u.email, u.name, u.role, u.team, u.vendor_id AS "vendorId", v.code AS "vendorCode",
      u.is_active AS "isActive", u.version, u.updated_at AS "updatedAt", b.name AS "updatedBy"
    FROM app_user u LEFT JOIN vendor v ON v.id = u.vendor_id LEFT JOIN app_user b ON b.id = u.updated_by
    WHERE u.id IN (${userId}, ${caller.userId}) OR (u.role = 'super_admin' AND u.is_active)`.execute(tx)
  return {
    target: rows.find(({ id }) => id === userId) ?? null,
    changer: rows.find(({ id }) => id === caller.userId) ?? null,
    activeSuperAdmins: rows.filter(isActiveSuperAdmin).length,
  }
}

export function isActiveSuperAdmin({ role, isActive }: Pick<LockedUser, 'role' | 'isActive'>): boolean {
  return role === 'super_admin' && isActive
}
