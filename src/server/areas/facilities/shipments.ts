import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { ewayBillNumber, governmentFaults, vehicleOf } from '../../../shared/areas/facilities/government-files.ts'
import {
  type FacilityShipmentMove,
  facilityShipmentCode,
  facilityShipmentLife,
  facilityShipmentStates,
} from '../../../shared/areas/facilities/shipment-life.ts'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { needsWordsText } from '../../../shared/kernel/lifecycle.ts'
import { unseen } from '../../../shared/kernel/shapes.ts'
import { recordEvent } from '../../audit/audit.ts'
import { recordsOf } from '../../audit/lifecycle.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput, moveNotAllowed, notFound, refusedField } from '../../http/errors.ts'
import { cancelPaper, issueShipmentPaper } from './paper.ts'
import { facilityShipmentId, facilityShipmentRows } from './shipment-rows.ts'
import { assertInProduction, holdLines, movePieces } from './stage-lines.ts'
import { facilityOf, ownFacilities } from './whose.ts'

type Routes = Handlers<Contract['facilities']>
type Asked = Taken<Contract['facilities']['changeShipmentStatus']>

const heldColumns = {
  id: col.text,
  number: col.text,
  state: z.enum(facilityShipmentStates),
  facility_id: col.text,
  facility: col.text,
  destination_id: col.text,
  boxes: col.number,
  received_boxes: col.number,
  is_closed: col.flag,
  version: col.number,
}
type Held = Row<typeof heldColumns>

const shipments = recordsOf({
  life: facilityShipmentLife,
  table: 'facility_shipment',
  entity: 'facility_shipment',
  notFound: facilityWords.noShipment,
  columns: heldColumns,
  codeOf: facilityShipmentCode,
  select: (number: string, caller: Caller) => sql`
    SELECT h.id, h.number, h.state, h.facility_id, f.code AS facility, h.destination_id, h.version,
      (SELECT count(*)::int FROM facility_box b WHERE b.shipment_id = h.id) AS boxes,
      (SELECT count(*)::int FROM facility_box b JOIN qc_box q ON q.box_id = b.id WHERE b.shipment_id = h.id) AS received_boxes,
      EXISTS (SELECT 1 FROM arrival_closing a WHERE a.origin = 'production' AND a.number = h.number) AS is_closed
    FROM facility_shipment h JOIN production_facility f ON f.id = h.facility_id
    WHERE h.number = ${number} AND ${ownFacilities(caller)} FOR NO KEY UPDATE OF h`,
})

/** Makes, changes, sends, calls back or cancels a shipment. */
export const changeShipmentStatus: Routes['changeShipmentStatus'] = (input, context) =>
  context.command(async (tx) => {
    const { caller } = context
    if (input.shipment_id === undefined) return makeShipment(tx, context, input)
    if (input.version === undefined) throw refusedField('version', unseen.error)
    const seen = { number: input.shipment_id, version: input.version }
    await facilityShipmentId(tx, caller, seen.number)
    const held = await shipments.hold(tx, context, seen, await moveTo(tx, input))
    switch (moveOf(input, held.state)) {
      case 'change':
        await noteTransport(tx, held, input)
        await putBoxes(tx, held, input.boxes)
        await shipments.move(tx, context, held, 'change', { event: 'facility_shipment.change' })
        return answer(tx, context, held.id, facilityWords.shipmentChanged)
      case 'note_transport':
        await noteTransport(tx, held, input)
        await shipments.move(tx, context, held, 'note_transport', {
          event: 'facility_shipment.transport',
          details: transportDetails(input),
        })
        return answer(tx, context, held.id, facilityWords.transportNoted)
      case 'dispatch':
        await noteTransport(tx, held, input)
        await putBoxes(tx, held, input.boxes)
        return dispatch(tx, context, held)
      case 'call_back':
        return callBack(tx, context, held, input.reason)
      case 'cancel':
        if (input.reason === '') throw refusedField('reason', needsWordsText)
        await sql`UPDATE facility_box SET shipment_id = NULL, box_no = NULL WHERE shipment_id = ${held.id}::uuid`.execute(
          tx,
        )
        await shipments.move(tx, context, held, 'cancel', {
          event: 'facility_shipment.cancel',
          set: sql`reason = ${input.reason}`,
          details: { reason: input.reason },
        })
        return answer(tx, context, held.id, facilityWords.shipmentCancelled)
    }
  })

const transportFields = ['carrier', 'vehicle_no', 'lr_no', 'eway_bill_no', 'distance_km'] as const

function transportDetails(input: Asked): Record<string, string | number> {
  const details: Record<string, string | number> = {}
  for (const field of transportFields) {
    const value = input[field]
    if (value !== undefined) details[field] = value
  }
  return details
}

