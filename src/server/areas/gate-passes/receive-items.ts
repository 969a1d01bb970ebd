import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { pendingOf } from '../../../shared/areas/gate-passes/moves.ts'
import { receiveResult } from '../../../shared/areas/gate-passes/shapes.ts'
import { passWords, receiveWords } from '../../../shared/areas/gate-passes/words.ts'
import { type StockCondition, stockConditions } from '../../../shared/areas/stock/moves.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Caller, type Handlers, reply, type Tx } from '../../http/call.ts'
import { forbidden, invalidInput } from '../../http/errors.ts'
import { type BoxRow, boxCodeOf, readBoxes } from './box-rows.ts'
import { assertStillHere } from './due-back.ts'
import { assertMove, lockPass } from './lock-pass.ts'
import { itemKey, type LockedItem, lockItems, lockOrMakeItems } from './pass-items.ts'
import { findPass, isBlindTo, type PassRow, passWire } from './pass-rows.ts'
import {
  bringIn,
  type Coming,
  leftInBoxes,
  type Receipt,
  receiptsOf,
  type TakenBack,
  takeReceiptsBack,
} from './receipts.ts'
import { keepScans, seenScans, tellable } from './scans.ts'
import { type FoundSku, findSkus, skuCode } from './skus.ts'

type Input = Taken<Contract['gatePasses']['receiveItem']>
type Scan = Input['scans'][number]
export type ReceiveResult = z.output<typeof receiveResult>

/** A shop receives what goes to shops. */
export function assertReceiver(caller: Caller, pass: PassRow): void {
  if (caller.role === 'retail_admin' && pass.receive_kind !== 'shop') throw forbidden(passWords.shopOnly)
}

/** Receives pieces one by one, or takes that back. A scan that came before is answered as it was. */
export const receiveItem: Handlers<Contract['gatePasses']>['receiveItem'] = (input, context) =>
  context.command(async (tx) => {
    const { caller } = context
    const pass = await lockPass(tx, caller, input.gate_pass)
    assertReceiver(caller, pass)
    const kind = input.action === 'receive' ? 'receive' : 'unreceive'
    const seen = await seenScans(tx, pass.id, kind, input.scans, receiveResult)
    const twice = new Set<string>()
    const fresh = input.scans.filter(({ scan_id }) => {
      const isKnown = scan_id !== undefined && (seen.has(scan_id) || twice.has(scan_id))
      if (scan_id !== undefined) twice.add(scan_id)
      return !isKnown
    })
    const answers = new Map<Scan, ReceiveResult>()
    if (fresh.length > 0) {
      assertMove(pass, kind, caller)
      for (const { quantity, damaged } of fresh)
        if (quantity < 1 || damaged > quantity) throw invalidInput('Please enter a whole number above 0.')
      await assertPhotos(tx, fresh)
      const at = {
        tx,
        pass,
        input,
        fresh,
        skus: await findSkus(
          tx,
          fresh.map(({ code }) => code),
        ),
      }
      const decided = input.action === 'receive' ? await receiving(at) : await takingBack(at)
      const quantity = decided.results.reduce((sum, result) => sum + result.quantity, 0)
      if (quantity > 0) {
        const event = await recordEvent(tx, context, {
          ...{ entity: 'gate_pass', entityId: pass.gate_pass },
          event: input.action === 'receive' ? 'gate_pass.received' : 'gate_pass.receipt_undone',
          details: { pieces: quantity, ...detailsOf(decided.coming, pass.is_blind) },
        })
        await takeReceiptsBack(tx, context, pass, decided.back, event)
        await bringIn(tx, context, pass, decided.coming, event)
        if (decided.back.length > 0) await assertStillHere(tx, pass)
      }
      for (const [place, scan] of fresh.entries()) {
        const result = decided.results[place]
        if (result) answers.set(scan, isBlindTo(caller, pass) ? blinded(result, scan) : result)
      }
      const done = fresh.flatMap((scan) => {
        const answer = answers.get(scan)
        return scan.scan_id !== undefined && answer && answer.quantity > 0 ? [{ scan_id: scan.scan_id, answer }] : []
      })
      await keepScans(tx, pass.id, kind, done)
      for (const { scan_id, answer } of done) seen.set(scan_id, answer)
    }
    const results = input.scans.flatMap((scan) => answers.get(scan) ?? seen.get(scan.scan_id ?? '') ?? [])
    const received = results.reduce((sum, { quantity }) => sum + quantity, 0)
    return reply({ results, received, gate_pass: passWire(await findPass(tx, caller, pass.gate_pass), caller) })
  })

