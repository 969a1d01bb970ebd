import type { OrderRow } from '../../shared/contract/shapes.ts'
import {
  type Column,
  codeColumn,
  dayColumn,
  flagsColumn,
  moneyColumn,
  piecesColumn,
  statusColumn,
  textColumn,
} from '../table/columns.tsx'
import { deadlineWords, exceptionTags, hurryTags } from './order-tags.ts'

/** The columns of an order, of which each list takes what it needs. */
export const orderColumns = {
  id: codeColumn<OrderRow>({ id: 'order_id', header: 'Order', pinned: true, sort: 'order_id', of: (o) => o.order_id }),
  hurry: flagsColumn<OrderRow>({ id: 'flags', header: 'Flags', width: 118, of: hurryTags }),
  exceptions: flagsColumn<OrderRow>({ id: 'exceptions', header: 'Exceptions', width: 236, of: exceptionTags }),
  style: textColumn<OrderRow>({
    id: 'style',
    header: 'Style',
    width: 240,
    grows: true,
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
  status: statusColumn<OrderRow>({ id: 'status', header: 'Status', of: (o) => o.status }),
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
  price: moneyColumn<OrderRow>({ id: 'unit_price', header: 'Unit price', of: (o) => o.unit_price }),
  value: moneyColumn<OrderRow>({
    id: 'value',
    header: 'Order value',
    width: 124,
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
