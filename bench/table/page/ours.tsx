import 'normalize.css/normalize.css'
import '@blueprintjs/core/lib/css/blueprint.css'
import '../../../src/renderer/theme/tokens.css'
import '../../../src/renderer/theme/base.css'
import '../../../src/renderer/theme/blueprint.css'
import '../../../src/renderer/kit/kit.css'
import { OverlaysProvider } from '@blueprintjs/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Provider } from 'jotai'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { queryClient } from '../../../src/renderer/app/query-client.ts'
import { setUpLanguage } from '../../../src/renderer/i18n/set-up.ts'
import { vendorColumns } from '../../../src/renderer/supplier/orders/MyOrdersScreen.tsx'
import { DataTable } from '../../../src/renderer/table/DataTable.tsx'
import { useRowSelection } from '../../../src/renderer/table/selection.ts'
import type { RowList } from '../../../src/renderer/table/TableBody.tsx'
import { store } from '../../../src/renderer/theme/theme.tsx'
import type { OrderRow } from '../../../src/shared/areas/orders/shapes.ts'
import type { Mount } from './mounted.ts'

let headerDraws = 0
/** The header says its words each time it is drawn, so that drawing it in frames that only scroll cannot go unseen. */
const columns = vendorColumns.map((column) => ({
  ...column,
  get header() {
    headerDraws += 1
    return column.header
  },
}))

const idOf = (order: OrderRow) => order.order_id

function listOf(rows: readonly OrderRow[]): RowList<OrderRow> {
  return {
    rows,
    isLoading: false,
    isFetching: false,
    isOld: false,
    isError: false,
    error: null,
    hasMore: false,
    loadMore: () => {},
    reload: async () => {},
  }
}

function Table({ list }: { list: RowList<OrderRow> }) {
  const selection = useRowSelection('bench')
  return (
    <DataTable tableId="my-orders" label="Orders" columns={columns} list={list} rowId={idOf} selection={selection} />
  )
}

/** The app's own table with the columns of My Orders, on rows that are all in memory. */
export const mount: Mount = async (root, rows) => {
  await setUpLanguage()
  const list = listOf(rows)
  createRoot(root).render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <OverlaysProvider>
          <MemoryRouter>
            <Table list={list} />
          </MemoryRouter>
        </OverlaysProvider>
      </QueryClientProvider>
    </Provider>,
  )
  return { headerDraws: () => headerDraws / columns.length }
}
