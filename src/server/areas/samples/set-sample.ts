import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import {
  type CatalogueStatus,
  endedStatuses,
  isBeforeSample,
  isUnsampled,
  mayGo,
  moveTo,
} from '../../../shared/areas/catalogue/statuses.ts'
import {
  isJudged,
  lackedPoints,
  mayTakeBack,
  type SampleState,
  sampleMove,
  sampleMoves,
  sampleStates,
  sampleStateWords,
  sampleWords,
} from '../../../shared/areas/samples/rounds.ts'
import type { Contract } from '../../../shared/areas.ts'
import { isAmong } from '../../../shared/kernel/rights.ts'
import { recordEvent, recordEvents } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, forbidden, moveNotAllowed, notFound, refusedField } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { notify } from '../../notices/notify.ts'
import { type HeldStyle, holdCatalogue } from '../catalogue/hold.ts'
import { moveCatalogue } from '../catalogue/move.ts'
import { askedPoints, settleMeasured } from './asked-points.ts'
import { sampleOf } from './samples.ts'

type Routes = Handlers<Contract['samples']>

const columns = {
  ...{ id: col.text, code: col.text, catalogue_id: col.text, style: col.text, round: col.number },
  ...{
    state: z.enum(sampleStates),
    version: col.number,
    carrier: col.textOrNull,
    tracking: col.textOrNull,
    measures: col.number,
    judged_by: col.textOrNull,
  },
}
type HeldSample = Row<typeof columns>

/** Holds the style and then its sample. Throws not_found, also for another vendor's. */
export async function holdSample(
  tx: Tx,
  context: CallContext,
  code: string,
): Promise<{ sample: HeldSample; style: HeldStyle }> {
  const { rows: found } = await rowsOf({ style: col.text })`
    SELECT c.code AS style FROM catalogue_sample s JOIN catalogue_style c ON c.id = s.catalogue_id
    WHERE s.code = ${code} AND ${ownRows(context.caller, 'c.vendor_id')}`.execute(tx)
  const [style] = found[0] ? await holdCatalogue(tx, context, [found[0].style]) : []
  const { rows } = await rowsOf(columns)`
    SELECT s.id, s.code, s.catalogue_id, ${style?.code ?? ''} AS style, s.round, s.state, s.version, s.carrier, s.tracking,
      (SELECT count(*)::int FROM catalogue_sample_measure m WHERE m.sample_id = s.id) AS measures, s.judged_by::text AS judged_by
    FROM catalogue_sample s WHERE s.code = ${code} AND ${style !== undefined} FOR UPDATE OF s`.execute(tx)
  const [sample] = rows
  if (!sample || !style) throw notFound(sampleWords.notFound, { sample: code })
  return { sample, style }
}

function assertMove({ code, state }: HeldSample, to: SampleState, { caller }: CallContext): void {
  const move = sampleMove(state, to)
  const values = { sample: code, from_key: sampleStateWords[state], to_key: sampleStateWords[to] }
  if (!move)
    throw moveNotAllowed(
      sampleWords.noMove,
      sampleMoves[state].map((one) => one.to),
      { values },
    )
  if (!isAmong(caller, move.by)) throw forbidden(sampleWords.notYours)
}

/**
 * Says who carries samples of held styles, one each, and under which number: what is asked for becomes sent, what is on its way is put
 * right. Throws conflict for a style of which no sample is asked for.
 */
