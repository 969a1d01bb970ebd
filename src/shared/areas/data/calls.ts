import { z } from 'zod'
import { get, json, post, table, upload, xlsx } from '../../kernel/call.ts'
import { eitherOf } from '../../kernel/rights.ts'
import {
  counts,
  instant,
  page,
  part,
  picture,
  price,
  searchText,
  timelineEvent,
  vendorEntry,
  version,
} from '../../kernel/shapes.ts'
import { faultSchema } from '../../kernel/sheet.ts'
import { dateOrders } from '../../kernel/written-units.ts'
import { allowed as catalogue } from '../catalogue/rights.ts'
import { allowed as india } from '../india-qc/rights.ts'
import { allowed as orders } from '../orders/rights.ts'
import { allowed as qc } from '../qc-boxes/rights.ts'
import { currencies, kindNames } from './kinds.ts'
import { mostFileBytes } from './record-kind.ts'
import { allowed } from './rights.ts'

/** Whoever works with vendors' orders, boxes or styles filters by vendor. */
const callers = eitherOf(orders.vendorDesk, qc.chinaQc, india.indiaReceive, catalogue.offerStyles)

const gives = json(z.object({ vendors: z.array(vendorEntry) }))

/** Of one kind of records; files may be of all kinds at once, with a sheet for each. */
const kind = z.enum(kindNames)
const kindOrAll = z.enum([...kindNames, 'all'])

/** A value as its column holds it: text, a number, yes or no, an amount, or nothing. All that is an amount is a price. */
const cellValue = z.union([z.string().max(1_000), z.number(), z.boolean(), price])

/** By the keys of the kind's columns. */
const values = z.record(z.string().max(60), cellValue)

export const recordRow = z.object({ id: z.string(), values, is_retired: z.boolean(), version: z.int(), picture })

/** Records whose column has this value: a vendor's styles, a style's SKUs. */
const by = z.object({ column: z.string().max(60), code: z.string().max(120) }).optional()

const recordId = z.string().min(1).max(600)

const rowCounts = z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() })

/** Pictures on the rows of a workbook. */
const pictureCounts = z.object({ new: z.int(), unchanged: z.int(), refused: z.int() })

/** What headers mean that no template has: the key of a column, or `-` where it is left out. */
export const columnMeanings = z.record(z.string().max(120), z.string().max(60))

/** What values of choices mean that no list has: the key of a choice, by the column's key and the value's bare name. */
export const valueMeanings = z.record(z.string().max(60), z.record(z.string().max(120), z.string().max(60)))

const fileForms = z.object({
  dates: z.enum(dateOrders).nullable(),
  currency: z.string().nullable(),
  columns: columnMeanings,
  values: valueMeanings,
})

/** A row that changes a record: what stands there, and what would. */
const rowChange = z.object({
  kind,
  sheet: z.string(),
  row: z.int(),
  /** The record's key. */
  id: z.string(),
  values: z.array(z.object({ column: z.string(), before: cellValue, after: cellValue })),
})

/** What came of a file. Faults are the first thousand of `fault_count`. */
export const importRow = z.object({
  id: z.uuid(),
  kind: kindOrAll,
  mode: z.enum(['check', 'all', 'good_rows']),
  file_name: z.string(),
  by: z.string(),
  state: z.enum(['running', 'taken', 'checked', 'refused', 'cancelled', 'failed']),
  created_at: instant,
  ended_at: instant.nullable(),
  /** Its job, where it is long work; it can be cancelled there. */
  job_id: z.uuid().nullable(),
  kinds: z.record(z.string(), rowCounts),
  /** Null of a file without pictures. */
  pictures: pictureCounts.nullable(),
  /** How the file was read, as it was chosen for it or for the one before it. */
  forms: fileForms,
  /** What cannot be known from the file: the order of its days, the currency of its amounts, what its columns and values are. */
  asks: z.object({
    dates: z.boolean(),
    currency: z.boolean(),
    columns: z.array(
      z.object({
        ...{ sheet: z.string(), cell: z.string(), header: z.string(), examples: z.array(z.string()) },
        /** Columns that its sheet has beside it: it is none of them. */
        known: z.array(z.string()),
      }),
    ),
    /** Values that are none of their column's choices. */
    values: z.array(z.object({ kind, column: z.string(), value: z.string() })),
  }),
  /** The first two hundred of them. */
  changes: z.array(rowChange),
  /** Rows that say the same as another one, which counts once: the first fifty. */
  repeats: z.array(z.object({ sheet: z.string(), row: z.int(), as: z.int() })),
  repeat_count: z.int(),
  /** Rows that were left out because they are marked as the template's example. */
  examples: z.int(),
  faults: z.array(faultSchema),
  fault_count: z.int(),
  /** The refused file, for its corrected copy (`v1/…/corrected`), while it is kept. */
  upload_id: z.uuid().nullable(),
  /** Why the file as a whole was refused. */
  problem: z.string().nullable(),
  problem_values: z.record(z.string(), z.union([z.string(), z.number()])),
})

