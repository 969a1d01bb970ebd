import type { OrderRow } from '../../../shared/contract/shapes.ts'
import { orderColumns as columns } from '../../orders/order-columns.tsx'
import { type Column, hidden, narrow } from '../../table/columns.tsx'

const { id, hurry, style, supplier, ordered_on, deadline, status, ordered, awaiting, onPlatform, packed, shipped } =
  columns
const { outOfStock, refused, price, destination, remark } = columns

/** My Orders as a vendor sees it. */
export const vendorColumns: readonly Column<OrderRow>[] = [
  narrow(id, 106),
  narrow(hurry, 112),
  narrow(style, 164),
  hidden(ordered_on),
  narrow(deadline, 164),
  narrow(status, 154),
  narrow(ordered, 74),
  narrow(awaiting, 74),
  narrow(onPlatform, 94),
  hidden(packed),
  narrow(shipped, 72),
  hidden(outOfStock),
  hidden(refused),
  narrow(price, 84),
  hidden(destination),
  remark,
]

/** As people of the house see it, who look at every vendor's: the supplier stands where a vendor's price does. */
export const houseColumns: readonly Column<OrderRow>[] = vendorColumns
  .map((column) => (column.id === price.id ? hidden(column) : column.id === style.id ? narrow(column, 128) : column))
  .toSpliced(2, 0, narrow(supplier, 118))
