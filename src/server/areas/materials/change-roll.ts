import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import {
  computedRollVerdict,
  defaultScoreLimit,
  rollPoints,
  rollScore,
} from '../../../shared/areas/materials/four-point.ts'
import { materialUnits } from '../../../shared/areas/materials/material.ts'
import { hundredthsOf, isWholeOf, rollFaults, unitsOf } from '../../../shared/areas/materials/roll.ts'
import { rollLife, rollStateCode, rollStates } from '../../../shared/areas/materials/roll-life.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { needsWordsText } from '../../../shared/kernel/lifecycle.ts'
import { recordEvent, recordEvents } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { recordsOf } from '../../audit/lifecycle.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound, refusedField } from '../../http/errors.ts'
import { everyClothOrder } from '../production/cloth-demand.ts'
import { lotNamed, placeOfRolls } from './receive-rolls.ts'
import { rollLedger, takePromises, writePromises } from './roll-ledger.ts'
import { rollRows } from './roll-rows.ts'

type Routes = Handlers<Contract['materials']>
type Change = Taken<Contract['materials']['updateFabric']>

const heldColumns = {
  id: col.text,
  number: col.text,
  state: z.enum(rollStates),
  version: col.number,
  reserved: col.number,
  left: col.number,
  received: col.number,
  width_mm: col.numberOrNull,
  material_id: col.text,
  unit: z.enum(materialUnits),
  lot_id: col.text,
  lot: col.text,
  shade: col.text,
  site: col.text,
  received_on: col.text,
}

/** Lots before rolls, as the ledger locks them. */
const selectRoll = (number: string) => sql`
  WITH lot AS (SELECT l.id, l.lot, l.shade FROM fabric_lot l WHERE l.id = (SELECT lot_id FROM fabric_roll WHERE number = ${number}) FOR NO KEY UPDATE)
  SELECT r.id, r.number, r.state, r.version, r.reserved, r.free + r.reserved AS left, r.received, r.width_mm, r.material_id, m.unit, r.lot_id, l.lot, l.shade, x.code AS site,
    r.received_on::text AS received_on
  FROM lot l JOIN fabric_roll r ON r.lot_id = l.id AND r.number = ${number} JOIN place p ON p.id = r.place_id JOIN site x ON x.id = p.site_id
    JOIN material m ON m.id = r.material_id
  FOR NO KEY UPDATE OF r`

const rolls = recordsOf({
  life: rollLife,
  table: 'fabric_roll',
  entity: 'fabric_roll',
  notFound: rollFaults.noRoll,
  columns: heldColumns,
  select: (number) => selectRoll(number),
  codeOf: rollStateCode,
})

async function answer(tx: Tx, id: string, words: string) {
  const [roll] = await rollRows(tx, [id])
  if (roll === undefined) throw new Error('a roll was lost')
  return reply({ roll }, words)
}

/** Judges a roll by its defects. Points and score are computed here; a verdict against them needs words. */
export const inspectRoll: Routes['inspectRoll'] = (input, context) =>
  context.command(async (tx) => {
    const { chosen, remark, defects } = input
    const held = await rolls.hold(tx, context, { number: input.roll, version: input.version }, chosen)
    if (chosen === 'reinspect') {
      if (remark === '') throw refusedField('remark', needsWordsText)
      await rolls.move(tx, context, held, chosen, {
        event: 'roll.reinspect',
        set: sql`score_hundredths = NULL`,
        details: { remark },
      })
      const { data, message } = await answer(tx, held.id, rollFaults.saved)
      return reply({ ...data, accepted: 0 }, message)
    }
    const points = rollPoints(defects)
    // Without a width no score is reckoned: trims are judged by words alone.
    if (held.width_mm === null && defects.length > 0) throw refusedField('defects', rollFaults.noWidth)
    const score =
      held.width_mm === null ? 0 : rollScore(points, { width_cm: held.width_mm / 10, length_cm: held.received })
    const computed = computedRollVerdict(score)
    const isAgainst = chosen !== 'hold' && chosen !== computed
    if (remark === '' && (isAgainst || rollLife.ruleOf(chosen).needsWords))
      throw refusedField('remark', isAgainst ? rollFaults.against : needsWordsText)
    const inspectionId = v7()
    const hundredths = Math.round(score * 100)
    await sql`INSERT INTO roll_inspection (id, roll_id, inspected_by, points, score_hundredths, score_limit, computed, chosen, remark, defects)
      VALUES (${inspectionId}::uuid, ${held.id}::uuid, ${context.caller.userId}::uuid, ${points}, ${hundredths}, ${defaultScoreLimit},
        ${computed}, ${chosen}, ${remark}, ${JSON.stringify(defects)}::jsonb)`.execute(tx)
    await keepPhotos(tx, inspectionId, context.caller.userId, input.image_ids)
    await rolls.move(tx, context, held, chosen, {
      event: `roll.${chosen}`,
      set: sql`score_hundredths = ${hundredths}`,
      details: { points, score, computed, remark: remark || null },
    })
    const rest = chosen === 'accept' && input.whole_lot ? await acceptLot(tx, context, held) : 0
    const { data, message } = await answer(tx, held.id, rollFaults.inspected)
    return reply({ ...data, accepted: rest }, message)
  })