export const dataCalls = {
  getVendors: get('v1/erp/get-vendors', {
    summary: 'Vendors by name; a vendor sees itself.',
    callers,
    takes: z.object({ search: searchText.optional() }),
    gives,
  }),
  postVendors: post('v1/erp/get-vendors', {
    summary: 'The same list, by POST.',
    callers,
    takes: z.object({ search: searchText.optional() }),
    gives,
  }),
  getKinds: post('selvedge/data/kinds', {
    summary:
      'The kinds of records in the order in which they are brought in: how many records in use each has and in how many rows, and which kinds it names records of.',
    callers: allowed.manageData,
    takes: z.object({}),
    gives: json(
      z.object({
        /** The company's: in which amounts are typed unless somebody says otherwise. */
        currency: z.string(),
        kinds: z.array(
          z.object({
            kind,
            records: z.int(),
            rows: z.int(),
            retired: z.int(),
            names: z.array(kind),
            columns: z.array(z.string()),
          }),
        ),
      }),
    ),
  }),
  getRecords: post('selvedge/data/{kind}/rows', {
    summary: 'Records of a kind by their key; or, as part counts, how many are in use (active), retired and all.',
    callers: allowed.manageData,
    takes: z.object({
      kind,
      search: searchText.optional(),
      tab: z.enum(['active', 'retired', 'all']).default('active'),
      by,
      ids: z.array(recordId).max(500).optional(),
      descending: z.boolean().default(false),
      ...page,
      part,
    }),
    gives: json(z.object({ rows: z.array(recordRow), next_cursor: z.string().nullable(), counts: counts.optional() })),
  }),
  getRecordHistory: post('selvedge/data/{kind}/history', {
    summary: 'What became of a record.',
    callers: allowed.manageData,
    takes: z.object({ kind, id: recordId }),
    gives: json(z.object({ history: z.array(timelineEvent) })),
  }),
  saveRecord: post('selvedge/data/{kind}/save', {
    summary:
      'A new record, or other values of one that is there. Values left out stay, null takes one away; faults name their column.',
    callers: allowed.manageData,
    changes: true,
    takes: z.object({ kind, values, version: version.optional(), is_new: z.boolean().default(false) }),
    gives: json(z.object({ row: recordRow })),
  }),
  retireRecords: post('selvedge/data/{kind}/retire', {
    summary:
      'Takes records out of use, or back into it. One that is still needed is refused, saying where; with only_unused it is left as it is, and the others are retired.',
    callers: allowed.manageData,
    changes: true,
    takes: z.object({
      kind,
      ids: z.array(recordId).min(1).max(500),
      is_retired: z.boolean().default(true),
      only_unused: z.boolean().default(false),
    }),
    gives: json(z.object({ changed: z.int(), left: z.array(z.object({ id: z.string(), where: z.string() })) })),
  }),
  getSample: post('selvedge/data/{kind}/sample', {
    summary: 'The workbook to fill in: blank, or with an example. Of all kinds it has a sheet for each.',
    callers: allowed.manageData,
    takes: z.object({ kind: kindOrAll, filled: z.boolean().default(true) }),
    gives: xlsx(({ kind: of }: { kind: string }) => `${of}_template.xlsx`),
  }),
  importRecords: upload('selvedge/data/{kind}/import', {
    summary:
      'Brings records in by file, styles and SKUs with the pictures on their rows: check says what would come of it, all takes everything or nothing, good_rows leaves faulty rows out. The same file again changes nothing. Of kind all, each sheet is of the kind that it is named after. A large file is a job. How the file is written may be said with it; a check without it takes what was said last.',
    callers: allowed.manageData,
    accept: ['.xlsx', '.csv'],
    most: mostFileBytes,
    takes: z.object({
      kind: kindOrAll,
      mode: z.enum(['check', 'all', 'good_rows']).default('all'),
      /** The order of days such as 03/04/2026. */
      dates: z.enum(dateOrders).optional(),
      /** Of amounts that name none. */
      currency: z.enum(currencies).optional(),
      /** `columnMeanings` as JSON: a form has texts alone. */
      columns: z.string().max(20_000).optional(),
      /** `valueMeanings` as JSON. */
      values: z.string().max(20_000).optional(),
    }),
    gives: json(z.object({ import: importRow })),
  }),
  getImports: post('selvedge/data/imports', {
    summary: 'The last hundred files that were brought in, newest first; or one of them.',
    callers: allowed.manageData,
    takes: z.object({ id: z.uuid().optional() }),
    gives: json(z.object({ rows: z.array(importRow) })),
  }),
  exportData: post('selvedge/data/{kind}/export', {
    summary:
      'Records as they can be brought in again, by CSV or XLSX; of all kinds, a workbook with a sheet for each, by which an installation moves.',
    callers: allowed.manageData,
    takes: z.object({
      kind: kindOrAll,
      search: searchText.optional(),
      tab: z.enum(['active', 'retired', 'all']).default('active'),
      by,
      ids: z.array(recordId).max(500).optional(),
      format: z.enum(['csv', 'xlsx']).default('xlsx'),
      /** Of all kinds, for another installation: the stock that lies there now, and orders with what is still to come. */
      is_moving: z.boolean().default(false),
    }),
    gives: table(({ kind: of }: { kind: string; format: 'csv' | 'xlsx' }) => of),
  }),
}