export async function setSample(
  tx: Tx,
  context: CallContext,
  styles: readonly Pick<HeldStyle, 'id' | 'code'>[],
  { carrier, tracking }: { carrier: string; tracking: string | null },
): Promise<void> {
  const { rows } = await rowsOf(columns)`
    SELECT s.id, s.code, s.catalogue_id, '' AS style, s.round, s.state, s.version, s.carrier, s.tracking, 0 AS measures, NULL AS judged_by
    FROM catalogue_sample s WHERE s.catalogue_id = ANY(${styles.map(({ id }) => id)}::uuid[]) AND s.state IN ('requested', 'sent')
    ORDER BY s.id FOR UPDATE OF s`.execute(tx)
  const byStyle = new Map(rows.map((row) => [row.catalogue_id, row]))
  const missing = styles.find(({ id }) => !byStyle.has(id))
  if (missing) throw conflict(sampleWords.nothingAsked, { values: { catalogue_id: missing.code } })
  const changed = rows.filter(
    (row) => row.state === 'requested' || row.carrier !== carrier || (row.tracking ?? '') !== (tracking ?? ''),
  )
  if (changed.length === 0) return
  for (const row of changed) if (row.state === 'requested') assertMove(row, 'sent', context)
  await sql`UPDATE catalogue_sample SET state = 'sent', carrier = ${carrier}, tracking = ${tracking || null},
    sent_at = coalesce(sent_at, now()), version = version + 1 WHERE id = ANY(${changed.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )
  await recordEvents(
    tx,
    context,
    changed.map((row) => ({
      ...{ entity: 'catalogue_sample', entityId: row.code, event: 'sample.sent', from: row.state, to: 'sent' },
      details: { carrier, tracking },
    })),
  )
}

export const sendSample: Routes['sendSample'] = ({ sample_id, carrier, tracking }, context) =>
  context.command(async (tx) => {
    const { sample, style } = await holdSample(tx, context, sample_id)
    if (sample.state !== 'sent') assertMove(sample, 'sent', context)
    await setSample(tx, context, [style], { carrier, tracking: tracking || null })
    return reply({ sample: await sampleOf(tx, context, sample_id) }, sampleWords.sent)
  })

const isEnded = (status: CatalogueStatus) =>
  isUnsampled(status) || (endedStatuses as readonly string[]).includes(status)

const canBeFollowed = (state: SampleState): boolean => ['planned', 'failed', 'called_off'].includes(state)

/** Held by their styles: two who ask at once make one round. */
export const requestSamples: Routes['requestSamples'] = ({ catalogue_ids, due_on }, context) =>
  context.command(async (tx) => {
    const styles = await holdCatalogue(tx, context, [...new Set(catalogue_ids)], 'catalogue_ids')
    const { rows } = await rowsOf({
      ...columns,
      vendor_id: col.text,
      sample: col.textOrNull,
      state: z.enum(sampleStates).nullable(),
    })`
      SELECT DISTINCT ON (c.id) c.id, c.code, c.id AS catalogue_id, c.code AS style, coalesce(s.round, 0) AS round, s.state, 1 AS version,
        s.carrier, s.tracking, 0 AS measures, NULL AS judged_by, c.vendor_id, s.code AS sample
      FROM catalogue_style c LEFT JOIN catalogue_sample s ON s.catalogue_id = c.id
      WHERE c.id = ANY(${styles.map(({ id }) => id)}::uuid[]) ORDER BY c.id, s.round DESC`.execute(tx)
    for (const row of rows) {
      const status = styles.find(({ id }) => id === row.id)?.status ?? 'New Styles'
      const values = { catalogue_id: row.code, sample: row.sample ?? '', status_key: status }
      const refused = (message: string) => conflict(message, { values, fields: [{ field: 'catalogue_ids', message }] })
      if (isEnded(status)) throw refused(sampleWords.ended)
      if (row.state === 'passed') throw refused(sampleWords.passed)
      if (row.state !== null && !canBeFollowed(row.state)) throw refused(sampleWords.open)
    }
    const planned = rows.filter(({ state }) => state === 'planned').map(({ id }) => id)
    const fresh = rows.filter(({ state }) => state !== 'planned')
    const { rows: asked } = await rowsOf({ code: col.text, catalogue_id: col.text })`
      WITH again AS (UPDATE catalogue_sample SET state = 'requested', due_on = ${due_on}::date, version = version + 1
        WHERE catalogue_id = ANY(${planned}::uuid[]) AND state = 'planned' RETURNING code, catalogue_id),
      made AS (INSERT INTO catalogue_sample (id, catalogue_id, round, state, due_on, created_by)
        SELECT n.id, n.style, n.round, 'requested', ${due_on}::date, ${context.caller.userId}::uuid
        FROM unnest(${fresh.map(() => v7())}::uuid[], ${fresh.map(({ id }) => id)}::uuid[], ${fresh.map(({ round }) => round + 1)}::int[])
          AS n (id, style, round) RETURNING code, catalogue_id)
      SELECT code, catalogue_id FROM again UNION ALL SELECT code, catalogue_id FROM made ORDER BY code`.execute(tx)
    await recordEvents(
      tx,
      context,
      asked.map(({ code }) => ({
        ...{ entity: 'catalogue_sample', entityId: code, event: 'sample.requested', to: 'requested' },
        details: { due_on },
      })),
    )
    const vendorOf = new Map(rows.map((row) => [row.id, row]))
    const byVendor = Map.groupBy(asked, ({ catalogue_id }) => vendorOf.get(catalogue_id)?.vendor_id ?? '')
    await notify(
      tx,
      context,
      ...[...byVendor].map(([vendorId, of]) => ({
        ...{ kind: 'sample_requested' as const, vendorId, things: of.map(({ code }) => code) },
        values: {
          sample: of[0]?.code ?? '',
          catalogue_id: vendorOf.get(of[0]?.catalogue_id ?? '')?.code ?? '',
          due_on,
        },
      })),
    )
    return reply({ sample_ids: asked.map(({ code }) => code) }, sampleWords.requested)
  })

/** A sample that passes takes its style on where the way leads there; one that fails may be followed by a planned round. */
export const moveSample: Routes['moveSample'] = ({ sample_id, to, remark, next_round, version }, context) =>
  context.command(async (tx) => {
    const { sample, style } = await holdSample(tx, context, sample_id)
    await assertFresh(tx, { entity: 'catalogue_sample', entityId: sample.code, version: sample.version }, version)
    if (to === 'measured' && isJudged(sample.state)) return takeBack(tx, context, { sample, style, remark })
    assertMove(sample, to, context)
    if (to === 'measured' && sample.measures === 0)
      throw conflict(sampleWords.notMeasured, { values: { sample: sample.code } })
    if (to === 'passed') await assertMeasured(tx, sample)
    const judge = isJudged(to)
    if (judge && !remark) {
      const isAgainst = to === 'passed' && (await sampleOf(tx, context, sample_id)).computed === 'failed'
      const message = to === 'failed' ? sampleWords.needsRemark : isAgainst ? sampleWords.againstMeasures : null
      if (message !== null) throw refusedField('remark', message)
    }
    await sql`UPDATE catalogue_sample SET state = ${to}, remark = ${judge ? remark || null : sql`coalesce(${remark || null}, remark)`}, version = version + 1,
      received_at = CASE WHEN ${to === 'received'} THEN now() ELSE received_at END,
      judged_at = CASE WHEN ${judge} THEN now() END, judged_by = CASE WHEN ${judge} THEN ${context.caller.userId}::uuid END
      WHERE id = ${sample.id}::uuid`.execute(tx)
    if (to === 'measured') await settleMeasured(tx, [sample.id])
    await recordEvent(tx, context, {
      ...{ entity: 'catalogue_sample', entityId: sample.code, event: `sample.${to}` as const, from: sample.state, to },
      details: { remark: remark ?? null },
    })
    if (to === 'failed' && next_round)
      await sql`INSERT INTO catalogue_sample (id, catalogue_id, round, state, created_by)
        VALUES (${v7()}::uuid, ${style.id}::uuid, ${sample.round + 1}, 'planned', ${context.caller.userId}::uuid)`.execute(
        tx,
      )
    const move = moveTo(style.status, 'Sample QC Done', style.came_from)
    if (to === 'passed' && move && mayGo(move, style.supply_chain, context.caller))
      await moveCatalogue(tx, context, [style], 'Sample QC Done', { remark })
    return reply({ sample: await sampleOf(tx, context, sample_id) }, sampleWords.saved)
  })

/** Throws conflict that names the points of the spec which nobody measured. */
async function assertMeasured(tx: Tx, { id, code }: HeldSample): Promise<void> {
  const { rows } = await rowsOf({ size: col.text, point: col.text })`
    SELECT size, point FROM catalogue_sample_measure WHERE sample_id = ${id}::uuid`.execute(tx)
  const lacked = lackedPoints((await askedPoints(tx, [id]))(id).points, rows)
  if (lacked.length === 0) return
  const named = lacked.slice(0, NAMED_POINTS).map(({ size, point }) => `${point} ${size}`)
  const points = named.join(', ') + (lacked.length > NAMED_POINTS ? ' …' : '')
  throw conflict(sampleWords.lacks, { values: { sample: code, count: lacked.length, points } })
}

const NAMED_POINTS = 6

interface TakingBack {
  sample: HeldSample
  style: HeldStyle
  remark: string | undefined
}

/**
 * Takes a verdict back: the sample is to be judged again, and its style goes back the step that the verdict took it. A round that was
 * planned by it goes. Throws forbidden, invalid_input without a reason, conflict where the style or another round has gone on since.
 */
async function takeBack(tx: Tx, context: CallContext, { sample, style, remark }: TakingBack) {
  const values = { sample: sample.code, catalogue_id: style.code, status_key: style.status }
  if (!mayTakeBack(sample, context.caller)) throw forbidden(sampleWords.notYourVerdict, { sample: sample.code })
  const { rows: orders } = await rowsOf({ number: col.text })`
    SELECT number FROM pre_production_order WHERE sample_id = ${sample.id}::uuid`.execute(tx)
  const [order] = orders
  if (order) throw conflict(sampleWords.hasOrder, { values: { sample: sample.code, number: order.number } })
  if (!remark) throw refusedField('remark', sampleWords.needsReason)
  const { rows: later } = await rowsOf({ code: col.text, state: z.enum(sampleStates) })`
    SELECT code, state FROM catalogue_sample WHERE catalogue_id = ${style.id}::uuid AND round > ${sample.round} ORDER BY round DESC`.execute(
    tx,
  )
  const followed = later.find(({ state }) => state !== 'planned')
  if (followed) throw conflict(sampleWords.followed, { values: { sample: followed.code } })
  if (isUnsampled(style.status)) throw conflict(sampleWords.ended, { values })
  if (sample.state === 'passed' && style.status === 'Sample QC Done')
    await moveCatalogue(tx, context, [style], 'back', { remark })
  else if (sample.state === 'passed' && !isBeforeSample(style.status)) throw conflict(sampleWords.wentOn, { values })
  await sql`DELETE FROM catalogue_sample WHERE catalogue_id = ${style.id}::uuid AND round > ${sample.round} AND state = 'planned'`.execute(
    tx,
  )
  await sql`UPDATE catalogue_sample SET state = 'measured', judged_at = NULL, judged_by = NULL, remark = NULL, version = version + 1
    WHERE id = ${sample.id}::uuid`.execute(tx)
  await recordEvent(tx, context, {
    ...{ entity: 'catalogue_sample', entityId: sample.code, event: 'sample.taken_back' },
    ...{ from: sample.state, to: 'measured', details: { remark } },
  })
  return reply({ sample: await sampleOf(tx, context, sample.code) }, sampleWords.takenBack)
}
