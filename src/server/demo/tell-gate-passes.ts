import { sql } from 'kysely'
import { dayIn, indiaZone } from '../../shared/kernel/days.ts'
import { complete } from '../areas/gate-passes/complete.ts'
import { cancelGatePass, confirmGatepass, submit } from '../areas/gate-passes/lifecycle.ts'
import { updateGatepass } from '../areas/gate-passes/make-pass.ts'
import { addBox, updateBox } from '../areas/gate-passes/open-boxes.ts'
import { receiveBox } from '../areas/gate-passes/receive-boxes.ts'
import { receiveItem } from '../areas/gate-passes/receive-items.ts'
import { addItem } from '../areas/gate-passes/scan-in.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { CallContext, Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

const DAY_MS = 86_400_000

interface Story {
  from: string
  to?: string
  party?: string
  type?: 'stock_transfer' | 'returnable'
  purpose?: string
  /** Of the first SKUs with stock there: pieces, box by box. */
  boxes: number[][]
  /** How far it went. */
  until: 'draft' | 'packing' | 'road' | 'partly' | 'completed' | 'cancelled'
  /** Days since it was made; the goods left half a day later. */
  days: number
  /** Days from today, negative where it is past. */
  back?: number
  isBlind?: true
  /** Completed: of the first SKU so many did not come, of the second so many too many, and one of the third is wet. */
  differs?: true
  /** Where in the list of SKUs with stock it begins. */
  at: number
}

const stories: readonly Story[] = [
  { from: 'WDEL', to: 'SDEL', boxes: [[4, 3, 2]], until: 'completed', days: 12, at: 0 },
  {
    from: 'WDEL',
    to: 'SGGN',
    boxes: [
      [5, 4, 3],
      [2, 2],
    ],
    until: 'completed',
    days: 9,
    differs: true,
    at: 3,
  },
  {
    from: 'WDEL',
    party: 'Studio Lightwork',
    type: 'returnable',
    purpose: 'Photo shoot',
    boxes: [[1, 1, 1]],
    until: 'road',
    days: 21,
    back: -6,
    at: 6,
  },
  {
    from: 'WDEL',
    to: 'SMUM',
    boxes: [
      [6, 4],
      [3, 3, 2],
    ],
    until: 'partly',
    days: 5,
    at: 9,
  },
  { from: 'WBLR', to: 'SBLR', boxes: [[4, 4, 4]], until: 'road', days: 3, at: 0 },
  {
    from: 'WDEL',
    to: 'SPUN',
    boxes: [
      [3, 2],
      [4, 1],
    ],
    until: 'road',
    days: 8,
    isBlind: true,
    at: 12,
  },
  {
    from: 'WDEL',
    to: 'SDEL',
    type: 'returnable',
    purpose: 'Mannequins and display',
    boxes: [[2, 2]],
    until: 'road',
    days: 2,
    back: 12,
    at: 14,
  },
  { from: 'WDEL', to: 'WBLR', boxes: [[5, 5], [4]], until: 'packing', days: 1, at: 16 },
  { from: 'WBLR', to: 'SCOK', boxes: [[6, 3, 3, 2]], until: 'draft', days: 0, at: 4 },
  { from: 'WDEL', to: 'SJAI', boxes: [[2]], until: 'cancelled', days: 4, at: 18 },
]

/** Gate passes in all states between the demo's warehouses and shops, told by the commands themselves. */
export async function tellGatePasses(tx: Tx, today: number): Promise<void> {
  const stock = await stockedSkus(tx)
  for (const story of stories) {
    const skus = stock.get(story.from)?.slice(story.at) ?? []
    if (skus.length > 0) await tell(tx, story, skus, today)
  }
}

/** SKUs of which a site has enough, by site. */
async function stockedSkus(tx: Tx): Promise<Map<string, string[]>> {
  const { rows } = await rowsOf({ site: col.text, sku: col.text })`
    SELECT x.code AS site, k.nm_sku AS sku FROM stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id
    JOIN sku k ON k.id = s.sku_id WHERE x.kind = 'warehouse' AND p.kind IN ('floor', 'shelf') AND s.condition = 'good'
    GROUP BY x.code, k.nm_sku HAVING sum(s.on_hand - s.reserved) >= 12 ORDER BY x.code, k.nm_sku`.execute(tx)
  const sites = Map.groupBy(rows, ({ site }) => site)
  return new Map([...sites].map(([site, own]) => [site, own.map(({ sku }) => sku)]))
}

