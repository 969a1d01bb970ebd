import { AllCommunityModule, type ColDef, createGrid, ModuleRegistry } from 'ag-grid-community'
import { deadlineWords, hurryTags } from '../../../src/renderer/orders/order-columns.tsx'
import { type Locale, makeLocale } from '../../../src/renderer/table/words.ts'
import type { OrderRow } from '../../../src/shared/areas/orders/shapes.ts'
import type { Mount } from './mounted.ts'

ModuleRegistry.registerModules([AllCommunityModule])

const plain = ((text: string, values: Record<string, unknown> = {}) =>
  text.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name]))) as unknown as Locale['t']
const words = makeLocale(plain, 'en')

/** The columns of My Orders with the same widths and words, as plain text: no tag, no second line to lay out. */
const text = (
  headerName: string,
  width: number,
  of: (order: OrderRow) => string,
  more: ColDef<OrderRow> = {},
): ColDef<OrderRow> => ({
  headerName,
  width,
  colId: headerName,
  valueGetter: ({ data }) => (data ? of(data) : ''),
  ...more,
})

const pieces = (headerName: string, width: number, of: (order: OrderRow) => number): ColDef<OrderRow> => ({
  headerName,
  width,
  colId: headerName,
  type: 'rightAligned',
  valueGetter: ({ data }) => (data ? of(data) : 0),
  valueFormatter: ({ value }) => words.number(Number(value)),
})

const columnDefs: ColDef<OrderRow>[] = [
  text('Order', 132, (o) => o.order_id, { pinned: 'left' }),
  text('Flags', 118, (o) =>
    hurryTags(o, words)
      .map((tag) => tag.text)
      .join(' '),
  ),
  text('Style', 240, (o) => `${words.name(o.style_name, o.style_name_zh)} ${o.style_id}`),
  text('Order date', 116, (o) => o.order_date, { valueFormatter: ({ value }) => words.day(String(value)) }),
  text('Ship by', 166, (o) => o.shipping_deadline, {
    valueFormatter: ({ value, data }) =>
      `${words.day(String(value))} ${data ? (deadlineWords(data, words)?.text ?? '') : ''}`,
  }),
  text('Status', 184, (o) => o.status, { filter: 'agTextColumnFilter' }),
  pieces('Ordered', 92, (o) => o.total_order_quantity),
  pieces('Awaiting', 92, (o) => o.quantities.awaiting),
  pieces('On platform', 104, (o) => o.quantities.on_platform),
  pieces('Packed', 92, (o) => o.quantities.packed),
  pieces('Shipped', 92, (o) => o.quantities.shipped),
  pieces('Out of stock', 104, (o) => o.quantities.oos),
  pieces('Rejected', 92, (o) => o.quantities.rejected),
  text('Unit price', 108, (o) => (o.unit_price ? words.money(o.unit_price) : '–'), { type: 'rightAligned' }),
  text('Destination', 170, (o) => words.name(o.destination, o.destination_zh)),
]

/** AG Grid Community as it comes: its default theme, its own windowing of rows and columns, rows of our height. */
export const mount: Mount = async (root, rows) => {
  const api = createGrid<OrderRow>(root, {
    columnDefs,
    rowData: [...rows],
    getRowId: ({ data }) => data.order_id,
    rowHeight: 32,
    headerHeight: 32,
    rowSelection: { mode: 'multiRow' },
  })
  return {
    sortBy: (colId, isDescending) =>
      api.applyColumnState({ state: [{ colId, sort: isDescending ? 'desc' : 'asc' }], defaultState: { sort: null } }),
    showStatus: (status) =>
      api.setFilterModel(status ? { Status: { filterType: 'text', type: 'equals', filter: status } } : null),
    search: (typed) => api.setGridOption('quickFilterText', typed),
  }
}
