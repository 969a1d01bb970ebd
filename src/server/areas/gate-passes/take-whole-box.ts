import { sql } from 'kysely'
import { v7 } from 'uuid'
import { packWords } from '../../../shared/areas/gate-passes/words.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { recordEvent } from '../../audit/audit.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { sitePlace } from '../stock/places.ts'
import { boxCodeOf, nextBoxNo } from './box-rows.ts'
import { changeContents } from './contents.ts'
import { dueBackOf } from './due-back.ts'
import { itemKey, lockItems, lockOrMakeItems } from './pass-items.ts'
import { type PassRow, readPasses, statusOf } from './pass-rows.ts'
import { beyondClaim, notDue, type PackResult, packSaid } from './scan-in.ts'
import { tellable } from './scans.ts'
import { findSkus, skuCode } from './skus.ts'
import { findWholeBoxes, type WholeBox } from './whole-boxes.ts'

interface Scan {
  code: string
  scan_id?: string | undefined
}

/** Whether a whole box may go on a pass: what is said where it may not. Null where it may. */
export async function whyBoxMayNotGo(
  tx: Tx,
  pass: PassRow,
  scan: Scan,
  box: WholeBox | undefined,
  goesBeyond: boolean,
): Promise<PackResult | null> {
  const code = tellable(boxCodeOf(scan.code))
  if (box === undefined) {
    if ((await findSkus(tx, [scan.code])).has(skuCode(scan.code))) return null
    const { isMisread } = readTraced(scan.code)
    return isMisread
      ? packSaid(scan, 'misread', packWords.misread, { code: tellable(scan.code) })
      : packSaid(scan, 'unknown', packWords.unknown, { code: tellable(scan.code) })
  }
  if (box.on !== null) {
    const [on] = await readPasses(tx, sql`p.id = ${box.on.pass_id}`)
    const status = on ? statusOf(on) : ''
    const values = { code, gate_pass: box.on.gate_pass, status, status_key: status }
    return packSaid(scan, 'box_elsewhere', packWords.box_elsewhere, values)
  }
  const { site_name: other_name, site_name_zh: other_name_zh } = box
  const site = { site_name: pass.from_site_name, site_name_zh: pass.from_site_name_zh }
  if (box.site_id !== pass.from_site_id)
    return packSaid(scan, 'wrong_site', packWords.wrong_site, { code, other_name, other_name_zh, ...site })
  if (box.contents.length === 0) return packSaid(scan, 'not_there', packWords.box_empty, { code })
  const beyond = goesBeyond || pass.planned === 0 ? null : await beyondPlan(tx, pass, scan, box)
  return beyond ?? boxNotDue(tx, pass, scan, box)
}

/** Of a pass that brings returnable goods back: what the box holds beyond what may go back. */
async function boxNotDue(tx: Tx, pass: PassRow, scan: Scan, { contents }: WholeBox): Promise<PackResult | null> {
  const due = await dueBackOf(tx, pass)
  if (due === null) return null
  const items = new Map((await lockItems(tx, pass.id)).map((item) => [itemKey(item), item]))
  for (const { sku_id: id, nm_sku, ...content } of contents) {
    const more = beyondClaim(items.get(itemKey({ sku_id: id, ...content })), content.quantity)
    const refused = notDue(due, scan, { id, nm_sku }, more)
    if (refused) return refused
    due.take(id, more)
  }
  return null
}

async function beyondPlan(tx: Tx, pass: PassRow, scan: Scan, box: WholeBox): Promise<PackResult | null> {
  const items = await lockItems(
    tx,
    pass.id,
    box.contents.map(({ sku_id }) => sku_id),
  )
  for (const content of box.contents) {
    const { nm_sku } = content
    const item = items.find((each) => itemKey(each) === itemKey(content))
    if (!item || item.planned === 0) return packSaid(scan, 'not_planned', packWords.not_planned, { nm_sku })
    if (item.packed + content.quantity > item.planned)
      return packSaid(scan, 'over_plan', packWords.over_plan, { nm_sku, planned: item.planned })
  }
  return null
}

/** Held before it is looked at, as putting it on a shelf does: whoever comes second sees that it is gone. */
async function holdQcBox(tx: Tx, code: string): Promise<void> {
  await sql`SELECT 1 FROM qc_box q JOIN box b ON b.id = q.box_id WHERE b.sscc = ${code} AND q.site_kind = 'india_qc'
    ORDER BY q.site_id FOR UPDATE OF q`.execute(tx)
}

/**
 * Takes a whole box onto a pass, sealed as it came. The pass must be locked whole. Throws move_not_allowed where its pieces are not on
 * the floor of the source any more.
 */
export async function takeWholeBox(
  tx: Tx,
  context: CallContext,
  pass: PassRow,
  scan: Scan & { station: string; beyond_plan: boolean },
): Promise<{ result: PackResult; isTaken: boolean }> {
  const code = boxCodeOf(scan.code)
  await holdQcBox(tx, code)
  const box = (await findWholeBoxes(tx, [code])).get(code)
  const refused = await whyBoxMayNotGo(tx, pass, scan, box, scan.beyond_plan)
  if (refused !== null) return { result: refused, isTaken: false }
  if (box === undefined)
    return { result: packSaid(scan, 'unknown', packWords.unknown, { code: tellable(scan.code) }), isTaken: false }
  const items = await lockOrMakeItems(tx, pass.id, box.contents)
  const boxNo = await nextBoxNo(tx, pass.id)
  const id = v7()
  const { userId } = context.caller
  await sql`
    INSERT INTO gate_pass_box (id, pass_id, box_no, code, is_whole, state, station, opened_by, sealed_at, sealed_by)
    VALUES (${id}, ${pass.id}, ${boxNo}, ${code}, true, 'SEALED', ${scan.station}, ${userId}, now(), ${userId})`.execute(
    tx,
  )
  const quantity = box.contents.reduce((sum, content) => sum + content.quantity, 0)
  const event = await recordEvent(tx, context, {
    ...{ entity: 'gate_pass', entityId: pass.gate_pass, event: 'gate_pass.packed' },
    details: { box: code, box_no: boxNo, pieces: quantity, is_whole: true },
  })
  const floor = await sitePlace(tx, pass.from_site_id, 'floor')
  await changeContents(
    tx,
    pass,
    box.contents.map((content) => ({
      ...{ box_id: id, box_code: code, item_id: items.get(itemKey(content))?.id ?? '', place_id: floor },
      ...{ sku_id: content.sku_id, condition: content.condition, quantity: content.quantity },
    })),
    event,
  )
  return {
    result: packSaid(scan, 'packed', packWords.box_packed, { code, box_no: boxNo, quantity }, { quantity }),
    isTaken: true,
  }
}
