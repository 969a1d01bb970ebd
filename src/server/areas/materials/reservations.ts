import { sql } from 'kysely'
import { materialRow } from '../../../shared/areas/materials/calls.ts'
import { type OpenNeed, shortageOf } from '../../../shared/areas/materials/need.ts'
import { chooseRolls, type FreeRoll, pickReasons, reservationWords } from '../../../shared/areas/materials/reserve.ts'
import { unitsOf } from '../../../shared/areas/materials/roll.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { recordEvents } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { everyClothOrder } from '../production/cloth-demand.ts'
import { notingWaits } from '../production/waits.ts'
import { demandOf, needsOf } from './cloth-needs.ts'
import { type ClothMove, type Promised, rollLedger, takePromises, writePromises } from './roll-ledger.ts'

type Routes = Handlers<Contract['materials']>
type ReservedLine = Gives<Contract['materials']['reserveRolls']>['orders'][number]['lines'][number]

const freeColumns = {
  id: col.text,
  number: col.text,
  material: col.text,
  lot: col.text,
  shade: col.text,
  free_cm: col.number,
  received_on: col.text,
}
type Free = FreeRoll & { id: string; material: string }

/** Accepted rolls of fabrics with something free, their lots held first. */
async function freeRolls(tx: Tx, materials: readonly string[]): Promise<Free[]> {
  await sql`SELECT 1 FROM fabric_lot WHERE material_id = ANY(${materials}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    tx,
  )
  const { rows } = await rowsOf(freeColumns)`
    SELECT r.id, r.number, r.material_id AS material, l.lot, l.shade, r.free AS free_cm, r.received_on::text AS received_on
    FROM fabric_roll r JOIN fabric_lot l ON l.id = r.lot_id JOIN material m ON m.id = r.material_id
    WHERE r.material_id = ANY(${materials}::uuid[]) AND r.state = 'accepted' AND r.free > 0 AND m.kind = 'product_fabric'
    ORDER BY r.number`.execute(tx)
  return rows.map(({ number, ...row }) => ({ ...row, roll: number }))
}

/** Reserves fabric for orders in the order of their days, or says which rolls it would take; each line says why those. */
export const reserveRolls: Routes['reserveRolls'] = ({ order_ids, is_trial, expected }, context) =>
  context.command(async (tx) => {
    const documents = await lockOrders(tx, order_ids)
    const all = needsOf(await demandOf(tx, { orders: order_ids, isFabric: true }))
    const needs = all.filter(({ left }) => left > 0)
    const rolls = Map.groupBy(
      await freeRolls(tx, [...new Set(needs.map(({ material }) => material))]),
      ({ material }) => material,
    )
    const promises: (Promised & { number: string; order_id: string })[] = []
    const lines = new Map<string, ReservedLine[]>()
    for (const { document_id, order_id, material, material_id, left } of needs) {
      const free = rolls.get(material) ?? []
      const chosen = chooseRolls(left, free)
      for (const pick of chosen.picks) {
        const roll = free.find((one) => one.roll === pick.roll)
        if (roll === undefined) continue
        roll.free_cm -= pick.cm
        promises.push({ rollId: roll.id, documentId: document_id, quantity: pick.cm, number: pick.roll, order_id })
      }
      const line = lineOf(material_id, left, chosen)
      lines.set(order_id, [...(lines.get(order_id) ?? []), line])
    }
    const quantity = unitsOf(promises.reduce((sum, one) => sum + one.quantity, 0))
    if (expected !== undefined && Math.abs(expected - quantity) > 0.005)
      throw conflict(reservationWords.changed, { values: { quantity } })
    if (!is_trial) await notingWaits(tx, [...documents.values()], () => promise(tx, context, promises))
    const orders = [...documents.keys()].map((order_id) => ({
      order_id,
      holds_all: all.some((need) => need.order_id === order_id) && !lines.has(order_id),
      lines: lines.get(order_id) ?? [],
    }))
    return reply({ orders }, is_trial ? undefined : promises.length > 0 ? reservationWords.done : reservationWords.none)
  })

function lineOf(
  material_id: string,
  left: number,
  { picks, short_cm, reason, values }: ReturnType<typeof chooseRolls>,
): ReservedLine {
  return {
    material_id,
    need: unitsOf(left),
    reserved: unitsOf(left - short_cm),
    missing: unitsOf(short_cm),
    picks: picks.map(({ roll, lot, shade, cm }) => ({ roll, lot, shade, quantity: unitsOf(cm) })),
    reason,
    message: pickReasons[reason],
    values: {
      ...values,
      need: unitsOf(values.need),
      free: unitsOf(values.free),
      missing: unitsOf(values.missing),
      most: unitsOf(values.most),
    },
  }
}

/** Production orders by their numbers, held: two reservations for one order come one after the other. Throws not_found. */
async function lockOrders(tx: Tx, numbers: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await rowsOf(heldColumns)`
    SELECT id, number AS order_id FROM production_order WHERE number = ANY(${numbers}::text[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    tx,
  )
  return found(rows, numbers)
}

/** The same of everything that may hold cloth: vendors' orders did, before there were production orders. */
async function lockHolders(tx: Tx, numbers: readonly string[]): Promise<Map<string, string>> {
  const { rows: bought } = await rowsOf(heldColumns)`
    SELECT o.id, o.order_id FROM vendor_order o WHERE o.order_id = ANY(${numbers}::text[])
      AND EXISTS (SELECT 1 FROM roll_reservation r WHERE r.document_id = o.id) ORDER BY o.id FOR NO KEY UPDATE`.execute(
    tx,
  )
  const own = numbers.filter((number) => !bought.some(({ order_id }) => order_id === number))
  return new Map([...found(bought, []), ...(await lockOrders(tx, own))])
}

const heldColumns = { id: col.text, order_id: col.text }

function found(rows: readonly Row<typeof heldColumns>[], wanted: readonly string[]): Map<string, string> {
  const ids = new Map(rows.map(({ id, order_id }) => [order_id, id]))
  const missing = wanted.find((number) => !ids.has(number))
  if (missing !== undefined) throw notFound(reservationWords.notFound, { order_id: missing })
  return ids
}

async function promise(
  tx: Tx,
  context: CallContext,
  promises: readonly (Promised & { number: string; order_id: string })[],
) {
  if (promises.length === 0) return
  const events = await recordEvents(
    tx,
    context,
    promises.map(({ number, order_id, quantity }) => ({
      entity: 'fabric_roll',
      entityId: number,
      event: 'roll.reserved',
      details: { order_id, amount: unitsOf(quantity) },
    })),
  )
  await recordEvents(
    tx,
    context,
    [...Map.groupBy(promises, ({ order_id }) => order_id)].map(([order, own]) => ({
      entity: 'production_order',
      entityId: order,
      event: 'production.reserved',
      details: { rolls: own.map(({ number, quantity }) => `${number} ${unitsOf(quantity)}`).join(' · ') },
    })),
  )
  await rollLedger.apply(tx, movesOf('reserve', promises, events))
  await writePromises(tx, promises)
}

function movesOf(
  kind: 'reserve' | 'release',
  promises: readonly Promised[],
  events: readonly string[],
  reason?: string,
): ClothMove[] {
  return promises.map(({ rollId, documentId, quantity }, at) => ({
    kind,
    rollId,
    documentId,
    quantity,
    reason: reason ?? null,
    auditId: events[at] ?? '',
  }))
}

const promisedColumns = {
  roll_id: col.text,
  number: col.text,
  document_id: col.text,
  order_id: col.text,
  quantity: col.number,
}

/** Gives back what orders hold and have not cut. */
export const releaseRolls: Routes['releaseRolls'] = ({ order_ids, reason }, context) =>
  context.command(async (tx) => {
    const documents = await lockHolders(tx, order_ids)
    const released = await releaseCloth(tx, context, [...documents.values()], reason)
    return reply({ released: unitsOf(released) }, reservationWords.released)
  })

/** The same of orders that are held already, by their rows' ids. Gives the hundredths that are free again. */
export async function releaseCloth(
  tx: Tx,
  context: CallContext,
  documents: readonly string[],
  reason: string,
): Promise<number> {
  // Lots first, then what is promised of them: somebody may cut meanwhile.
  await sql`SELECT 1 FROM fabric_lot WHERE id IN (SELECT f.lot_id FROM roll_reservation r JOIN fabric_roll f ON f.id = r.roll_id
    WHERE r.document_id = ANY(${documents}::uuid[])) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await rowsOf(promisedColumns)`
    SELECT r.roll_id, f.number, r.document_id, o.order_id, r.quantity
    FROM roll_reservation r JOIN fabric_roll f ON f.id = r.roll_id JOIN ${everyClothOrder} o ON o.id = r.document_id
    WHERE r.document_id = ANY(${documents}::uuid[]) ORDER BY f.number, o.order_id`.execute(tx)
  const promises = rows.map(({ roll_id, document_id, ...row }) => ({
    ...row,
    rollId: roll_id,
    documentId: document_id,
  }))
  const events = await recordEvents(
    tx,
    context,
    promises.map(({ number, order_id, quantity }) => ({
      entity: 'fabric_roll',
      entityId: number,
      event: 'roll.released',
      details: { order_id, amount: unitsOf(quantity), reason },
    })),
  )
  await rollLedger.apply(tx, movesOf('release', promises, events, reason))
  await takePromises(tx, promises)
  return promises.reduce((sum, { quantity }) => sum + quantity, 0)
}

const shortColumns = {
  material_id: col.text,
  name: col.text,
  name_zh: col.text,
  unit: materialRow.shape.unit,
  expected: materialRow.shape.expected,
  free: col.number,
}

/** What open orders need against what is free and on its way: materials that fall short first, by the day on which they do. */
export const getShortages: Routes['getShortages'] = async ({ material_id }, { db }) => {
  const needs = Map.groupBy(needsOf(await demandOf(db, { material: material_id })), (need) => need.material_id)
  const { rows } = await rowsOf(shortColumns)`
    SELECT m.code AS material_id, m.name, m.name_zh, m.unit, m.expected,
      (SELECT coalesce(sum(r.free), 0)::int FROM fabric_roll r WHERE r.material_id = m.id AND r.state = 'accepted') AS free
    FROM material m WHERE m.code = ANY(${[...needs.keys()]}::text[]) ORDER BY m.code`.execute(db)
  const all = rows.map(({ expected, free, ...material }) => {
    const own = (needs.get(material.material_id) ?? []).filter(({ left }) => left > 0)
    const open = own.map(({ order_id, day, left }): OpenNeed => ({ order: order_id, day, cm: left }))
    const arrivals = expected.map(({ day, quantity }) => ({ day, cm: Math.round(quantity * 100) }))
    const short = shortageOf(free, { needs: open, arrivals })
    return {
      ...material,
      free: unitsOf(free),
      needed: unitsOf(open.reduce((sum, { cm }) => sum + cm, 0)),
      first_day: short.first_day,
      weeks: short.weeks.map(({ monday, need, arrives, left }) => ({
        monday,
        need: unitsOf(need),
        arrives: unitsOf(arrives),
        left: unitsOf(left),
      })),
      stopped: short.stopped.map(({ order, day, cm }) => ({ order_id: order, day, quantity: unitsOf(cm) })),
    }
  })
  const rank = ({ first_day }: { first_day: string | null }) => first_day ?? '9999'
  return reply({ rows: all.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0)) })
}
