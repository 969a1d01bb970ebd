import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { orderCurrency } from '../../../shared/areas/orders/amendments.ts'
import { stageAges } from '../../../shared/areas/pipeline/ages.ts'
import { MOST_GROUPS, type PipelineGroup } from '../../../shared/areas/pipeline/calls.ts'
import { type PipelineStage, stageNames, stageOf, vendorStages } from '../../../shared/areas/pipeline/stages.ts'
import type { Contract } from '../../../shared/areas.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply } from '../../http/call.ts'
import { type Bound, forVendor } from '../../http/own-rows.ts'
import { EVERYBODY, foldPipeline } from './fold.ts'

type Routes = Handlers<Contract['pipeline']>

/** Stages whose pieces have the price of their order, and stock, which has that of its style: of the others there is no value, not one of zero. */
const isValued = (stage: PipelineStage) =>
  stageOf(stage).parts.some(({ of }) => of === 'order' || of === 'china' || of === 'india' || of === 'stock')

const stockStages = stageNames.filter((stage) => stageOf(stage).group === 'stock')

/** Stock comes from several orders: it is worth what its style costs now, where that is known in the orders’ currency. */
const worth = sql`CASE WHEN f.stage = ANY(${stockStages}::text[])
  THEN f.pieces::numeric * CASE WHEN y.price_currency = ${orderCurrency} THEN y.price_minor ELSE 0 END ELSE f.value END`

/** Money that lies on the way to India. */
const isUnderWay = (stage: PipelineStage) => stageOf(stage).group === 'way' && !stageOf(stage).isEnd

/** Every figure: the sums and what was changed since they were made. */
const figures = sql`(SELECT stage, party_id, style_id, destination_id, pieces, value FROM pipeline_sum
  UNION ALL SELECT stage, party_id, style_id, destination_id, pieces, value FROM pipeline_delta)`

export interface Asked {
  supplier_id?: string | undefined
  category?: string | undefined
  destination?: string | undefined
  style?: string | undefined
}

/** Figures `f` of style `y` that a caller asks for: a vendor its own orders’. Of stock and of orders without a party the style’s vendor is meant. */
export function conditions(caller: Bound, { supplier_id, category, destination, style }: Asked): RawBuilder<unknown> {
  const own = forVendor(caller)
  const party = sql`coalesce(nullif(f.party_id, pipeline_none()), y.vendor_id)`
  const found = [
    own === null ? sql`true` : sql`f.party_id = ${own}::uuid`,
    sql`f.stage = ANY(${[...seenStages(caller)]}::text[])`,
  ]
  if (supplier_id)
    found.push(
      sql`${party} IN (SELECT id FROM vendor WHERE code = ${supplier_id} UNION ALL SELECT id FROM production_facility WHERE code = ${supplier_id})`,
    )
  if (category) found.push(sql`y.category = ${category}`)
  if (destination) found.push(sql`f.destination_id IN (SELECT id FROM site WHERE code = ${destination})`)
  if (style) found.push(sql`lower(y.code) = lower(${style})`)
  return sql.join(found, sql` AND `)
}

export const seenStages = (caller: Bound): readonly PipelineStage[] =>
  forVendor(caller) === null ? stageNames : vendorStages

/** What a row of the table is known by: its key, and where its names come from. */
const keys: Readonly<Record<PipelineGroup, { key: RawBuilder<unknown>; names: RawBuilder<unknown> }>> = {
  vendor: {
    key: sql`coalesce(nullif(f.party_id, pipeline_none()), y.vendor_id)`,
    names: sql`(SELECT id AS key, code, name, name_zh FROM vendor
      UNION ALL SELECT id, code, name, name_zh FROM production_facility)`,
  },
  category: {
    key: sql`y.category`,
    names: sql`(SELECT DISTINCT category AS key, category AS code, category AS name, category AS name_zh FROM style)`,
  },
  destination: {
    key: sql`f.destination_id`,
    names: sql`(SELECT id AS key, code, name, name_zh FROM site)`,
  },
  style: { key: sql`f.style_id`, names: sql`(SELECT id AS key, code, name, name_zh FROM style)` },
}

const columns = {
  is_all: col.flag,
  ...{ code: col.text, name: col.text, name_zh: col.text },
  pieces: z.record(z.string(), z.number()),
  values: z.record(z.string(), z.number()),
  total: col.number,
}

type Sums = z.output<z.ZodObject<typeof columns>>

const money = (minor: number) => ({ minor, currency: orderCurrency })

/** The value of what stands in some stages; null where nothing does. */
function valueIn({ pieces, values }: Pick<Sums, 'pieces' | 'values'>, isOf: (stage: PipelineStage) => boolean) {
  const valued = Object.keys(pieces).filter((stage) => isOf(stage as PipelineStage))
  return valued.length === 0 ? null : money(valued.reduce((sum, stage) => sum + (values[stage] ?? 0), 0))
}

