import { vendorReasons as everyReason, type VendorReason } from '../../../shared/areas/orders/vendor-reasons.ts'
import type { Contract } from '../../../shared/areas.ts'
import { readGroup, saveGroup, settingGroup } from '../../audit/setting-group.ts'
import { readSetting } from '../../database/settings.ts'
import { type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'

type OrderHandlers = Handlers<Contract['orders']>

const group = settingGroup({
  prefix: 'orders',
  rows: ['vendor_reasons'],
  fields: ['vendor_reasons'],
  shown: (kept) => kept,
  kept: (shown) => shown,
})

/** Which of the vendor's own reasons are on, in their order. */
export const vendorReasons: OrderHandlers['vendorReasons'] = async (_, { db }) => {
  const { settings, version } = await readGroup(db, group)
  return reply({ reasons: settings.vendor_reasons, version })
}

/** Switches them on and off. What was refused with one that goes off keeps it. */
export const saveVendorReasons: OrderHandlers['saveVendorReasons'] = async ({ reasons, version }, context) => {
  const vendor_reasons = everyReason.filter((reason) => reasons.includes(reason))
  return context.command(async (tx) => {
    const input = { settings: { vendor_reasons }, version }
    const { data, message } = await saveGroup(tx, context, group, input, 'Reasons saved.')
    return reply({ reasons: data.settings.vendor_reasons, version: data.version }, message)
  })
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
