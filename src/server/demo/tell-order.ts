import { isNewVendor, lineDecision } from '../../shared/areas/orders/answers.ts'
import { type MoveKind, pieces } from '../../shared/areas/orders/quantities.ts'

import { refusalReasons } from '../../shared/kernel/reasons.ts'
import { type Book, type DemoLine, fixedId, isoTime, move, type Random, record } from './book.ts'
import type { OrderPlan } from './trade.ts'

/** A told order: its lines go on moving while shipments are told. */
export interface DemoOrder {
  id: string
  plan: OrderPlan
  lines: DemoLine[]
  /** When it came to its vendor, and when that would have answered it: ms since 1970. */
  approvedAt: number
  answeredAt: number
}

/** The mailbox of whoever acts for a vendor: its own account, or the internal team for a vendor without one. */
export function actsFor(vendor: string): string {
  return { GZ01: 'vendor', SZ02: 'vendor2' }[vendor] ?? 'internal'
}

/** The moment when the given part (0 to 1) of an order's life up to `end` had passed. */
export function momentOf(plan: OrderPlan, end: number, part: number): number {
  return Math.floor(plan.createdAt + (end - plan.createdAt) * part)
}

/** Tells an order's story up to the platform: placed, decided by ops, answered, made ready. `end` is ms since 1970. */
export function tellOrder(book: Book, plan: OrderPlan, end: number): DemoOrder {
  const at = (part: number) => momentOf(plan, end, part)
  const [approvedAt, answeredAt] = [at(0.1), at(0.3)]
  const made = { id: book.random.idAt(plan.createdAt), plan, lines: makeLines(book.random, plan) }
  const order = { ...made, approvedAt, answeredAt }
  decide(book, plan, approvedAt)
  if (plan.story.answer) answer(book, order, answeredAt)
  if (plan.story.answer === 'recovered') recover(book, order, at(0.4))
  if (plan.story.ready) makeReady(book, order, plan.story.ready, at(0.5))
  return order
}

const sizeCurve = [0.6, 1, 1.2, 1, 0.7, 0.4]

function makeLines(random: Random, plan: OrderPlan): DemoLine[] {
  const colors = [...new Set(plan.style.skus.map((sku) => sku.color))]
  return random.some(colors, random.between(2, 4)).flatMap((color) => {
    const base = random.between(6, 24)
    return plan.style.skus
      .filter((sku) => sku.color === color)
      .map((sku, at) => ({
        id: random.idAt(plan.createdAt),
        skuId: sku.id,
        now: pieces.open(Math.max(2, Math.round(base * (sizeCurve[at] ?? 1)))),
        decision: 'NEW' as const,
        reason: null,
        remark: null,
      }))
  })
}

function decide(book: Book, { orderId, story }: OrderPlan, at: number): void {
  if (story.decision === 'NEW') return
  const event = story.decision === 'APPROVED' ? 'order.approved' : 'order.not_approved'
  const details =
    story.decision === 'APPROVED' ? {} : { reason: 'Ordered twice', remark: 'Covered by an earlier order.' }
  record(book, { at, by: 'ops', entity: 'order', entityId: orderId, event, from: 'NEW', to: story.decision, details })
}

/** Which part of a line, in percent, is refused or out of stock, by the line's place in the order. */
function gonePart(story: OrderPlan['story']['answer'], at: number): { kind: 'refuse' | 'mark_oos'; percent: number } {
  const some = at % 4 > 0 ? 0 : at % 8 > 0 ? 30 : 100
  if (story === 'some_oos' || story === 'recovered') return { kind: 'mark_oos', percent: some }
  if (story === 'some_refused') return { kind: 'refuse', percent: some }
  if (story === 'all_refused') return { kind: 'refuse', percent: 100 }
  if (story === 'all_oos') return { kind: 'mark_oos', percent: 100 }
  if (story === 'refused_and_oos') return { kind: at % 2 === 0 ? 'refuse' : 'mark_oos', percent: 100 }
  return { kind: 'mark_oos', percent: 0 }
}

const refusalRemarks = ['面料疵点，无法按期补料', 'Trims arrived in the wrong shade', '染厂退货，颜色不符']