/** All stages, then the rows of the table, those with most pieces first: one statement, so that they add up. */
async function sumsOf(db: Db, where: RawBuilder<unknown>, group: PipelineGroup): Promise<Sums[]> {
  const { key, names } = keys[group]
  const { rows } = await rowsOf(columns)`
    WITH by_key AS MATERIALIZED (
      SELECT ${key} AS key, f.stage, sum(f.pieces) AS pieces, sum(${worth}) AS value
      FROM ${figures} f LEFT JOIN style y ON y.id = f.style_id WHERE ${where} GROUP BY 1, 2),
    by_stage AS (
      SELECT false AS is_all, key, stage, pieces, value FROM by_key WHERE pieces <> 0
      UNION ALL SELECT true, NULL, stage, sum(pieces), sum(value) FROM by_key GROUP BY stage HAVING sum(pieces) <> 0),
    sums AS (
      SELECT is_all, key, sum(pieces) AS pieces, jsonb_object_agg(stage, pieces) AS by_stage,
        jsonb_object_agg(stage, round(value)) AS values
      FROM by_stage GROUP BY is_all, key)
    SELECT s.is_all, coalesce(n.code, '') AS code, coalesce(n.name, '') AS name, coalesce(n.name_zh, '') AS name_zh, s.by_stage AS pieces,
      s.values, (count(*) FILTER (WHERE NOT s.is_all) OVER ())::int AS total
    FROM sums s LEFT JOIN ${names} n ON n.key = s.key AND NOT s.is_all
    ORDER BY s.is_all DESC, s.pieces DESC, s.key LIMIT ${MOST_GROUPS + 1}`.execute(db)
  return rows
}

const namedColumns = { code: col.text, name: col.text, name_zh: col.text }

export const getPipeline: Routes['getPipeline'] = async ({ group, ...asked }, { caller, db }) => {
  await foldPipeline(db)
  const sums = await sumsOf(db, conditions(caller, asked), group)
  const all = sums.find(({ is_all }) => is_all)
  const isOwn = forVendor(caller) !== null
  const [categories, sites] = await Promise.all([
    rowsOf({ category: col.text })`SELECT DISTINCT category FROM style
      WHERE ${isOwn ? sql`vendor_id = ${caller.vendorId}::uuid` : sql`true`} ORDER BY 1`.execute(db),
    rowsOf(namedColumns)`SELECT code, name, name_zh FROM site
      WHERE ${isOwn ? sql`kind IN ('china_qc', 'india_qc')` : sql`true`} AND retired_at IS NULL ORDER BY code`.execute(
      db,
    ),
  ])
  return reply({
    stages: seenStages(caller).map((stage) => ({
      stage,
      pieces: all?.pieces[stage] ?? 0,
      value: isValued(stage) ? money(all?.values[stage] ?? 0) : null,
    })),
    rows: sums.flatMap((row) =>
      row.is_all
        ? []
        : [
            {
              ...{ code: row.code, name: row.name, name_zh: row.name_zh, pieces: row.pieces },
              value: valueIn(row, isUnderWay),
              stock_value: valueIn(row, (stage) => stockStages.includes(stage)),
            },
          ],
    ),
    total: all?.total ?? 0,
    categories: categories.rows.map(({ category }) => category),
    destinations: sites.rows,
  })
}

const dayColumns = { stage: col.text, day: col.text, came: col.number, gone: col.number }

/** The party whose days are asked for: one vendor, or everybody; null for a vendor that is not there. */
async function partyOf({ caller, db }: CallContext, supplier_id: string | undefined): Promise<string | null> {
  const own = forVendor(caller)
  if (own !== null) return own
  if (!supplier_id) return EVERYBODY
  return (await db.selectFrom('vendor').select('id').where('code', '=', supplier_id).executeTakeFirst())?.id ?? null
}

export const getPipelineAges: Routes['getPipelineAges'] = async ({ supplier_id }, context) => {
  const { caller, db } = context
  const party = await partyOf(context, supplier_id)
  const stages = seenStages(caller).filter((stage) => !stageOf(stage).isEnd)
  const isAll = party === EVERYBODY
  const of = isAll ? sql`true` : sql`party_id = ${party}::uuid`
  // Days and pieces from one moment: what a fold moves between the tables is counted once.
  const { rows } = await rowsOf(dayColumns)`
    SELECT stage, '' AS day, sum(pieces)::int AS came, 0 AS gone FROM ${figures} f WHERE ${of} GROUP BY stage
    UNION ALL
    SELECT stage, day::text, sum(came)::int, sum(gone)::int FROM (
      SELECT stage, day, came, gone FROM pipeline_day WHERE party_id = ${party}::uuid
      UNION ALL SELECT stage, day, came, gone FROM pipeline_delta WHERE ${of}) d GROUP BY stage, day ORDER BY 1, 2`.execute(
    db,
  )
  const today = dayIn(indiaZone, new Date())
  const byStage = Map.groupBy(rows, ({ stage }) => stage)
  return reply({
    ages: stages.map((stage) => {
      const own = byStage.get(stage) ?? []
      const standing = own.find(({ day }) => day === '')?.came ?? 0
      const { isAtLeast: _, ...ages } = stageAges(
        standing,
        own.filter(({ day }) => day !== ''),
        today,
      )
      return { stage, ...ages }
    }),
  })
}
