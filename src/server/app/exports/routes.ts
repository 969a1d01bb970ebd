import type { listExports } from '../../../shared/areas/frame/list-exports.ts'
import type { ReturnNoteRow } from '../../../shared/areas/inspection/shapes.ts'
import { invoices as invoiceList } from '../../../shared/areas/invoices/lists.ts'
import { myOrders, platformLines } from '../../../shared/areas/orders/lists.ts'
import { users as userList } from '../../../shared/areas/people/lists.ts'
import { qcBoxes } from '../../../shared/areas/qc-boxes/lists.ts'
import { awaitingBoxes } from '../../../shared/areas/receiving/lists.ts'
import { returnNotes as returnNoteList } from '../../../shared/areas/returns/lists.ts'
import { shipments as shipmentList } from '../../../shared/areas/shipments/lists.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { invoiceIdsInOrder, invoicesById } from '../../areas/invoices/invoices.ts'
import { decidedIdsInOrder } from '../../areas/orders/ops-orders.ts'
import { ordersById } from '../../areas/orders/order-rows.ts'
import { orderIdsInOrder } from '../../areas/orders/orders.ts'
import { itemIdsInOrder, itemsById } from '../../areas/orders/platform.ts'
import { userIdsInOrder, usersById } from '../../areas/people/user-list.ts'
import { qcBoxIdsInOrder, qcBoxRows } from '../../areas/qc-boxes/boxes.ts'
import { awaitingIdsInOrder, awaitingRows } from '../../areas/receiving/awaiting-boxes.ts'
import { returnNotes } from '../../areas/returns/return-notes.ts'
import { shipmentIdsInOrder, shipmentsById } from '../../areas/shipments/shipments.ts'
import type { Handlers, Work } from '../../http/call.ts'
import { type ExportedList, exportList, mostRows } from '../../lists/export-list.ts'

const awaiting = { ...awaitingBoxes, rowsById: awaitingRows }
const boxes = { ...qcBoxes, rowsById: qcBoxRows }
const invoices = { ...invoiceList, rowsById: invoicesById }

const notes: ExportedList<ReturnNoteRow> = {
  ...returnNoteList,
  async rowsById(ids, work) {
    const { data } = await returnNotes({ ...notePage, return_notes: [...ids], page_size: ids.length }, work)
    return inOrder(ids, data.rows, (row) => row.return_note)
  },
}

const PAGE = 500
const notePage = { part: 'rows', page_size: PAGE } as const

function inOrder<Row>(ids: readonly string[], rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const found = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The ids of a whole list that is only known by its pages, `mostRows` of them at most. */
async function idsOfPages<Row>(
  page: (cursor: string | null) => Promise<{ rows: Row[]; next_cursor: string | null }>,
  idOf: (row: Row) => string,
  { signal }: Pick<Work, 'signal'>,
): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const { rows, next_cursor }: { rows: Row[]; next_cursor: string | null } = await page(cursor)
    ids.push(...rows.map(idOf))
    cursor = next_cursor
  } while (cursor !== null && ids.length < mostRows && !signal.aborted)
  return ids.slice(0, mostRows)
}

type Exported<K extends keyof typeof listExports> = Taken<(typeof listExports)[K]>

async function noteNumbers(input: Exported<'exportReturnNotes'>, work: Work): Promise<string[]> {
  type Input = Taken<Contract['returns']['returnNotes']>
  const { format: _f, columns: _c, words: _w, language: _l, time_zone: _t, ...filter } = input
  const asked = (cursor: string | null): Input => ({ ...filter, ...notePage, cursor })
  return idsOfPages(
    async (cursor) => (await returnNotes(asked(cursor), work)).data,
    (row) => row.return_note,
    work,
  )
}

type QcExports = Pick<
  typeof listExports,
  'exportAwaitingBoxes' | 'exportQcBoxes' | 'exportInvoices' | 'exportReturnNotes'
>

/** The lists of China QC as files. */
export const qcExports: Handlers<QcExports> = {
  exportAwaitingBoxes: async (input, work) =>
    exportList(awaiting, input, await awaitingIdsInOrder(input, work, mostRows), work),
  exportQcBoxes: async (input, work) => exportList(boxes, input, await qcBoxIdsInOrder(input, work, mostRows), work),
  exportInvoices: async (input, work) =>
    exportList(invoices, input, await invoiceIdsInOrder(input, work, mostRows), work),
  exportReturnNotes: async (input, work) => exportList(notes, input, await noteNumbers(input, work), work),
}

const orders = { ...myOrders, rowsById: ordersById }
const platform = { ...platformLines, rowsById: itemsById }
const shipments = { ...shipmentList, rowsById: shipmentsById }
const users = { ...userList, rowsById: usersById }

type DecidedInput = Taken<(typeof listExports)['exportPendingOrders']>

async function exportDecided(decision: 'NEW' | 'APPROVED', file: string, input: DecidedInput, work: Work) {
  return exportList({ ...orders, file }, input, await decidedIdsInOrder(decision, input, work, mostRows), work)
}

/** Every list as a file. */
export const exportRoutes: Handlers<typeof listExports> = {
  exportOrders: async (input, work) => exportList(orders, input, await orderIdsInOrder(input, work, mostRows), work),
  exportPlatform: async (input, work) => exportList(platform, input, await itemIdsInOrder(input, work, mostRows), work),
  exportShipments: async (input, work) =>
    exportList(shipments, input, await shipmentIdsInOrder(input, work, mostRows), work),
  exportUsers: async (input, work) => exportList(users, input, await userIdsInOrder(input, work, mostRows), work),
  ...qcExports,
  exportPendingOrders: (input, work) => exportDecided('NEW', 'pending_orders', input, work),
  exportConfirmedOrders: (input, work) => exportDecided('APPROVED', 'confirmed_orders', input, work),
}
