import { sql } from 'kysely'
import { passedOf, piecesBeside } from '../../../shared/areas/qc-boxes/quantities.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { lockQcBox } from './box-rows.ts'
import { afterCommand, assertFreshBox, notWithThisBox } from './ledger.ts'
import { eventsAt, inChina } from './sites.ts'

/**
 * What a box weighs with the pieces that go to India. The vendor's weight is of all pieces that were packed: once some went back, papers
 * for customs take this one, and none where pieces went since. Refused while the export order that said the weight stands.
 */
export const weighBox: Handlers<Contract['qcBoxes']>['weighBox'] = async ({ box_id, version, weight_grams }, context) =>
  context.command(async (tx) => {
    const at = inChina(context.caller)
    const box = await lockQcBox(tx, at, box_id)
    await assertFreshBox(tx, box, version)
    const pieces = passedOf(box)
    if (box.shipped > 0) throw notWithThisBox(box, 'Box {{box_no}} of {{shipment_id}} was shipped to India.')
    if (pieces === 0) throw notWithThisBox(box, 'Nothing of box {{box_no}} of {{shipment_id}} has passed.')
    // What the scale says is of all that lies in the box, and customs take it for what passed.
    const others = piecesBeside(box)
    if (others > 0)
      throw notWithThisBox(
        box,
        'Box {{box_no}} of {{shipment_id}} still holds {{others}} other pieces. Take them out first.',
        {
          others,
        },
      )
    const { export_order_number } = box
    if (export_order_number !== null)
      throw notWithThisBox(box, 'Export order {{export_order_number}} has told its weight. Cancel that first.', {
        export_order_number,
      })
    await sql`UPDATE qc_box SET weight_grams = ${weight_grams}, weighed_pieces = ${pieces}, version = version + 1,
      updated_at = now(), updated_by = ${context.caller.userId}
      WHERE box_id = ${box.box_id} AND site_id = ${box.site_id}`.execute(tx)
    await recordEvent(tx, context, {
      entity: eventsAt(box.site_kind),
      entityId: box.sscc,
      event: 'box.weighed',
      from: box.last_weight_grams === null ? null : inKilograms(box.last_weight_grams),
      to: inKilograms(weight_grams),
      details: { pieces },
    })
    return reply(await afterCommand(tx, at, box), 'Weight saved.')
  })

const inKilograms = (grams: number) => `${(grams / 1_000).toFixed(3)} kg`
