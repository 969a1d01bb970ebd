import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { PurchaseOrderRow } from '../../../shared/areas/purchase-orders/calls.ts'
import { mostBought, purchaseMessages, purchaseNumber } from '../../../shared/areas/purchase-orders/rules.ts'
import { splitOverFree } from '../../../shared/areas/purchase-orders/split.ts'
import { financialYear } from '../../../shared/areas/rejected-skus/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn } from '../../../shared/kernel/days.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import { nextInSeries } from '../invoices/create-invoice.ts'
import { holdWaitingOf, judgePricesBought } from '../orders/judge-prices.ts'
import { findBoxIds, lockQcBoxes, type QcBoxFacts, unknownBox } from '../qc-boxes/box-rows.ts'
import { inIndia } from '../qc-boxes/sites.ts'
import { boxesRefused, type LeftOut, leftOutBox } from '../qc-boxes/whole-box-moves.ts'
import { moveStock } from '../stock/move-stock.ts'
import { sitePlace } from '../stock/places.ts'
import { boughtBefore } from './bought-before.ts'
import { movePieces } from './move-pieces.ts'
import { type PricedLine, pricedLinesOf } from './priced-lines.ts'
import { findPurchaseOrder, purchaseOrderWire } from './purchase-order-rows.ts'
import { reversePurchaseOrder } from './reverse-purchase-order.ts'
import { type AcceptedPieces, acceptedPieces } from './sources.ts'

type Input = Taken<Contract['purchaseOrders']['createPurchaseOrder']>

/** Buys accepted pieces, or reverses a purchase order. */
export const createPurchaseOrder: Handlers<Contract['purchaseOrders']>['createPurchaseOrder'] = (input, context) =>
  input.action === 'reverse' ? reversePurchaseOrder(input, context) : buy(input, context)

/** Pieces of a SKU in a box on one order line. */
interface BoughtLine extends PricedLine {
  site_id: string
}

/** What is bought: boxes, what accepted their pieces, and the pieces by the orders that they were packed for. */
interface Purchase {
  boxes: readonly QcBoxFacts[]
  sources: AcceptedPieces[]
  lines: BoughtLine[]
  /** Accepted, and of no order: they go back to their vendor. */
  back: AcceptedPieces[]
}

async function buy(input: Input, context: CallContext) {
  return context.command(async (tx) => {
    const made: PurchaseOrderRow[] = []
    for (const purchase of await purchasesOf(tx, context, input)) {
      const number = await post(tx, context, purchase, input.remark || null)
      made.push(purchaseOrderWire(await findPurchaseOrder(tx, context.caller, number), context.caller))
    }
    const [purchase_order] = made
    if (purchase_order === undefined) throw new Error('no purchase order of boxes that may be bought')
    return reply({ purchase_order, purchase_orders: made }, 'Purchase order made. Its pieces are in stock.')
  })
}

/**
 * Accepted pieces that are asked for, of locked boxes: one purchase, or with `by_vendor` one of each vendor at each site. Throws where
 * something of it cannot be bought, naming all.
 */
async function purchasesOf(tx: Tx, context: CallContext, input: Input): Promise<Purchase[]> {
  const wholes = input.box_ids ?? []
  const singles = input.inspections ?? []
  const refs = [...new Set([...wholes, ...singles.map(({ box_id }) => box_id)])]
  if (refs.length === 0) throw invalidInput(purchaseMessages.noBoxes)
  if (refs.length > mostBought) throw invalidInput('Please select fewer boxes.')
  const ids = await findBoxIds(tx, context.caller, refs)
  const known = [...new Set(ids.filter((id) => id !== null))]
  await holdWaitingOf(tx, known)
  const boxes = await lockQcBoxes(tx, inIndia(context.caller), known)
  const byId = new Map(boxes.map((box) => [box.box_id, box]))
  const named = new Map(refs.map((ref, at) => [ref, byId.get(ids[at] ?? '')]))
  const boxOf = (ref: string) => {
    const box = named.get(ref)
    if (box === undefined) throw unknownBox(ref)
    return box
  }
  const accepted = await acceptedPieces(tx, boxes)
  const free = Map.groupBy(
    accepted.filter(({ purchase_order }) => purchase_order === null),
    ({ box_id }) => box_id,
  )
  const left: LeftOut[] = []
  const sources = new Map<string, AcceptedPieces>()
  const add = (pieces: readonly AcceptedPieces[]) => {
    for (const one of pieces) sources.set(`${one.source_id} ${one.sku_id}`, one)
  }
  for (const ref of wholes) {
    const box = boxOf(ref)
    const own = free.get(box.box_id) ?? []
    if (own.length === 0) left.push(leftOutBox(box, purchaseMessages.nothing))
    add(own)
  }
  for (const { box_id: ref, number } of singles) {
    const box = boxOf(ref)
    const own = accepted.filter(
      (one) => one.box_id === box.box_id && one.kind === 'inspection' && one.number === number,
    )
    const [first] = own
    const values = { box_no: box.box_no, number }
    if (first === undefined) throw notFound(purchaseMessages.unknownInspection, values)
    if (first.purchase_order !== null)
      throw moveNotAllowed(purchaseMessages.bought, [], {
        values: { ...values, purchase_order: first.purchase_order },
      })
    add(own)
  }
  const groups = input.by_vendor
    ? [...Map.groupBy(boxes, ({ supplier_id, site_id }) => `${supplier_id} ${site_id}`)].toSorted(([a], [b]) =>
        a < b ? -1 : 1,
      )
    : [['', boxes] as const]
  const purchases: Purchase[] = []
  for (const [, own] of groups) {
    const among = new Set(own.map(({ box_id }) => box_id))
    const pieces = [...sources.values()].filter(({ box_id }) => among.has(box_id))
    const { lines, unordered, worthless } = await pricedLines(tx, own, pieces)
    left.push(...worthless)
    if (input.unordered === undefined) left.push(...unordered.map(({ why }) => why))
    const back = unordered.flatMap((one) => one.pieces)
    purchases.push({ boxes: own, sources: pieces.filter((one) => !back.includes(one)), lines, back })
  }
  if (left.length > 0) throw boxesRefused(left, purchaseMessages.someRefused)
  for (const { boxes: own, lines } of purchases) {
    if (lines.length === 0)
      throw moveNotAllowed(purchaseMessages.nothing, [], { values: { box: own[0]?.box_no ?? '' } })
    assertAlike(own, lines)
  }
  return purchases
}

