import { sql } from 'kysely'
import { z } from 'zod'
import { fabricRolls } from '../../../shared/areas/data/kinds.ts'
import type { RecordValues } from '../../../shared/areas/data/record-kind.ts'
import { recordWords } from '../../../shared/areas/data/record-words.ts'
import { materialUnits } from '../../../shared/areas/materials/material.ts'
import { isWholeOf, rollFaults } from '../../../shared/areas/materials/roll.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import type { CheckedRecord, FoundRecord, KeyedRecord, RecordFault, RecordStore } from '../data/record-store.ts'
import { receiveRolls } from './receive-rolls.ts'

const shelf = sql`CASE WHEN p.kind = 'shelf' THEN p.code END`
const from = sql`fabric_roll AS r JOIN material m ON m.id = r.material_id JOIN fabric_lot l ON l.id = r.lot_id
  JOIN place p ON p.id = r.place_id JOIN site x ON x.id = p.site_id`
const values = sql`jsonb_build_object('material', m.code, 'supplier_roll', r.supplier_roll, 'lot', l.lot, 'shade', l.shade, 'site', x.code,
  'shelf', ${shelf}, 'length', r.received / 100.0::float8, 'width_cm', r.width_mm / 10.0::float8, 'gsm', r.gsm,
  'shrinkage', r.shrinkage_tenths / 10.0::float8, 'received_on', r.received_on, 'is_accepted', r.state = 'accepted')`

async function find(tx: Tx, wanted: readonly KeyedRecord[]) {
  const { rows } = await rowsOf({ at: col.number, id: col.text, values: col.json, version: col.number })`
    SELECT i.at::int AS at, r.id, ${values} AS values, r.version
    FROM unnest(${wanted.map(({ ids }) => ids.material ?? null)}::uuid[], ${wanted.map((one) => one.values.supplier_roll ?? null)}::text[])
      WITH ORDINALITY AS i (material, roll, at)
    JOIN (${from}) ON r.material_id = i.material AND r.supplier_roll = i.roll`.execute(tx)
  return new Map(
    rows.map(({ at, id, version, ...row }): [number, FoundRecord] => [
      at - 1,
      { id, version, is_retired: false, values: row.values as RecordValues },
    ]),
  )
}

const foundColumns = {
  at: col.number,
  place: col.textOrNull,
  is_cloth: col.flag,
  has_shelf: col.flag,
  unit: z.enum(materialUnits),
}

/** Where each roll lies, and whether it is cloth, by its place among the records. */
async function placesOf(tx: Tx, records: readonly CheckedRecord[]) {
  const { rows } = await rowsOf(foundColumns)`
    SELECT i.at::int AS at, p.id AS place, m.kind <> 'product_accessories' AS is_cloth, i.shelf IS NOT NULL AS has_shelf, m.unit
    FROM unnest(${records.map(({ ids }) => ids.material ?? null)}::uuid[], ${records.map(({ ids }) => ids.site ?? null)}::uuid[],
      ${records.map((one) => one.values.shelf ?? null)}::text[]) WITH ORDINALITY AS i (material, site, shelf, at)
    JOIN material m ON m.id = i.material
    LEFT JOIN place p ON p.site_id = i.site AND p.retired_at IS NULL AND p.kind = CASE WHEN i.shelf IS NULL THEN 'floor' ELSE 'shelf' END
      AND p.code = coalesce(i.shelf, 'floor')`.execute(tx)
  return new Map(rows.map(({ at, ...row }) => [at - 1, row]))
}

async function check(tx: Tx, records: readonly CheckedRecord[]): Promise<ReadonlyMap<number, RecordFault>> {
  const places = await placesOf(tx, records)
  const faults = new Map<number, RecordFault>()
  for (const [at, { isNew, values: said }] of records.entries()) {
    const found = places.get(at)
    if (!isNew) faults.set(at, { column: 'supplier_roll', message: recordWords.rollReceived })
    else if (!found?.place)
      faults.set(at, { column: found?.has_shelf ? 'shelf' : 'site', message: recordWords.unknown })
    else if (found.is_cloth && said.width_cm === null)
      faults.set(at, { column: 'width_cm', message: recordWords.neededOfKind })
    else if (!isWholeOf(found.unit, Number(said.length)))
      faults.set(at, { column: 'length', message: rollFaults.whole })
  }
  return faults
}

async function write(tx: Tx, records: readonly CheckedRecord[], context: CallContext): Promise<void> {
  const places = await placesOf(tx, records)
  const today = dayIn(indiaZone, new Date())
  const rolls = records.flatMap(({ ids, values: said }, at) => {
    const found = places.get(at)
    if (!found?.place) return []
    return [
      {
        materialId: ids.material ?? '',
        supplier_roll: String(said.supplier_roll),
        lot: String(said.lot),
        shade: String(said.shade),
        length_m: Number(said.length),
        width_cm: said.width_cm === null ? null : Number(said.width_cm),
        gsm: said.gsm === null ? null : Number(said.gsm),
        shrinkage: said.shrinkage === null ? null : Number(said.shrinkage),
        receivedOn: said.received_on === null ? today : String(said.received_on),
        isCloth: found.is_cloth,
        placeId: found.place,
        state: said.is_accepted === true || !found.is_cloth ? ('accepted' as const) : ('to_inspect' as const),
      },
    ]
  })
  if (rolls.length > 0) await receiveRolls(tx, context, rolls)
}

/** Rolls that a company brings: each is received once. */
export const rollStore: RecordStore = {
  kind: fabricRolls,
  from,
  scope: sql`r.supplier_roll IS NOT NULL`,
  values,
  byColumn: {
    material: sql`m.code`,
    supplier_roll: sql`r.supplier_roll`,
    lot: sql`l.lot`,
    shade: sql`l.shade`,
    site: sql`x.code`,
    shelf,
  },
  search: (like) =>
    sql`(m.code ILIKE ${like} OR r.supplier_roll ILIKE ${like} OR l.lot ILIKE ${like} OR r.number ILIKE ${like})`,
  order: [
    [sql`m.code`, 'text'],
    [sql`r.supplier_roll`, 'text'],
  ],
  retiredAt: null,
  version: sql<number>`r.version`,
  hasId: true,
  find,
  check,
  write,
}
