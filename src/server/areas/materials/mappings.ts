import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type SkuMaterialRow, skuMaterialRow } from '../../../shared/areas/materials/calls.ts'
import { mappingSheet, mappingWords } from '../../../shared/areas/materials/mapping.ts'
import { longestConsumption, unlikelyConsumption, unlikelyRatio } from '../../../shared/areas/materials/need.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordEvent, recordEvents } from '../../audit/audit.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, notFound, stale } from '../../http/errors.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { takeSheet } from '../../sheets/take-sheet.ts'
import { writeWorkbook } from '../../sheets/write-workbook.ts'
import { containing } from '../orders/order-rows.ts'
import { clothLines, clothOrders, everyClothLine, everyClothOrder } from '../production/cloth-demand.ts'
import { holdFirstOrdersOf, notingWaits } from '../production/waits.ts'
import { heldMaterial, retireMaterial } from './masters.ts'

type Routes = Handlers<Contract['materials']>
type Asked = Taken<Contract['materials']['getSkuMaterials']>

/** Pieces of an SKU `k` that production orders have still to cut. */
const openPieces = sql`(SELECT coalesce(sum(greatest(l.uncut, 0)), 0)::int FROM ${clothLines} l
  JOIN ${clothOrders} o ON o.id = l.order_id WHERE l.sku_id = k.id)`

/**
 * Ids of mappings that look mistyped, among those of these styles: `unlikelyConsumption` in SQL, all at once. A test holds the two together.
 */
function unlikelyIds(styles: RawBuilder<SqlBool>): RawBuilder<unknown> {
  const beside = (usual: RawBuilder<unknown>) =>
    sql`(s.consumption > ${sql.lit(unlikelyRatio)} * ${usual} OR s.consumption * ${sql.lit(unlikelyRatio)} < ${usual})`
  return sql`(
    WITH sized AS (SELECT c.id, c.consumption, c.material_id, c.placement, ck.style_id FROM sku_material c JOIN sku ck ON ck.id = c.sku_id
        WHERE ${styles}),
      usual AS (SELECT style_id, material_id, placement, count(*) AS sizes, sum(consumption) AS total,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY consumption) AS median FROM sized GROUP BY 1, 2, 3)
    SELECT s.id FROM sized s JOIN usual u USING (style_id, material_id, placement) JOIN material um ON um.id = s.material_id
    WHERE (u.sizes > 2 AND ${beside(sql`u.median`)}) OR (u.sizes = 2 AND ${beside(sql`(u.total - s.consumption)`)})
      OR (um.unit = 'metre' AND s.consumption > ${sql.lit(longestConsumption * 10_000)}))`
}

/** SKUs with what they take of materials, by style, colour and size; those without have one row. */
export const mappingQuery = listQuery<Asked, SkuMaterialRow>({
  from: sql`sku k JOIN style t ON t.id = k.style_id LEFT JOIN sku_material s ON s.sku_id = k.id LEFT JOIN material m ON m.id = s.material_id`,
  id: sql<string>`coalesce(s.id, k.id)`,
  scope: () => sql`(k.retired_at IS NULL AND t.retired_at IS NULL)`,
  rules: {
    style_id: (code) => sql`t.code = ${code}`,
    material_id: (code) => sql`m.code = ${code}`,
    search: (text) => {
      const like = containing(text)
      return sql`(k.nm_sku ILIKE ${like} OR t.code ILIKE ${like} OR t.name ILIKE ${like} OR t.name_zh ILIKE ${like} OR m.code ILIKE ${like}
        OR m.name ILIKE ${like} OR m.name_zh ILIKE ${like})`
    },
  },
  tabs: {
    mapped: sql`s.id IS NOT NULL`,
    missing: sql`(s.id IS NULL AND ${openPieces} > 0)`,
    // Found once for the whole list, and not row by row.
    unlikely: sql`s.id = ANY(ARRAY${unlikelyIds(sql`true`)})`,
    all: sql`true`,
  },
  order: () => ({
    by: [
      [sql`t.code`, 'text'],
      [sql`k.color`, 'text'],
      [sql`k.size_rank`, 'int'],
      [sql`k.nm_sku`, 'text'],
      [sql`coalesce(m.code, '')`, 'text'],
      [sql`coalesce(s.placement, '')`, 'text'],
    ],
  }),
  rows: (ids, { db }) => mappingRows(db, ids),
})