/** What the history tells of a receipt; of a blind one not that more came than was sent. */
function detailsOf(coming: readonly Coming[], isBlind: boolean): Record<string, number> {
  const sum = (of: (line: Coming) => number) => coming.reduce((all, line) => all + of(line), 0)
  const [damaged, excess] = [sum((line) => line.damaged), sum((line) => line.excess)]
  return { ...(damaged > 0 && { damaged }), ...(excess > 0 && !isBlind && { excess }) }
}

interface At {
  tx: Tx
  pass: PassRow
  input: Input
  fresh: readonly Scan[]
  skus: ReadonlyMap<string, FoundSku>
}

interface Decided {
  results: ReceiveResult[]
  coming: Coming[]
  back: TakenBack[]
}

async function receiving({ tx, pass, input, fresh, skus }: At): Promise<Decided> {
  const known = fresh.flatMap(({ code }) => skus.get(skuCode(code)) ?? [])
  const before = await lockItems(
    tx,
    pass.id,
    known.map(({ id }) => id),
  )
  const box = await boxInHand(tx, pass, input.box)
  const whole = box ? (await receiptsOf(tx, { boxIds: [box.id] })).filter(({ is_whole }) => is_whole) : []
  const wholeOf = (item: LockedItem) => whole.filter(({ item_id, good }) => item_id === item.id && good > 0)
  const wanted = fresh.flatMap((scan) => {
    const sku = skus.get(skuCode(scan.code))
    if (sku === undefined) return []
    const condition = conditionOf(scan, sku, before)
    const item = before.find((each) => each.sku_id === sku.id && each.condition === condition)
    const others = fresh.filter((each) => each !== scan && skus.get(skuCode(each.code))?.id === sku.id)
    const coming = others.reduce((sum, { quantity }) => sum + quantity, scan.damaged)
    const known = item ? wholeOf(item).reduce((sum, { good }) => sum + good, pendingOf(item)) : 0
    const isBeyond = scan.damaged > 0 && coming > known
    return [{ sku_id: sku.id, condition }, ...(isBeyond ? [{ sku_id: sku.id, condition: 'damaged' as const }] : [])]
  })
  const items = await lockOrMakeItems(tx, pass.id, [...wanted, ...(await skusOf(tx, whole))])
  const left = await leftInBoxes(tx, pass, { itemIds: [...items.values()].map(({ id }) => id) })
  const inOrder = left.toSorted((a, b) => Number(b.box_id === box?.id) - Number(a.box_id === box?.id))
  const coming: Coming[] = []
  const back: TakenBack[] = []
  const takeBack = (receipt: Receipt, quantity: number) => {
    const item = [...items.values()].find(({ id }) => id === receipt.item_id)
    const place = inOrder.find(({ box_id, item_id }) => box_id === receipt.box_id && item_id === receipt.item_id)
    if (quantity === 0 || item === undefined || place === undefined) return
    back.push({ receipt: { ...receipt }, item, good: quantity, damaged: 0, excess: 0 })
    receipt.good -= quantity
    place.left += quantity
    place.by_label -= quantity
    item.received -= quantity
  }
  const results = fresh.map((scan): ReceiveResult => {
    const sku = skus.get(skuCode(scan.code))
    if (sku === undefined) return unknown(scan)
    const item = items.get(itemKey({ sku_id: sku.id, condition: conditionOf(scan, sku, [...items.values()]) }))
    if (item === undefined) return unknown(scan)
    // Counted from here on; of damaged pieces alone nothing else is counted.
    const own = wholeOf(item)
    const isCountedNow = own.length > 0 && scan.damaged < scan.quantity
    if (isCountedNow) for (const receipt of whole) takeBack(receipt, receipt.good)
    else for (const receipt of own) takeBack(receipt, Math.min(receipt.good, scan.quantity))
    const sent = Math.min(scan.quantity, pendingOf(item))
    const excess = scan.quantity - sent
    // Of those beyond what was sent, damaged ones are no good stock either.
    const tornItem = items.get(itemKey({ sku_id: sku.id, condition: 'damaged' }))
    const torn = tornItem === undefined || tornItem === item ? 0 : Math.min(excess, Math.max(0, scan.damaged - sent))
    // What was sent as damaged arrives as it went.
    let damaged = item.condition === 'damaged' ? 0 : Math.min(scan.damaged, sent)
    let rest = sent
    const why = { reason: scan.reason ?? null, remark: scan.remark || null, image_ids: scan.image_ids }
    for (const place of inOrder) {
      const taken = place.item_id === item.id ? Math.min(rest, place.left) : 0
      if (taken === 0) continue
      const hurt = Math.min(damaged, taken)
      place.left -= taken
      rest -= taken
      damaged -= hurt
      item.received += taken
      item.damaged += hurt
      coming.push({ item, box_id: place.box_id, good: taken - hurt, damaged: hurt, excess: 0, ...why })
    }
    for (const [of, pieces] of [
      [item, excess - torn],
      [tornItem, torn],
    ] as const) {
      if (of === undefined || pieces === 0) continue
      coming.push({ item: of, box_id: null, good: 0, damaged: 0, excess: pieces, ...why })
      of.excess += pieces
    }
    const { nm_sku } = sku
    const { quantity } = scan
    const about = { sku, item, quantity }
    if (excess === 0 && isCountedNow && box) {
      const rest = inOrder.reduce((sum, { box_id, left }) => sum + (box_id === box.id ? left : 0), 0)
      const values = { quantity, nm_sku, box_no: box.box_no, left: rest }
      return said(scan, 'received', receiveWords.received_of_label, values, about)
    }
    if (excess === 0) return said(scan, 'received', ...receivedWords(scan, nm_sku), about)
    if (item.sent === 0) return said(scan, 'not_on_pass', receiveWords.not_on_pass, { quantity, nm_sku }, about)
    const labelled = left.filter(({ item_id, by_label }) => item_id === item.id && by_label > 0)
    const boxes = labelled.map(({ box_no }) => box_no).join(', ')
    return boxes === ''
      ? said(scan, 'excess', receiveWords.excess, { quantity, nm_sku, excess }, about)
      : said(scan, 'excess', receiveWords.excess_of_label, { quantity, nm_sku, excess, boxes }, about)
  })
  return { results, coming, back }
}

