import { sql } from 'kysely'
import { z } from 'zod'
import { type SampleRow, sampleRow } from '../../../shared/areas/samples/calls.ts'
import {
  beyond,
  computedVerdict,
  mayTakeBack,
  placeKey,
  sampleMoves,
  sampleWords,
  vendorSees,
} from '../../../shared/areas/samples/rounds.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { isAmong } from '../../../shared/kernel/rights.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { vendorToday } from '../../database/today.ts'
import { type CallContext, type Caller, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { type Asked, askedPoints, inSpecOrder } from './asked-points.ts'

type Routes = Handlers<Contract['samples']>
export type SamplesAsked = Taken<Contract['samples']['getSamples']>

/** A vendor has the tabs of what it does itself: what came of a sample is not among them. */
const vendorTabs = ['to_send', 'overdue', 'sent', 'all'] as const
const isVendorTab = (tab: string) => vendorTabs.some((one) => one === tab)

const toSend = sql`s.state = 'requested'`

/** Samples, newest first or by the day they are due; without a day last. What is planned is no vendor's business yet. */
export const sampleQuery = listQuery<SamplesAsked, SampleRow>({
  from: sql`catalogue_sample s JOIN catalogue_style c ON c.id = s.catalogue_id`,
  id: sql<string>`s.id`,
  scope: ({ caller }, { tab = 'all' }) => {
    if (!isBoundToVendor(caller)) return sql`true`
    // Also in a file: which of its samples stand at a tab of ours would tell what came of them.
    return isVendorTab(tab) ? sql`${ownRows(caller, 'c.vendor_id')} AND s.state <> 'planned'` : sql`false`
  },
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    search: (text) => {
      const like = containing(text)
      return sql`(s.code ILIKE ${like} OR c.code ILIKE ${like} OR c.name ILIKE ${like} OR c.name_zh ILIKE ${like} OR s.tracking ILIKE ${like})`
    },
    supplier_id: (code) => sql`c.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    sample_ids: (codes) => sql`s.code = ANY(${codes}::text[])`,
  },
  tabs: {
    to_send: sql`s.state = 'requested'`,
    overdue: sql`s.state = 'requested' AND s.due_on < ${vendorToday}`,
    sent: sql`s.state = 'sent'`,
    received: sql`s.state = 'received'`,
    measured: sql`s.state = 'measured'`,
    judged: sql`s.state IN ('passed', 'failed')`,
    all: sql`true`,
  },
  order: ({ sort = 'number', descending = true }) => ({
    by:
      sort === 'due'
        ? [
            [sql`coalesce(s.due_on, '9999-12-31'::date)`, 'date'],
            [sql`s.created_at`, 'timestamptz'],
            [sql`s.id`, 'uuid'],
          ]
        : [
            [sql`s.created_at`, 'timestamptz'],
            [sql`s.id`, 'uuid'],
          ],
    isDescending: descending,
  }),
  rows: (ids, { db, caller }) => sampleRows(db, ids, caller),
})

export function asSeenBy(caller: Pick<Caller, 'role' | 'team'>, asked: SamplesAsked): SamplesAsked {
  if (!isBoundToVendor(caller)) return asked
  return { ...asked, tab: vendorTabs.find((tab) => tab === asked.tab) ?? 'all' }
}

export const getSamples: Routes['getSamples'] = async (asked, context) => {
  const answer = await sampleQuery.page(asSeenBy(context.caller, asked), context)
  const { counts } = answer.data
  if (!counts || !isBoundToVendor(context.caller)) return answer
  return {
    ...answer,
    data: { ...answer.data, counts: Object.fromEntries(vendorTabs.map((tab) => [tab, counts[tab] ?? 0])) },
  }
}

/** Points in sizes that the spec of a sample `s` asks for and nobody measured. */
export const lackingPoints = sql`(SELECT count(*)::int FROM (SELECT g.size, g.point FROM garment_point g WHERE s.spec_version IS NULL
            AND s.state NOT IN ('passed', 'failed') AND g.catalogue_id = s.catalogue_id
          UNION ALL SELECT p ->> 'size', p ->> 'point' FROM garment_version w, jsonb_array_elements(w.content -> 'points') p
          WHERE w.catalogue_id = s.catalogue_id AND w.kind = 'points' AND w.number = s.spec_version) a
        WHERE NOT EXISTS (SELECT 1 FROM catalogue_sample_measure x WHERE x.sample_id = s.id AND x.size = a.size AND x.point = a.point))`

const sampleFacts = sampleRow.omit({ points: true, out_of_tolerance: true, computed: true }).extend({
  id: col.text,
  lacking: col.number,
  measures: z.array(
    z.object({ spec_mm: z.number().nullable(), tolerance_mm: z.number().nullable(), measured_mm: z.number() }),
  ),
})

/** By id (catalogue_sample.id), in the order given, as this caller may see them. */
export async function sampleRows(
  db: Db | Tx,
  ids: readonly string[],
  caller: Pick<Caller, 'role' | 'team'>,
): Promise<SampleRow[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(sampleFacts)`
    SELECT s.id, s.code AS sample_id, c.code AS catalogue_id, c.name, c.name_zh, c.picture_id AS picture, v.code AS supplier_id,
      v.name AS supplier_name, v.name_zh AS supplier_name_zh, s.round, s.state, s.due_on,
      coalesce(${toSend} AND s.due_on < ${vendorToday}, false) AS is_overdue, s.carrier, s.tracking, s.sent_at, s.received_at, s.judged_at,
      s.weight_vendor_g, s.weight_qc_g, s.transparency, s.pilling, s.stretchability, u.name AS judged_by, s.remark, s.version,
      coalesce(m.measures, '[]') AS measures,
      ${lackingPoints} AS lacking
    FROM catalogue_sample s JOIN catalogue_style c ON c.id = s.catalogue_id JOIN vendor v ON v.id = c.vendor_id
    LEFT JOIN app_user u ON u.id = s.judged_by
    LEFT JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('spec_mm', spec_mm, 'tolerance_mm', tolerance_mm, 'measured_mm', measured_mm))
      AS measures FROM catalogue_sample_measure WHERE sample_id = s.id) m ON true
    WHERE s.id = ANY(${ids}::uuid[])`.execute(db)
  const isVendor = isBoundToVendor({ role: caller.role })
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, measures, ...row }) => {
    if (isVendor)
      return {
        ...row,
        // What was called off after we had it, we have.
        state: row.state === 'called_off' && row.received_at ? ('received' as const) : vendorSees(row.state),
        weight_qc_g: null,
        transparency: null,
        pilling: null,
        stretchability: null,
        points: null,
        out_of_tolerance: null,
        lacking: null,
        computed: null,
        judged_by: null,
        judged_at: null,
        remark: null,
        // How often it was written since would tell that it was judged.
        version: row.received_at && row.state !== 'received' ? 1 : row.version,
      }
    return {
      ...row,
      points: measures.length,
      out_of_tolerance: measures.filter((one) => (beyond(one) ?? 0) > 0).length,
      computed: computedVerdict(measures, row.lacking),
    }
  })
}

/** One sample by its code. Throws not_found, also for another vendor's. */
export async function sampleOf(db: Db | Tx, { caller }: Pick<CallContext, 'caller'>, code: string) {
  const { rows } = await rowsOf({ id: col.text })`
    SELECT s.id FROM catalogue_sample s JOIN catalogue_style c ON c.id = s.catalogue_id
    WHERE s.code = ${code} AND ${ownRows(caller, 'c.vendor_id')}`.execute(db)
  const [sample] = await sampleRows(
    db,
    rows.map(({ id }) => id),
    caller,
  )
  if (!sample) throw notFound(sampleWords.notFound, { sample: code })
  return sample
}

export const getSample: Routes['getSample'] = async ({ sample_id }, context) => {
  const sample = await sampleOf(context.db, context, sample_id)
  const { rows: about } = await rowsOf({ id: col.text, judged_by: col.textOrNull })`
    SELECT id::text AS id, judged_by::text AS judged_by FROM catalogue_sample WHERE code = ${sample_id}`.execute(
    context.db,
  )
  const id = about[0]?.id ?? ''
  const { rows } = await rowsOf({
    size: col.text,
    point: col.text,
    spec_mm: col.numberOrNull,
    tolerance_mm: col.numberOrNull,
    measured_mm: col.number,
  })`
    SELECT size, point, spec_mm, tolerance_mm, measured_mm FROM catalogue_sample_measure WHERE sample_id = ${id}::uuid`.execute(
    context.db,
  )
  const asked = (await askedPoints(context.db, [id]))(id)
  const measures = inSpecOrder(asked, rows).map((row) => ({ ...row, beyond_mm: beyond(row) }))
  const { rows: later } = await rowsOf({
    ...{ sample_id: col.text, state: sampleRow.shape.state, round: col.number, created_by: col.text },
  })`
    SELECT n.code AS sample_id, n.state, n.round, u.name AS created_by FROM catalogue_sample s
    JOIN catalogue_sample n ON n.catalogue_id = s.catalogue_id JOIN app_user u ON u.id = n.created_by
    WHERE s.id = ${id}::uuid AND n.round > s.round ORDER BY n.round DESC LIMIT 1`.execute(context.db)
  const { rows: photos } = await rowsOf({ image_id: col.text })`
    SELECT image_id FROM catalogue_sample_photo WHERE sample_id = ${id}::uuid ORDER BY position, image_id`.execute(
    context.db,
  )
  const takesBack = mayTakeBack({ state: sample.state, judged_by: about[0]?.judged_by ?? null }, context.caller)
  return reply({
    sample,
    ...pointsTold(asked),
    image_ids: photos.map(({ image_id }) => image_id),
    measures: measures.toSorted((a, b) => (b.beyond_mm ?? 0) - (a.beyond_mm ?? 0)),
    allowed: [
      ...sampleMoves[sample.state].filter(({ by }) => isAmong(context.caller, by)).map(({ to }) => to),
      ...(takesBack ? (['measured'] as const) : []),
    ],
    next: later[0] ?? null,
  })
}

/** Points as they are asked for, each beside what the style's spec says of it today. */
function pointsTold({ points, today }: Asked) {
  const now = new Map(today.map((one) => [placeKey(one), one]))
  const told = points.map((one) => {
    const { size, point, spec_mm, tolerance_mm } = one
    const fresh = now.get(placeKey(one))
    return {
      size,
      point,
      spec_mm,
      tolerance_mm,
      today: fresh ? { spec_mm: fresh.spec_mm, tolerance_mm: fresh.tolerance_mm } : null,
    }
  })
  const isSame = ({ spec_mm, tolerance_mm, today: fresh }: (typeof told)[number]) =>
    fresh?.spec_mm === spec_mm && fresh.tolerance_mm === tolerance_mm
  return { points: told, is_old_spec: today.length !== told.length || !told.every(isSame) }
}
