import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { orderStates } from '../../../shared/areas/production/order-states.ts'
import {
  missingOf,
  orderWords,
  type Quantity,
  quantityFaults,
} from '../../../shared/areas/sample-development/pre-production.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput } from '../../http/errors.ts'
import { editOrder } from '../production/drafts.ts'
import { holdOrders } from '../production/move-orders.ts'
import { startProduction } from '../production/start.ts'
import { askedPoints } from '../samples/asked-points.ts'
import { holdSample } from '../samples/set-sample.ts'

type Routes = Handlers<Contract['sampleDevelopment']>

const orderColumns = {
  ...{ id: col.text, number: col.text, state: z.enum(orderStates), made_by: col.text, made_at: col.instant },
  version: col.number,
  lines: z.array(z.object({ color: z.string(), size: z.string(), pieces: z.int() })),
  ...{ lacking: col.number, fabrics: col.number, costings: col.number, sent_packs: col.number },
}

/** The pre-production order of a style (catalogue_style.id) and what it lacks, as things stand now; null where there is none. */
export async function preProductionOf(db: Db | Tx, style: string) {
  const { rows } = await rowsOf(orderColumns)`
    SELECT o.id::text AS id, o.number, p.state, u.name AS made_by, o.made_at, p.version,
      coalesce((SELECT jsonb_agg(jsonb_build_object('color', l.color, 'size', l.size, 'pieces', l.pieces) ORDER BY l.color, l.size)
        FROM production_order_line l WHERE l.order_id = p.id), '[]') AS lines,
      (SELECT count(*)::int FROM garment_version w, jsonb_array_elements(w.content -> 'points') p
        WHERE w.catalogue_id = s.catalogue_id AND w.kind = 'points' AND w.number = s.spec_version AND NOT EXISTS
          (SELECT 1 FROM catalogue_sample_measure m WHERE m.sample_id = s.id AND m.size = p ->> 'size' AND m.point = p ->> 'point')) AS lacking,
      (SELECT count(*)::int FROM jsonb_array_elements((SELECT k.content -> 'lines' FROM sample_costing k
        WHERE k.sample_id = s.id ORDER BY k.number DESC LIMIT 1)) n WHERE n ->> 'kind' = 'material' AND n ->> 'material_code' IS NOT NULL) AS fabrics,
      (SELECT count(*)::int FROM sample_costing k WHERE k.sample_id = s.id) AS costings,
      (SELECT count(*)::int FROM tech_pack t WHERE t.catalogue_id = o.catalogue_id AND t.sent_at IS NOT NULL) AS sent_packs
    FROM pre_production_order o JOIN production_order p ON p.pre_production_id = o.id JOIN catalogue_sample s ON s.id = o.sample_id JOIN app_user u ON u.id = o.made_by
    WHERE o.catalogue_id = ${style}::uuid`.execute(db)
  const [order] = rows
  if (!order) return null
  const { number, state, made_by, made_at, version, lines, lacking, fabrics, costings, sent_packs } = order
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0)
  return {
    ...{ number, state, made_by, made_at: made_at.toISOString(), version, lines, pieces },
    missing: missingOf({ lacking, pieces, fabrics, costings, sentPacks: sent_packs }),
  }
}

const gridText = (lines: readonly Quantity[]) =>
  lines
    .map(({ color, size, pieces }) => `${color}\n${size}\n${pieces}`)
    .sort()
    .join('\n\n')

/** One of a style, from a sample that passed. Sizes are those of the style, each once in a colour. Asked with `order_version` it changes the quantities of the one that is there. */
export const createPreProductionOrder: Routes['createPreProductionOrder'] = (asked, context) =>
  context.command(async (tx) => {
    const { sample_id, version, lines, order_version } = asked
    const { sample, style } = await holdSample(tx, context, sample_id)
    await assertFresh(tx, { entity: 'catalogue_sample', entityId: sample.code, version: sample.version }, version)
    const before = await preProductionOf(tx, style.id)
    if (before && order_version === undefined)
      throw conflict(orderWords.exists, { values: { catalogue_id: style.code, number: before.number } })
    if (!before && order_version !== undefined)
      throw conflict(orderWords.noOrder, { values: { catalogue_id: style.code } })
    if (!before && sample.state !== 'passed') throw conflict(orderWords.notPassed, { values: { sample: sample.code } })
    const faults = quantityFaults(lines, (await askedPoints(tx, [sample.id]))(sample.id).sizes)
    const [first] = faults
    if (first) throw invalidInput(first.message, { fields: faults })
    if (before && order_version !== undefined) {
      const seen = { order_action_id: before.number, version: order_version }
      const [held] = await holdOrders(tx, context, [seen], 'edit')
      if (held === undefined) throw new Error('a held order is not there')
      if (gridText(before.lines) === gridText(lines)) return reply({ order: before }, orderWords.unchanged)
      await editOrder(tx, context, held, { lines })
      return reply({ order: (await preProductionOf(tx, style.id)) ?? before }, orderWords.changed)
    }
    const id = v7()
    const { rows } = await rowsOf({ number: col.text })`
      INSERT INTO pre_production_order (id, catalogue_id, sample_id, made_by)
      VALUES (${id}::uuid, ${style.id}::uuid, ${sample.id}::uuid, ${context.caller.userId}::uuid) RETURNING number`.execute(
      tx,
    )
    await sql`INSERT INTO pre_production_line (order_id, color, size, pieces)
      SELECT ${id}::uuid, n.* FROM unnest(${lines.map(({ color }) => color)}::text[], ${lines.map(({ size }) => size)}::text[],
        ${lines.map(({ pieces }) => pieces)}::int[]) AS n`.execute(tx)
    await startProduction(tx, context, { id, number: rows[0]?.number ?? '' })
    const order = await preProductionOf(tx, style.id)
    if (!order) throw new Error('an order that was just made is not there')
    await recordEvent(tx, context, {
      ...{
        entity: 'pre_production_order',
        entityId: rows[0]?.number ?? '',
        event: 'pre_production.made',
        to: order.state,
      },
      details: { sample: sample.code, missing: order.missing.join(', ') },
    })
    return reply({ order }, order.missing.length === 0 ? orderWords.made : orderWords.madeLacking)
  })
