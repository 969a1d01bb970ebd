import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import { type MaterialRow, materialRow } from '../../../shared/areas/materials/calls.ts'
import { mappingWords } from '../../../shared/areas/materials/mapping.ts'
import {
  type MaterialKind,
  materialKinds,
  materialProperties,
  type Property,
  propertyFaults,
} from '../../../shared/areas/materials/material.ts'
import { hundredthsOf } from '../../../shared/areas/materials/roll.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'

type Routes = Handlers<Contract['materials']>
type Asked = Taken<Contract['materials']['getFabricMaterials']> & { kind?: MaterialKind | undefined }
type Saving = Taken<Contract['materials']['createFabricMaterial']>

const stock = sql`(SELECT coalesce(sum(l.free + l.reserved), 0)::int AS on_hand, coalesce((SELECT sum(r.free) FROM fabric_roll r
  WHERE r.material_id = m.id AND r.state = 'accepted' AND r.free > 0), 0)::int AS free
  FROM fabric_lot l WHERE l.material_id = m.id)`
const isMapped = sql<SqlBool>`EXISTS (SELECT 1 FROM sku_material s WHERE s.material_id = m.id)`

/** Masters by code. */
export const materialQuery = listQuery<Asked, MaterialRow>({
  from: sql`material m`,
  id: sql<string>`m.id`,
  rules: {
    kind: (kind) => sql`m.kind = ${kind}`,
    search: (text) => {
      const like = containing(text)
      return sql`(m.code ILIKE ${like} OR m.name ILIKE ${like} OR m.name_zh ILIKE ${like} OR m.color ILIKE ${like})`
    },
    material_ids: (codes) => sql`m.code = ANY(${codes}::text[])`,
  },
  tabs: {
    in_use: sql`m.retired_at IS NULL`,
    short: sql`(m.retired_at IS NULL AND m.reorder_point > (SELECT s.free FROM ${stock} s))`,
    unmapped: sql`(m.retired_at IS NULL AND NOT ${isMapped})`,
    retired: sql`m.retired_at IS NOT NULL`,
    all: sql`true`,
  },
  order: () => ({ by: [[sql`m.code`, 'text']] }),
  rows: (ids, { db }) => materialRows(db, ids),
})

const listOf =
  (kind: MaterialKind): Routes['getFabricMaterials'] =>
  (input, context) =>
    materialQuery.page({ ...input, kind }, context)
export const getFabricMaterials = listOf('product_fabric')
export const getAccessoryMaterials = listOf('product_accessories')
export const getSampleMaterials = listOf('product_sample')

const idRow = materialRow.extend({ id: col.text })

/** By material.id, in the order given. */
async function materialRows(db: Db | Tx, ids: readonly string[]): Promise<MaterialRow[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(idRow)`
    SELECT m.id, m.code AS material_id, m.kind, m.name, m.name_zh, m.color, m.unit,
      jsonb_strip_nulls(jsonb_build_object('composition', m.composition, 'construction', m.construction,
        'width_cm', m.width_mm / 10.0, 'gsm', m.gsm, 'shrinkage', m.shrinkage_tenths / 10.0, 'trim', m.trim, 'size', m.size,
        'pack_size', m.pack_size)) AS properties,
      m.price_minor, m.price_currency, m.reorder_point / 100.0::float8 AS reorder_point, s.on_hand / 100.0::float8 AS on_hand,
      s.free / 100.0::float8 AS free,
      (SELECT count(DISTINCT k.sku_id)::int FROM sku_material k WHERE k.material_id = m.id) AS skus, m.image_id, m.expected,
      m.retired_at IS NOT NULL AS is_retired, m.version
    FROM material m CROSS JOIN LATERAL ${stock} s WHERE m.id = ANY(${ids}::uuid[])`.execute(db)
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, ...row }) => row)
}

