import { sql } from 'kysely'
import type { Stage } from '../../shared/areas/facilities/stage-ledger.ts'
import { addDays } from '../../shared/kernel/days.ts'
import { createBox } from '../areas/facilities/boxes.ts'
import { facilityOrderQuery } from '../areas/facilities/orders.ts'
import { changeShipmentStatus } from '../areas/facilities/shipments.ts'
import { updateProductionStatus } from '../areas/facilities/update-stages.ts'
import { mayRewrite } from '../database/append-only.ts'
import type { CallContext, Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

const way = ['cutting', 'stitching', 'finishing', 'checking', 'packed'] as const

/** How far the lines of an order have come, one after the other: every stage is there. */
const ends = [
  'packed',
  'checking',
  'stitching',
  'pending',
  'finishing',
  'cutting',
  'boxed',
  'rework',
  'rejected',
] as const
type End = (typeof ends)[number]

/** Facilities at work: orders with pieces in every stage, one late, one with rework, boxes and a shipment on its way to India. */
export async function tellFacilities(tx: Tx, today: string): Promise<void> {
  const ops = demoContext(tx, 'ops')
  const jobs = []
  for await (const row of facilityOrderQuery.every({ tab: 'open' }, ops))
    if (row.state === 'SENT_FOR_PRODUCTION') jobs.push(row)
  for (const [at, { order_action_id, facility, lines }] of jobs.entries()) {
    const boxed: { order_action_id: string; nm_sku: string; quantity: number }[] = []
    for (const [place, { nm_sku, allotted }] of lines.entries()) {
      const end = ends[place % ends.length] ?? 'pending'
      const of = { order_action_id, facility, nm_sku }
      await bring(ops, of, end, allotted)
      if (end === 'boxed') boxed.push({ order_action_id, nm_sku, quantity: allotted })
    }
    if (boxed.length > 0) {
      const { data } = await createBox({ facility, lines: boxed, weight_grams: 4_200 }, ops)
      if (at === 0)
        await changeShipmentStatus(
          {
            facility,
            status: 'PACKING',
            boxes: [data.box_id],
            destination: await indiaQc(tx),
            carrier: 'VRL',
            reason: '',
          },
          ops,
        )
    }
  }
  await spreadOverDays(tx)
  const late = jobs.at(-1)
  if (late !== undefined) {
    await sql`UPDATE production_vendor_allocation a SET due_on = ${addDays(today, -4)}::date, starts_on = ${addDays(today, -26)}::date
      FROM production_order o, production_facility f WHERE o.id = a.order_id AND f.id = a.facility_id
      AND o.number = ${late.order_action_id} AND f.code = ${late.facility}`.execute(tx)
    // Its purchase order says the same day.
    await sql`UPDATE production_po p SET due_on = a.due_on FROM production_vendor_allocation a, production_order o, production_facility f
      WHERE p.order_id = a.order_id AND p.facility_id = a.facility_id AND o.id = a.order_id AND f.id = a.facility_id
      AND o.number = ${late.order_action_id} AND f.code = ${late.facility}`.execute(tx)
  }
}

/** Cut three days ago, packed today: the output of the last days is there. */
async function spreadOverDays(tx: Tx): Promise<void> {
  await sql.raw(mayRewrite).execute(tx)
  await sql`UPDATE facility_move SET at = at - CASE WHEN kind IN ('cut', 'cut_beyond') THEN 3 WHEN kind = 'stitch' THEN 2
      WHEN kind IN ('finish', 'check') THEN 1 ELSE 0 END * interval '1 day' WHERE kind NOT IN ('allot', 'withdraw')`.execute(
    tx,
  )
}

async function indiaQc(tx: Tx): Promise<string> {
  const site = await tx
    .selectFrom('site')
    .where('kind', '=', 'india_qc')
    .orderBy('code')
    .select('code')
    .limit(1)
    .executeTakeFirstOrThrow()
  return site.code
}

interface OneLine {
  order_action_id: string
  facility: string
  nm_sku: string
}

async function bring(
  ops: CallContext,
  { order_action_id, facility, nm_sku }: OneLine,
  end: End,
  pieces: number,
): Promise<void> {
  const enter = (status: Stage, quantity: number) =>
    updateProductionStatus(
      {
        order_action_id,
        facility,
        status,
        is_undo: false,
        lines: [{ nm_sku, quantity }],
        ...(status === 'reject' && { reason: 'Stain' as const }),
        remark: '',
      },
      ops,
    )
  const last = end === 'boxed' ? 'packed' : end === 'rework' || end === 'rejected' ? 'checking' : end
  for (const stage of way.slice(0, way.indexOf(last as (typeof way)[number]) + 1)) await enter(stage, pieces)
  if (end === 'rework') await enter('rework', pieces)
  if (end === 'rejected') await enter('reject', 1)
}
