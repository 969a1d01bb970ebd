import type { z } from 'zod'
import { exceptionWords } from '../../shared/areas/orders/answers.ts'
import type { OrderRow, skuDetail } from '../../shared/areas/orders/shapes.ts'
import { orderStatuses } from '../../shared/areas/orders/status.ts'
import type { GridLine, GridValues } from '../kit/quantity-grid/grid-model.ts'
import {
  type Column,
  codeColumn,
  dayColumn,
  flagsColumn,
  moneyColumn,
  piecesColumn,
  statusColumn,
  type Tag,
  textColumn,
} from '../table/columns.tsx'
import type { Words } from '../table/words.ts'

/** Beside any sum of money in a sheet. */
const currency = { id: 'currency', header: 'Currency' }

/** The columns of an order, of which each list takes what it needs. */
export const orderColumns = {
  id: codeColumn<OrderRow>({ id: 'order_id', header: 'Order', pinned: true, sort: 'order_id', of: (o) => o.order_id }),
  hurry: flagsColumn<OrderRow>({ id: 'flags', header: 'Flags', width: 118, words: ['Late', 'Urgent'], of: hurryTags }),
  exceptions: flagsColumn<OrderRow>({
    id: 'exceptions',
    header: 'Exceptions',
    width: 236,
    words: Object.values(exceptionWords),
    of: exceptionTags,
  }),
  style: textColumn<OrderRow>({
    id: 'style',
    header: 'Style',
    width: 240,
    grows: true,
    exports: [
      { id: 'style', header: 'Style' },
      { id: 'style_id', header: 'Style ID' },
    ],
    of: (o, words) => words.name(o.style_name, o.style_name_zh),
    under: (o) => o.style_id,
  }),
  supplier: textColumn<OrderRow>({
    id: 'supplier',
    header: 'Supplier',
    width: 190,
    of: (o, words) => words.name(o.supplier_name, o.supplier_name_zh),
  }),
  ordered_on: dayColumn<OrderRow>({
    id: 'order_date',
    header: 'Order date',
    sort: 'order_date',
    of: (o) => o.order_date,
  }),
  deadline: dayColumn<OrderRow>({
    id: 'shipping_deadline',
    header: 'Ship by',
    width: 166,
    sort: 'shipping_deadline',
    exports: [
      { id: 'shipping_deadline', header: 'Ship by' },
      { id: 'days_remaining', header: 'Days left' },
    ],
    of: (o) => o.shipping_deadline,
    under: (o, words) => {
      const left = deadlineWords(o, words)
      return (
        left &&
        (left.tone === 'quiet' ? (
          <span className="dt-quiet">{left.text}</span>
        ) : (
          <span data-tone={left.tone}>{left.text}</span>
        ))
      )
    },
  }),
  status: statusColumn<OrderRow>({ id: 'status', header: 'Status', words: orderStatuses, of: (o) => o.status }),
  ordered: piecesColumn<OrderRow>({
    id: 'ordered',
    header: 'Ordered',
    sort: 'total_order_quantity',
    of: (o) => o.total_order_quantity,
  }),
  awaiting: piecesColumn<OrderRow>({ id: 'awaiting', header: 'Awaiting', of: (o) => o.quantities.awaiting }),
  onPlatform: piecesColumn<OrderRow>({
    id: 'on_platform',
    header: 'On platform',
    width: 104,
    of: (o) => o.quantities.on_platform,
  }),
  packed: piecesColumn<OrderRow>({ id: 'packed', header: 'Packed', of: (o) => o.quantities.packed }),
  shipped: piecesColumn<OrderRow>({ id: 'shipped', header: 'Shipped', of: (o) => o.quantities.shipped }),
  outOfStock: piecesColumn<OrderRow>({
    id: 'oos',
    header: 'Out of stock',
    width: 104,
    tone: 'warn',
    of: (o) => o.quantities.oos,
  }),
  refused: piecesColumn<OrderRow>({ id: 'rejected', header: 'Refused', tone: 'bad', of: (o) => o.quantities.rejected }),
  price: moneyColumn<OrderRow>({
    id: 'unit_price',
    header: 'Unit price',
    exports: [{ id: 'unit_price', header: 'Unit price' }, currency],
    of: (o) => o.unit_price,
  }),
  value: moneyColumn<OrderRow>({
    id: 'value',
    header: 'Order value',
    width: 124,
    exports: [{ id: 'value', header: 'Order value' }, currency],
    of: ({ unit_price: each, total_order_quantity: count }) => each && { ...each, minor: each.minor * count },
  }),
  destination: textColumn<OrderRow>({
    id: 'destination',
    header: 'Destination',
    width: 170,
    of: (o, words) => words.name(o.destination, o.destination_zh),
  }),
  remark: textColumn<OrderRow>({ id: 'remark', header: 'Remark', width: 180, hidden: true, of: (o) => o.remark ?? '' }),
} satisfies Record<string, Column<OrderRow>>

