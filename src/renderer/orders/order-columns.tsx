import type { z } from 'zod'
import { exceptionWords } from '../../shared/areas/orders/answers.ts'
import { orderFields } from '../../shared/areas/orders/lists.ts'
import type { OrderRow, skuDetail } from '../../shared/areas/orders/shapes.ts'
import { daysLeft, hiddenStatuses, shortPieces } from '../../shared/areas/orders/status.ts'
import type { Looks } from '../../shared/kernel/field.ts'
import { DraftMark } from '../kit/DraftMark.tsx'
import type { GridLine, GridValues } from '../kit/quantity-grid/grid-model.ts'
import { StatusTag } from '../kit/StatusTag.tsx'
import { WithPicture } from '../pictures/StylePicture.tsx'
import { type Column, statusCell, type Tag, tableColumns, tagsCell } from '../table/columns.tsx'
import { type Locale, useLocale } from '../table/words.ts'

/** The columns of an order that a list names, at its widths; cells say more than a file does. */
export function orderColumns(shown: readonly (string | readonly [string, Looks])[]): Column<OrderRow>[] {
  const named = shown.map((one): readonly [string, Looks] => (typeof one === 'string' ? [one, {}] : one))
  return tableColumns<OrderRow>(orderFields, {
    only: named.map(([id]) => id),
    looks: Object.fromEntries(named),
    cells: {
      order_id: (row) => (
        <WithPicture of={row}>
          <span className="code">{row.order_id}</span>
          <DraftMark names={[`answer.${row.order_id}`]} />
        </WithPicture>
      ),
      flags: tagsCell(hurryTags),
      exceptions: tagsCell(exceptionTags),
      shipping_deadline: deadlineCell,
      status: (row) => <OrderStatusTag order={row} />,
      vendor_decision: statusCell((row) => (row.vendor_decision === 'NEW' ? 'Not answered' : 'Answered')),
    },
  })
}

/** Where an order stands; beside it, of one that is shipped but not whole, by how many pieces it is short. */
export function OrderStatusTag({ order }: { order: Pick<OrderRow, 'status' | 'decision' | 'quantities'> }) {
  if (order.decision === 'NOT_APPROVED') return <StatusTag status={hiddenStatuses.notApproved} />
  if (order.decision === 'CANCELLED') return <StatusTag status={hiddenStatuses.cancelled} />
  return <StatusTag status={order.status} short={shortPieces(order)} />
}

function deadlineCell(order: OrderRow, words: Locale) {
  const left = deadlineWords(order, words)
  if (!left) return words.day(order.shipping_deadline)
  return (
    <span className="dt-two">
      <span>{words.day(order.shipping_deadline)}</span>
      {left.tone === 'quiet' ? (
        <span className="muted">{left.text}</span>
      ) : (
        <span data-tone={left.tone}>{left.text}</span>
      )}
    </span>
  )
}

type Priced = Pick<OrderRow, 'unit_price' | 'previous_unit_price' | 'style_price'>

/** What an order's price is compared with: the style's order before; of a first one, what the style's record says. */
export const priceBefore = ({ previous_unit_price, style_price }: Priced) => previous_unit_price ?? style_price

/** How much dearer than that, in whole percent; null without it. */
export function priceRise(order: Priced) {
  const before = priceBefore(order)
  if (!order.unit_price || !before || before.minor === 0) return null
  return Math.round((order.unit_price.minor / before.minor - 1) * 100)
}

/** "+18%", "−5%" or "0%". */
export function percentWords(percent: number): string {
  return percent > 0 ? `+${percent}%` : percent < 0 ? `−${-percent}%` : '0%'
}

/** Why ops should look twice; a price jump says from what to what. */
export function exceptionTags(order: OrderRow, words: Locale): Tag[] {
  return order.exceptions.map((kind): Tag => {
    const text = words.t(exceptionWords[kind])
    if (kind === 'price_jump') return { tone: 'warn', ...jumpWords(order, words, text) }
    if (kind === 'late') return { text: words.t('{{n}} d late', { n: -order.days_remaining }), tone: 'bad' }
    return { text, tone: kind === 'new_vendor' ? 'active' : 'warn' }
  })
}

function jumpWords(order: OrderRow, { money, t }: Locale, text: string): Pick<Tag, 'text' | 'hint'> {
  const [rise, before] = [priceRise(order), priceBefore(order)]
  if (rise === null || !order.unit_price || !before) return { text }
  const prices = `${money(before)} → ${money(order.unit_price)}`
  return {
    text: `${prices}  ${percentWords(rise)}`,
    hint: order.previous_unit_price ? text : t('Not what the style costs'),
  }
}

/** What hurries a vendor. */
export function hurryTags(order: OrderRow, { t }: Locale): Tag[] {
  const tags: Tag[] = []
  if (order.is_late) tags.push({ text: t('Late'), tone: 'bad' })
  if (order.is_urgent) tags.push({ text: t('Urgent'), tone: 'warn' })
  return tags
}

const hurryCell = tagsCell(hurryTags)

/** The same beside an order's name. */
export function HurryTags({ order }: { order: OrderRow }) {
  return hurryCell(order, useLocale())
}

/** How long until the deadline, in words; empty once nothing is open. */
export function deadlineWords(order: OrderRow, { t }: Locale): { text: string; tone: 'bad' | 'warn' | 'quiet' } | null {
  const days = daysLeft(order)
  if (days === null) return null
  if (days < 0) return { text: t('{{n}} d late', { n: -days }), tone: 'bad' }
  if (days === 0) return { text: t('today'), tone: 'warn' }
  return { text: t('{{n}} d left', { n: days }), tone: days === 1 ? 'warn' : 'quiet' }
}

export type SkuDetail = z.output<typeof skuDetail>

/** A SKU with its place in a grid. */
export type GridSku = Pick<SkuDetail, 'nm_sku' | 'color' | 'color_zh' | 'size' | 'size_rank'> &
  Partial<Pick<SkuDetail, 'picture'>>

export interface OrderGrid {
  rows: GridLine[]
  columns: GridLine[]
  /** The SKU of a colour and size. */
  cellId: (color: string, size: string) => string | null
}

/** Colours from top to bottom, sizes from left to right by their rank. */
export function gridOf(skus: readonly GridSku[], name: (english: string, chinese: string) => string): OrderGrid {
  const colors = new Map(skus.map((sku) => [sku.color, sku]))
  const ranked = [...skus].sort((a, b) => a.size_rank - b.size_rank || a.size.localeCompare(b.size))
  const sizes = [...new Set(ranked.map((sku) => sku.size))]
  const ids = new Map(skus.map((sku) => [`${sku.color}\n${sku.size}`, sku.nm_sku]))
  return {
    rows: [...colors].map(([key, { color_zh, picture }]) => ({
      key,
      label: name(key, color_zh),
      names: [key, color_zh],
      // The colour's name stands beside it: the cloth needs no letters.
      pictured: { picture, style_id: '', color: key },
    })),
    columns: sizes.map((size) => ({ key: size, label: size })),
    cellId: (color, size) => ids.get(`${color}\n${size}`) ?? null,
  }
}

/** Numbers of every SKU, by layer. */
export function valuesOf(skus: readonly SkuDetail[], of: (sku: SkuDetail) => Record<string, number>): GridValues {
  return Object.fromEntries(skus.map((sku) => [sku.nm_sku, of(sku)]))
}
