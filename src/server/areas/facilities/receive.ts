import { sql } from 'kysely'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import { hundredthsOf, unitsOf } from '../../../shared/areas/materials/roll.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput, moveNotAllowed, notFound, refusedField } from '../../http/errors.ts'
import { type HeldLine, holdOrderLines, jobName, lineOf, movePieces, quantityMap } from './stage-lines.ts'
import { facilityOf } from './whose.ts'

type Routes = Handlers<Contract['facilities']>

const rollColumns = {
  id: col.text,
  roll: col.text,
  /** Reserved for the order or cut for it, in hundredths. */
  sent: col.number,
  came_on: col.textOrNull,
}

/** Rolls by their numbers with what of each was sent for an order (its row's id) and when it came to a facility's job. */
async function sentRolls(
  tx: Tx,
  { orderId, jobId }: HeldLine,
  rolls: readonly string[],
): Promise<Row<typeof rollColumns>[]> {
  const { rows } = await rowsOf(rollColumns)`
    SELECT f.id, f.number AS roll, (coalesce((SELECT sum(r.quantity) FROM roll_reservation r WHERE r.roll_id = f.id AND r.document_id = ${orderId}::uuid), 0)
        + coalesce((SELECT sum(CASE v.kind WHEN 'cut' THEN v.quantity WHEN 'uncut' THEN -v.quantity ELSE 0 END) FROM roll_move v
          WHERE v.roll_id = f.id AND v.document_id = ${orderId}::uuid), 0))::int AS sent,
      (SELECT (c.at AT TIME ZONE 'Asia/Kolkata')::date::text FROM facility_receipt c WHERE c.roll_id = f.id AND c.job_id = ${jobId}::uuid) AS came_on
    FROM fabric_roll f WHERE f.number = ANY(${[...rolls]}::text[])`.execute(tx)
  return rows
}

/** Pieces of lines (facility_line.id) in boxes that are sent and that India has not received. */
async function onTheRoad(tx: Tx, lines: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await rowsOf({ line_id: col.text, pieces: col.number })`
    SELECT x.line_id, sum(x.quantity)::int AS pieces FROM facility_box_line x JOIN facility_box b ON b.id = x.box_id
    JOIN facility_shipment h ON h.id = b.shipment_id AND h.state = 'DISPATCHED'
    WHERE x.line_id = ANY(${[...lines]}::uuid[]) AND NOT EXISTS (SELECT 1 FROM qc_box q WHERE q.box_id = b.id) GROUP BY 1`.execute(
    tx,
  )
  return new Map(rows.map(({ line_id, pieces }) => [line_id, pieces]))
}

/** Receives rolls that were sent for an order, and pieces that came back for rework: all of it or nothing. */
export const receiveOrder: Routes['receiveOrder'] = (input, context) =>
  context.command(async (tx) => {
    const { order_action_id: number, rolls, returned, remark } = input
    if (rolls.length + returned.length === 0) throw invalidInput(facilityWords.nothingReceived)
    const own = await facilityOf(tx, context.caller, input.facility)
    const { facility } = own
    const lines = await holdOrderLines(tx, context.caller, { number, facility })
    const [job] = lines
    if (job === undefined) throw notFound(facilityWords.noJob, { facility, number })
    const known = new Map(
      (
        await sentRolls(
          tx,
          job,
          rolls.map(({ roll }) => roll),
        )
      ).map((one) => [one.roll, one]),
    )
    const came = rolls.map(({ roll, quantity }, at) => {
      const field = `rolls.${at}.roll`
      const sent = known.get(roll)
      if (sent === undefined || sent.sent === 0) throw notFound(facilityWords.rollNotSent, { roll, number }, field)
      if (sent.came_on !== null || rolls.findIndex((one) => one.roll === roll) !== at)
        throw conflict(facilityWords.rollTwice, {
          values: { roll, day: sent.came_on ?? '' },
          fields: [{ field, message: facilityWords.rollTwice }],
        })
      const hundredths = quantity === undefined ? sent.sent : hundredthsOf(quantity)
      if (hundredths > sent.sent)
        throw refusedField(`rolls.${at}.quantity`, facilityWords.rollMore, {
          roll,
          number,
          quantity: unitsOf(hundredths),
          sent: unitsOf(sent.sent),
        })
      return { id: sent.id, roll, sent: sent.sent, quantity: hundredths }
    })
    const travelling = await onTheRoad(
      tx,
      lines.map(({ id }) => id),
    )
    const back = returned.map(({ nm_sku, quantity }, at) => {
      const line = lineOf(lines, nm_sku, `returned.${at}.nm_sku`)
      if (returned.findIndex((one) => one.nm_sku === nm_sku) !== at)
        throw refusedField(`returned.${at}.nm_sku`, facilityWords.skuTwice, { nm_sku })
      const on_road = travelling.get(line.id) ?? 0
      const available = line.pieces.shipped - on_road
      if (available < quantity && on_road > 0)
        throw moveNotAllowed(facilityWords.stillOnRoad, [], {
          values: { nm_sku, quantity, available, on_road },
          fields: [{ field: `returned.${at}.quantity`, message: facilityWords.stillOnRoad }],
        })
      if (available < quantity)
        throw moveNotAllowed(facilityWords.notReturned, [], {
          values: { nm_sku, quantity, available },
          fields: [{ field: `returned.${at}.quantity`, message: facilityWords.notReturned }],
        })
      return { line, quantity }
    })
    const auditId = await recordEvent(tx, context, {
      entity: 'facility_job',
      entityId: jobName({ number, facility }),
      event: 'facility.received',
      details: {
        rolls: came.map(({ roll }) => roll).join(', '),
        pieces: back.reduce((sum, { quantity }) => sum + quantity, 0),
        ...(remark !== '' && { remark }),
      },
    })
    await sql`INSERT INTO facility_receipt (id, job_id, roll_id, sent, quantity, remark, by)
      SELECT n.id, ${job.jobId}::uuid, n.roll_id, n.sent, n.quantity, ${remark}, ${context.caller.userId}::uuid
      FROM unnest(${newIds(came.length)}::uuid[], ${came.map(({ id }) => id)}::uuid[], ${came.map(({ sent }) => sent)}::int[],
        ${came.map(({ quantity }) => quantity)}::int[]) AS n (id, roll_id, sent, quantity)`.execute(tx)
    await movePieces(
      tx,
      context,
      back.map(({ line, quantity }) => ({
        kind: 'come_back',
        lineId: line.id,
        quantity,
        auditId,
        remark: remark || null,
      })),
    )
    return reply(
      {
        rolls: came.map(({ roll, sent, quantity }) => ({
          roll,
          sent: unitsOf(sent),
          quantity: unitsOf(quantity),
          missing: unitsOf(sent - quantity),
        })),
        facility_to_quantity_map: await quantityMap(tx, [own.id]),
      },
      facilityWords.received,
    )
  })
