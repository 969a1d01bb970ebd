import { sql } from 'kysely'
import { vendorReasons as everyReason, type VendorReason } from '../../../shared/areas/orders/vendor-reasons.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { readSetting, settingVersion } from '../../database/settings.ts'
import { type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'

type OrderHandlers = Handlers<Contract['orders']>

/** As the audit names the setting. */
const AUDITED = { entity: 'setting', entityId: 'orders.vendor_reasons' } as const

/** Which of the vendor's own reasons are on, in their order. */
export const vendorReasons: OrderHandlers['vendorReasons'] = async (_, { db }) => reply(await loadReasons(db))

/** Switches them on and off. What was refused with one that goes off keeps it. */
export const saveVendorReasons: OrderHandlers['saveVendorReasons'] = async ({ reasons, version }, context) =>
  context.command(async (tx) => {
    const now = await settingVersion(tx, 'vendor_reasons', { isHeld: true })
    await assertFresh(tx, { ...AUDITED, version: now }, version)
    const before = await readSetting(tx, 'vendor_reasons')
    const after = everyReason.filter((reason) => reasons.includes(reason))
    if (before.join() === after.join()) return reply(await loadReasons(tx), 'The settings are as they were.')
    await sql`UPDATE setting SET value = ${JSON.stringify(after)}::jsonb, version = version + 1, updated_at = now()
      WHERE name = 'vendor_reasons'`.execute(tx)
    await recordEvent(tx, context, { ...AUDITED, event: 'setting.changed', from: before.join(), to: after.join() })
    return reply(await loadReasons(tx), 'Reasons saved.')
  })

async function loadReasons(db: Db | Tx) {
  return {
    reasons: await readSetting(db, 'vendor_reasons'),
    version: await settingVersion(db, 'vendor_reasons'),
  }
}

/** Throws invalid_input for a vendor's own reason that the company did not switch on. */
export async function assertReasonsOn(tx: Tx, given: Iterable<VendorReason | null | undefined>): Promise<void> {
  const wanted = [...given].filter((reason) => reason != null)
  if (wanted.length === 0) return
  const on = await readSetting(tx, 'vendor_reasons')
  if (wanted.every((reason) => on.includes(reason))) return
  const message = 'This reason is not in use. Please choose another.'
  throw invalidInput(message, { fields: [{ field: 'vendor_reason', message }] })
}
