import { sql } from 'kysely'
import { kindNamed } from '../../../shared/areas/data/kinds.ts'
import {
  keyed,
  namedKinds,
  type RecordKind,
  type RecordValues,
  recordKey,
} from '../../../shared/areas/data/record-kind.ts'
import { recordRules, recordWords } from '../../../shared/areas/data/record-words.ts'
import { type CellValue, CLEARED, expectations, type SheetColumn, sheetMessages } from '../../../shared/kernel/sheet.ts'
import { bareName } from '../../../shared/kernel/sheet-cells.ts'
import { recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { KeyRows } from './key-set.ts'
import {
  type CheckedRecord,
  type FoundRecord,
  newId,
  type RecordFault,
  type RecordStore,
  referred,
} from './record-store.ts'

export interface Counts {
  new: number
  changed: number
  unchanged: number
  refused: number
}

export interface Applied {
  /** What is wrong, by the row's place among those given. Such rows are not written. */
  readonly faults: ReadonlyMap<number, readonly RecordFault[]>
  /** What else is wrong with the misread rows, by their place among those. */
  readonly beside: ReadonlyMap<number, readonly RecordFault[]>
  readonly counts: Counts
  /** Rows that say the same as an earlier one, by place: they count as unchanged. `row` is the number of the earlier one. */
  readonly repeats: readonly { place: number; row: number }[]
  /** What the rows change of records that are there, by place. */
  readonly changes: readonly RecordChange[]
}

export interface RecordChange {
  readonly place: number
  /** Of the record (`recordKey`). */
  readonly id: string
  readonly values: readonly { column: string; before: CellValue; after: CellValue }[]
}

/** A row of which some columns could not be read: they are null, and told already. */
export interface MisreadRow {
  readonly values: RecordValues
  readonly columns: ReadonlySet<string>
  /** What it waits for may make it the same as another row: nothing is said of that yet. */
  readonly isOpen?: boolean
}

interface Row {
  readonly place: number
  /** Null leaves a value alone, `CLEARED` takes it away. */
  readonly given: RecordValues
}

type Known = Map<string, { id: string; is: string | null; isRetired: boolean }>

/**
 * Takes records of one kind in, some at a time: finds what they name, tells new ones from changed ones by their key, checks them
 * and writes what changes anything. Rows about one record twice are at fault, over all that is given to one writer.
 */
export function recordWriter(tx: Tx, store: RecordStore, context: CallContext, how: { isForm: boolean }) {
  const { kind } = store
  const known = new Map<string, Known>()
  const codeOf = codesByName(tx, kind)
  const seen = new KeyRows()
  let wasEmpty: Promise<boolean> | undefined

  return {
    /** `misread` stand beside them and are not written; `numbers` are those of the rows in their sheet. */
    async apply(
      rows: readonly RecordValues[],
      misread: readonly MisreadRow[] = [],
      numbers: readonly number[] = [],
    ): Promise<Applied> {
      const faults = new Map<number, RecordFault[]>()
      const beside = new Map<number, RecordFault[]>()
      // Behind the rows stand those that were misread.
      const blame = (place: number, fault: RecordFault) => {
        const at = place - rows.length
        if (at >= 0 && misread[at]?.columns.has(fault.column)) return
        const [of, key] = at >= 0 ? [beside, at] : [faults, place]
        const told = of.get(key) ?? []
        if (told.some(({ column, message }) => column === fault.column && message === recordWords.sameName)) return
        of.set(key, [...told, fault])
      }
      const read = [...rows, ...misread.map(({ values }) => values)].map(
        (given, place): Row => ({ place, given: keyed(kind, given) }),
      )
      await findReferred(tx, kind, read, known)
      const every = how.isForm ? read : await codeOf(read, known, blame)
      const repeats: { place: number; row: number }[] = []
      // In the order of the sheet: of two rows the later one is at fault, whatever else is wrong with the first.
      const inOrder = every.toSorted((one, other) => (numbers[one.place] ?? 0) - (numbers[other.place] ?? 0))
      for (const row of inOrder) {
        const { columns: unread, isOpen = false } = misread[row.place - rows.length] ?? {}
        if (isOpen) continue
        if (unread && kind.key.some((key) => unread.has(key) || (row.given[key] ?? null) === null)) continue
        const key = recordKey(kind, row.given).toUpperCase()
        const first = seen.add(key, numbers[row.place] ?? 0, unread ? '' : contentOf(kind, row.given))
        if (first?.isSame && !unread) repeats.push({ place: row.place, row: first.row })
        else if (first !== null) blame(row.place, repeated(kind, first.row))
      }
      const isRepeat = new Set(repeats.map(({ place }) => place))
      const judged = every.filter(({ place }) => !isRepeat.has(place))
      const all = judged.filter(({ place }) => place < rows.length)
      for (const row of judged) for (const fault of ownFaults(kind, row.given)) blame(row.place, fault)
      const named = judged.map((row) => ({ ...row, ids: idsOf(kind, row, known, blame) }))
      const unread = judged.filter(({ place }) => place >= rows.length)
      blameMates(store, all, unread, numbers, faults)
      const sound = named.filter(({ place }) => place < rows.length && !faults.has(place))
      wasEmpty ??= isEmpty(tx, store)
      await blameFaulty(named.filter(({ place }) => place >= rows.length || faults.has(place)))
      // Of one file no two rows are of one record: what was not there before it is not there now.
      const found = (await wasEmpty)
        ? new Map<number, FoundRecord>()
        : await store.find(
            tx,
            sound.map(({ given, ids }) => ({ values: given, ids })),
          )
      const records = sound.map(({ place, given, ids }, at) => {
        const existing = found.get(at)
        const merged = mergedValues(kind, existing?.values ?? {}, given)
        for (const fault of neededFaults(kind, merged)) blame(place, fault)
        const values = store.complete?.(merged, existing?.values) ?? merged
        const record: CheckedRecord = {
          id: existing?.id ?? (store.hasId ? newId() : ''),
          isNew: existing === undefined,
          before: existing?.values ?? {},
          values,
          given,
          ids,
          row: numbers[place] ?? 0,
        }
        return { place, record, isSame: existing !== undefined && isSame(existing.values, values) }
      })
      blameMates(store, all, unread, numbers, faults)
      const changed = records.filter(({ place, isSame: same }) => !same && !faults.has(place))
      const changing = withMates(store, records, changed)
      await completeIds(
        tx,
        kind,
        changing.map(({ record }) => record),
        known,
      )
      const checked = await store.check?.(
        tx,
        changing.map(({ record }) => record),
        context,
      )
      for (const [at, fault] of checked ?? []) blame(changing[at]?.place ?? 0, fault)
      blameMates(store, all, unread, numbers, faults)
      // What is wrong with the first of them is wrong with all.
      const faultyRows = new Set([...faults.keys()].map((place) => numbers[place]))
      for (const { place, row } of repeats) if (faultyRows.has(row)) blame(place, repeated(kind, row))
      const written = changed.filter(({ place }) => !faults.has(place))
      const good = written.map(({ record }) => record)
      await store.write(tx, good, context)
      await remember(tx, context, kind, good, how)
      const fresh = good.filter(({ isNew }) => isNew).length
      const counts = { new: fresh, changed: good.length - fresh, refused: faults.size }
      const changes = written
        .filter(({ record }) => !record.isNew)
        .map(({ place, record }) => ({ place, id: recordKey(kind, record.values), values: differing(record) }))
      return {
        faults,
        beside,
        repeats,
        counts: { ...counts, unchanged: rows.length - good.length - faults.size },
        changes,
      }

      /**
       * What else is wrong with rows that have faults already, so that all of a row is told at once: what they lack, where the records of
       * their key are known, and what the store can say. Of a row without its key nothing can be said.
       */
      async function blameFaulty(faulty: readonly (Row & { ids: Record<string, string> })[]) {
        const told = faulty.filter(({ given }) => kind.key.every((key) => (given[key] ?? null) !== null))
        if (told.length === 0) return
        const isKnown = told.map(({ ids }) => kind.key.every((key) => !(key in kind.refs) || ids[key] !== undefined))
        const asked = told.map(({ given, ids }) => ({ values: given, ids }))
        const standing = (await wasEmpty) ? new Map<number, FoundRecord>() : await store.find(tx, asked)
        const records = told.map(({ given, ids, place }, at): CheckedRecord => {
          const existing = standing.get(at)
          const values = mergedValues(kind, existing?.values ?? {}, given)
          return {
            ...{ id: existing?.id ?? '', isNew: existing === undefined, before: existing?.values ?? {} },
            ...{ values, given, ids, row: numbers[place] ?? 0 },
          }
        })
        const lacking = records.flatMap(({ values }, at) =>
          isKnown[at] ? neededFaults(kind, values).map((fault) => [at, fault] as const) : [],
        )
        const other = (await store.checkFaulty?.(tx, records, context)) ?? []
        for (const [at, fault] of [...lacking, ...other]) {
          const place = told[at]?.place ?? 0
          const [of, key] = place < rows.length ? [faults, place] : [beside, place - rows.length]
          if (!(of.get(key) ?? []).some(({ column }) => column === fault.column)) blame(place, fault)
        }
      }
    },
  }
}

function repeated({ key }: RecordKind, row: number): RecordFault {
  const { multipleEntries: message, otherRow: expected } = sheetMessages
  return { column: key[0] ?? '', message, expected, values: { row: String(row) } }
}

const contentOf = ({ sheet: { columns } }: RecordKind, given: RecordValues) =>
  JSON.stringify(columns.map(({ key }) => given[key] ?? null))

interface NamedRecord {
  readonly code: string
  readonly names: readonly string[]
  readonly is: string | null
  readonly isRetired: boolean
}

/**
 * Puts codes where rows name a site or a vendor that has no such code by its name: in either language, whatever its case, blanks and
 * marks. Of two that have the name, those of the kind wanted and in use go first; a name that is left with several is at fault.
 */
function codesByName(tx: Tx, kind: RecordKind) {
  const refs = Object.entries(kind.refs).filter(([, { kind: of }]) => namedKinds.some((one) => one === of))
  const loaded = new Map<string, Promise<readonly NamedRecord[]>>()
  return async (
    rows: readonly Row[],
    known: Map<string, Known>,
    blame: (place: number, fault: RecordFault) => void,
  ) => {
    const codes = new Map<Row, Record<string, string>>()
    for (const [column, { kind: of, where }] of refs)
      for (const row of rows) {
        const text = row.given[column]
        if (typeof text !== 'string' || text === CLEARED || known.get(of)?.has(text)) continue
        const all = loaded.get(of) ?? namedRecords(tx, of)
        loaded.set(of, all)
        const found = meantBy(text, await all, where?.kind)
        if (found.length > 1)
          blame(row.place, {
            column,
            message: recordWords.sameName,
            expected: recordWords.oneOfCodes,
            values: { codes: found.map(({ code }) => code).join(', ') },
          })
        const [only] = found
        if (found.length === 1 && only) codes.set(row, { ...codes.get(row), [column]: only.code })
      }
    if (codes.size === 0) return rows
    const named = rows.map((row) => ({ ...row, given: { ...row.given, ...codes.get(row) } }))
    await findReferred(tx, kind, named, known)
    return named
  }
}

function meantBy(text: string, all: readonly NamedRecord[], wanted: string | undefined): readonly NamedRecord[] {
  const sought = bareName(text)
  const found = sought === '' ? [] : all.filter(({ names }) => names.includes(sought))
  const narrower = [
    found.filter(({ is, isRetired }) => !isRetired && (wanted === undefined || is === wanted)),
    found.filter(({ isRetired }) => !isRetired),
  ]
  return narrower.find((some) => some.length > 0) ?? found
}

async function namedRecords(tx: Tx, of: string): Promise<readonly NamedRecord[]> {
  const table = referred[of]
  if (!table) throw new TypeError(`${of} is not referred to`)
  const is = table.kind === undefined ? sql`NULL` : sql.ref(table.kind)
  const { rows } = await rowsOf({
    code: col.text,
    name: col.text,
    name_zh: col.text,
    is: col.textOrNull,
    is_retired: col.flag,
  })`
    SELECT code, name, name_zh, ${is}::text AS is, retired_at IS NOT NULL AS is_retired FROM ${sql.table(table.table)} ORDER BY code`.execute(
    tx,
  )
  return rows.map(({ code, name, name_zh, is: what, is_retired }) => ({
    ...{ code, is: what, isRetired: is_retired },
    names: [bareName(name), bareName(name_zh)],
  }))
}

/** What a record must have and lacks, beside its key. */
function neededFaults({ needed, key }: RecordKind, values: RecordValues): RecordFault[] {
  return needed
    .filter((column) => values[column] === null && !key.includes(column))
    .map((column) => ({ column, message: recordWords.needed, expected: expectations.filled }))
}

/** Of rows that belong together none is taken when one has a fault. */
function blameMates(
  { together }: RecordStore,
  rows: readonly Row[],
  misread: readonly Row[],
  numbers: readonly number[],
  faults: Map<number, RecordFault[]>,
): void {
  if (together === undefined) return
  const faulty = [...rows.filter(({ place }) => faults.has(place)), ...misread]
  const numberOf = ({ place }: Row) => numbers[place] ?? 0
  const first = new Map(
    faulty
      .toSorted((one, other) => numberOf(other) - numberOf(one))
      .map((row) => [row.given[together] ?? null, numberOf(row)]),
  )
  for (const { place, given } of rows) {
    const row = first.get(given[together] ?? null)
    if (row !== undefined && !faults.has(place))
      faults.set(place, [
        {
          ...{ column: together, message: recordWords.mateFaulty },
          ...{ expected: sheetMessages.otherRow, values: { row: String(row) } },
        },
      ])
  }
}

/** Rows that change something, and those that belong together with them: what they say must hold as well. */
function withMates<R extends { record: CheckedRecord }>(
  { together }: RecordStore,
  all: readonly R[],
  changed: R[],
): R[] {
  if (together === undefined) return changed
  const touched = new Set(changed.map(({ record }) => record.values[together]))
  return all.filter(({ record }) => touched.has(record.values[together]))
}

async function isEmpty(tx: Tx, { from }: RecordStore): Promise<boolean> {
  const { rows } = await rowsOf({ one: col.number })`SELECT 1 AS one FROM ${from} LIMIT 1`.execute(tx)
  return rows.length === 0
}

/** What can be said of a value without looking anything up, beside its form. */
function ownFaults(kind: RecordKind, given: RecordValues): RecordFault[] {
  return ruledColumns(kind).flatMap(({ key, invalid }) => {
    const [isRight, expected] = recordRules[key] ?? [() => true, '']
    const value = given[key]
    if (typeof value !== 'string' || value === CLEARED || isRight(value)) return []
    return [{ column: key, message: invalid === sheetMessages.tooLong ? sheetMessages.invalidCode : invalid, expected }]
  })
}

const ruled = new WeakMap<RecordKind, readonly SheetColumn[]>()

function ruledColumns(kind: RecordKind): readonly SheetColumn[] {
  const known = ruled.get(kind)
  if (known) return known
  const columns = kind.sheet.columns.filter(({ key }) => recordRules[key])
  ruled.set(kind, columns)
  return columns
}

async function findReferred(
  tx: Tx,
  kind: RecordKind,
  rows: readonly { given: RecordValues }[],
  known: Map<string, Known>,
) {
  for (const [column, { kind: of }] of Object.entries(kind.refs)) {
    const codes = rows.flatMap(({ given }) => {
      const value = given[column]
      return typeof value === 'string' && value !== CLEARED ? [value] : []
    })
    await look(tx, of, codes, known)
  }
}

async function look(tx: Tx, of: string, codes: readonly string[], known: Map<string, Known>): Promise<void> {
  const table = referred[of]
  if (!table) throw new TypeError(`${of} is not referred to`)
  const those = known.get(of) ?? new Map()
  known.set(of, those)
  const wanted = [...new Set(codes)].filter((code) => !those.has(code))
  if (wanted.length === 0) return
  const is = table.kind === undefined ? sql`NULL` : sql.ref(table.kind)
  const { rows } = await rowsOf({ code: col.text, id: col.text, is: col.textOrNull, is_retired: col.flag })`
    SELECT DISTINCT ON (1) ${sql.ref(table.code)} AS code, ${sql.ref(table.id)}::text AS id, ${is}::text AS is, retired_at IS NOT NULL AS is_retired
    FROM ${sql.table(table.table)} WHERE ${sql.ref(table.code)} = ANY(${wanted}::text[]) ORDER BY 1, retired_at NULLS FIRST`.execute(
    tx,
  )
  for (const { code, id, is: what, is_retired } of rows) those.set(code, { id, is: what, isRetired: is_retired })
}

function idsOf(
  kind: RecordKind,
  { place, given }: Row,
  known: Map<string, Known>,
  blame: (place: number, fault: RecordFault) => void,
): Record<string, string> {
  const ids: Record<string, string> = {}
  for (const [column, { kind: of, where }] of Object.entries(kind.refs)) {
    const code = given[column]
    if (typeof code !== 'string' || code === CLEARED) continue
    const found = known.get(of)?.get(code)
    if (!found)
      blame(place, {
        column,
        message: recordWords.unknown,
        expected: recordWords.unknownIn,
        values: { kind: kindNamed(of).many, kind_key: kindNamed(of).many },
      })
    else if (where && found.is !== where.kind) blame(place, { column, message: recordWords.otherKind })
    else ids[column] = found.id
  }
  return ids
}

/** Ids of what a record named before and still names. */
async function completeIds(tx: Tx, kind: RecordKind, records: readonly CheckedRecord[], known: Map<string, Known>) {
  for (const [column, { kind: of }] of Object.entries(kind.refs)) {
    const open = records.filter(({ values, ids }) => values[column] !== null && ids[column] === undefined)
    if (open.length === 0) continue
    await look(
      tx,
      of,
      open.map(({ values }) => String(values[column])),
      known,
    )
    for (const { values, ids } of open) {
      const found = known.get(of)?.get(String(values[column]))
      if (found) (ids as Record<string, string>)[column] = found.id
    }
  }
}

function mergedValues({ sheet: { columns } }: RecordKind, before: RecordValues, given: RecordValues): RecordValues {
  return Object.fromEntries(
    columns.map(({ key }) => {
      const value = given[key] ?? null
      return [key, value === CLEARED ? null : (value ?? before[key] ?? null)]
    }),
  )
}

function isSame(before: RecordValues, after: RecordValues): boolean {
  return Object.entries(after).every(([key, value]) => isSameValue(before[key] ?? null, value))
}

function isSameValue(a: CellValue, b: CellValue): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b
  return a.minor === b.minor && a.currency === b.currency
}