const plainRow = skuMaterialRow.omit({ unlikely: true }).extend({ id: col.text, others: col.number.array() })

/** By sku_material.id, or by sku.id of those without, in the order given. */
async function mappingRows(db: Db | Tx, ids: readonly string[]): Promise<SkuMaterialRow[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(plainRow)`
    SELECT i.id, k.nm_sku, t.code AS style_id, t.name AS style_name, t.name_zh AS style_name_zh, k.color, k.color_zh, k.size, m.code AS material_id,
      m.name AS material_name, s.placement, s.consumption / 10000.0::float8 AS consumption, m.unit,
      s.wastage_tenths / 10.0::float8 AS wastage, ${openPieces} AS open_pieces,
      ARRAY(SELECT o.order_id FROM ${clothLines} l JOIN ${clothOrders} o ON o.id = l.order_id
        WHERE l.sku_id = k.id AND l.uncut > 0 ORDER BY 1 LIMIT 3) AS open_orders, coalesce(s.version, 0) AS version,
      ARRAY(SELECT c.consumption / 10000.0::float8 FROM sku_material c
        WHERE c.sku_id = ANY(ARRAY(SELECT ck.id FROM sku ck WHERE ck.style_id = k.style_id)) AND c.material_id = s.material_id
          AND c.placement = s.placement AND c.id <> s.id) AS others
    FROM unnest(${ids}::uuid[]) AS i (id) LEFT JOIN sku_material s ON s.id = i.id JOIN sku k ON k.id = coalesce(s.sku_id, i.id)
    JOIN style t ON t.id = k.style_id LEFT JOIN material m ON m.id = s.material_id`.execute(db)
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, others: beside, ...row }) => ({
    ...row,
    unlikely: row.consumption === null ? null : unlikelyConsumption(row.consumption, beside, row.unit === 'metre'),
  }))
}

/** An amount of a material that an SKU takes, with what was found of both. */
interface Mapping {
  skuId: string
  nm_sku: string
  /** Its code. */
  style: string
  materialId: string
  material_id: string
  placement: string
  consumption: number
  wastage: number
}

const known = { id: col.text, code: col.text, is_retired: col.flag }
const knownSku = { id: col.text, code: col.text, style: col.text }

async function foundSkus(tx: Tx, codes: readonly string[]): Promise<Map<string, Row<typeof knownSku>>> {
  const { rows } = await rowsOf(knownSku)`
    SELECT k.id, k.nm_sku AS code, t.code AS style FROM sku k JOIN style t ON t.id = k.style_id WHERE k.nm_sku = ANY(${[...new Set(codes)]}::text[])`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.code, row]))
}

async function foundMaterials(tx: Tx, codes: readonly string[]): Promise<Map<string, Row<typeof known>>> {
  const { rows } = await rowsOf(known)`
    SELECT id, code, retired_at IS NOT NULL AS is_retired FROM material WHERE code = ANY(${[...new Set(codes)]}::text[])
    ORDER BY id FOR SHARE`.execute(tx)
  return new Map(rows.map((row) => [row.code, row]))
}

const standingColumns = {
  id: col.text,
  sku_id: col.text,
  material_id: col.text,
  placement: col.text,
  consumption: col.number,
  wastage_tenths: col.number,
  version: col.number,
}

type Standing = ReadonlyMap<string, Row<typeof standingColumns>>

