import { sql } from 'kysely'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import { hundredthsOf, unitsOf } from '../../../shared/areas/materials/roll.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { newIds } from '../../database/new-ids.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { conflict, invalidInput, moveNotAllowed, notFound, refusedField } from '../../http/errors.ts'
import { piecesOnRoad, sentRolls } from './sent.ts'
import { holdOrderLines, jobName, lineOf, movePieces, quantityMap } from './stage-lines.ts'
import { facilityOf } from './whose.ts'

type Routes = Handlers<Contract['facilities']>

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
    const known = new Map((await sentRolls(tx, [job.jobId])).map((one) => [one.roll, one]))
    const came = rolls.map(({ roll, quantity }, at) => {
      const field = `rolls.${at}.roll`
      const sent = known.get(roll)
      if (sent === undefined) throw notFound(facilityWords.rollNotSent, { roll, number }, field)
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
    const travelling = new Map((await piecesOnRoad(tx, [job.jobId])).map((one) => [one.line_id, one.pieces]))
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