export const getAllMaterialIds: Routes['getAllMaterialIds'] = async ({ kind }, { db }) => {
  const shape = { material_id: col.text, kind: materialRow.shape.kind, name: col.text, name_zh: col.text }
  const { rows } = await rowsOf({ ...shape, unit: materialRow.shape.unit })`
    SELECT code AS material_id, kind, name, name_zh, unit FROM material
    WHERE retired_at IS NULL AND kind = ANY(${kind ? [kind] : [...materialKinds]}::text[]) ORDER BY code`.execute(db)
  return reply({ materials: rows })
}

export const getMaterialPropertiesConfig: Routes['getMaterialPropertiesConfig'] = async () =>
  reply({
    properties: Object.entries<Property>(materialProperties.product_fabric).map(([property, rule]) => ({
      property,
      label: rule.label,
      kind: rule.kind,
      is_needed: rule.isNeeded === true,
      least: rule.least ?? null,
      most: rule.most ?? null,
      choices: [...(rule.choices ?? [])],
    })),
  })

const saving =
  (kind: MaterialKind): Routes['createFabricMaterial'] =>
  (input, context) =>
    context.command(async (tx) => {
      const id = await saveMaterial(tx, context, kind, input)
      const [material] = await materialRows(tx, [id])
      if (material === undefined) throw new Error('a material was not written')
      return reply({ material }, mappingWords.materialSaved)
    })
export const createFabricMaterial = saving('product_fabric')
export const createAccessoryMaterial = saving('product_accessories')
export const createSampleMaterial = saving('product_sample')

const prefixes = { product_fabric: 'FAB', product_accessories: 'TRM', product_sample: 'SMF' } as const

/** Makes a master, or changes the one whose code and version are given. Throws invalid_input naming the property, stale, not_found. */
async function saveMaterial(tx: Tx, context: CallContext, kind: MaterialKind, input: Saving): Promise<string> {
  const [fault] = propertyFaults(kind, input.properties)
  if (fault) {
    const { property, message, values } = fault
    throw invalidInput(message, { values, fields: [{ field: `properties.${property}`, message, values }] })
  }
  const known = input.material_id ? await heldMaterial(tx, input.material_id) : null
  if (input.version !== undefined && known === null)
    throw notFound(mappingWords.noMaterial, { material_id: input.material_id ?? '' })
  if (known !== null) {
    if (known.kind !== kind || input.version === undefined) {
      const values = { material_id: known.code }
      throw invalidInput(mappingWords.twice, {
        values,
        fields: [{ field: 'material_id', message: mappingWords.twice, values }],
      })
    }
    await assertFresh(tx, { entity: 'material', entityId: known.code, version: known.version }, input.version)
  }
  const id = known?.id ?? v7()
  const code = input.material_id ?? (await freeCode(tx, prefixes[kind]))
  const of = (name: string) => input.properties[name] || null
  // Who sees no prices sends none, and takes none away.
  const kept = (column: string) => sql.ref(input.price === undefined ? `m.${column}` : `excluded.${column}`)
  const scaled = (name: string, by: number) => (of(name) === null ? null : Math.round(Number(of(name)) * by))
  await sql`
    INSERT INTO material AS m (id, code, kind, name, name_zh, color, unit, composition, construction, width_mm, gsm, shrinkage_tenths,
      trim, size, pack_size, price_minor, price_currency, reorder_point, image_id, expected)
    VALUES (${id}::uuid, ${code}, ${kind}, ${input.name}, ${input.name_zh}, ${input.color || null}, ${input.unit}, ${of('composition')},
      ${of('construction')}, ${scaled('width_cm', 10)}::int, ${scaled('gsm', 1)}::int, ${scaled('shrinkage', 10)}::int, ${of('trim')},
      ${of('size')}, ${scaled('pack_size', 1)}::int, ${input.price?.minor ?? null}::bigint, ${input.price?.currency ?? null},
      ${input.reorder_point == null ? null : hundredthsOf(input.reorder_point)}::int, ${input.image_id ?? null}::uuid,
      ${JSON.stringify(input.expected)}::jsonb)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_zh = excluded.name_zh, color = excluded.color, unit = excluded.unit,
      composition = excluded.composition, construction = excluded.construction, width_mm = excluded.width_mm, gsm = excluded.gsm,
      shrinkage_tenths = excluded.shrinkage_tenths, trim = excluded.trim, size = excluded.size, pack_size = excluded.pack_size,
      price_minor = ${kept('price_minor')}, price_currency = ${kept('price_currency')}, reorder_point = excluded.reorder_point,
      image_id = excluded.image_id, expected = excluded.expected, version = m.version + 1`.execute(tx)
  await recordEvent(tx, context, {
    entity: 'material',
    entityId: code,
    event: known === null ? 'material.created' : 'material.changed',
    details: { name: input.name },
  })
  return id
}

