import type { Insertable } from 'kysely'
import type { QcQuantities } from '../../shared/areas/qc-boxes/quantities.ts'
import type { Tables } from '../database/types.gen.ts'
import type { Tx } from '../http/call.ts'
import { type Arrival, fixedId } from './book.ts'
import { insertRows, inTime } from './seed-volume.ts'

type Rows<T extends keyof Tables> = Insertable<Tables[T]>[]

/** Everything that the stories of China QC write, in the order in which rows refer to each other. */
export interface QcBook {
  boxes: Rows<'qc_box'>
  lines: Rows<'qc_line'>
  cases: (Insertable<Tables['qc_case']> & { id: string; quantity: number })[]
  outcomes: Rows<'qc_case_outcome'>
  inspections: Rows<'qc_inspection'>
  inspectionLines: Rows<'qc_inspection_line'>
  lots: Rows<'qc_lot'>
  lotTallies: Rows<'qc_inspection_lot'>
  defects: Rows<'qc_defect'>
  parties: Rows<'trade_party'>
  customs: Rows<'style_customs'>
  measures: Rows<'style_measure'>
  series: Rows<'number_series'>
  invoices: Rows<'invoice'>
  invoiceBoxes: Rows<'invoice_box'>
  invoiceLines: Rows<'invoice_line'>
  exportOrders: Rows<'export_order'>
  notes: Rows<'return_note'>
  noteLines: Rows<'return_note_line'>
  moves: Rows<'qc_move'>
  /** How many return notes there are, for the sequence. */
  returnNotes: number
}

/** Where the stories of China QC happen. */
export const qcSiteId = fixedId('site', 'CNQC')

/** A box at QC while its story is told. */
export interface QcBoxTold {
  arrival: Arrival
  fate: Fate
  lines: Map<string, QcQuantities>
  /** When its last step was done, ms since 1970. */
  at: number
  countedAt: number | null
  openMissing: number
  openExcess: number
  inspections: number
  shelf: string | null
  steps: number
}

export function openQcBook(): QcBook {
  const inspecting = { inspections: [], inspectionLines: [], lots: [], lotTallies: [], defects: [], measures: [] }
  const documents = {
    parties: [],
    customs: [],
    series: [],
    invoices: [],
    invoiceBoxes: [],
    invoiceLines: [],
    exportOrders: [],
  }
  return {
    boxes: [],
    lines: [],
    cases: [],
    outcomes: [],
    notes: [],
    noteLines: [],
    moves: [],
    returnNotes: 0,
    ...inspecting,
    ...documents,
  }
}

export async function writeQcBook(tx: Tx, book: QcBook): Promise<void> {
  await insertRows(tx, 'qc_box', book.boxes)
  await insertRows(tx, 'qc_line', book.lines)
  await insertRows(tx, 'qc_case', book.cases)
  await insertRows(tx, 'qc_case_outcome', book.outcomes)
  await insertRows(tx, 'qc_inspection', book.inspections)
  await insertRows(tx, 'qc_inspection_line', book.inspectionLines)
  await insertRows(tx, 'qc_lot', book.lots)
  await insertRows(tx, 'qc_inspection_lot', book.lotTallies)
  await insertRows(tx, 'qc_defect', book.defects)
  await insertRows(tx, 'trade_party', book.parties)
  await insertRows(tx, 'style_customs', book.customs)
  await insertRows(tx, 'style_measure', book.measures)
  await insertRows(tx, 'number_series', book.series)
  await insertRows(tx, 'invoice', book.invoices)
  await insertRows(tx, 'invoice_box', book.invoiceBoxes)
  await insertRows(tx, 'invoice_line', book.invoiceLines)
  await insertRows(tx, 'export_order', book.exportOrders)
  await insertRows(tx, 'return_note', book.notes)
  await insertRows(tx, 'return_note_line', book.noteLines)
  await insertRows(tx, 'qc_move', inTime(book.moves))
}

/** What becomes of a box at China QC in the demo data, step by step. */
export type QcStep =
  | 'count'
  | 'count_short'
  | 'count_over'
  | 'claim'
  | 'pass'
  | 'pass_half'
  | 'fail_some'
  | 'fail_all'
  | 'hold_some'
  | 'skip'
  | 'shelve'
  | 'ready'
  | 'invoice'
  | 'ship'
  | 'return'

export interface Fate {
  steps: readonly QcStep[]
  /** Boxes of one paper share its name: an invoice, a return note. */
  paper?: string
}

const inspected = ['count', 'pass'] as const
const failed = ['count', 'fail_some'] as const

const waiting: Fate = { steps: [] }
const validated: Fate = { steps: ['count'] }
const shipped: Fate = { steps: [...inspected, 'ready', 'invoice', 'ship'], paper: 'shipped' }
const toShip: Fate = { steps: [...inspected, 'ready', 'invoice'], paper: 'to_ship' }
const invoiced: Fate = { steps: [...inspected, 'ready', 'invoice'], paper: 'open' }
const ready: Fate = { steps: [...inspected, 'ready'] }
const passed: Fate = { steps: inspected }
const shelved: Fate = { steps: [...inspected, 'shelve'] }
const rejected: Fate = { steps: ['count', 'fail_all'] }

/** The inwarded shipments in their order, each with the fates of its boxes in theirs; the last fate holds for the rest. */
export const fates: readonly (readonly Fate[])[] = [
  [shipped, shipped, { steps: ['count', 'fail_some', 'return', 'ready', 'invoice', 'ship'], paper: 'shipped' }, toShip],
  [invoiced, invoiced, { steps: ['count', 'skip', 'ready', 'invoice'], paper: 'open' }, ready],
  [
    { steps: failed },
    { steps: ['count', 'fail_all', 'return'], paper: 'first' },
    { steps: ['count', 'fail_all', 'return'], paper: 'first' },
    passed,
    rejected,
  ],
  [
    passed,
    shelved,
    shelved,
    validated,
    { steps: ['count', 'pass_half'] },
    { steps: ['count_short'] },
    { steps: ['count', 'hold_some'] },
    { steps: ['count_short', 'claim', 'pass'] },
    passed,
  ],
  [validated, { steps: ['count_over'] }, waiting],
  [waiting],
]