/** Of a shipment that is sent, “being packed” means to call it back, and “sent” to say how it travels where that is given. */
const moveOf = (input: Asked, state: string): FacilityShipmentMove => {
  const { status, boxes, destination } = input
  if (status === 'DISPATCHED') {
    const isNote = transportFields.some((field) => input[field] !== undefined) && !boxes && !destination
    return state === 'DISPATCHED' && isNote ? 'note_transport' : 'dispatch'
  }
  if (status === 'CANCELLED') return 'cancel'
  return state === 'DISPATCHED' ? 'call_back' : 'change'
}

async function moveTo(tx: Tx, input: Asked): Promise<FacilityShipmentMove> {
  const { rows } = await rowsOf({ state: col.text })`
    SELECT h.state FROM facility_shipment h WHERE h.number = ${input.shipment_id ?? ''}`.execute(tx)
  return moveOf(input, rows[0]?.state ?? '')
}

async function answer(tx: Tx, { caller }: CallContext, id: string, words: string) {
  const [shipment] = await facilityShipmentRows(tx, caller, [id])
  if (shipment === undefined) throw new Error('a shipment was lost')
  return reply({ shipment }, words)
}

/** Makes a shipment of boxes, and sends it at once where that is asked. */
async function makeShipment(tx: Tx, context: CallContext, input: Asked) {
  const { caller } = context
  const own = await facilityOf(tx, caller, input.facility)
  if (input.status === 'CANCELLED') throw invalidInput(facilityWords.noBoxes)
  if (input.boxes === undefined || input.boxes.length === 0) throw refusedField('boxes', facilityWords.noBoxes)
  const destinationId = await destinationOf(tx, input.destination)
  const id = v7()
  const { rows } = await rowsOf({ number: col.text })`
    INSERT INTO facility_shipment (id, facility_id, destination_id, made_by)
    VALUES (${id}::uuid, ${own.id}::uuid, ${destinationId}::uuid, ${caller.userId}::uuid) RETURNING number`.execute(tx)
  const number = rows[0]?.number ?? ''
  const held: Held = {
    id,
    number,
    state: 'PACKING',
    facility_id: own.id,
    facility: own.facility,
    destination_id: destinationId,
    boxes: input.boxes.length,
    received_boxes: 0,
    is_closed: false,
    version: 1,
  }
  await noteTransport(tx, held, { ...input, destination: undefined })
  await putBoxes(tx, held, input.boxes)
  await recordEvent(tx, context, {
    entity: 'facility_shipment',
    entityId: number,
    event: 'facility_shipment.made',
    to: facilityShipmentCode('PACKING'),
    details: { facility: own.facility, boxes: input.boxes.length },
  })
  return input.status === 'DISPATCHED'
    ? dispatch(tx, context, held)
    : answer(tx, context, id, facilityWords.shipmentMade)
}

/** site.id of a site of India QC, the only one where none is named. */
async function destinationOf(tx: Tx, code: string | undefined): Promise<string> {
  const { rows } = await rowsOf({ id: col.text })`
    SELECT id FROM site WHERE kind = 'india_qc' AND retired_at IS NULL AND ${code === undefined ? sql`true` : sql`code = ${code}`}
    ORDER BY code LIMIT 2`.execute(tx)
  const [only] = rows
  if (only !== undefined && rows.length === 1) return only.id
  if (code !== undefined) throw notFound(facilityWords.noDestination, { site: code }, 'destination')
  throw refusedField('destination', facilityWords.whichDestination)
}

/** Writes how a shipment travels; what is left out stays. */
async function noteTransport(tx: Tx, held: Held, input: Asked): Promise<void> {
  const { carrier, vehicle_no, lr_no, distance_km, destination } = input
  const eway_bill_no = input.eway_bill_no === undefined ? undefined : ewayBillNumber(input.eway_bill_no)
  if (eway_bill_no === null)
    throw refusedField('eway_bill_no', facilityWords.ewayDigits, { typed: input.eway_bill_no ?? '' })
  if (input.vehicle_no && vehicleOf(input.vehicle_no) === null)
    throw refusedField('vehicle_no', governmentFaults.vehicle)
  if (destination !== undefined) held.destination_id = await destinationOf(tx, destination)
  await sql`UPDATE facility_shipment SET destination_id = ${held.destination_id}::uuid, carrier = coalesce(${carrier ?? null}, carrier),
      vehicle_no = coalesce(${vehicle_no ?? null}, vehicle_no), lr_no = coalesce(${lr_no ?? null}, lr_no),
      eway_bill_no = coalesce(${eway_bill_no ?? null}, eway_bill_no), distance_km = coalesce(${distance_km ?? null}, distance_km)
    WHERE id = ${held.id}::uuid`.execute(tx)
}

