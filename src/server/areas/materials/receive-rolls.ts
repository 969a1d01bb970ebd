import { sql } from 'kysely'
import { v7 } from 'uuid'
import { proposedSample } from '../../../shared/areas/materials/four-point.ts'
import { hundredthsOf, isWholeOf, type NewRoll, rollFaults } from '../../../shared/areas/materials/roll.ts'
import type { Contract } from '../../../shared/areas.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import type { WordValues } from '../../../shared/kernel/words.ts'
import { recordEvents } from '../../audit/audit.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { lockPlaces, sitePlace } from '../stock/places.ts'
import { heldMaterial } from './masters.ts'
import { rollRows } from './roll-rows.ts'

type Routes = Handlers<Contract['materials']>

/** A roll as it is written: everything that it names was found. */
export interface ReceivedRoll extends NewRoll {
  materialId: string
  /** Whether it waits for the four points: cloth does, trims do not. */
  isCloth: boolean
  placeId: string
  receivedOn: string
  state?: 'to_inspect' | 'accepted'
}

/** place.id of a shelf of a site, or of its floor where none is named. Throws not_found, naming which. */
export async function placeOfRolls(tx: Tx, site: string, shelf: string | null): Promise<string> {
  const { rows: sites } = await rowsOf({
    id: col.text,
  })`SELECT id FROM site WHERE code = ${site} AND retired_at IS NULL`.execute(tx)
  const siteId = sites[0]?.id
  if (siteId === undefined) throw notFound(rollFaults.noSite, { site }, 'site')
  if (!shelf) return sitePlace(tx, siteId, 'floor')
  const { rows } = await rowsOf({ id: col.text })`
    SELECT id FROM place WHERE site_id = ${siteId}::uuid AND kind = 'shelf' AND code = ${shelf} AND retired_at IS NULL`.execute(
    tx,
  )
  if (rows[0] === undefined) throw notFound(rollFaults.noShelf, { site, shelf }, 'place')
  await lockPlaces(tx, [rows[0].id])
  return rows[0].id
}

/** Receives rolls: all of them or none, each with a number of its own, a tenth of each lot proposed for inspection. */
export const createFabric: Routes['createFabric'] = ({ material_id, site, place, rolls }, context) =>
  context.command(async (tx) => {
    const material = await heldMaterial(tx, material_id)
    if (material === null) throw notFound(rollFaults.noMaterial, { material_id }, 'material_id')
    if (material.is_retired) throw invalidInput(rollFaults.retired, { values: { material_id } })
    const isCloth = material.kind !== 'product_accessories'
    await assertNew(tx, material, rolls)
    const placeId = await placeOfRolls(tx, site, place ?? null)
    const receivedOn = dayIn(indiaZone, new Date())
    const ids = await receiveRolls(
      tx,
      context,
      rolls.map((roll) => ({ ...roll, materialId: material.id, isCloth, placeId, receivedOn })),
    )
    await takeArrived(
      tx,
      material.id,
      rolls.reduce((sum, { length_m }) => sum + length_m, 0),
    )
    return reply({ rolls: await rollRows(tx, ids) }, rollFaults.received)
  })

/** Names every roll that is there already, twice in the list, or without a width, each at its field. */
async function assertNew(
  tx: Tx,
  { id: materialId, kind, unit }: NonNullable<Awaited<ReturnType<typeof heldMaterial>>>,
  rolls: readonly NewRoll[],
): Promise<void> {
  const isCloth = kind !== 'product_accessories'
  const { rows } = await rowsOf({ roll: col.text, day: col.text })`
    SELECT supplier_roll AS roll, received_on::text AS day FROM fabric_roll
    WHERE material_id = ${materialId}::uuid AND supplier_roll = ANY(${rolls.flatMap(({ supplier_roll: one }) => one ?? [])}::text[])`.execute(
    tx,
  )
  const there = new Map(rows.map(({ roll, day }) => [roll, day]))
  const seen = new Map<string, number>()
  const fields: { field: string; message: string; values: WordValues }[] = []
  for (const [at, { supplier_roll, width_cm, length_m }] of rolls.entries()) {
    const say = (name: string, message: string, values: WordValues) =>
      fields.push({ field: `rolls.${at}.${name}`, message, values })
    if (isCloth && width_cm === null) say('width_cm', rollFaults.noWidth, {})
    if (!isWholeOf(unit, length_m)) say('length_m', rollFaults.whole, {})
    if (!supplier_roll) continue
    const day = there.get(supplier_roll)
    if (day !== undefined) say('supplier_roll', rollFaults.there, { roll: supplier_roll, day })
    else if (seen.has(supplier_roll)) say('supplier_roll', rollFaults.twice, { roll: supplier_roll })
    seen.set(supplier_roll, at)
  }
  const [first] = fields
  if (first)
    throw invalidInput(fields.length > 1 ? sheetMessages.multipleEntries : first.message, {
      values: first.values,
      fields,
    })
}