/** Accepts what waits of a roll's lot and shade, on the word of its sample. Throws move_not_allowed naming a proposed roll that is not accepted. */
async function acceptLot(
  tx: Tx,
  context: CallContext,
  { lot_id, number: sample }: Pick<Held, 'lot_id' | 'number'>,
): Promise<number> {
  const { rows } = await rowsOf({ id: col.text, number: col.text, is_sampled: col.flag, state: z.enum(rollStates) })`
    SELECT id, number, is_sampled, state FROM fabric_roll WHERE lot_id = ${lot_id}::uuid AND number <> ${sample}
      AND (state = 'to_inspect' OR is_sampled) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  const lacking = rows.find(({ is_sampled, state }) => is_sampled && state !== 'accepted')
  if (lacking) throw moveNotAllowed(rollFaults.sampleLeft, [], { values: { roll: lacking.number } })
  const waiting = rows.filter(({ state }) => state === 'to_inspect')
  await sql`UPDATE fabric_roll SET state = 'accepted', version = version + 1
    WHERE id = ANY(${waiting.map(({ id }) => id)}::uuid[])`.execute(tx)
  await recordEvents(
    tx,
    context,
    waiting.map(({ number }) => ({
      entity: 'fabric_roll',
      entityId: number,
      event: 'roll.accept',
      from: rollStateCode('to_inspect'),
      to: rollStateCode('accepted'),
      details: { sample },
    })),
  )
  return waiting.length
}

/** Photographs that the caller just sent. Throws invalid_input for any other. */
async function keepPhotos(tx: Tx, inspectionId: string, userId: string, imageIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(imageIds)]
  const { rows } = await rowsOf({ id: col.text })`
    SELECT id FROM qc_image WHERE id = ANY(${wanted}::uuid[]) AND user_id = ${userId}::uuid`.execute(tx)
  if (rows.length < wanted.length) throw invalidInput(rollFaults.noPhoto)
  await sql`INSERT INTO roll_photo (inspection_id, image_id, position)
    SELECT ${inspectionId}::uuid, image_id, at - 1 FROM unnest(${wanted}::uuid[]) WITH ORDINALITY AS n (image_id, at)`.execute(
    tx,
  )
}

type Held = Awaited<ReturnType<typeof heldRoll>>

async function heldRoll(tx: Tx, number: string) {
  const { rows } = await rowsOf(heldColumns)`${selectRoll(number)}`.execute(tx)
  if (rows[0] === undefined) throw notFound(rollFaults.noRoll, { number })
  return rows[0]
}

/** Changes facts of a roll, its shelf, or moves cloth of it. Throws move_not_allowed where there is too little. */
export const updateFabric: Routes['updateFabric'] = (input, context) =>
  context.command(async (tx) => {
    const held = await heldRoll(tx, input.roll)
    await assertFresh(tx, { entity: 'fabric_roll', entityId: held.number, version: held.version }, input.version)
    for (const [field, amount] of [
      ['length_m', input.length_m],
      ['move.quantity', input.move?.quantity],
    ] as const)
      if (amount !== undefined && !isWholeOf(held.unit, amount)) throw refusedField(field, rollFaults.whole)
    await changeFacts(tx, context, held, input)
    if (input.move) await moveCloth(tx, context, held, input.move)
    await sql`UPDATE fabric_roll SET version = version + 1 WHERE id = ${held.id}::uuid`.execute(tx)
    return answer(tx, held.id, rollFaults.saved)
  })

async function changeFacts(tx: Tx, context: CallContext, held: Held, input: Change): Promise<void> {
  const { lot = held.lot, shade = held.shade, width_cm, gsm, shrinkage, length_m, place } = input
  const changesLot = lot !== held.lot || shade !== held.shade
  const said = { lot, shade, width_cm, gsm, shrinkage, length_m }
  const changesFacts = changesLot || [width_cm, gsm, shrinkage, length_m].some((one) => one !== undefined)
  if (changesFacts) {
    const auditId = await recordEvent(tx, context, {
      entity: 'fabric_roll',
      entityId: held.number,
      event: 'roll.changed',
      details: Object.fromEntries(
        Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    })
    if (length_m !== undefined) await measure(tx, held, hundredthsOf(length_m), auditId)
    if (changesLot) await toLot(tx, held, lot, shade)
    await sql`UPDATE fabric_roll SET
      width_mm = ${width_cm === undefined ? sql`width_mm` : width_cm === null ? sql`NULL` : sql`${Math.round(width_cm * 10)}::int`},
      gsm = ${gsm === undefined ? sql`gsm` : sql`${gsm}::int`},
      shrinkage_tenths = ${shrinkage === undefined ? sql`shrinkage_tenths` : shrinkage === null ? sql`NULL` : sql`${Math.round(shrinkage * 10)}::int`}
      WHERE id = ${held.id}::uuid`.execute(tx)
  }
  if (place !== undefined) {
    const placeId = await placeOfRolls(tx, held.site, place || null)
    await sql`UPDATE fabric_roll SET place_id = ${placeId}::uuid WHERE id = ${held.id}::uuid`.execute(tx)
    await recordEvent(tx, context, {
      entity: 'fabric_roll',
      entityId: held.number,
      event: 'roll.moved',
      details: { site: held.site, place: place || null },
    })
  }
}

/** The measured length against what the label said: more or less cloth came than was received. */
async function measure(tx: Tx, held: Held, length: number, auditId: string): Promise<void> {
  const by = length - held.received
  if (by === 0) return
  const kind = by > 0 ? 'measured_longer' : 'measured_shorter'
  await rollLedger.apply(tx, [{ kind, quantity: Math.abs(by), rollId: held.id, auditId }])
}

/** Takes a roll with all its cloth to another lot or shade. Refused while orders hold cloth of it: they were promised that shade. */
async function toLot(tx: Tx, held: Held, lot: string, shade: string): Promise<void> {
  if (held.reserved > 0) throw invalidInput(rollFaults.lotHeld, { values: { number: held.number } })
  const lotId = await lotNamed(tx, held.material_id, lot, shade, held.received_on)
  const columns = ['received', 'free', 'reserved', 'consumed', 'written_off', 'returned']
  const counted = (sign: 1 | -1) =>
    sql.join(
      columns.map((column) => sql`${sql.ref(column)} = l.${sql.ref(column)} + ${sql.lit(sign)} * r.${sql.ref(column)}`),
    )
  for (const [id, sign] of [
    [held.lot_id, -1],
    [lotId, 1],
  ] as const)
    await sql`UPDATE fabric_lot l SET ${counted(sign)} FROM fabric_roll r WHERE r.id = ${held.id}::uuid AND l.id = ${id}::uuid`.execute(
      tx,
    )
  await sql`UPDATE fabric_roll SET lot_id = ${lotId}::uuid WHERE id = ${held.id}::uuid`.execute(tx)
}

async function moveCloth(tx: Tx, context: CallContext, held: Held, move: NonNullable<Change['move']>): Promise<void> {
  const { kind, reason, order_id } = move
  const quantity = hundredthsOf(move.quantity)
  const isCut = kind === 'cut' || kind === 'uncut'
  if (!isCut && reason === '') throw refusedField('move.reason', needsWordsText)
  const documentId = isCut ? await orderHolding(tx, held, { kind, quantity, order_id }) : null
  const auditId = await recordEvent(tx, context, {
    entity: 'fabric_roll',
    entityId: held.number,
    event: `roll.${kind}`,
    details: { amount: move.quantity, reason, ...(order_id !== undefined && { order_id }) },
  })
  await rollLedger.apply(tx, [{ kind, quantity, rollId: held.id, documentId, reason, auditId }])
  if (documentId !== null)
    await (kind === 'cut' ? takePromises : writePromises)(tx, [{ rollId: held.id, documentId, quantity }])
}

/** The order (its row's id) that cloth is cut for, or given back by. Throws invalid_input where it holds, or has cut, less. */
async function orderHolding(
  tx: Tx,
  held: Held,
  { kind, quantity, order_id }: { kind: 'cut' | 'uncut'; quantity: number; order_id: string | undefined },
): Promise<string> {
  if (order_id === undefined) throw refusedField('move.order_id', rollFaults.noOrder)
  const { rows } = await rowsOf({ id: col.text, available: col.number })`
    SELECT o.id, ${
      kind === 'cut'
        ? sql`coalesce((SELECT quantity FROM roll_reservation r WHERE r.roll_id = ${held.id}::uuid AND r.document_id = o.id), 0)`
        : sql`coalesce((SELECT sum(CASE m.kind WHEN 'cut' THEN m.quantity ELSE -m.quantity END)::int FROM roll_move m
            WHERE m.roll_id = ${held.id}::uuid AND m.document_id = o.id AND m.kind IN ('cut', 'uncut')), 0)`
    } AS available FROM ${everyClothOrder} o WHERE o.order_id = ${order_id}`.execute(tx)
  const [order] = rows
  if (order === undefined || order.available < quantity) {
    const values = {
      order_id,
      number: held.number,
      quantity: unitsOf(quantity),
      available: unitsOf(order?.available ?? 0),
    }
    throw refusedField('move.quantity', rollFaults.notHeld, values)
  }
  return order.id
}