function answer(book: Book, { plan, lines }: DemoOrder, at: number): void {
  const reason = book.random.one(refusalReasons)
  const remark = book.random.one(refusalRemarks)
  const gone = lines.map((line, place) => {
    const { kind, percent } = gonePart(plan.story.answer, place)
    return { line, kind, quantity: Math.ceil((line.now.awaiting * percent) / 100) }
  })
  const sum = (kind: MoveKind) => gone.reduce((total, each) => total + (each.kind === kind ? each.quantity : 0), 0)
  const [oos, rejected] = [sum('mark_oos'), sum('refuse')]
  const details = { ready: pieces.sum(lines.map((line) => line.now)).ordered - oos - rejected, oos, rejected }
  const happening = { at, by: actsFor(plan.vendor), entity: 'order' as const, entityId: plan.orderId }
  const auditId = record(book, { ...happening, event: 'order.answered', from: 'NEW', to: 'ANSWERED', details })
  for (const { line, kind, quantity } of gone) {
    const refused = kind === 'refuse' && quantity > 0
    move(book, line, { kind, quantity, at, auditId, ...(refused && { reason, remark }) })
    Object.assign(line, { decision: lineDecision(line.now) }, refused && { reason, remark })
  }
}

function recover(book: Book, { plan, lines }: DemoOrder, at: number): void {
  const quantity = pieces.sum(lines.map((line) => line.now)).oos
  const happening = { at, by: actsFor(plan.vendor), entity: 'order' as const, entityId: plan.orderId }
  const auditId = record(book, { ...happening, event: 'order.recovered', details: { quantity } })
  for (const line of lines) {
    move(book, line, { kind: 'recover_oos', quantity: line.now.oos, at, auditId })
    line.decision = lineDecision(line.now)
  }
}

function makeReady(book: Book, { plan, lines }: DemoOrder, percent: number, at: number): void {
  const quantities = lines.map((line) =>
    line.now.awaiting === 0 ? 0 : Math.max(1, Math.floor((line.now.awaiting * percent) / 100)),
  )
  const details = { ready: quantities.reduce((sum, quantity) => sum + quantity, 0), taken_off: 0, oos: 0 }
  const happening = { at, by: actsFor(plan.vendor), entity: 'order' as const, entityId: plan.orderId }
  const auditId = record(book, { ...happening, event: 'order.scheduled', details })
  lines.forEach((line, place) => {
    move(book, line, { kind: 'schedule', quantity: quantities[place] ?? 0, at, auditId })
  })
}

const destinations = ['CNQC', 'CNQC', 'CNQC', 'CNQC', 'WDEL', 'WBLR']
const remarks = [
  null,
  null,
  null,
  null,
  'Pack by colour, please.',
  '请使用可降解包装袋',
  'Hang tags are sent separately.',
]

export interface CompanyRules {
  /** See isNewVendor. */
  newVendorDays: number
  /** When each vendor came on board, by code. */
  onboardedOn: ReadonlyMap<string, string>
}

/** Writes the order's rows, once all its pieces stand where they stand. */
export function writeOrder(book: Book, order: DemoOrder, rules: CompanyRules): void {
  const { id, plan, lines } = order
  const sums = pieces.sum(lines.map((line) => line.now))
  const isAnswered = lines.every((line) => line.decision !== 'NEW')
  const { orderDate } = plan
  const onboardedOn = rules.onboardedOn.get(plan.vendor) ?? orderDate
  book.orders.push({
    id,
    order_id: plan.orderId,
    vendor_id: fixedId('vendor', plan.vendor),
    style_id: plan.style.id,
    destination_id: fixedId('site', book.random.one(destinations)),
    order_date: plan.orderDate,
    ship_by: plan.shipBy,
    unit_price_minor: plan.priceMinor,
    currency: 'CNY',
    previous_unit_price_minor: plan.previousPriceMinor,
    is_flagged_urgent: plan.story.urgent ?? false,
    is_new_vendor: isNewVendor(onboardedOn, orderDate, rules.newVendorDays),
    decision: plan.story.decision,
    vendor_decision: isAnswered ? 'ANSWERED' : 'NEW',
    approved_at: plan.story.decision === 'APPROVED' ? isoTime(order.approvedAt) : null,
    asked_at: plan.story.decision === 'APPROVED' ? isoTime(order.approvedAt) : null,
    answered_at: isAnswered ? isoTime(order.answeredAt) : null,
    remark: book.random.one(remarks),
    ...sums,
    created_at: isoTime(plan.createdAt),
    version: 1 + Number(plan.story.decision !== 'NEW') + Number(isAnswered),
  })
  for (const { id: lineId, skuId, decision, reason, vendorReason, remark, now } of lines) {
    const why = { reason, vendor_reason: vendorReason ?? null, remark }
    book.lines.push({
      id: lineId,
      order_id: id,
      sku_id: skuId,
      vendor_decision: decision,
      ...why,
      opened: now.ordered,
      ...now,
    })
  }
}
