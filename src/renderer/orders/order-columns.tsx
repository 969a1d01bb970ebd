import type { OrderRow } from '../../shared/contract/shapes.ts'
import { exceptionWords } from '../../shared/domain/exceptions.ts'
import { orderStatuses } from '../../shared/domain/order-status.ts'
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