/** By the orders that pieces were packed for, or made for, as far as nobody bought them yet. */
async function pricedLines(
  tx: Tx,
  boxes: readonly QcBoxFacts[],
  sources: readonly AcceptedPieces[],
): Promise<{
  lines: BoughtLine[]
  unordered: { pieces: readonly AcceptedPieces[]; why: LeftOut }[]
  /** Made by a facility, and sent without a value. */
  worthless: LeftOut[]
}> {
  const bySku = [...Map.groupBy(sources, ({ box_id, sku_id }) => `${box_id} ${sku_id}`).values()]
  const ordered = await pricedLinesOf(tx, sources)
  const before = await boughtBefore(tx, boxes)
  const skus = await skuNames(
    tx,
    bySku.flatMap((own) => own[0]?.sku_id ?? []),
  )
  const boxOf = new Map(boxes.map((box) => [box.box_id, box]))
  const unordered: { pieces: readonly AcceptedPieces[]; why: LeftOut }[] = []
  const worthless: LeftOut[] = []
  const priced = bySku.flatMap((own): BoughtLine[] => {
    const [first] = own
    const box = boxOf.get(first?.box_id ?? '')
    if (first === undefined || box === undefined) return []
    const { sku_id, site_id } = first
    const lines = ordered(first)
    const pieces = own.reduce((sum, { quantity }) => sum + quantity, 0)
    const values = { nm_sku: skus.get(sku_id) ?? '', pieces }
    if (lines === 'no price') {
      worthless.push(leftOutBox(box, purchaseMessages.worthless, values))
      return []
    }
    if (lines === undefined) {
      unordered.push({ pieces: own, why: leftOutBox(box, purchaseMessages.unordered, values) })
      return []
    }
    return splitOverFree(pieces, lines, before(first)).map(({ line, quantity }) => ({ ...line, site_id, quantity }))
  })
  return { lines: priced, unordered, worthless }
}

