import { sql } from 'kysely'
import { type CallContext, type Reply, reply } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { forVendor, ownRows } from '../../http/own-rows.ts'
import { containing } from '../orders/order-rows.ts'

export interface VendorEntry {
  id: string
  name: string
  name_zh: string
  is_selectable: boolean
}

/** Vendors by name. A vendor sees itself; the id is the vendor's code. */
export async function listVendors(
  input: { search?: string | undefined },
  context: CallContext,
): Promise<Reply<{ vendors: VendorEntry[] }>> {
  const own = forVendor(context.caller)
  let query = context.db.selectFrom('vendor as v').select(['v.code as id', 'v.name', 'v.name_zh', 'v.is_selectable'])
  if (own !== null) query = query.where('v.id', '=', own)
  if (input.search) {
    const like = containing(input.search)
    query = query.where(sql<boolean>`(v.name ILIKE ${like} OR v.name_zh ILIKE ${like} OR v.code ILIKE ${like})`)
  }
  return reply({ vendors: await query.orderBy('v.name').limit(1_000).execute() })
}

/** Refuses a filter by a vendor that is not there, or that the caller may not see: an empty list would look like no work. */
export async function assertVendorName(context: Pick<CallContext, 'db' | 'caller'>, supplierId: string | undefined) {
  if (!supplierId) return
  const found = await context.db
    .selectFrom('vendor as v')
    .where('v.code', '=', supplierId)
    .where(ownRows(context.caller, 'v.id'))
    .select('v.id')
    .executeTakeFirst()
  if (found === undefined) throw invalidInput('Invalid vendor name.')
}