/** The message of pieces that were sent and came, with how many of them are damaged. */
function receivedWords({ quantity, damaged }: Scan, nmSku: string): [string, ReceiveResult['values']] {
  const values = { quantity, nm_sku: nmSku }
  return damaged > 0 ? [receiveWords.received_damaged, { ...values, damaged }] : [receiveWords.received, values]
}

/** The live box of this pass that pieces are taken out of; none for a code that is not one, since the pieces are here whatever it is. */
async function boxInHand(tx: Tx, pass: PassRow, code: string | undefined): Promise<BoxRow | undefined> {
  if (code === undefined) return undefined
  const boxes = await readBoxes(tx, sql<SqlBool>`b.code = ${boxCodeOf(code)} AND b.pass_id = ${pass.id} AND b.is_live`)
  return boxes[0]
}

/** The SKUs behind receipts, as they were sent. */
async function skusOf(tx: Tx, receipts: readonly Receipt[]): Promise<{ sku_id: string; condition: StockCondition }[]> {
  const { rows } = await rowsOf({ sku_id: col.text, condition: z.enum(stockConditions) })`
    SELECT sku_id::text AS sku_id, condition FROM gate_pass_item WHERE id = ANY(${receipts.map(({ item_id }) => item_id)}::uuid[])`.execute(
    tx,
  )
  return rows
}

