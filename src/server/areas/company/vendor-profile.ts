import type { companyCalls } from '../../../shared/areas/company/calls.ts'
import { recordRules } from '../../../shared/areas/data/record-words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { type Caller, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { forbidden, invalidInput } from '../../http/errors.ts'
import { forVendor } from '../../http/own-rows.ts'

type CompanyHandlers = Handlers<Contract['company']>
type Profile = Gives<typeof companyCalls.getVendorProfile>['vendor']

const contactFields = ['contact', 'phone', 'email', 'address', 'address_zh'] as const

/** How the caller's own company is reached: a part of the record that the company keeps of it. */
export const getVendorProfile: CompanyHandlers['getVendorProfile'] = async (_, { db, caller }) =>
  reply({ vendor: await loadProfile(db, caller) })

export const saveVendorProfile: CompanyHandlers['saveVendorProfile'] = async ({ version, ...typed }, context) => {
  const told = contactFields.filter((field) => typed[field] !== undefined)
  const next = Object.fromEntries(told.map((field) => [field, typed[field] || null])) as typeof typed
  const [isAddress, message] = recordRules.email ?? []
  if (next.email && isAddress && message && !isAddress(next.email))
    throw invalidInput(message, { fields: [{ field: 'email', message }] })
  return context.command(async (tx) => {
    const before = await loadProfile(tx, context.caller, true)
    const audited = { entity: 'record', entityId: `vendors/${before.id}` } as const
    await assertFresh(tx, { ...audited, version: before.version }, version)
    const changed = told.filter((field) => before[field] !== next[field])
    if (changed.length === 0) return reply({ vendor: before }, 'Nothing changed.')
    await tx
      .updateTable('vendor')
      .set((eb) => ({ ...next, version: eb('version', '+', 1) }))
      .where('code', '=', before.id)
      .execute()
    const words = changed.map((field) => [field, `${before[field] ?? '–'} → ${next[field] ?? '–'}`])
    await recordEvent(tx, context, { ...audited, event: 'record.changed', details: Object.fromEntries(words) })
    return reply({ vendor: await loadProfile(tx, context.caller) }, 'Company details saved.')
  })
}

/** The caller's own vendor; with `isHeld` nobody else changes it until the transaction ends. */
async function loadProfile(db: Db | Tx, caller: Caller, isHeld = false): Promise<Profile> {
  const own = forVendor(caller)
  if (own === null) throw forbidden()
  const query = db
    .selectFrom('vendor')
    .where('id', '=', own)
    .select(['code as id', 'name', 'name_zh', 'version', ...contactFields])
  return (isHeld ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow()
}
