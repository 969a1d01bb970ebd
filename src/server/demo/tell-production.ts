import { sql } from 'kysely'
import { z } from 'zod'
import { addDays } from '../../shared/kernel/days.ts'
import { reserveRolls } from '../areas/materials/reservations.ts'
import { assignVendors } from '../areas/production/assign.ts'
import { completeCad } from '../areas/production/cad.ts'
import { keepCard } from '../areas/production/job-card.ts'
import { holdOrders, lockOrders, moveOrder, moveOrders } from '../areas/production/move-orders.ts'
import { createProductionPo } from '../areas/production/purchase-orders.ts'
import { makeProduction } from '../areas/production/start.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { CallContext, Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

type Line = { color: string; size: string; pieces: number }
interface Story {
  path: 'IN_HOUSE' | 'OUTSOURCED'
  /** How far it has come. */
  to: 'asked' | 'rejected' | 'ready' | 'held' | 'cad' | 'marked' | 'sent' | 'stopped'
  facilities: readonly string[]
  dueIn: number
}

/** Orders of each style that takes fabric, a tab after the other. */
const season: readonly Story[] = [
  { path: 'IN_HOUSE', to: 'sent', facilities: ['NOI1'], dueIn: 12 },
  { path: 'IN_HOUSE', to: 'marked', facilities: ['NOI1', 'TIR2'], dueIn: 24 },
  { path: 'OUTSOURCED', to: 'cad', facilities: ['JAI3'], dueIn: 30 },
  { path: 'IN_HOUSE', to: 'held', facilities: [], dueIn: 33 },
  { path: 'IN_HOUSE', to: 'stopped', facilities: ['TIR2'], dueIn: 18 },
  { path: 'OUTSOURCED', to: 'marked', facilities: ['JAI3'], dueIn: 27 },
  { path: 'IN_HOUSE', to: 'ready', facilities: [], dueIn: 40 },
  { path: 'OUTSOURCED', to: 'ready', facilities: [], dueIn: 45 },
  { path: 'IN_HOUSE', to: 'rejected', facilities: [], dueIn: 38 },
]

/** Production in India: orders in every tab, with their facilities, markers, purchase orders and job cards; some styles that lack something. */
export async function tellProduction(tx: Tx, today: string): Promise<void> {
  const ops = demoContext(tx, 'ops')
  const { rows: styles } = await rowsOf({
    id: col.text,
    is_mapped: col.flag,
    lines: z.array(z.object({ color: z.string(), size: z.string() })),
  })`
    SELECT n.* FROM (SELECT t.id::text AS id, bool_and(EXISTS (SELECT 1 FROM sku_material x JOIN material m ON m.id = x.material_id
          AND m.kind = 'product_fabric' WHERE x.sku_id = k.id)) AS is_mapped, t.code,
        jsonb_agg(jsonb_build_object('color', k.color, 'size', k.size) ORDER BY k.color, k.size_rank) AS lines
      FROM style t JOIN sku k ON k.style_id = t.id AND k.retired_at IS NULL WHERE t.retired_at IS NULL GROUP BY t.id, t.code) n
    ORDER BY NOT n.is_mapped, n.code LIMIT 7`.execute(tx)
  const mapped = styles.filter(({ is_mapped }) => is_mapped)
  await sql`INSERT INTO style_measure (style_id, size, point, point_zh, position, spec_mm, tolerance_mm)
    SELECT DISTINCT k.style_id, k.size, 'Chest', '胸围', 1, 880 + 40 * k.size_rank, 10 FROM sku k
    WHERE k.style_id = ANY(${mapped.map(({ id }) => id)}::uuid[]) ON CONFLICT DO NOTHING`.execute(tx)
  for (const [at, story] of season.entries()) {
    const style = mapped[at % Math.max(1, mapped.length)]
    if (style !== undefined) await tellOrder(tx, ops, { style, story, today, each: 2 + (at % 3) })
  }
  for (const { id, lines } of styles.filter(({ is_mapped }) => !is_mapped))
    await makeProduction(tx, ops, {
      style: id,
      source: 'records',
      path: 'IN_HOUSE',
      due_on: addDays(today, 50),
      lines: lines.map((line) => ({ ...line, pieces: 40 })),
    })
}

interface Told {
  style: { id: string; lines: readonly Omit<Line, 'pieces'>[] }
  story: Story
  today: string
  /** Pieces a line. */
  each: number
}

async function tellOrder(tx: Tx, ops: CallContext, { style, story, today, each }: Told): Promise<void> {
  const lines = style.lines.map((line) => ({ ...line, pieces: each }))
  const { path, to, facilities, dueIn } = story
  const due_on = addDays(today, dueIn)
  const number = await makeProduction(tx, ops, { style: style.id, source: 'records', path, due_on, lines })
  const seen = async () => {
    const [order] = await lockOrders(tx, ops, [number])
    return { order_action_id: number, version: order?.version ?? 1 }
  }
  const go = async (destination: Parameters<typeof moveOrder>[0]['destination'], reason = '') =>
    moveOrder({ orders: [await seen()], destination, reason }, ops)
  if (to === 'asked') return
  if (to === 'rejected') return void (await go('REJECTED', 'Style dropped'))
  await go('READY_FOR_ALLOCATION')
  if (to === 'held') return void (await go('ON_HOLD', 'Fabric is late'))
  if (to === 'ready') return
  const shares = lines.map((line, at) => ({ ...line, facility: facilities[at % facilities.length] ?? '' }))
  const rate = { minor: 9_500, currency: 'INR' as const }
  const times = facilities
    .filter((facility) => shares.some((share) => share.facility === facility))
    .map((facility) => ({ facility, starts_on: addDays(today, 1), due_on, rate }))
  await assignVendors({ orders: [{ ...(await seen()), shares, facilities: times }], accepts_overload: true }, ops)
  if (path === 'OUTSOURCED')
    for (const { facility } of times)
      await createProductionPo({ ...(await seen()), facility, rate, due_on, remark: '' }, ops)
  if (to === 'cad') return
  const consumption = [...new Set(lines.map(({ size }) => size))].map((size, at) => ({ size, metres: 1.4 + at * 0.05 }))
  const marker = { width_mm: 1_380, length_mm: 6_200, efficiency_tenths: 846, consumption }
  await completeCad({ ...(await seen()), marker, is_sure: true }, ops)
  if (to === 'marked') return
  await reserveRolls({ order_ids: [number], is_trial: false }, ops)
  const [ready] = await lockOrders(tx, ops, [number])
  // Where the demo's cloth does not suffice, it waits for fabric.
  if (ready === undefined || ready.lacking.length > 0) return
  const held = await holdOrders(tx, ops, [await seen()], 'send')
  for (const order of held) await keepCard(tx, order, ops.caller.userId)
  await moveOrders(tx, ops, held, 'send')
  if (to === 'stopped') await go('PRODUCTION_ON_HOLD', 'Trims are late')
}