/** How much dearer than the style's order before, in whole percent; null without one. */
export function priceRise({ unit_price, previous_unit_price }: Pick<OrderRow, 'unit_price' | 'previous_unit_price'>) {
  if (!unit_price || !previous_unit_price || previous_unit_price.minor === 0) return null
  return Math.round((unit_price.minor / previous_unit_price.minor - 1) * 100)
}

/** "+18%", "−5%" or "0%". */
export function percentWords(percent: number): string {
  return percent > 0 ? `+${percent}%` : percent < 0 ? `−${-percent}%` : '0%'
}

/** Why ops should look twice; a price jump says from what to what. */
export function exceptionTags(order: OrderRow, words: Words): Tag[] {
  return order.exceptions.map((kind): Tag => {
    const text = words.t(exceptionWords[kind])
    if (kind === 'new_vendor') return { text, tone: 'active' }
    if (kind === 'late') return { text: words.t('{{n}} d late', { n: -order.days_remaining }), tone: 'bad' }
    const rise = priceRise(order)
    if (rise === null || !order.unit_price || !order.previous_unit_price) return { text, tone: 'warn' }
    const prices = `${words.money(order.previous_unit_price)} → ${words.money(order.unit_price)}`
    return { text: `${prices}  ${percentWords(rise)}`, tone: 'warn', hint: text }
  })
}

/** What hurries a vendor. */
export function hurryTags(order: OrderRow, { t }: Words): Tag[] {
  const tags: Tag[] = []
  if (order.is_late) tags.push({ text: t('Late'), tone: 'bad' })
  if (order.is_urgent) tags.push({ text: t('Urgent'), tone: 'warn' })
  return tags
}

/** How long until the deadline, in words; empty once nothing is open. */
export function deadlineWords(order: OrderRow, { t }: Words): { text: string; tone: 'bad' | 'warn' | 'quiet' } | null {
  const { quantities: q, days_remaining: days } = order
  if (q.awaiting + q.on_platform + q.packed === 0) return null
  if (days < 0) return { text: t('{{n}} d late', { n: -days }), tone: 'bad' }
  if (days === 0) return { text: t('today'), tone: 'warn' }
  return { text: t('{{n}} d left', { n: days }), tone: days === 1 ? 'warn' : 'quiet' }
}

export type SkuDetail = z.output<typeof skuDetail>

export interface OrderGrid {
  rows: GridLine[]
  columns: GridLine[]
  /** The SKU of a colour and size. */
  cellId: (color: string, size: string) => string | null
}

/** Colours from top to bottom, sizes from left to right by their rank. */
export function gridOf(skus: readonly SkuDetail[], name: (english: string, chinese: string) => string): OrderGrid {
  const colors = new Map(skus.map((sku) => [sku.color, name(sku.color, sku.color_zh)]))
  const ranked = [...skus].sort((a, b) => a.size_rank - b.size_rank || a.size.localeCompare(b.size))
  const sizes = [...new Set(ranked.map((sku) => sku.size))]
  const ids = new Map(skus.map((sku) => [`${sku.color}\n${sku.size}`, sku.nm_sku]))
  return {
    rows: [...colors].map(([key, label]) => ({ key, label })),
    columns: sizes.map((size) => ({ key: size, label: size })),
    cellId: (color, size) => ids.get(`${color}\n${size}`) ?? null,
  }
}

/** Numbers of every SKU, by layer. */
export function valuesOf(skus: readonly SkuDetail[], of: (sku: SkuDetail) => Record<string, number>): GridValues {
  return Object.fromEntries(skus.map((sku) => [sku.nm_sku, of(sku)]))
}
