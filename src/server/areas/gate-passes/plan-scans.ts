import { packResult } from '../../../shared/areas/gate-passes/shapes.ts'
import { packWords } from '../../../shared/areas/gate-passes/words.ts'
import type { StockCondition } from '../../../shared/areas/stock/moves.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { boxCodeOf } from './box-rows.ts'
import { assertMove, lockPass, touchPass } from './lock-pass.ts'
import { itemKey, lockItems } from './pass-items.ts'
import { findPass, type PassRow, passWire } from './pass-rows.ts'
import { writePlan } from './plan-items.ts'
import { promisePlan } from './reservations.ts'
import { type PackResult, packSaid, unknown } from './scan-in.ts'
import { keepScans, seenScans, tellable } from './scans.ts'
import { findSkus, skuCode } from './skus.ts'
import { holdFreeStock } from './source-stock.ts'
import { findWholeBoxes } from './whole-boxes.ts'

type Scan = Taken<Contract['gatePasses']['planByScan']>['scans'][number]

interface Wanted {
  sku_id: string
  nm_sku: string
  condition: StockCondition
  quantity: number
}

/** Puts scanned pieces, or what a whole box of the source holds, on the plan of a pass; or takes them off it. */
export const planByScan: Handlers<Contract['gatePasses']>['planByScan'] = (input, context) =>
  context.command(async (tx) => {
    const pass = await lockPass(tx, context.caller, input.gate_pass)
    const seen = await seenScans(tx, pass.id, input.action, input.scans, packResult)
    const fresh = [...new Map(input.scans.map((scan, at) => [scan.scan_id ?? `${at}`, scan])).values()].filter(
      ({ scan_id }) => scan_id === undefined || !seen.has(scan_id),
    )
    const answers =
      fresh.length > 0 ? await planScans(tx, context, pass, input.action, fresh) : new Map<Scan, PackResult>()
    for (const [{ scan_id }, answer] of answers) if (scan_id !== undefined) seen.set(scan_id, answer)
    const results = input.scans.flatMap((scan) => answers.get(scan) ?? seen.get(scan.scan_id ?? '') ?? [])
    const after = await findPass(tx, context.caller, pass.gate_pass)
    return reply({ results, gate_pass: passWire(after, context.caller) })
  })

async function planScans(
  tx: Tx,
  context: CallContext,
  pass: PassRow,
  action: 'plan' | 'unplan',
  scans: readonly Scan[],
): Promise<Map<Scan, PackResult>> {
  assertMove(pass, 'edit', context.caller)
  const meant = await meantBy(tx, pass, scans)
  const skuIds = [...meant.values()].flatMap((wanted) => wanted.map(({ sku_id }) => sku_id))
  const items = new Map((await lockItems(tx, pass.id, skuIds)).map((item) => [itemKey(item), item]))
  const free = await holdFreeStock(tx, pass, skuIds)
  const planned = new Map<string, { sku_id: string; condition: StockCondition; quantity: number }>()
  const plannedOf = (key: string) => planned.get(key)?.quantity ?? items.get(key)?.planned ?? 0
  const answers = new Map<Scan, PackResult>()
  const sign = action === 'plan' ? 1 : -1
  for (const scan of scans) {
    const wanted = meant.get(scan) ?? []
    const rows = wanted.map((each) => {
      const key = itemKey(each)
      const packed = items.get(key)?.packed ?? 0
      const places = free.get(key) ?? []
      const room = packed + places.reduce((sum, place) => sum + place.free, 0)
      const after = plannedOf(key) + sign * each.quantity
      // What stands is reserved with its scan, and free no longer.
      const held = pass.state === 'DRAFT' ? packed : Math.max(packed, plannedOf(key))
      return {
        ...each,
        key,
        room,
        after,
        before: room - held,
        left: pass.state === 'DRAFT' ? room - packed : room - after,
      }
    })
    const less = rows.find(({ after }) => after < 0)
    const short = rows.find(({ after, room }) => action === 'plan' && after > room)
    const [first] = rows
    if (first === undefined) answers.set(scan, unknown(scan))
    else if (less) answers.set(scan, packSaid(scan, 'not_planned', packWords.not_planned, { nm_sku: less.nm_sku }))
    else if (short) {
      const site = { site_name: pass.from_site_name, site_name_zh: pass.from_site_name_zh }
      const values = { nm_sku: short.nm_sku, free: short.before, ...site }
      answers.set(scan, packSaid(scan, 'not_there', packWords.not_there, values, { nm_sku: short.nm_sku }))
    } else {
      for (const { key, sku_id, condition, after } of rows) planned.set(key, { sku_id, condition, quantity: after })
      answers.set(scan, saidOf(scan, action, rows))
    }
  }
  const changes = [...planned.values()]
  if (changes.length > 0) {
    const { raised } = await writePlan(tx, pass.id, changes, false)
    await promisePlan(tx, pass, raised)
    await touchPass(tx, context, pass.id)
    await recordEvent(tx, context, {
      ...{ entity: 'gate_pass', entityId: pass.gate_pass, event: 'gate_pass.changed' },
      details: { items: changes.length },
    })
  }
  const done = [...answers].flatMap(([{ scan_id }, answer]) =>
    scan_id !== undefined && (answer.outcome === 'planned' || answer.outcome === 'unplanned')
      ? [{ scan_id, answer }]
      : [],
  )
  await keepScans(tx, pass.id, action, done)
  return answers
}

type Row = Wanted & { after: number; left: number }

function saidOf(scan: Scan, action: 'plan' | 'unplan', rows: readonly Row[]): PackResult {
  const quantity = rows.reduce((sum, row) => sum + row.quantity, 0)
  const [first] = rows
  if (action === 'unplan') return packSaid(scan, 'unplanned', packWords.unplanned, { quantity }, { quantity })
  if (rows.length > 1 || first === undefined)
    return packSaid(scan, 'planned', packWords.box_planned, { code: tellable(scan.code), quantity }, { quantity })
  const { nm_sku, after: planned, left: free } = first
  return packSaid(scan, 'planned', packWords.planned, { nm_sku, planned, free }, { nm_sku, quantity })
}

/** What each scan is: pieces of an SKU, or all that a whole box at the source holds; nothing where nobody knows it. */
async function meantBy(tx: Tx, pass: PassRow, scans: readonly Scan[]): Promise<Map<Scan, Wanted[]>> {
  const codes = scans.map(({ code }) => code)
  const skus = await findSkus(tx, codes)
  const boxes = await findWholeBoxes(tx, codes.filter((code) => !skus.has(skuCode(code))).map(boxCodeOf))
  return new Map(
    scans.map((scan) => {
      const sku = skus.get(skuCode(scan.code))
      const { condition = 'good', quantity } = scan
      if (sku) return [scan, [{ sku_id: sku.id, nm_sku: sku.nm_sku, condition, quantity }]]
      const box = boxes.get(boxCodeOf(scan.code))
      return [scan, box?.site_id === pass.from_site_id ? box.contents : []]
    }),
  )
}