const keyOf = ({ skuId, materialId, placement }: Pick<Mapping, 'skuId' | 'materialId' | 'placement'>) =>
  `${skuId} ${materialId} ${placement}`

/** What stands of these SKUs, held. */
async function standingOf(tx: Tx, skuIds: readonly string[]): Promise<Standing> {
  await sql`SELECT 1 FROM sku WHERE id = ANY(${[...new Set(skuIds)]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await rowsOf(standingColumns)`
    SELECT id, sku_id, material_id, placement, consumption, wastage_tenths, version FROM sku_material
    WHERE sku_id = ANY(${[...new Set(skuIds)]}::uuid[])`.execute(tx)
  return new Map(
    rows.map((row) => [keyOf({ skuId: row.sku_id, materialId: row.material_id, placement: row.placement }), row]),
  )
}

const scaledOf = ({ consumption, wastage }: Pick<Mapping, 'consumption' | 'wastage'>) => ({
  consumption: Math.max(1, Math.round(consumption * 10_000)),
  wastage_tenths: Math.round(wastage * 10),
})

/** SKUs of a style that its event names; the list has all. */
const MOST_NAMED = 30

/** Writes those that say something new; gives their ids. One event a style. `orders` are held (`holdFirstOrdersOf`) and may wait for something else then. */
async function saveMappings(
  tx: Tx,
  context: CallContext,
  wanted: readonly Mapping[],
  { standing, orders }: { standing: Standing; orders: readonly string[] },
): Promise<string[]> {
  const fresh = changedOf(wanted, standing)
  if (fresh.length === 0) return []
  const all = <T>(of: (one: Mapping) => T) => fresh.map(of)
  const { rows } = await notingWaits(tx, orders, () =>
    rowsOf({ id: col.text })`
    INSERT INTO sku_material AS s (id, sku_id, material_id, placement, consumption, wastage_tenths)
    SELECT * FROM unnest(${newIds(fresh.length)}::uuid[], ${all((one) => one.skuId)}::uuid[], ${all((one) => one.materialId)}::uuid[],
      ${all((one) => one.placement)}::text[], ${all((one) => scaledOf(one).consumption)}::int[], ${all((one) => scaledOf(one).wastage_tenths)}::int[])
    ON CONFLICT (sku_id, material_id, placement) DO UPDATE SET consumption = excluded.consumption,
      wastage_tenths = excluded.wastage_tenths, version = s.version + 1 RETURNING s.id`.execute(tx),
  )
  await recordEvents(
    tx,
    context,
    [...Map.groupBy(fresh, ({ style }) => style)].map(([style, own]) => ({
      entity: 'sku_material',
      entityId: style,
      event: 'mapping.changed',
      details: {
        skus: own.length,
        ...Object.fromEntries(
          own
            .slice(0, MOST_NAMED)
            .map((one) => [`${one.nm_sku} ${one.material_id}`, `${one.consumption} + ${one.wastage} %`]),
        ),
      },
    })),
  )
  return rows.map(({ id }) => id)
}

function changedOf(wanted: readonly Mapping[], standing: Standing): Mapping[] {
  return wanted.filter((one) => {
    const before = standing.get(keyOf(one))
    const { consumption, wastage_tenths } = scaledOf(one)
    return before?.consumption !== consumption || before.wastage_tenths !== wastage_tenths
  })
}

/** Changes what SKUs take: all or none. Where orders hold cloth by the old figures it changes nothing and names them, until that is confirmed. */
export const updateSkuMaterial: Routes['updateSkuMaterial'] = ({ mappings, is_confirmed }, context) =>
  context.command(async (tx) => {
    const codes = mappings.map(({ nm_sku }) => nm_sku)
    const orders = await holdFirstOrdersOf(tx, codes)
    const skus = await foundSkus(tx, codes)
    const materials = await foundMaterials(
      tx,
      mappings.map(({ material_id }) => material_id),
    )
    const fields: { field: string; message: string; values: Record<string, string> }[] = []
    const seen = new Set<string>()
    const wanted = mappings.flatMap((one, at): (Mapping & { version: number })[] => {
      const [sku, material] = [skus.get(one.nm_sku), materials.get(one.material_id)]
      const say = (name: string, message: string, values: Record<string, string> = {}) => {
        fields.push({ field: `mappings.${at}.${name}`, message, values })
        return []
      }
      if (sku === undefined) return say('nm_sku', mappingWords.noSku, { nm_sku: one.nm_sku })
      if (material === undefined) return say('material_id', mappingWords.noMaterial, { material_id: one.material_id })
      if (material.is_retired) return say('material_id', mappingWords.retired, { material_id: one.material_id })
      const found = { ...one, skuId: sku.id, style: sku.style, materialId: material.id }
      if (seen.has(keyOf(found))) return say('material_id', sheetMessages.multipleEntries)
      seen.add(keyOf(found))
      return [found]
    })
    const [first] = fields
    if (first) throw invalidInput(first.message, { values: first.values, fields })
    const standing = await standingOf(
      tx,
      wanted.map(({ skuId }) => skuId),
    )
    for (const one of wanted) {
      if ((standing.get(keyOf(one))?.version ?? 0) === one.version) continue
      const last = await lastChange(tx, one.style)
      throw stale(last.by, last.at)
    }
    const held_orders = heldOrders(await holdingsOf(tx, changedOf(wanted, standing)))
    if (held_orders.length > 0 && !is_confirmed) return reply({ changed: 0, rows: [], held_orders }, mappingWords.ask)
    const changed = await saveMappings(tx, context, wanted, { standing, orders })
    const rows = await mappingRows(tx, await idsOf(tx, wanted))
    return reply(
      { changed: changed.length, rows, held_orders },
      changed.length > 0 ? mappingWords.saved : mappingWords.unchanged,
    )
  })

async function lastChange(tx: Tx, style: string): Promise<{ by: string; at: Date }> {
  const { rows } = await rowsOf({ name: col.textOrNull, at: col.instant })`
    SELECT u.name, e.at FROM audit_event e LEFT JOIN app_user u ON u.id = e.user_id
    WHERE e.entity = 'sku_material' AND e.entity_id = ${style} ORDER BY e.seq DESC LIMIT 1`.execute(tx)
  return { by: rows[0]?.name ?? 'Selvedge', at: rows[0]?.at ?? new Date() }
}

async function idsOf(tx: Tx, wanted: readonly Mapping[]): Promise<string[]> {
  const standing = await standingOf(
    tx,
    wanted.map(({ skuId }) => skuId),
  )
  return wanted.flatMap((one) => standing.get(keyOf(one))?.id ?? [])
}

type HeldOrder = Gives<Contract['materials']['updateSkuMaterial']>['held_orders'][number]

const heldColumns = {
  sku_id: col.text,
  material_id: col.text,
  order_id: col.text,
  reserved: col.number,
  consumed: col.number,
}

/** Orders of these SKUs that hold the material, or have cut it, with what they hold of it. */
async function holdingsOf(
  tx: Tx,
  wanted: readonly Pick<Mapping, 'skuId' | 'materialId'>[],
): Promise<Row<typeof heldColumns>[]> {
  const { rows } = await rowsOf(heldColumns)`
    SELECT a.sku_id, a.material_id, o.order_id, (h.reserved / 100.0)::float8 AS reserved, (h.consumed / 100.0)::float8 AS consumed
    FROM (SELECT DISTINCT l.order_id AS document_id, n.sku_id, n.material_id
      FROM unnest(${wanted.map(({ skuId }) => skuId)}::uuid[], ${wanted.map(({ materialId }) => materialId)}::uuid[]) AS n (sku_id, material_id)
      JOIN ${everyClothLine} l ON l.sku_id = n.sku_id) a
    JOIN (SELECT document_id, material_id, sum(reserved) AS reserved, sum(consumed) AS consumed FROM (
        SELECT r.document_id, f.material_id, r.quantity AS reserved, 0 AS consumed FROM roll_reservation r JOIN fabric_roll f ON f.id = r.roll_id
        UNION ALL
        SELECT v.document_id, f.material_id, 0, CASE v.kind WHEN 'cut' THEN v.quantity ELSE -v.quantity END
        FROM roll_move v JOIN fabric_roll f ON f.id = v.roll_id WHERE v.kind IN ('cut', 'uncut')) each GROUP BY 1, 2) h
      ON h.document_id = a.document_id AND h.material_id = a.material_id AND h.reserved + h.consumed > 0
    JOIN ${everyClothOrder} o ON o.id = a.document_id ORDER BY o.order_id`.execute(tx)
  return rows
}

/** The same by order. */
function heldOrders(holdings: readonly Row<typeof heldColumns>[]): HeldOrder[] {
  const once = new Map(holdings.map((one) => [`${one.order_id} ${one.material_id}`, one]))
  return [...Map.groupBy(once.values(), ({ order_id }) => order_id)].map(([order_id, own]) => ({
    order_id,
    reserved: own.reduce((sum, { reserved }) => sum + reserved, 0),
    consumed: own.reduce((sum, { consumed }) => sum + consumed, 0),
  }))
}

/** Takes a material off SKUs; without SKUs it retires the material, or puts it in use again. */
export const deleteSkuMaterial: Routes['deleteSkuMaterial'] = (input, context) =>
  context.command(async (tx) => {
    const { material_id, nm_skus, is_retired } = input
    if (nm_skus === undefined) {
      const changed = await retireMaterial(tx, context, input)
      return reply({ changed }, is_retired ? mappingWords.materialRetired : mappingWords.materialInUse)
    }
    const material = await heldMaterial(tx, material_id)
    if (material === null) throw notFound(mappingWords.noMaterial, { material_id })
    const skus = await foundSkus(tx, nm_skus)
    const unknown = nm_skus.find((code) => !skus.has(code))
    if (unknown !== undefined) throw notFound(mappingWords.noSku, { nm_sku: unknown })
    const wanted = [...skus.values()].map(({ id, code }) => ({ skuId: id, nm_sku: code, materialId: material.id }))
    const held = heldOrders(await holdingsOf(tx, wanted))
    if (held.length > 0) {
      const where = held
        .slice(0, 3)
        .map(({ order_id }) => order_id)
        .join(', ')
      throw invalidInput(mappingWords.stillNeeded, { values: { material_id, where } })
    }
    const { rows } = await rowsOf({ nm_sku: col.text })`
      DELETE FROM sku_material s USING sku k WHERE k.id = s.sku_id AND s.material_id = ${material.id}::uuid
        AND s.sku_id = ANY(${wanted.map(({ skuId }) => skuId)}::uuid[]) RETURNING k.nm_sku`.execute(tx)
    for (const nm_sku of new Set(rows.map((row) => row.nm_sku)))
      await recordEvent(tx, context, {
        entity: 'sku_material',
        entityId: nm_sku,
        event: 'mapping.removed',
        details: { material_id },
      })
    return reply({ changed: rows.length }, mappingWords.removed)
  })

/** Takes the sheet of mappings. `create` refuses what an SKU takes already, `update` changes and adds. */
export const updateSkuMaterialMapping: Routes['updateSkuMaterialMapping'] = takeSheet(mappingSheet, {
  words: { taken: mappingWords.saved, unchanged: mappingWords.unchanged },
  async check({ tx, rows, input, refuse }) {
    const codes = rows.map(({ values }) => values.nm_sku)
    const orders = await holdFirstOrdersOf(tx, codes)
    const skus = await foundSkus(tx, codes)
    const materials = await foundMaterials(
      tx,
      rows.flatMap(({ values }) => values.material_id ?? []),
    )
    const standing = await standingOf(
      tx,
      [...skus.values()].map(({ id }) => id),
    )
    let idle = 0
    const good = rows.flatMap((row): (Mapping & { row: typeof row })[] => {
      const { nm_sku, material_id, placement, consumption, wastage } = row.values
      const [sku, material] = [skus.get(nm_sku), materials.get(material_id ?? '')]
      const refused = (column: string, message: string, expected?: string, values: Record<string, string> = {}) => {
        refuse(row, column, message, expected, { values })
        return []
      }
      if (sku === undefined) return refused('nm_sku', mappingWords.noSkuHere)
      if (material_id === null && consumption === null) {
        idle++
        return []
      }
      if (material_id === null || consumption === null)
        return refused(material_id === null ? 'material_id' : 'consumption', mappingWords.needed)
      if (material === undefined) return refused('material_id', mappingWords.noMaterialHere, mappingWords.expected)
      if (material.is_retired) return refused('material_id', mappingWords.retiredHere, mappingWords.expected)
      const found = {
        skuId: sku.id,
        style: sku.style,
        nm_sku,
        materialId: material.id,
        material_id,
        placement: placement ?? '',
        consumption,
      }
      const before = standing.get(keyOf(found))
      if (before !== undefined && input.request_type === 'create') return refused('material_id', mappingWords.stands)
      return [{ ...found, wastage: wastage ?? (before ? before.wastage_tenths / 10 : 0), row }]
    })
    const held = Map.groupBy(
      await holdingsOf(tx, changedOf(good, standing)),
      (one) => `${one.sku_id} ${one.material_id}`,
    )
    const free = good.filter((one) => {
      const orders = held.get(`${one.skuId} ${one.materialId}`)
      if (orders === undefined) return true
      const where = orders.slice(0, 3).map(({ order_id }) => order_id)
      refuse(one.row, 'consumption', mappingWords.heldHere, mappingWords.onScreen, {
        values: { where: where.join(', ') },
      })
      return false
    })
    return { good: free, idle, standing, orders }
  },
  async save({ tx, context }, { good, standing, orders }) {
    const ids = await saveMappings(tx, context, good, { standing, orders })
    const styles = sql<SqlBool>`ck.style_id IN (SELECT style_id FROM sku WHERE id = ANY(${good.map(({ skuId }) => skuId)}::uuid[]))`
    const { rows } = await rowsOf({ unlikely: col.number })`
      SELECT count(*)::int AS unlikely FROM ${unlikelyIds(styles)} u WHERE u.id = ANY(${ids}::uuid[])`.execute(tx)
    const rows_unlikely = rows[0]?.unlikely ?? 0
    return { changed: ids.length, rows_unlikely, ...(rows_unlikely > 0 && { words: mappingWords.unlikely }) }
  },
})

/** The mapping as a sheet that can be sent back, or an empty one with an example. */
export const downloadSkuMaterialMapping: Routes['downloadSkuMaterialMapping'] = async (input, context) => {
  if (input.request_type === 'download_sample_file')
    return {
      body: writeWorkbook(
        mappingSheet,
        [{ nm_sku: 'DR1008EMR-M', material_id: 'FAB-00001', placement: 'Shell', consumption: 1.35, wastage: 3 }],
        { spareRows: 60 },
      ),
    }
  return { body: writeWorkbook(mappingSheet, sheetRows(input, context)) }
}

async function* sheetRows({ style_id }: { style_id?: string | undefined }, context: CallContext) {
  const filter = { tab: 'all' as const, ...(style_id !== undefined && { style_id }) }
  for await (const row of mappingQuery.every(filter, context)) {
    const { nm_sku, style_id: style, color, size, material_id, placement, consumption, wastage } = row
    yield { nm_sku, style, color, size, material_id, placement, consumption, wastage }
  }
}
