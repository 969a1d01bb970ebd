import { sql } from 'kysely'
import { z } from 'zod'
import { addDays } from '../../shared/kernel/days.ts'
import { updateFabric } from '../areas/materials/change-roll.ts'
import { releaseRolls, reserveRolls } from '../areas/materials/reservations.ts'
import { assignVendors } from '../areas/production/assign.ts'
import { completeCad } from '../areas/production/cad.ts'
import { updateOrder } from '../areas/production/drafts.ts'
import { keepCard } from '../areas/production/job-card.ts'
import { holdOrders, lockOrders, moveOrder, moveOrders } from '../areas/production/move-orders.ts'
import { createProductionPo } from '../areas/production/purchase-orders.ts'
import { makeProductions } from '../areas/production/start.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { CallContext, Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

type Line = { color: string; size: string; pieces: number }
type Stage = 'asked' | 'rejected' | 'ready' | 'held' | 'cad' | 'marked' | 'sent' | 'stopped'
interface Story {
  path: 'IN_HOUSE' | 'OUTSOURCED'
  /** How far it has come, and for how many days it has stood there. */
  to: Stage
  days: number
  facilities: readonly string[]
  dueIn: number
  /** Pieces of each colour and size. */
  each: number
  why?: string
}

const own = 'IN_HOUSE' as const
const out = 'OUTSOURCED' as const
const none: readonly string[] = []