async function freeCode(tx: Tx, prefix: string): Promise<string> {
  const { rows } = await rowsOf({ code: col.text })`
    SELECT ${prefix} || '-' || lpad(nextval('material_number')::text, 5, '0') AS code`.execute(tx)
  const code = rows[0]?.code ?? ''
  return (await heldMaterial(tx, code)) === null ? code : freeCode(tx, prefix)
}

const heldColumns = {
  id: col.text,
  code: col.text,
  kind: materialRow.shape.kind,
  unit: materialRow.shape.unit,
  is_retired: col.flag,
  version: col.number,
}

/** A material of this code, held until the transaction ends; null where there is none. */
export async function heldMaterial(tx: Tx, code: string) {
  const { rows } = await rowsOf(heldColumns)`
    SELECT id, code, kind, unit, retired_at IS NOT NULL AS is_retired, version FROM material WHERE code = ${code}
    FOR NO KEY UPDATE`.execute(tx)
  return rows[0] ?? null
}

/** Where materials are still needed, in words, by material.id; those that are free are not named. */
export async function materialsInUse(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await rowsOf({ id: col.text, where: col.text })`
    SELECT u.id::text AS id, string_agg(u.what, '; ' ORDER BY u.what) AS where FROM (
      SELECT s.material_id AS id, 'SKUs: ' || array_to_string((array_agg(DISTINCT k.nm_sku))[1:3], ', ')
        || CASE WHEN count(DISTINCT k.id) > 3 THEN ' +' || count(DISTINCT k.id) - 3 ELSE '' END AS what
      FROM sku_material s JOIN sku k ON k.id = s.sku_id WHERE s.material_id = ANY(${ids}::uuid[]) GROUP BY 1
      UNION ALL
      SELECT r.material_id, 'Rolls: ' || array_to_string((array_agg(r.number ORDER BY r.number))[1:3], ', ')
        || CASE WHEN count(*) > 3 THEN ' +' || count(*) - 3 ELSE '' END
      FROM fabric_roll r WHERE r.material_id = ANY(${ids}::uuid[]) AND r.free + r.reserved > 0 GROUP BY 1) u GROUP BY 1`.execute(
    tx,
  )
  return new Map(rows.map(({ id, where }) => [id, where]))
}

/** Retires a material, or puts it in use again. Throws invalid_input naming where it is still needed. */
export async function retireMaterial(
  tx: Tx,
  context: CallContext,
  { material_id, is_retired, version }: { material_id: string; is_retired: boolean; version?: number | undefined },
): Promise<number> {
  const held = await heldMaterial(tx, material_id)
  if (held === null) throw notFound(mappingWords.noMaterial, { material_id })
  await assertFresh(tx, { entity: 'material', entityId: held.code, version: held.version }, version)
  if (held.is_retired === is_retired) return 0
  const where = is_retired ? (await materialsInUse(tx, [held.id])).get(held.id) : undefined
  if (where !== undefined) throw invalidInput(mappingWords.stillNeeded, { values: { material_id, where } })
  await sql`UPDATE material SET retired_at = ${is_retired ? sql`now()` : sql`NULL`}, version = version + 1 WHERE id = ${held.id}::uuid`.execute(
    tx,
  )
  await recordEvent(tx, context, {
    entity: 'material',
    entityId: held.code,
    event: is_retired ? 'material.retired' : 'material.in_use',
  })
  return 1
}