/** Records of a form, and each that a file changed, have a history of their own; what a file makes new is told by its import. */
async function remember(
  tx: Tx,
  context: CallContext,
  kind: RecordKind,
  records: readonly CheckedRecord[],
  how: { isForm: boolean },
) {
  if (!kind.retires && !how.isForm) return
  const told = records.filter(({ isNew }) => how.isForm || !isNew)
  await recordEvents(
    tx,
    context,
    told.map((record) => ({
      entity: 'record' as const,
      entityId: `${kind.kind}/${recordKey(kind, record.values)}`,
      event: record.isNew ? 'record.created' : 'record.changed',
      details: changesOf(record),
    })),
  )
}

/** Each value that is another. */
function differing({ before, values }: CheckedRecord) {
  return Object.entries(values)
    .filter(([key, value]) => !isSameValue(before[key] ?? null, value))
    .map(([column, after]) => ({ column, before: before[column] ?? null, after }))
}

/** `name: a → b`, for each value that is another. */
function changesOf(record: CheckedRecord): Record<string, string> {
  if (record.isNew) return {}
  const said = (value: CellValue) =>
    value === null ? '–' : typeof value === 'object' ? `${value.minor / 100} ${value.currency}` : String(value)
  return Object.fromEntries(
    differing(record)
      .slice(0, 20)
      .map(({ column, before, after }) => [column, `${said(before)} → ${said(after)}`.slice(0, 300)]),
  )
}