async function skuNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await rowsOf({ id: col.text, nm_sku: col.text })`
    SELECT id, nm_sku FROM sku WHERE id = ANY(${[...new Set(ids)]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, nm_sku }) => [id, nm_sku]))
}

function assertAlike(boxes: readonly QcBoxFacts[], lines: readonly BoughtLine[]): void {
  if (new Set(boxes.map(({ vendor_id }) => vendor_id)).size > 1) throw invalidInput(purchaseMessages.vendors)
  if (new Set(boxes.map(({ site_id }) => site_id)).size > 1) throw invalidInput(purchaseMessages.sites)
  const currencies = [...new Set(lines.map(({ currency }) => currency))].sort()
  if (currencies.length > 1)
    throw moveNotAllowed(purchaseMessages.currencies, [], { values: { currencies: currencies.join(', ') } })
}

/** Lines of the document, by style, colour and size: an order's price for each SKU, whatever boxes its pieces came out of. */
async function documentLines(tx: Tx, lines: readonly BoughtLine[]): Promise<BoughtLine[]> {
  const sums = new Map<string, BoughtLine>()
  for (const line of lines) {
    // Boxes of several shipments may say different values of what a facility makes.
    const key = line.order_line_id ?? `${line.facility_line_id} ${line.unit_price_minor}`
    const sum = sums.get(key)
    if (sum) sum.quantity += line.quantity
    else sums.set(key, { ...line })
  }
  const { rows } = await rowsOf({ id: col.text, place: col.number })`
    SELECT k.id, (row_number() OVER (ORDER BY s.code, k.color, k.size_rank, k.size, k.nm_sku))::int AS place
    FROM sku k JOIN style s ON s.id = k.style_id
    WHERE k.id = ANY(${[...new Set(lines.map(({ sku_id }) => sku_id))]}::uuid[])`.execute(tx)
  const places = new Map(rows.map(({ id, place }) => [id, place]))
  const placeOf = ({ sku_id }: BoughtLine) => places.get(sku_id) ?? 0
  return [...sums.values()].toSorted((a, b) => placeOf(a) - placeOf(b) || (a.order_id < b.order_id ? -1 : 1))
}

async function post(tx: Tx, context: CallContext, purchase: Purchase, remark: string | null): Promise<string> {
  const { boxes, sources, lines, back } = purchase
  const [first] = boxes
  const currency = lines[0]?.currency
  if (first === undefined || currency === undefined) throw new Error('a purchase order of nothing')
  const id = v7()
  const own = await documentLines(tx, lines)
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const issuedOn = dayIn(first.time_zone, new Date())
  const series = `${await readSetting(tx, 'purchase_order_series')}-${financialYear(issuedOn)}`
  // Whoever comes next waits here until this one is written whole, or takes the same number when it is not.
  const serial = await nextInSeries(tx, series)
  const number = purchaseNumber(series, serial)
  const bought = boxes.filter((box) => sources.some((source) => source.box_id === box.box_id))
  await tx
    .insertInto('purchase_order')
    .values({
      ...{
        id,
        number,
        series,
        serial,
        issued_on: issuedOn,
        site_id: first.site_id,
        vendor_id: first.vendor_id,
        currency,
      },
      ...{ boxes: bought.length, pieces, remark, created_by: context.caller.userId },
      total_minor: lines.reduce((sum, line) => sum + line.quantity * line.unit_price_minor, 0),
    })
    .execute()
  await writeContents(tx, id, own, purchase)
  const eventId = await recordEvent(tx, context, {
    ...{ entity: 'purchase_order', entityId: number, event: 'purchase_order.posted', to: 'POSTED' },
    details: { boxes: bought.length, pieces, lines: own.length, supplier: first.supplier_id },
  })
  await movePieces(tx, context, bought, { kind: 'purchase', event: 'box.purchased', number, id, sources })
  const declined = boxes.filter((box) => back.some(({ box_id }) => box_id === box.box_id))
  await movePieces(tx, context, declined, { kind: 'decline', event: 'box.declined', number, id, sources: back })
  await putInStock(tx, first.site_id, { number, lines: own, eventId })
  await judgePricesBought(tx, id)
  await notify(tx, context, {
    ...{ kind: 'purchase_order_posted', things: [number], siteIds: [first.site_id] },
    values: { purchase_order: number, pieces, supplier: first.supplier_name, supplier_zh: first.supplier_name_zh },
  })
  return number
}

async function writeContents(tx: Tx, id: string, own: readonly BoughtLine[], { sources }: Purchase): Promise<void> {
  await sql`
    INSERT INTO purchase_order_line (purchase_order_id, position, sku_id, order_line_id, facility_line_id, quantity, unit_price_minor)
    SELECT ${id}::uuid, n.position, n.sku_id, n.order_line_id, n.facility_line_id, n.quantity, n.price
    FROM unnest(${own.map((line) => line.sku_id)}::uuid[], ${own.map((line) => line.order_line_id)}::uuid[],
      ${own.map((line) => line.facility_line_id)}::uuid[], ${own.map((line) => line.quantity)}::int[], ${own.map((line) => line.unit_price_minor)}::bigint[])
      WITH ORDINALITY AS n (sku_id, order_line_id, facility_line_id, quantity, price, position)`.execute(tx)
  await sql`
    INSERT INTO purchase_order_box (purchase_order_id, box_id, site_id, sku_id, quantity)
    SELECT ${id}::uuid, n.box_id, n.site_id, n.sku_id, sum(n.quantity)::int
    FROM unnest(${sources.map((one) => one.box_id)}::uuid[], ${sources.map((one) => one.site_id)}::uuid[],
      ${sources.map((one) => one.sku_id)}::uuid[], ${sources.map((one) => one.quantity)}::int[])
      AS n (box_id, site_id, sku_id, quantity) GROUP BY 2, 3, 4`.execute(tx)
  const once = [...new Map(sources.map((one) => [one.source_id, one])).values()]
  await sql`
    INSERT INTO purchase_order_source (purchase_order_id, source_id, kind)
    SELECT ${id}::uuid, n.source_id, n.kind FROM unnest(${once.map((one) => one.source_id)}::uuid[],
      ${once.map((one) => one.kind)}::text[]) AS n (source_id, kind)`.execute(tx)
}

interface Posted {
  number: string
  lines: readonly BoughtLine[]
  eventId: string
}

/** Onto the floor of the site, line by line, as goods in good condition. */
async function putInStock(tx: Tx, siteId: string, { number, lines, eventId }: Posted): Promise<void> {
  const to = { placeId: await sitePlace(tx, siteId, 'floor'), condition: 'good' as const }
  await moveStock(
    tx,
    lines.map(({ sku_id, quantity }, at) => ({
      ...{ kind: 'receive' as const, skuId: sku_id, quantity, from: null, to },
      document: { type: 'purchase_order' as const, id: number, line: String(at + 1) },
    })),
    eventId,
  )
}
