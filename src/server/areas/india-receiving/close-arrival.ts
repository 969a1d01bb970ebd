import { sql } from 'kysely'
import { indiaReceivingMessages as words } from '../../../shared/areas/india-receiving/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordEvent, recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, moveNotAllowed, notFound } from '../../http/errors.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { notify } from '../../notices/notify.ts'
import { eventsAt } from '../qc-boxes/sites.ts'
import { sentToIndia, waysIn } from '../receiving/ways.ts'
import { findConsignment } from './consignments.ts'
import { type NewBoxDiscrepancy, openBoxDiscrepancies } from './open-discrepancies.ts'

type Input = Taken<Contract['indiaReceiving']['closeArrival']>

/** No further box of a consignment is expected: those that did not come are short. Or that is taken back. */
export const closeArrival: Handlers<Contract['indiaReceiving']>['closeArrival'] = (input, context) =>
  context.command(async (tx) => {
    const boxes = await lockBoxesOf(tx, context.caller, input)
    const [first] = boxes
    if (first === undefined) throw notFound(words.noArrival, { number: input.number })
    const short = await (input.action === 'close' ? close(tx, context, input, boxes) : reopen(tx, context, input))
    const consignment = await findConsignment({ db: tx, caller: context.caller }, input)
    if (consignment === undefined) throw new Error(`${input.number} is gone`)
    return reply({ consignment, short }, input.action === 'close' ? 'Arrival closed.' : 'Arrival opened again.')
  })

const boxColumns = {
  id: col.text,
  sscc: col.text,
  site_id: col.text,
  pieces: col.number,
  is_here: col.flag,
}

type SentBox = Awaited<ReturnType<typeof lockBoxesOf>>[number]

/** Locked by id, as receiving locks them: a scan comes before the closing, or finds its box short. */
async function lockBoxesOf(tx: Tx, caller: Caller, { origin, number }: Input) {
  const isOf = sql`w.origin = ${origin} AND w.number = ${number}`
  await sql`SELECT 1 FROM box o WHERE o.id IN (SELECT w.box_id FROM ${sentToIndia()} w WHERE ${isOf})
    ORDER BY o.id FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await rowsOf(boxColumns)`
    SELECT b.id, b.sscc, d.id AS site_id, ${waysIn.india_qc.isIn} AS is_here,
      (SELECT coalesce(sum(c.quantity), 0)::int FROM (${waysIn.india_qc.contents}) c) AS pieces
    FROM ${waysIn.india_qc.from} WHERE ${isOf} AND ${atOwnSites(caller, 'd.id', 'india_qc')} ORDER BY h.shipment_id, b.position`.execute(
    tx,
  )
  return rows
}

async function close(tx: Tx, context: CallContext, input: Input, boxes: readonly SentBox[]): Promise<number> {
  const { origin, number, to_come, remark } = input
  await assertOpen(tx, input)
  const missing = boxes.filter(({ is_here }) => !is_here)
  if (missing.length === 0) throw moveNotAllowed(words.allHere, [], { values: { number } })
  if (to_come !== undefined && to_come !== missing.length)
    throw conflict(words.changed, { values: { to_come: missing.length } })
  await sql`INSERT INTO arrival_closing (origin, number, site_id, closed_by, remark)
    VALUES (${origin}, ${number}, ${missing[0]?.site_id ?? null}, ${context.caller.userId}, ${remark || null})`.execute(
    tx,
  )
  const short = missing.map(
    ({ id: boxId, sscc: code, site_id: siteId, pieces }): NewBoxDiscrepancy => ({
      ...{ kind: 'short', siteId, code, boxId, origin, number, pieces },
      remark: remark ?? null,
    }),
  )
  await openBoxDiscrepancies(tx, context, short)
  await recordEvent(tx, context, {
    entity: 'arrival',
    entityId: number,
    event: 'arrival.closed',
    details: { boxes: short.length, remark: remark || null },
  })
  await notify(tx, context, {
    ...{ kind: 'boxes_short', things: [number], siteIds: missing.map(({ site_id }) => site_id) },
    values: { number, boxes: short.length },
  })
  return short.length
}

async function assertOpen(tx: Tx, { origin, number }: Input): Promise<void> {
  const { rows } = await rowsOf({ by: col.text })`SELECT u.name AS by FROM arrival_closing a
    JOIN app_user u ON u.id = a.closed_by WHERE a.origin = ${origin} AND a.number = ${number}`.execute(tx)
  const [closed] = rows
  if (closed) throw moveNotAllowed(words.isClosed, ['reopen'], { values: { number, by: closed.by } })
}

/** Its boxes are on their way again. What was said of a short box stays said: only those still open are withdrawn. */
async function reopen(tx: Tx, context: CallContext, { origin, number, remark }: Input): Promise<number> {
  const { rows: opened } = await rowsOf({ number: col.text })`
    DELETE FROM arrival_closing WHERE origin = ${origin} AND number = ${number} RETURNING number`.execute(tx)
  if (opened.length === 0) throw moveNotAllowed(words.isOpen, ['close'], { values: { number } })
  const { rows: withdrawn } = await rowsOf({ code: col.text })`
    UPDATE box_discrepancy SET withdrawn_at = now(), version = version + 1
    WHERE origin = ${origin} AND number = ${number} AND kind = 'short' AND settled_at IS NULL AND withdrawn_at IS NULL
    RETURNING code`.execute(tx)
  await recordEvents(tx, context, [
    { entity: 'arrival', entityId: number, event: 'arrival.reopened', details: { remark: remark || null } },
    ...withdrawn.map(({ code }) => ({
      entity: eventsAt('india_qc'),
      entityId: code,
      event: 'box.discrepancy_withdrawn',
    })),
  ])
  return withdrawn.length
}