const boxColumns = { id: col.text, code: col.text, shipment_id: col.textOrNull, on: col.textOrNull }

/** Puts these boxes on a shipment that is held, in their order, and takes all others off. */
async function putBoxes(
  tx: Tx,
  { id, facility, facility_id }: Held,
  codes: readonly string[] | undefined,
): Promise<void> {
  if (codes === undefined) return
  const twice = codes.findIndex((code, at) => codes.indexOf(code) !== at)
  if (twice >= 0) throw refusedField(`boxes.${twice}`, facilityWords.boxTwice, { code: codes[twice] ?? '' })
  const { rows } = await rowsOf(boxColumns)`
    SELECT b.id, b.code, b.shipment_id, (SELECT h.number FROM facility_shipment h WHERE h.id = b.shipment_id) AS on
    FROM facility_box b WHERE b.facility_id = ${facility_id}::uuid AND b.code = ANY(${[...codes]}::text[]) AND b.unpacked_at IS NULL
    ORDER BY b.id FOR NO KEY UPDATE`.execute(tx)
  const known = new Map(rows.map((box) => [box.code, box]))
  for (const [at, code] of codes.entries()) {
    const box = known.get(code)
    if (box === undefined) throw notFound(facilityWords.noBox, { code, facility }, `boxes.${at}`)
    if (box.shipment_id !== null && box.shipment_id !== id)
      throw conflict(facilityWords.boxTaken, {
        values: { code, number: box.on ?? '' },
        fields: [{ field: `boxes.${at}`, message: facilityWords.boxTaken }],
      })
  }
  await sql`UPDATE facility_box SET shipment_id = NULL, box_no = NULL WHERE shipment_id = ${id}::uuid`.execute(tx)
  await sql`UPDATE facility_box b SET shipment_id = ${id}::uuid, box_no = n.place
    FROM unnest(${codes.map((code) => known.get(code)?.id ?? '')}::uuid[]) WITH ORDINALITY AS n (id, place) WHERE b.id = n.id`.execute(
    tx,
  )
}

/** Sends a held shipment: its paper is issued, its pieces are shipped, and its boxes wait at India's door. */
async function dispatch(tx: Tx, context: CallContext, held: Held) {
  const boxes = await boxCount(tx, held.id)
  if (boxes === 0) throw moveNotAllowed(facilityWords.emptyShipment, ['change'], { values: { number: held.number } })
  const { pieces } = await movedBoxes(tx, context, held, 'ship')
  await sendBoxes(tx, context, held)
  const paper = await issueShipmentPaper(tx, held.id)
  await shipments.move(tx, context, held, 'dispatch', {
    event: 'facility_shipment.dispatch',
    set: sql`dispatched_at = now(), reason = NULL`,
    details: { document: paper.number, boxes, pieces },
  })
  return answer(tx, context, held.id, paper.needsEwayBill ? facilityWords.shipmentSentOver : facilityWords.shipmentSent)
}

async function boxCount(tx: Tx, id: string): Promise<number> {
  const { rows } = await rowsOf({ boxes: col.number })`
    SELECT count(*)::int AS boxes FROM facility_box WHERE shipment_id = ${id}::uuid`.execute(tx)
  return rows[0]?.boxes ?? 0
}

const contentColumns = { box_id: col.text, line_id: col.text, number: col.text, quantity: col.number }

/** Moves what is in the boxes of a held shipment. */
async function movedBoxes(tx: Tx, context: CallContext, { id, number, facility }: Held, kind: 'ship' | 'call_back') {
  const { rows } = await rowsOf(contentColumns)`
    SELECT b.id AS box_id, x.line_id, o.number, x.quantity FROM facility_box b JOIN facility_box_line x ON x.box_id = b.id
    JOIN facility_line l ON l.id = x.line_id JOIN facility_job j ON j.id = l.job_id JOIN production_order o ON o.id = j.order_id
    WHERE b.shipment_id = ${id}::uuid ORDER BY b.box_no, x.line_id`.execute(tx)
  const lines = await holdLines(tx, context.caller, { numbers: [...new Set(rows.map((row) => row.number))], facility })
  if (kind === 'ship') lines.forEach(assertInProduction)
  const pieces = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  const auditId = await recordEvent(tx, context, {
    entity: 'facility_job',
    entityId: `${number}/${facility}`,
    event: kind === 'ship' ? 'facility.stage' : 'facility.stage_undone',
    details: { shipment: number, pieces },
  })
  await movePieces(
    tx,
    context,
    rows.map(({ box_id, line_id, quantity }) => ({ kind, lineId: line_id, boxId: box_id, quantity, auditId })),
  )
  return { pieces }
}

