import { orderColumns as columns } from '../../orders/order-columns.tsx'

/** My Orders as a vendor sees it. */
export const vendorColumns = [
  columns.id,
  columns.hurry,
  columns.style,
  columns.ordered_on,
  columns.deadline,
  columns.status,
  columns.ordered,
  columns.awaiting,
  columns.onPlatform,
  columns.packed,
  columns.shipped,
  columns.outOfStock,
  columns.refused,
  columns.price,
  columns.destination,
  columns.remark,
]

/** As people of the house see it, who look at every vendor's. */
export const houseColumns = vendorColumns.toSpliced(2, 0, columns.supplier)
