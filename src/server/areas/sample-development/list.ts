import { sql } from 'kysely'
import { z } from 'zod'
import type { DevelopmentRow } from '../../../shared/areas/sample-development/calls.ts'
import { costOf, storedCosting } from '../../../shared/areas/sample-development/cost.ts'
import { beyond } from '../../../shared/areas/samples/rounds.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Caller, Db, Tx } from '../../http/call.ts'
import { listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { lackingPoints, sampleOf, sampleRows } from '../samples/samples.ts'

type Asked = Taken<Contract['sampleDevelopment']['getSampleDevelopments']>

const lacksPoints = sql`${lackingPoints} > 0`
const isCosted = sql`EXISTS (SELECT 1 FROM sample_costing k WHERE k.sample_id = s.id)`

/** Samples, newest first. For the company's people alone: no vendor may make a call of it. */
export const developmentQuery = listQuery<Asked, DevelopmentRow>({
  from: sql`catalogue_sample s JOIN catalogue_style c ON c.id = s.catalogue_id`,
  id: sql<string>`s.id`,
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    search: (text) => {
      const like = containing(text)
      return sql`(s.code ILIKE ${like} OR c.code ILIKE ${like} OR c.name ILIKE ${like} OR c.name_zh ILIKE ${like})`
    },
    supplier_id: (code) => sql`c.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    sample_ids: (codes) => sql`s.code = ANY(${codes}::text[])`,
  },
  tabs: {
    // A verdict needs every point: until then it is still measured.
    to_measure: sql`(s.state = 'received' OR s.state = 'measured' AND ${lacksPoints})`,
    to_judge: sql`(s.state = 'measured' AND NOT ${lacksPoints})`,
    to_cost: sql`s.state = 'passed' AND NOT ${isCosted}`,
    to_produce: sql`s.state = 'passed'
      AND NOT EXISTS (SELECT 1 FROM pre_production_order o WHERE o.catalogue_id = s.catalogue_id)`,
    failed: sql`s.state = 'failed'`,
    all: sql`true`,
  },
  order: () => ({
    // Numbers are given in the order of days: what people see is what it goes by.
    by: [[sql`s.code`, 'text']],
    isDescending: true,
  }),
  rows: (ids, { db, caller }) => developmentRows(db, ids, caller),
})

const moreColumns = {
  sample_id: col.text,
  critical: z.array(
    z.object({ spec_mm: z.number().nullable(), tolerance_mm: z.number().nullable(), measured_mm: z.number() }),
  ),
  costing: col.numberOrNull,
  content: storedCosting.nullable(),
  tech_pack: col.numberOrNull,
  is_pack_sent: col.flag,
  order: col.textOrNull,
}

/** By id (catalogue_sample.id), in the order given. */
export async function developmentRows(
  db: Db | Tx,
  ids: readonly string[],
  caller: Pick<Caller, 'role' | 'team'>,
): Promise<DevelopmentRow[]> {
  const samples = await sampleRows(db, ids, caller)
  const { rows } = await rowsOf(moreColumns)`
    SELECT s.code AS sample_id,
      coalesce((SELECT jsonb_agg(jsonb_build_object('spec_mm', m.spec_mm, 'tolerance_mm', m.tolerance_mm, 'measured_mm', m.measured_mm))
        FROM catalogue_sample_measure m JOIN style_measure_position p ON p.catalogue_id = s.catalogue_id AND p.point = m.point AND p.is_critical
        WHERE m.sample_id = s.id), '[]') AS critical,
      k.number AS costing, k.content, t.number AS tech_pack, t.sent_at IS NOT NULL AS is_pack_sent, o.number AS order
    FROM catalogue_sample s
    LEFT JOIN LATERAL (SELECT number, content FROM sample_costing WHERE sample_id = s.id ORDER BY number DESC LIMIT 1) k ON true
    LEFT JOIN LATERAL (SELECT number, sent_at FROM tech_pack WHERE catalogue_id = s.catalogue_id ORDER BY number DESC LIMIT 1) t ON true
    LEFT JOIN pre_production_order o ON o.sample_id = s.id
    WHERE s.id = ANY(${ids}::uuid[])`.execute(db)
  const more = new Map(rows.map((row) => [row.sample_id, row]))
  return samples.map((sample) => {
    const { sample_id, catalogue_id, name, name_zh, picture, supplier_id, supplier_name, supplier_name_zh } = sample
    const of = more.get(sample_id)
    const content = of?.content ?? null
    const inCurrency = (minor: number | null | undefined) =>
      content === null || minor === null || minor === undefined ? null : { minor, currency: content.currency }
    return {
      ...{ sample_id, catalogue_id, name, name_zh, picture, supplier_id, supplier_name, supplier_name_zh },
      ...{ round: sample.round, state: sample.state, computed: sample.computed, version: sample.version },
      ...{ points: sample.points ?? 0, out_of_tolerance: sample.out_of_tolerance ?? 0, lacking: sample.lacking ?? 0 },
      critical_out: (of?.critical ?? []).filter((one) => (beyond(one) ?? 0) > 0).length,
      last_version: of?.costing ?? null,
      cost: inCurrency(content && costOf(content).cost),
      target: inCurrency(content?.target_minor),
      tech_pack: of?.tech_pack ?? null,
      is_pack_sent: of?.is_pack_sent ?? false,
      order: of?.order ?? null,
    }
  })
}

/** One by its number. Throws not_found. */
export async function developmentOf(
  db: Db | Tx,
  context: Pick<CallContext, 'caller'>,
  code: string,
): Promise<{ id: string; style: string; row: DevelopmentRow }> {
  await sampleOf(db, context, code)
  const { rows } = await rowsOf({ id: col.text, style: col.text })`
    SELECT id::text AS id, catalogue_id::text AS style FROM catalogue_sample WHERE code = ${code}`.execute(db)
  const { id = '', style = '' } = rows[0] ?? {}
  const [row] = await developmentRows(db, [id], context.caller)
  if (!row) throw new Error(`${code} is there and has no row`)
  return { id, style, row }
}