/** Writes the shipment and the boxes that India's door knows; they keep their ids however often the shipment is called back. */
async function sendBoxes(tx: Tx, { caller }: CallContext, held: Held): Promise<void> {
  const vendorId = await vendorOf(tx, held.facility_id)
  const by = caller.userId
  await sql`
    INSERT INTO shipment (id, shipment_id, vendor_id, destination_id, state, carrier, created_by, shipped_at, updated_by, is_production)
    SELECT h.id, h.number, ${vendorId}::uuid, h.destination_id, 'PACKED_AND_SHIPPED', nullif(h.carrier, ''), ${by}::uuid, now(), ${by}::uuid, true
    FROM facility_shipment h WHERE h.id = ${held.id}::uuid
    ON CONFLICT (id) DO UPDATE SET state = 'PACKED_AND_SHIPPED', vendor_id = excluded.vendor_id, destination_id = excluded.destination_id,
      carrier = excluded.carrier, shipped_at = now(), updated_at = now(), updated_by = excluded.updated_by, version = shipment.version + 1`.execute(
    tx,
  )
  await sql`
    INSERT INTO box (id, shipment_id, box_no, position, sscc, weight_grams)
    SELECT b.id, b.shipment_id, b.box_no::text, b.box_no, b.code, b.weight_grams FROM facility_box b WHERE b.shipment_id = ${held.id}::uuid
    ON CONFLICT (id) DO UPDATE SET shipment_id = excluded.shipment_id, box_no = excluded.box_no, position = excluded.position,
      weight_grams = excluded.weight_grams, removed_at = NULL`.execute(tx)
}

/** vendor.id of a facility: the one that its record names, that of its own code, or a new one. */
async function vendorOf(tx: Tx, facilityId: string): Promise<string> {
  const { rows } = await rowsOf({ vendor_id: col.textOrNull })`
    SELECT f.vendor_id FROM production_facility f WHERE f.id = ${facilityId}::uuid FOR NO KEY UPDATE`.execute(tx)
  const known = rows[0]?.vendor_id
  if (known) return known
  await sql`INSERT INTO vendor (id, code, name, name_zh, city, time_zone, onboarded_on, is_selectable)
    SELECT ${v7()}::uuid, f.code, f.name, f.name_zh, '', 'Asia/Kolkata', (now() AT TIME ZONE 'Asia/Kolkata')::date, false
    FROM production_facility f WHERE f.id = ${facilityId}::uuid ON CONFLICT (code) DO NOTHING`.execute(tx)
  const { rows: made } = await rowsOf({ vendor_id: col.text })`
    UPDATE production_facility f SET vendor_id = v.id FROM vendor v WHERE f.id = ${facilityId}::uuid AND v.code = f.code
    RETURNING v.id AS vendor_id`.execute(tx)
  return made[0]?.vendor_id ?? ''
}

/** Calls a shipment back before India has received a box of it; its paper stays, cancelled. */
async function callBack(tx: Tx, context: CallContext, held: Held, reason: string) {
  if (reason === '') throw refusedField('reason', needsWordsText)
  // The door holds the shipment while it takes a box in: after this it finds none, or has come first.
  await sql`UPDATE shipment SET state = 'CANCELLED', updated_at = now(), updated_by = ${context.caller.userId}::uuid, version = version + 1
    WHERE id = ${held.id}::uuid`.execute(tx)
  const { rows } = await rowsOf({ received: col.number })`
    SELECT count(*)::int AS received FROM facility_box b JOIN qc_box q ON q.box_id = b.id WHERE b.shipment_id = ${held.id}::uuid`.execute(
    tx,
  )
  const closed = facilityShipmentLife.closedFor('call_back', { ...held, received_boxes: rows[0]?.received ?? 0 })
  if (closed !== null) throw moveNotAllowed(closed.message, [], { values: closed.values })
  await sql`UPDATE box SET removed_at = now() WHERE shipment_id = ${held.id}::uuid AND removed_at IS NULL`.execute(tx)
  await movedBoxes(tx, context, held, 'call_back')
  const document = await cancelPaper(tx, held.id)
  await shipments.move(tx, context, held, 'call_back', {
    event: 'facility_shipment.call_back',
    // The e-way bill is of the paper that is cancelled.
    set: sql`dispatched_at = NULL, reason = ${reason}, eway_bill_no = ''`,
    details: { reason, document },
  })
  return answer(tx, context, held.id, facilityWords.calledBack)
}