/** Writes rolls and their lots. The caller has found that none is there yet. Gives fabric_roll.id of each, in their order. */
export async function receiveRolls(tx: Tx, context: CallContext, rolls: readonly ReceivedRoll[]): Promise<string[]> {
  const { rows: numbers } = await rowsOf({ number: col.text })`
    SELECT 'RL-' || lpad(nextval('fabric_roll_number')::text, 7, '0') AS number
    FROM generate_series(1, ${rolls.length})`.execute(tx)
  const coded = rolls.map((roll, at) => ({
    ...roll,
    number: numbers[at]?.number ?? '',
    opened: hundredthsOf(roll.length_m),
  }))
  const sampled = new Set(
    proposedSample(
      coded
        .filter(({ isCloth }) => isCloth)
        .map(({ number, materialId, lot }) => ({ code: number, colour: materialId, lot })),
    ),
  )
  const lots = await addToLots(tx, coded)
  const ids = newIds(coded.length)
  const all = <T>(of: (roll: (typeof coded)[number]) => T) => coded.map(of)
  await sql`
    INSERT INTO fabric_roll (id, number, supplier_roll, material_id, lot_id, place_id, state, width_mm, gsm, shrinkage_tenths, opened, received, free,
      is_sampled, received_on)
    SELECT id, number, supplier_roll, material_id, lot_id, place_id, state, width_mm, gsm, shrinkage_tenths, opened, opened, opened, is_sampled, day
    FROM unnest(${ids}::uuid[], ${all((r) => r.number)}::text[], ${all((r) => r.supplier_roll ?? null)}::text[],
      ${all((r) => r.materialId)}::uuid[], ${all((r) => lots.get(lotKey(r)) ?? null)}::uuid[], ${all((r) => r.placeId)}::uuid[],
      ${all((r) => r.state ?? (r.isCloth ? 'to_inspect' : 'accepted'))}::text[],
      ${all((r) => (r.width_cm === null ? null : Math.round(r.width_cm * 10)))}::int[], ${all((r) => r.gsm)}::int[],
      ${all((r) => (r.shrinkage === null ? null : Math.round(r.shrinkage * 10)))}::int[], ${all((r) => r.opened)}::int[],
      ${all((r) => sampled.has(r.number))}::boolean[], ${all((r) => r.receivedOn)}::date[])
      AS n (id, number, supplier_roll, material_id, lot_id, place_id, state, width_mm, gsm, shrinkage_tenths, opened, is_sampled, day)`.execute(
    tx,
  )
  await recordEvents(
    tx,
    context,
    coded.map(({ number, length_m, lot, shade }) => ({
      entity: 'fabric_roll',
      entityId: number,
      event: 'roll.received',
      details: { amount: length_m, lot, shade },
    })),
  )
  return ids
}

const lotKey = ({ materialId, lot, shade }: Pick<ReceivedRoll, 'materialId' | 'lot' | 'shade'>) =>
  JSON.stringify([materialId, lot, shade])

/** Counts new cloth to its lots, which are made where they are new. Gives fabric_lot.id by `lotKey`. */
async function addToLots(tx: Tx, rolls: readonly (ReceivedRoll & { opened: number })[]): Promise<Map<string, string>> {
  const { rows } = await rowsOf({ id: col.text, material: col.text, lot: col.text, shade: col.text })`
    INSERT INTO fabric_lot AS l (id, material_id, lot, shade, received, free, first_received_on)
    SELECT gen_random_uuid(), material_id, lot, shade, sum(opened)::int, sum(opened)::int, min(day)
    FROM unnest(${rolls.map(({ materialId }) => materialId)}::uuid[], ${rolls.map(({ lot }) => lot)}::text[],
      ${rolls.map(({ shade }) => shade)}::text[], ${rolls.map(({ opened }) => opened)}::int[], ${rolls.map(({ receivedOn }) => receivedOn)}::date[])
      AS n (material_id, lot, shade, opened, day) GROUP BY 2, 3, 4 ORDER BY 2, 3, 4
    ON CONFLICT (material_id, lot, shade) DO UPDATE SET received = l.received + excluded.received, free = l.free + excluded.free,
      first_received_on = least(l.first_received_on, excluded.first_received_on)
    RETURNING id, material_id AS material, lot, shade`.execute(tx)
  return new Map(rows.map(({ id, material, lot, shade }) => [lotKey({ materialId: material, lot, shade }), id]))
}

/** fabric_lot.id of a lot without rolls so far, or the one that is there. */
export async function lotNamed(tx: Tx, materialId: string, lot: string, shade: string, day: string): Promise<string> {
  const { rows } = await rowsOf({ id: col.text })`
    INSERT INTO fabric_lot (id, material_id, lot, shade, first_received_on)
    VALUES (${v7()}::uuid, ${materialId}::uuid, ${lot}, ${shade}, ${day}::date)
    ON CONFLICT (material_id, lot, shade) DO UPDATE SET lot = excluded.lot RETURNING id`.execute(tx)
  return rows[0]?.id ?? ''
}

/** Takes what came off what was expected, the earliest day first. */
async function takeArrived(tx: Tx, materialId: string, arrived: number): Promise<void> {
  const { rows } = await rowsOf({
    expected: col.json.array(),
  })`SELECT expected FROM material WHERE id = ${materialId}::uuid`.execute(tx)
  const expected = (rows[0]?.expected ?? []) as { day: string; quantity: number }[]
  if (expected.length === 0) return
  let left = hundredthsOf(arrived)
  const rest = expected
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    .flatMap(({ day, quantity }) => {
      const taken = Math.min(left, hundredthsOf(quantity))
      left -= taken
      const stays = hundredthsOf(quantity) - taken
      return stays > 0 ? [{ day, quantity: stays / 100 }] : []
    })
  await sql`UPDATE material SET expected = ${JSON.stringify(rest)}::jsonb, version = version + 1 WHERE id = ${materialId}::uuid`.execute(
    tx,
  )
}
