import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import type { listExports } from '../../shared/contract/list-exports.ts'
import type { ReturnNoteRow } from '../../shared/contract/qc-shapes.ts'
import type { Handlers, Work } from '../http/call.ts'
import { awaitingIdsInOrder, awaitingRows } from '../qc/awaiting-boxes.ts'
import { invoiceIdsInOrder, invoicesById } from '../qc/invoices.ts'
import { qcBoxIdsInOrder, qcBoxRows } from '../qc/qc-boxes.ts'
import { returnNotes } from '../qc/return-notes.ts'
import { type ExportedList, exportList, mostRows } from './export-list.ts'
import { awaitingColumns, invoiceColumns, qcBoxColumns, returnNoteColumns } from './qc-columns.ts'

const awaiting = { file: 'awaiting_inward_boxes', columns: awaitingColumns, rowsById: awaitingRows }
const boxes = { file: 'qc_boxes', columns: qcBoxColumns, rowsById: qcBoxRows }

const invoices = { file: 'invoices', columns: invoiceColumns, rowsById: invoicesById }

const notes: ExportedList<ReturnNoteRow> = {
  file: 'return_notes',
  columns: returnNoteColumns,
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
  type Input = Taken<Contract['house']['returnNotes']>
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