async function tell(tx: Tx, story: Story, skus: readonly string[], today: number): Promise<void> {
  const keeper = demoContext(tx, 'warehouse')
  const ops = demoContext(tx, 'ops')
  const planned = new Map<string, number>()
  for (const box of story.boxes)
    for (const [at, quantity] of box.entries())
      planned.set(skus[at] ?? '', (planned.get(skus[at] ?? '') ?? 0) + quantity)
  const dayOf = (days: number) => dayIn(indiaZone, new Date(today + days * DAY_MS))
  const made = await updateGatepass(
    {
      ...{
        type: story.type ?? 'stock_transfer',
        from_site: story.from,
        to_site: story.to ?? null,
        party: story.party ?? null,
      },
      ...{ purpose: story.purpose ?? '', remark: '', replace_items: false, is_blind: story.isBlind ?? false },
      // Said first as it was promised, and moved into the past below.
      expected_return_on: story.back === undefined ? null : dayOf(Math.max(1, story.back) + 2),
      items: [...planned].map(([nm_sku, quantity]) => ({ nm_sku, quantity, condition: 'good' as const })),
    },
    keeper,
  )
  const gate_pass = made.data.gate_pass.gate_pass
  if (story.until !== 'draft') await pack(tx, story, gate_pass, skus, keeper, ops)
  const at = new Date(today - story.days * DAY_MS)
  const left = new Date(Math.min(at.getTime() + DAY_MS / 2, today))
  await sql`UPDATE gate_pass SET created_at = ${at}, submitted_at = CASE WHEN submitted_at IS NULL THEN NULL ELSE ${left}::timestamptz END,
      completed_at = CASE WHEN completed_at IS NULL THEN NULL ELSE ${new Date(Math.min(left.getTime() + 2 * DAY_MS, today))}::timestamptz END,
      expected_return_on = CASE WHEN expected_return_on IS NULL THEN NULL ELSE ${dayOf(story.back ?? 0)}::date END
    WHERE number = ${gate_pass}`.execute(tx)
  await sql`UPDATE gate_pass_case SET opened_at = ${left} WHERE pass_id = (SELECT id FROM gate_pass WHERE number = ${gate_pass})`.execute(
    tx,
  )
}

async function pack(
  tx: Tx,
  story: Story,
  gate_pass: string,
  skus: readonly string[],
  keeper: CallContext,
  ops: CallContext,
): Promise<void> {
  const now = () =>
    tx
      .selectFrom('gate_pass')
      .where('number', '=', gate_pass)
      .select(['number as gate_pass', 'version'])
      .executeTakeFirstOrThrow()
  await confirmGatepass({ gate_pass, action: 'confirm' }, keeper)
  const codes: string[] = []
  for (const [at, box] of story.boxes.entries()) {
    const opened = await addBox({ gate_pass, station: `Table ${at + 1}`, count: 1, beyond_plan: false }, keeper)
    const code = opened.data.boxes[0]?.box_code ?? ''
    codes.push(code)
    const scans = box.map((quantity, place) => ({ code: skus[place] ?? '', quantity }))
    await addItem({ box: code, scans, beyond_plan: false }, keeper)
  }
  if (story.until === 'cancelled') {
    await cancelGatePass({ ...(await now()), reason: 'The shop is being rebuilt' }, keeper)
    return
  }
  const sealed = story.until === 'packing' ? codes.slice(0, 1) : codes
  await updateBox({ boxes: sealed, action: 'seal', weight_grams: 6_400 }, keeper)
  if (story.until === 'packing') return
  await submit({ ...(await now()), carrier: 'Safexpress', vehicle_no: 'HR55 4821' }, keeper)
  if (story.until === 'road') return
  if (story.until === 'partly') {
    await receiveBox({ action: 'receive', with_rest: false, boxes: [{ code: codes[0] ?? '' }] }, ops)
    return
  }
  if (story.differs) await receiveDiffering(story, gate_pass, skus, ops)
  else await receiveBox({ action: 'receive', with_rest: false, boxes: codes.map((code) => ({ code })) }, ops)
  await complete({ ...(await now()), remark: '' }, ops)
}

async function receiveDiffering(
  story: Story,
  gate_pass: string,
  skus: readonly string[],
  ops: CallContext,
): Promise<void> {
  const sums = skus.slice(0, 3).map((_, place) => story.boxes.reduce((sum, box) => sum + (box[place] ?? 0), 0))
  const [first = 0, second = 0, third = 0] = sums
  const plain = { damaged: 0, image_ids: [] }
  await receiveItem(
    {
      ...{ gate_pass, action: 'receive' },
      scans: [
        { ...plain, code: skus[0] ?? '', quantity: first - 2 },
        { ...plain, code: skus[1] ?? '', quantity: second + 1 },
        { ...plain, code: skus[2] ?? '', quantity: third, damaged: 1, reason: 'wet', remark: 'Rain at unloading' },
      ],
    },
    ops,
  )
}
