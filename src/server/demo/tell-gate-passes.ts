import { sql } from 'kysely'
import { addDays } from '../../shared/kernel/days.ts'
import { complete } from '../areas/gate-passes/complete.ts'
import { confirmGatepass, submit } from '../areas/gate-passes/lifecycle.ts'
import { updateGatepass } from '../areas/gate-passes/make-pass.ts'
import { addBox, updateBox } from '../areas/gate-passes/open-boxes.ts'
import { receiveBox } from '../areas/gate-passes/receive-boxes.ts'
import { addItem } from '../areas/gate-passes/scan-in.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { CallContext, Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

/** Pieces of each SKU that the story plans and packs. */
const pieces = 4

interface Goods {
  skus: string[]
  keeper: CallContext
}

/** Gate passes at every step: a draft, one that two stations pack, on the road, received in part, completed short, overdue to come back. */
export async function tellGatePasses(tx: Tx, today: string): Promise<void> {
  const keeper = demoContext(tx, 'warehouse')
  const { rows } = await rowsOf({ site: col.text, sku: col.text })`
    SELECT d.code AS site, k.nm_sku AS sku FROM stock s JOIN place p ON p.id = s.place_id JOIN site d ON d.id = p.site_id JOIN sku k ON k.id = s.sku_id
    WHERE p.kind IN ('floor', 'shelf') AND s.condition = 'good' AND d.id = (SELECT id FROM site WHERE kind = 'warehouse' ORDER BY code DESC LIMIT 1)
    GROUP BY d.code, k.nm_sku HAVING sum(s.on_hand - s.reserved) >= ${8 * pieces} ORDER BY k.nm_sku LIMIT 6`.execute(tx)
  const shops = await rowsOf({
    site: col.text,
  })`SELECT code AS site FROM site WHERE kind = 'shop' ORDER BY code LIMIT 3`.execute(tx)
  const [from] = rows
  const [first, second, third] = shops.rows
  if (!from || !first || !second || !third) return
  const goods: Goods = { skus: rows.map(({ sku }) => sku), keeper }
  const transfer = (to: string) => ({ type: 'stock_transfer' as const, from_site: from.site, to_site: to })
  await made(goods, transfer(first.site))
  await packed(goods, await made(goods, transfer(second.site)), { isSealed: false })
  const onRoad = await sent(goods, transfer(first.site))
  await sql`UPDATE gate_pass SET created_at = created_at - interval '5 days', submitted_at = submitted_at - interval '4 days' WHERE number = ${onRoad.gate_pass}`.execute(
    tx,
  )
  const inPart = await sent(goods, transfer(second.site))
  await receive(goods, inPart.boxes.slice(0, 1))
  const short = await sent(goods, transfer(third.site))
  await receive(goods, short.boxes.slice(0, 1))
  await complete({ gate_pass: short.gate_pass, version: undefined, remark: '' }, keeper)
  const lent = {
    type: 'returnable' as const,
    from_site: from.site,
    to_site: third.site,
    expected_return_on: addDays(today, 5),
  }
  const out = await sent(goods, { ...lent, purpose: 'Window display' })
  await receive(goods, out.boxes)
  await complete({ gate_pass: out.gate_pass, version: undefined, remark: '' }, keeper)
  await sql`UPDATE gate_pass SET expected_return_on = expected_return_on - 12, created_at = created_at - interval '21 days', submitted_at = submitted_at - interval '20 days'
    WHERE number = ${out.gate_pass}`.execute(tx)
}

type Header = Pick<
  Parameters<typeof updateGatepass>[0],
  'type' | 'from_site' | 'to_site' | 'expected_return_on' | 'purpose'
>

async function made({ skus, keeper }: Goods, header: Partial<Header>): Promise<string> {
  const items = skus.map((nm_sku) => ({ nm_sku, condition: 'good' as const, quantity: pieces }))
  const { data } = await updateGatepass({ replace_items: false, items, ...header } as never, keeper)
  const { gate_pass } = data.gate_pass
  await confirmGatepass({ gate_pass, version: undefined, action: 'confirm' }, keeper)
  return gate_pass
}

/** Half of it at each of two stations. */
async function packed(
  { skus, keeper }: Goods,
  gate_pass: string,
  { isSealed }: { isSealed: boolean },
): Promise<string[]> {
  const boxes: string[] = []
  for (const [at, station] of ['1', '2'].entries()) {
    const { data } = await addBox({ gate_pass, station, count: 1, beyond_plan: false } as never, keeper)
    const box = data.boxes[0]?.box_code ?? ''
    const scans = skus.filter((_, place) => place % 2 === at).map((code) => ({ code, quantity: isSealed ? pieces : 2 }))
    await addItem({ box, scans, beyond_plan: false } as never, keeper)
    boxes.push(box)
  }
  if (isSealed) await updateBox({ boxes, action: 'seal' } as never, keeper)
  return boxes
}

async function sent(goods: Goods, header: Partial<Header>): Promise<{ gate_pass: string; boxes: string[] }> {
  const gate_pass = await made(goods, header)
  const boxes = await packed(goods, gate_pass, { isSealed: true })
  await submit({ gate_pass, vehicle_no: 'HR55AB1234', carrier: 'Gati' } as never, goods.keeper)
  return { gate_pass, boxes }
}

async function receive({ keeper }: Goods, codes: readonly string[]): Promise<void> {
  await receiveBox({ action: 'receive', boxes: codes.map((code) => ({ code })) } as never, keeper)
}
