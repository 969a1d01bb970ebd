import type { OrderRow } from '../../../shared/contract/shapes.ts'
import { orderColumns as columns } from '../../orders/order-columns.tsx'
import { type Column, hidden, narrow, wide } from '../../table/columns.tsx'

const { id, hurry, style, supplier, ordered_on, deadline, status, ordered, awaiting, onPlatform, packed, shipped } =
  columns
const { outOfStock, refused, price, destination, remark } = columns

/** My Orders as a vendor sees it. */
export const vendorColumns: readonly Column<OrderRow>[] = [
  narrow(id, 102),
  narrow(hurry, 108),
  narrow(style, 160),
  hidden(ordered_on),
  narrow(deadline, 160),
  narrow(status, 150),
  narrow(ordered, 72),
  narrow(awaiting, 72),
  narrow(onPlatform, 90),
  hidden(packed),
  narrow(shipped, 70),
  hidden(outOfStock),
  hidden(refused),
  wide(narrow(price, 84), 1366),
  hidden(destination),
  remark,
]

/** As people of the house see it, who look at every vendor's: the supplier stands where a vendor's price does. */
export const houseColumns: readonly Column<OrderRow>[] = vendorColumns
  .map((column) => {
    if (column.id === price.id) return hidden(column)
    if (column.id === shipped.id) return wide(column, 1366)
    return column.id === style.id ? narrow(column, 128) : column
  })
  .toSpliced(2, 0, narrow(supplier, 130))