/** A season: every tab of both ways of producing, one after the other of each style that takes fabric. */
const season: readonly Story[] = [
  { path: own, to: 'sent', days: 3, facilities: ['NOI1', 'TIR2'], dueIn: 12, each: 4 },
  { path: own, to: 'stopped', days: 2, facilities: ['TIR2'], dueIn: 18, each: 3, why: 'Trims are late' },
  { path: out, to: 'sent', days: 6, facilities: ['JAI3'], dueIn: 16, each: 3 },
  { path: out, to: 'stopped', days: 9, facilities: ['BLR4'], dueIn: 10, each: 2, why: 'The facility is on strike' },
  { path: own, to: 'marked', days: 1, facilities: ['NOI1', 'TIR2'], dueIn: 24, each: 3 },
  { path: out, to: 'marked', days: 4, facilities: ['JAI3', 'BLR4'], dueIn: 27, each: 6 },
  { path: own, to: 'cad', days: 5, facilities: ['NOI1'], dueIn: 30, each: 12 },
  { path: out, to: 'cad', days: 1, facilities: ['JAI3'], dueIn: 33, each: 8 },
  { path: own, to: 'ready', days: 8, facilities: none, dueIn: 40, each: 40 },
  { path: out, to: 'ready', days: 2, facilities: none, dueIn: 45, each: 30 },
  { path: own, to: 'held', days: 16, facilities: none, dueIn: 33, each: 20, why: 'Fabric is late' },
  { path: out, to: 'held', days: 3, facilities: none, dueIn: 36, each: 16, why: 'Price is not agreed' },
  { path: own, to: 'rejected', days: 20, facilities: none, dueIn: 38, each: 10, why: 'Style dropped' },
  { path: out, to: 'rejected', days: 11, facilities: none, dueIn: 38, each: 10, why: 'The facility gave it up' },
  { path: out, to: 'asked', days: 1, facilities: none, dueIn: 52, each: 24 },
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
    SELECT DISTINCT k.style_id, k.size, p.point, p.point_zh, p.position, p.spec + 40 * k.size_rank, 10
    FROM sku k, (VALUES ('Chest', '胸围', 1, 880), ('Waist', '腰围', 2, 720), ('Length', '衣长', 3, 640)) AS p (point, point_zh, position, spec)
    WHERE k.style_id = ANY(${mapped.map(({ id }) => id)}::uuid[]) ON CONFLICT DO NOTHING`.execute(tx)
  const told = new Map<Stage, string>()
  for (const [at, story] of season.entries()) {
    const style = mapped[at % Math.max(1, mapped.length)]
    if (style === undefined) continue
    const number = await tellOrder(tx, ops, { style, story, today })
    if (story.path === own) told.set(story.to, number)
  }
  for (const { id, lines } of styles.filter(({ is_mapped }) => !is_mapped))
    await makeProductions(tx, ops, [
      {
        style: id,
        source: 'records',
        path: own,
        due_on: addDays(today, 50),
        lines: lines.map((line) => ({ ...line, pieces: 40 })),
      },
    ])
  await tellCloth(tx, ops, told)
  await tellDraft(tx, ops, told.get('ready'), today)
}

interface Told {
  style: { id: string; lines: readonly Omit<Line, 'pieces'>[] }
  story: Story
  today: string
}

async function seenOf(tx: Tx, ops: CallContext, number: string) {
  const [order] = await lockOrders(tx, ops, [number])
  return { order_action_id: number, version: order?.version ?? 1 }
}

async function tellOrder(tx: Tx, ops: CallContext, { style, story, today }: Told): Promise<string> {
  const lines = style.lines.map((line) => ({ ...line, pieces: story.each }))
  const due_on = addDays(today, story.dueIn)
  const [number = ''] = await makeProductions(tx, ops, [
    { style: style.id, source: 'records', path: story.path, due_on, lines },
  ])
  await walk(tx, ops, { number, lines, story, due_on, today })
  await sql`UPDATE production_order SET state_since = state_since - ${story.days} * interval '1 day',
      waits_since = waits_since - ${story.days} * interval '1 day',
      made_at = made_at - ${story.days + 12} * interval '1 day' WHERE number = ${number}`.execute(tx)
  return number
}

/** Takes an order as far as its story goes; where the demo's cloth does not suffice it waits for fabric. */
async function walk(
  tx: Tx,
  ops: CallContext,
  of: { number: string; lines: readonly Line[]; story: Story; due_on: string; today: string },
): Promise<void> {
  const { number, lines, due_on, today } = of
  const { path, to, facilities, why = '' } = of.story
  const seen = () => seenOf(tx, ops, number)
  const go = async (destination: Parameters<typeof moveOrder>[0]['destination'], reason = '') =>
    moveOrder({ orders: [await seen()], destination, reason }, ops)
  if (to === 'asked') return
  if (to === 'rejected') return void (await go('REJECTED', why))
  await go('READY_FOR_ALLOCATION')
  if (to === 'held') return void (await go('ON_HOLD', why))
  if (to === 'ready') return
  const shares = lines.map((line, at) => ({ ...line, facility: facilities[at % facilities.length] ?? '' }))
  const rate = { minor: path === own ? 8_200 : 9_500, currency: 'INR' as const }
  const times = facilities
    .filter((facility) => shares.some((share) => share.facility === facility))
    .map((facility) => ({ facility, starts_on: addDays(today, 1), due_on, rate }))
  await assignVendors({ orders: [{ ...(await seen()), shares, facilities: times }], accepts_overload: true }, ops)
  if (path === out)
    for (const { facility } of times)
      await createProductionPo({ ...(await seen()), facility, rate, due_on, remark: '' }, ops)
  if (to === 'cad') return
  const consumption = [...new Set(lines.map(({ size }) => size))].map((size, at) => ({
    size,
    metres: (140 + at * 5) / 100,
  }))
  const marker = { width_mm: 1_380, length_mm: 6_200, efficiency_tenths: 846, consumption }
  await completeCad({ ...(await seen()), marker, is_sure: true }, demoContext(tx, 'cad'))
  if (to === 'marked') return
  await reserveRolls({ order_ids: [number], is_trial: false }, ops)
  const [ready] = await lockOrders(tx, ops, [number])
  if (ready === undefined || ready.lacking.length > 0) return
  const held = await holdOrders(tx, ops, [await seen()], 'send')
  for (const order of held) await keepCard(tx, order, ops.caller.userId)
  await moveOrders(tx, ops, held, 'send')
  if (to === 'stopped') await go('PRODUCTION_ON_HOLD', why)
}

/** Cloth of a sent order that is cut already, and of one that was put off. */
async function tellCloth(tx: Tx, ops: CallContext, told: ReadonlyMap<Stage, string>): Promise<void> {
  const marked = told.get('marked')
  if (marked !== undefined) {
    await reserveRolls({ order_ids: [marked], is_trial: false }, ops)
    await releaseRolls({ order_ids: [marked], reason: 'The order is put off by a week.' }, ops)
  }
  const sent = told.get('sent')
  if (sent === undefined) return
  const { rows } = await rowsOf({ roll: col.text, version: col.number, quantity: col.number })`
    SELECT f.number AS roll, f.version, r.quantity FROM roll_reservation r JOIN fabric_roll f ON f.id = r.roll_id
    JOIN production_order o ON o.id = r.document_id WHERE o.number = ${sent} ORDER BY f.number LIMIT 1`.execute(tx)
  const [pick] = rows
  if (pick === undefined) return
  const quantity = Math.min(pick.quantity / 100, 24)
  await updateFabric(
    {
      roll: pick.roll,
      version: pick.version,
      move: { kind: 'cut', quantity, reason: 'First lay', order_id: sent },
    },
    ops,
  )
}

/** What somebody has typed of an order and not saved. */
async function tellDraft(tx: Tx, ops: CallContext, number: string | undefined, today: string): Promise<void> {
  if (number === undefined) return
  const content = { due_on: addDays(today, 47), remark: 'Ask Tiruppur whether they take half of it.' }
  await updateOrder({ ...(await seenOf(tx, ops, number)), is_draft: true, content }, ops)
}