async function takingBack({ tx, pass, fresh, skus }: At): Promise<Decided> {
  const known = fresh.flatMap(({ code }) => skus.get(skuCode(code)) ?? [])
  const items = await lockItems(
    tx,
    pass.id,
    known.map(({ id }) => id),
  )
  const receipts = (await receiptsOf(tx, { itemIds: items.map(({ id }) => id) })).map((receipt) => ({ ...receipt }))
  const back: TakenBack[] = []
  const results = fresh.map((scan): ReceiveResult => {
    const sku = skus.get(skuCode(scan.code))
    if (sku === undefined) return unknown(scan)
    const { nm_sku } = sku
    const own = items.filter(
      ({ sku_id, condition }) => sku_id === sku.id && (scan.condition ?? condition) === condition,
    )
    const there = receipts.filter(({ item_id }) => own.some(({ id }) => id === item_id))
    const received = there.reduce((sum, { good, damaged, excess }) => sum + good + damaged + excess, 0)
    if (received < scan.quantity)
      return said(
        scan,
        'not_received',
        receiveWords.not_received,
        { received, nm_sku },
        { sku, item: own[0], quantity: 0 },
      )
    let left = scan.quantity
    // What came too many goes first; damaged ones only where they are meant, or nothing else is left.
    const kinds = scan.damaged > 0 ? (['damaged', 'excess', 'good'] as const) : (['excess', 'good', 'damaged'] as const)
    for (const kind of kinds)
      for (const receipt of there) {
        const item = own.find(({ id }) => id === receipt.item_id)
        const taken = Math.min(left, receipt[kind])
        if (taken === 0 || item === undefined) continue
        back.push({ receipt, item, good: 0, damaged: 0, excess: 0, [kind]: taken })
        receipt[kind] -= taken
        left -= taken
        if (kind === 'excess') item.excess -= taken
        else item.received -= taken
      }
    const { quantity } = scan
    return said(scan, 'taken_back', receiveWords.taken_back, { quantity, nm_sku }, { sku, item: own[0], quantity })
  })
  return { results, coming: [], back }
}

/** As the scan says; as it was sent, where some of that has not come; otherwise good. */
function conditionOf(scan: Scan, sku: FoundSku, items: readonly LockedItem[]): StockCondition {
  if (scan.condition !== undefined) return scan.condition
  const own = items.filter(({ sku_id }) => sku_id === sku.id)
  return (own.find((item) => pendingOf(item) > 0) ?? own.find(({ sent }) => sent > 0) ?? own[0])?.condition ?? 'good'
}

/** Photographs of goods are those that were sent here, whoever sent them. Throws invalid_input for one that is gone. */
async function assertPhotos(tx: Tx, scans: readonly Scan[]): Promise<void> {
  const ids = [...new Set(scans.flatMap(({ image_ids }) => image_ids))]
  if (ids.length === 0) return
  const { rows } = await rowsOf({
    id: col.text,
  })`SELECT id::text AS id FROM qc_image WHERE id = ANY(${ids}::uuid[]) FOR KEY SHARE`.execute(tx)
  if (rows.length < ids.length) throw invalidInput(passWords.badPhoto)
}

interface About {
  sku?: FoundSku
  item?: LockedItem | undefined
  quantity?: number
}

export function said(
  scan: { code: string; scan_id?: string | undefined },
  outcome: ReceiveResult['outcome'],
  message: string,
  values: ReceiveResult['values'],
  { sku, item, quantity = 0 }: About = {},
): ReceiveResult {
  return {
    ...{ code: tellable(scan.code), scan_id: scan.scan_id ?? null, outcome, message, values, quantity },
    nm_sku: sku?.nm_sku ?? null,
    item:
      sku && item
        ? {
            ...{ condition: item.condition, sent: item.sent, received: item.received, pending: pendingOf(item) },
            ...{ color: sku.color, size: sku.size, picture: sku.picture },
          }
        : null,
  }
}

const cameIn: readonly ReceiveResult['outcome'][] = ['received', 'excess', 'not_on_pass']

/** The same answer for whoever counts blind, the same of a piece that was sent and of one that was not. */
function blinded(result: ReceiveResult, scan: Scan): ReceiveResult {
  const item = result.item && { ...result.item, sent: null, pending: null }
  if (!cameIn.includes(result.outcome)) return { ...result, item }
  const [message, values] = receivedWords(scan, result.nm_sku ?? '')
  return { ...result, outcome: 'received', message, values, item }
}

function unknown(scan: Scan): ReceiveResult {
  const { isMisread } = readTraced(scan.code)
  const values = { code: tellable(scan.code) }
  return isMisread
    ? said(scan, 'misread', receiveWords.misread, values)
    : said(scan, 'unknown', receiveWords.unknown, values)
}
