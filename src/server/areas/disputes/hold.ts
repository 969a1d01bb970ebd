import { sql } from 'kysely'
import { z } from 'zod'
import { disputeLife } from '../../../shared/areas/disputes/life.ts'
import {
  type DisputeState,
  disputeCountries,
  disputeStates,
  disputeWords,
} from '../../../shared/areas/disputes/rules.ts'
import { addDays, dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { recordEvents } from '../../audit/audit.ts'
import { recordsOf } from '../../audit/lifecycle.ts'
import { col, type Row } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import type { CallContext, Db, Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import { countryOf, seenDisputes } from './dispute-rows.ts'
import { isToDo } from './next-step.ts'

const columns = {
  ...{ id: col.text, number: col.text, vendor_id: col.text, vendor: col.text, site_id: col.text, sscc: col.text },
  ...{
    shipment_id: col.text,
    country: z.enum(disputeCountries),
    state: z.enum(disputeStates),
    due_on: col.text,
    owner_id: col.textOrNull,
  },
  ...{ version: col.number, is_to_do: col.flag },
}

export type Held = Row<typeof columns>

/** How events name a state: corrective actions are answered and accepted too. */
const codeOf = (state: DisputeState) => `dispute_${state}`

export const { hold, move } = recordsOf({
  life: disputeLife,
  ...{ table: 'qc_dispute', entity: 'dispute', notFound: disputeWords.notFound, codeOf, columns },
  select: (number, caller) => sql`
    SELECT p.id, p.number, p.vendor_id, v.name AS vendor, p.site_id, b.sscc, h.shipment_id, ${countryOf} AS country, p.state, p.due_on, p.owner_id,
      p.version, ${isToDo} AS is_to_do
    FROM qc_dispute p JOIN box b ON b.id = p.box_id JOIN shipment h ON h.id = b.shipment_id JOIN vendor v ON v.id = p.vendor_id
    WHERE p.number = ${number} AND ${seenDisputes(caller)} FOR NO KEY UPDATE OF p`,
})

/** The day by which whoever's turn it is has to answer from now on. */
export async function nextDue(tx: Db | Tx): Promise<string> {
  return addDays(dayIn(vendorZone, new Date()), await readSetting(tx as Db, 'dispute_answer_days'))
}

/** Sets who ended a dispute, and when. */
export const settledNow = ({ caller }: CallContext) => sql`settled_at = now(), settled_by = ${caller.userId}::uuid`

/** The same in the lives of its box and shipment. */
export async function recordOnBox(
  tx: Tx,
  context: CallContext,
  { number, sscc, shipment_id, country }: Pick<Held, 'number' | 'sscc' | 'shipment_id' | 'country'>,
  event: 'disputed' | 'dispute_settled',
): Promise<void> {
  await recordEvents(tx, context, [
    { entity: 'shipment', entityId: shipment_id, event: `shipment.${event}`, details: { dispute: number } },
    {
      entity: country === 'china' ? 'box' : 'box_in_india',
      entityId: sscc,
      event: `box.${event}`,
      details: { dispute: number },
    },
  ])
}

/** Its owner is told; where nobody owns it, the people of QC at its site. */
export async function tellOwner(
  tx: Tx,
  context: CallContext,
  held: Pick<Held, 'number' | 'vendor' | 'site_id' | 'owner_id'>,
  kind: 'dispute_yours' | 'dispute_answered' | 'dispute_withdrawn',
  due: string,
): Promise<void> {
  const about = { things: [held.number], values: { number: held.number, vendor: held.vendor, due } }
  if (held.owner_id !== null) return notify(tx, context, { kind, userId: held.owner_id, ...about })
  await notify(tx, context, { kind: 'dispute_opened', siteIds: [held.site_id], ...about })
}

export async function tellVendor(
  tx: Tx,
  context: CallContext,
  { number, vendor_id }: Pick<Held, 'number' | 'vendor_id'>,
  kind: 'dispute_asked' | 'dispute_settled',
  due: string,
): Promise<void> {
  await notify(tx, context, { kind, vendorId: vendor_id, things: [number], values: { number, due } })
}

export function refuse(field: string, message: string, values: Record<string, string | number> = {}): never {
  throw invalidInput(message, { values, fields: [{ field, message, values }] })
}
