import { type Expression, type SqlBool, sql } from 'kysely'
import { isBoundToVendor } from '../../shared/kernel/roles.ts'
import type { Caller } from './call.ts'
import { forbidden } from './errors.ts'

export type Bound = Pick<Caller, 'role' | 'team' | 'vendorId'>

/**
 * The one vendor (uuid) whose rows this caller may see, or null for a caller who sees every vendor's. Every query on a
 * vendor's rows starts here. Throws 403 for a vendor account without a vendor, so that a broken account sees nothing.
 */
export function forVendor(caller: Bound): string | null {
  if (!isBoundToVendor(caller)) return null
  if (caller.vendorId === null) throw forbidden()
  return caller.vendorId
}

/** The same as a condition for any query: `.where(ownRows(caller, 'o.vendor_id'))`. Throws as `forVendor` does. */
export function ownRows(caller: Bound, column: string): Expression<SqlBool> {
  const vendorId = forVendor(caller)
  return vendorId === null ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${vendorId}`
}
