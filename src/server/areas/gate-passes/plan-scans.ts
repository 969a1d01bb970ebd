import { sql } from 'kysely'
import { packResult } from '../../../shared/areas/gate-passes/shapes.ts'
import { packWords } from '../../../shared/areas/gate-passes/words.ts'
import type { StockCondition } from '../../../shared/areas/stock/moves.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { boxCodeOf } from './box-rows.ts'
import { dueBackOf } from './due-back.ts'
import { assertMove, lockPass, touchPass } from './lock-pass.ts'
import { itemKey, lockItems } from './pass-items.ts'
import { findPass, type PassRow, passWire, readPasses, statusOf } from './pass-rows.ts'
import { writePlan } from './plan-items.ts'
import { notePlannedBoxes, plannedBoxes } from './planned-boxes.ts'
import { promisePlan } from './reservations.ts'
import { notDue, type PackResult, packSaid, unknown } from './scan-in.ts'
import { keepScans, seenScans, tellable } from './scans.ts'
import { findSkus, skuCode } from './skus.ts'
import { holdFreeStock } from './source-stock.ts'
import { whyBoxMayNotGo } from './take-whole-box.ts'
import { findWholeBoxes, type WholeBox } from './whole-boxes.ts'

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
  const due = await dueBackOf(tx, pass)
  const meant = await meantBy(tx, pass, scans)
  const skuIds = [...meant.values()].flatMap(({ wanted }) => wanted.map(({ sku_id }) => sku_id))
  const items = new Map((await lockItems(tx, pass.id, skuIds)).map((item) => [itemKey(item), item]))
  const free = await holdFreeStock(tx, pass, skuIds)
  const codes = [...meant.values()].flatMap(({ box }) => box?.code ?? [])
  const boxes = { on: await plannedBoxes(tx, pass, codes), added: new Set<string>(), gone: new Set<string>() }
  const planned = new Map<string, { sku_id: string; condition: StockCondition; quantity: number }>()
  const plannedOf = (key: string) => planned.get(key)?.quantity ?? items.get(key)?.planned ?? 0
  const answers = new Map<Scan, PackResult>()
  const sign = action === 'plan' ? 1 : -1
  for (const scan of scans) {
    const { wanted, box } = meant.get(scan) ?? { wanted: [], box: null }
    const rows = wanted.map((each) => {
      const key = itemKey(each)
      const packed = items.get(key)?.packed ?? 0
      const places = free.get(key) ?? []
      const room = packed + places.reduce((sum, place) => sum + place.free, 0)
      // A whole box goes from the floor: its pieces that were put on shelves go with it no more.
      const here = box === null ? room : places.reduce((sum, { kind, free }) => sum + (kind === 'floor' ? free : 0), 0)
      const after = plannedOf(key) + sign * each.quantity
      // What stands is reserved with its scan, and free no longer.
      const held = pass.state === 'DRAFT' ? packed : Math.max(packed, plannedOf(key))
      return {
        ...each,
        key,
        isThere: after <= room && each.quantity <= here,
        after,
        more: Math.max(after, packed) - Math.max(plannedOf(key), packed),
        before: Math.min(room - held, here),
        left: pass.state === 'DRAFT' ? room - packed : room - after,
      }
    })
    const less = rows.find(({ after }) => after < 0)
    const short = rows.find(({ isThere }) => action === 'plan' && !isThere)
    const isOn = box !== null && (boxes.on.get(box.code)?.pass_id === pass.id || boxes.added.has(box.code))
    // A plan that was said anew since counts less than the box: it is planned again.
    const isPlanned = isOn && !boxes.gone.has(box.code) && rows.every(({ key, quantity }) => plannedOf(key) >= quantity)
    const refused = box && action === 'plan' ? await boxRefusal(tx, pass, scan, box, { isPlanned, on: boxes.on }) : null
    const tooMany = due && rows.flatMap((row) => notDue(due, scan, { ...row, id: row.sku_id }, row.more) ?? [])[0]
    const [first] = rows
    if (refused) answers.set(scan, refused)
    else if (first === undefined) answers.set(scan, unknown(scan))
    else if (less) answers.set(scan, packSaid(scan, 'not_planned', packWords.not_planned, { nm_sku: less.nm_sku }))
    else if (box && action === 'unplan' && !isPlanned)
      answers.set(scan, packSaid(scan, 'not_planned', packWords.box_not_planned, { code: tellable(box.code) }))
    else if (tooMany) answers.set(scan, tooMany)
    else if (short) {
      const site = { site_name: pass.from_site_name, site_name_zh: pass.from_site_name_zh }
      const values = { nm_sku: short.nm_sku, free: Math.max(0, short.before), ...site }
      answers.set(scan, packSaid(scan, 'not_there', packWords.not_there, values, { nm_sku: short.nm_sku }))
    } else {
      for (const { key, sku_id, condition, after, more } of rows) {
        planned.set(key, { sku_id, condition, quantity: after })
        due?.take(sku_id, more)
      }
      if (box !== null) {
        const [into, from] = action === 'plan' ? [boxes.added, boxes.gone] : [boxes.gone, boxes.added]
        into.add(box.code)
        from.delete(box.code)
      }
      answers.set(scan, saidOf(scan, action, rows))
    }
  }
  await notePlannedBoxes(tx, pass, { added: [...boxes.added], gone: [...boxes.gone] })
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

/** Why a whole box does not come on the plan: it is on it, or on that of another pass, or it does not lie here. Null where it may. */
async function boxRefusal(
  tx: Tx,
  pass: PassRow,
  scan: Scan,
  box: WholeBox,
  { isPlanned, on }: { isPlanned: boolean; on: ReadonlyMap<string, { pass_id: string }> },
): Promise<PackResult | null> {
  const code = tellable(box.code)
  if (isPlanned) return packSaid(scan, 'already', packWords.box_already, { code })
  const other = on.get(box.code)?.pass_id
  const [elsewhere] = other === undefined || other === pass.id ? [] : await readPasses(tx, sql`p.id = ${other}`)
  if (!elsewhere) return whyBoxMayNotGo(tx, pass, scan, box, true)
  const status = statusOf(elsewhere)
  const values = { code, gate_pass: elsewhere.gate_pass, status, status_key: status }
  return packSaid(scan, 'box_elsewhere', packWords.box_planned_elsewhere, values)
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

/** A scan as it is meant: pieces of an SKU, or all that a whole box holds; no pieces where nobody knows it. */
interface Meant {
  wanted: Wanted[]
  box: WholeBox | null
}

async function meantBy(tx: Tx, pass: PassRow, scans: readonly Scan[]): Promise<Map<Scan, Meant>> {
  const codes = scans.map(({ code }) => code)
  const skus = await findSkus(tx, codes)
  const boxes = await findWholeBoxes(tx, codes.filter((code) => !skus.has(skuCode(code))).map(boxCodeOf))
  return new Map(
    scans.map((scan) => {
      const sku = skus.get(skuCode(scan.code))
      const { condition = 'good', quantity } = scan
      if (sku) return [scan, { wanted: [{ sku_id: sku.id, nm_sku: sku.nm_sku, condition, quantity }], box: null }]
      const box = boxes.get(boxCodeOf(scan.code)) ?? null
      return [scan, { wanted: box?.site_id === pass.from_site_id ? box.contents : [], box }]
    }),
  )
}
