import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type FabricLotRow,
  fabricLotRow,
  type RollRow,
  rollInspection,
  rollRow,
} from '../../../shared/areas/materials/calls.ts'
import { endLength, rollFaults } from '../../../shared/areas/materials/roll.ts'
import { rollLife } from '../../../shared/areas/materials/roll-life.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { lastEventsOf } from '../../audit/timeline.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'
import { everyClothOrder } from '../production/cloth-demand.ts'

type Routes = Handlers<Contract['materials']>

const isEnd = sql<SqlBool>`(r.consumed > 0 AND r.free > 0 AND r.free < ${sql.lit(endLength)} AND m.unit = 'metre')`
const quantities = (of: string) =>
  sql.join(
    ['received', 'reserved', 'consumed', 'written_off', 'returned'].map(
      (column) => sql`${sql.ref(`${of}.${column}`)} / 100.0::float8 AS ${sql.ref(column)}`,
    ),
  )

const anyRoll = (condition: RawBuilder<SqlBool>) =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM fabric_roll r WHERE r.lot_id = l.id AND ${condition})`

/** Fabric on hand by fabric, lot and shade. */
export const lotQuery = listQuery<Taken<Contract['materials']['getFabrics']>, FabricLotRow>({
  from: sql`fabric_lot l JOIN material m ON m.id = l.material_id`,
  id: sql<string>`l.id`,
  rules: {
    material_id: (code) => sql`m.code = ${code}`,
    shade: (shade) => sql`l.shade = ${shade}`,
    search: (text) => {
      const like = containing(text)
      return sql`(m.code ILIKE ${like} OR m.name ILIKE ${like} OR m.name_zh ILIKE ${like} OR m.color ILIKE ${like}
        OR l.lot ILIKE ${like})`
    },
  },
  tabs: {
    to_inspect: anyRoll(sql`r.state = 'to_inspect'`),
    free: anyRoll(sql`r.state = 'accepted' AND r.free > 0`),
    reserved: sql`l.reserved > 0`,
    on_hold: anyRoll(sql`r.state = 'on_hold'`),
    rejected: anyRoll(sql`r.state = 'rejected' AND r.free > 0`),
    ends: anyRoll(isEnd),
    used_up: sql`l.free + l.reserved = 0`,
    all: sql`true`,
  },
  order: () => ({
    by: [
      [sql`m.code`, 'text'],
      [sql`l.lot`, 'text'],
      [sql`l.shade`, 'text'],
    ],
  }),
  async rows(ids, { db }) {
    if (ids.length === 0) return []
    const { rows } = await rowsOf(fabricLotRow.extend({ id: col.text }))`
      SELECT l.id, m.code AS material_id, m.name, m.name_zh, m.color, m.image_id, m.unit, l.lot, l.shade, ${quantities('l')},
        l.first_received_on, n.rolls, n.to_inspect, n.ends, n.free / 100.0::float8 AS free, (l.free - n.free) / 100.0::float8 AS waiting
      FROM fabric_lot l JOIN material m ON m.id = l.material_id CROSS JOIN LATERAL (
        SELECT count(*)::int AS rolls, count(*) FILTER (WHERE r.state = 'to_inspect')::int AS to_inspect,
          count(*) FILTER (WHERE ${isEnd})::int AS ends,
          coalesce(sum(r.free) FILTER (WHERE r.state = 'accepted'), 0)::int AS free FROM fabric_roll r WHERE r.lot_id = l.id) n
      WHERE l.id = ANY(${ids}::uuid[])`.execute(db)
    return inOrder(ids, rows, ({ id }) => id).map(({ id: _, ...row }) => row)
  },
})

/** Rolls one by one, oldest first. */
export const rollQuery = listQuery<Taken<Contract['materials']['getRolls']>, RollRow>({
  from: sql`fabric_roll r JOIN material m ON m.id = r.material_id`,
  id: sql<string>`r.id`,
  rules: {
    material_id: (code) => sql`m.code = ${code}`,
    lot: (lot) => sql`r.lot_id IN (SELECT id FROM fabric_lot WHERE lot = ${lot})`,
    shade: (shade) => sql`r.lot_id IN (SELECT id FROM fabric_lot WHERE shade = ${shade})`,
    rolls: (numbers) => sql`r.number = ANY(${numbers}::text[])`,
    search: (text) => {
      const like = containing(text)
      return sql`(r.number ILIKE ${like} OR r.supplier_roll ILIKE ${like} OR m.code ILIKE ${like} OR m.name ILIKE ${like}
        OR m.name_zh ILIKE ${like} OR m.color ILIKE ${like} OR r.lot_id IN (SELECT id FROM fabric_lot WHERE lot ILIKE ${like}))`
    },
  },
  tabs: {
    to_inspect: sql`r.state = 'to_inspect'`,
    free: sql`(r.state = 'accepted' AND r.free > 0)`,
    reserved: sql`r.reserved > 0`,
    on_hold: sql`r.state = 'on_hold'`,
    rejected: sql`(r.state = 'rejected' AND r.free > 0)`,
    ends: isEnd,
    used_up: sql`r.free + r.reserved = 0`,
    all: sql`true`,
  },
  order: () => ({
    by: [
      [sql`r.received_on`, 'date'],
      [sql`r.number`, 'text'],
    ],
  }),
  rows: (ids, { db }) => rollRows(db, ids),
})

/** By fabric_roll.id, in the order given. */
export async function rollRows(db: Db | Tx, ids: readonly string[]): Promise<RollRow[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(rollRow.extend({ id: col.text }))`
    SELECT r.id, r.number AS roll, r.supplier_roll, m.code AS material_id, m.name, m.name_zh, m.color, m.unit, l.lot, l.shade, r.state,
      x.code AS site, CASE WHEN p.kind = 'shelf' THEN p.code END AS place, r.width_mm / 10.0::float8 AS width_cm, r.gsm,
      r.shrinkage_tenths / 10.0::float8 AS shrinkage, ${quantities('r')},
      CASE WHEN r.state = 'accepted' THEN r.free ELSE 0 END / 100.0::float8 AS free,
      CASE WHEN r.state = 'accepted' THEN 0 ELSE r.free END / 100.0::float8 AS waiting, r.score_hundredths / 100.0::float8 AS score, r.is_sampled,
      r.received_on, r.version
    FROM fabric_roll r JOIN material m ON m.id = r.material_id JOIN fabric_lot l ON l.id = r.lot_id JOIN place p ON p.id = r.place_id
    JOIN site x ON x.id = p.site_id WHERE r.id = ANY(${ids}::uuid[])`.execute(db)
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, ...row }) => row)
}

/** Rolls by their numbers, in that order. Throws not_found for one that nobody knows. */
export async function rollsNamed(db: Db | Tx, numbers: readonly string[]): Promise<{ id: string; row: RollRow }[]> {
  const { rows } = await rowsOf({ id: col.text, number: col.text })`
    SELECT id, number FROM fabric_roll WHERE number = ANY(${numbers}::text[])`.execute(db)
  const ids = new Map(rows.map(({ id, number }) => [number, id]))
  const wanted = numbers.map((number) => ids.get(number) ?? unknownRoll(number))
  const found = await rollRows(db, wanted)
  return found.flatMap((row, at) => ({ id: wanted[at] ?? '', row }))
}

function unknownRoll(number: string): never {
  throw notFound(rollFaults.noRoll, { number })
}

export const getRoll: Routes['getRoll'] = async ({ roll: number }, { db, caller }) => {
  const [roll] = await rollsNamed(db, [number])
  if (roll === undefined) return unknownRoll(number)
  const { rows: inspections } = await rowsOf(rollInspection)`
    SELECT i.inspected_at AS at, u.name AS inspected_by, i.points, i.score_hundredths / 100.0::float8 AS score, i.score_limit AS limit,
      i.computed, i.chosen, i.remark, i.defects,
      ARRAY(SELECT p.image_id FROM roll_photo p WHERE p.inspection_id = i.id ORDER BY p.position) AS image_ids
    FROM roll_inspection i JOIN app_user u ON u.id = i.inspected_by WHERE i.roll_id = ${roll.id}::uuid
    ORDER BY i.inspected_at DESC, i.id DESC`.execute(db)
  const { rows: held_by } = await rowsOf({ order_id: col.text, quantity: col.number })`
    SELECT o.order_id, r.quantity / 100.0::float8 AS quantity FROM roll_reservation r JOIN ${everyClothOrder} o ON o.id = r.document_id
    WHERE r.roll_id = ${roll.id}::uuid ORDER BY o.order_id`.execute(db)
  return reply({
    roll: roll.row,
    moves: rollLife.movesFor(caller, {
      number,
      state: roll.row.state,
      reserved: roll.row.reserved,
      left: roll.row.free + roll.row.waiting,
    }),
    inspections,
    held_by,
    history: await lastEventsOf(db, 'fabric_roll', number),
  })
}
