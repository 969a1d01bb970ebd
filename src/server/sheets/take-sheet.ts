import { bilingual, type Fault, refusalMessages, type Sheet, sheetMessages } from '../../shared/kernel/sheet.ts'
import { type CallContext, type Reply, reply, type Tx, type Upload } from '../http/call.ts'
import { FaultList } from './fault-list.ts'
import { SheetRefused } from './limits.ts'
import { faultAt, type ReadRows, readRows, type SheetRow, soundRows } from './read-rows.ts'
import { FaultsFound, withUploadedFile } from './refused-files.ts'
import type { SheetFormat } from './sniff-upload.ts'

/** `all`: one fault refuses the file. `good_rows`: rows with faults are left out. */
export type TakeMode = 'all' | 'good_rows'

export interface SheetInput {
  file: Upload
  mode: TakeMode
}

/** A sheet that was read: its sound rows, and a way to say what is wrong with them. */
export interface OpenSheet<Values> {
  /** The file as it was read, rows with faults included. */
  readonly read: ReadRows
  /** Rows whose cells are all of the right form. */
  readonly rows: readonly SheetRow<Values>[]
  /** What is wrong with the form of cells, and what was refused since. */
  readonly faults: FaultList
  /** Names a fault of meaning at a row's cell, or at the header where no row has it. */
  refuse(row: SheetRow<Values> | null, key: string, message: string, expected?: string, more?: ToldOfFault): void
  /** Refuses a row that is about the same as another, and names that one. `message`, where it is not the specification's. */
  refuseTwice(row: SheetRow<Values>, key: string, other: Pick<SheetRow, 'sheet' | 'row'>, message?: string): void
}

/** `value` is told instead of the cell's own; `values` fill the blanks of what would be right. */
export type ToldOfFault = Partial<Pick<Fault, 'value' | 'values'>>

/** What each step knows of the sheet that is being taken. */
export interface Taking<Input, Values, Held> extends OpenSheet<Values> {
  readonly tx: Tx
  readonly context: CallContext
  readonly input: Input
  readonly held: Held
}

/** Rows found good, as the area understands them; `idle` counts those that say nothing, or nothing new. */
export interface CheckedRows {
  readonly good: readonly unknown[]
  readonly idle?: number
  /** Pieces that go elsewhere where the good rows alone are taken. */
  readonly rest?: number
}

export interface RowsTaken {
  rows_taken: number
  rows_refused: number
  rows_unchanged: number
}

interface Saved {
  changed: number
  words?: string
}

/** How a sheet is taken. All but `before` runs in one command: what one step throws leaves nothing behind. */
export interface SheetSteps<Input, Values, Held, Checked extends CheckedRows, More extends object> {
  /** For the toast: where something changed, and where nothing did. */
  words: { taken: string; unchanged: string }
  /** `.xlsx` and `.csv` unless told otherwise. */
  accept?: readonly SheetFormat[]
  /** Reads a file that lacks the columns of the first sheet. */
  otherwise?: Sheet
  /** Throws what would be wrong with any file. */
  before?(input: Input, context: CallContext): Promise<unknown>
  /** Locks what the rows may change. */
  lock?(taking: Omit<Taking<Input, Values, undefined>, 'held'>): Promise<Held>
  /** The part of the sheet that is meant. */
  narrow?(taking: Taking<Input, Values, Held>): Promise<ReadRows>
  /** Looks at all rows at once: names every fault by `refuse` and gives back the good ones. No query for a single row. */
  check(taking: Taking<Input, Values, Held>): Promise<Checked>
  /**
   * Writes, records and tells; gives back how many rows changed something, with what the reply has beside the counts, and `words` that
   * are said instead of the usual ones.
   */
  save(taking: Taking<Input, Values, Held>, checked: Checked): Promise<number | (Saved & More)>
}

/**
 * The handler of an upload: the sheet is read in a thread within limits, checked whole and written in one command or not at
 * all. Throws file_refused with every fault, and keeps the file for its corrected copy.
 */
export function takeSheet<
  Input extends SheetInput,
  Values,
  Checked extends CheckedRows,
  Held = undefined,
  More extends object = object,
>(sheet: Sheet<Values>, steps: SheetSteps<Input, Values, Held, Checked, More>) {
  return (input: Input, context: CallContext): Promise<Reply<RowsTaken & More>> =>
    withUploadedFile(context, input.file, async () => {
      await steps.before?.(input, context)
      const read = await readKnownSheet(input.file, sheet, steps, context)
      return context.command(async (tx) => {
        const { taking, checked } = await checkSheet(sheet, steps, { read, tx, context: context, input })
        const saved = await steps.save(taking, checked)
        const { changed, words, ...more } = typeof saved === 'number' ? ({ changed: saved } as Saved & More) : saved
        const standing = checked.good.length + (checked.idle ?? 0)
        const counts = {
          rows_taken: changed,
          rows_refused: taking.read.rows.length - standing,
          rows_unchanged: standing - changed,
        }
        return reply(
          { ...counts, ...(more as unknown as More) },
          words ?? (changed > 0 ? steps.words.taken : steps.words.unchanged),
        )
      })
    })
}

/** Locks and checks within a command. Throws FaultsFound where the faults forbid to take the file. */
export async function checkSheet<Input extends SheetInput, Values, Held, Checked extends CheckedRows>(
  sheet: Sheet<Values>,
  steps: Omit<SheetSteps<Input, Values, Held, Checked, object>, 'save' | 'words'>,
  { read, ...call }: { read: ReadRows; tx: Tx; context: CallContext; input: Input },
): Promise<{ taking: Taking<Input, Values, Held>; checked: Checked }> {
  const whole = openSheet(sheet, read)
  const held = (await steps.lock?.({ ...call, ...whole })) as Held
  const narrow = await steps.narrow?.({ ...call, ...whole, held })
  const taking = { ...call, ...(narrow ? openSheet(sheet, narrow) : whole), held }
  const checked = await steps.check(taking)
  // A file with faults is taken only where its good rows alone are asked for, and there are some.
  if (taking.faults.count > 0 && (call.input.mode === 'all' || checked.good.length === 0))
    throw new FaultsFound(taking.faults, checked.good.length, read.headers, checked.rest)
  return { taking, checked }
}

/** The handler of an upload that changes nothing: it tells what a sheet would come to. */
export function lookAtSheet<Input extends { file: Upload }, Values, Seen>(
  sheet: Sheet<Values>,
  {
    otherwise,
    look,
  }: { otherwise?: Sheet; look(open: OpenSheet<Values>, input: Input, context: CallContext): Promise<Seen> },
) {
  return (input: Input, context: CallContext): Promise<Reply<Seen>> =>
    withUploadedFile(context, input.file, async () => {
      const read = await readKnownSheet(input.file, sheet, otherwise ? { otherwise } : {}, context)
      return reply(await look(openSheet(sheet, read), input, context))
    })
}

/** Throws SheetRefused. */
export async function readKnownSheet(
  file: Upload,
  sheet: Sheet<unknown>,
  { otherwise, accept = ['xlsx', 'csv'] }: { otherwise?: Sheet; accept?: readonly SheetFormat[] },
  { signal, caller }: Pick<CallContext, 'signal' | 'caller'>,
): Promise<ReadRows> {
  const asked = { accept, signal, user: caller.userId }
  try {
    return await readRows(file, sheet, asked)
  } catch (error) {
    if (otherwise === undefined || !lacksColumns(error)) throw error
    return readRows(file, otherwise, asked).catch((second: unknown) => {
      throw lacksColumns(second) ? error : second
    })
  }
}

function lacksColumns(error: unknown): boolean {
  return error instanceof SheetRefused && error.message === refusalMessages.missingColumns
}

export function openSheet<Values>(sheet: Sheet<Values>, read: ReadRows): OpenSheet<Values> {
  const faults = new FaultList(read)
  const refuse = (row: SheetRow | null, key: string, message: string, expected?: string, more: ToldOfFault = {}) =>
    faults.add(row ?? { sheet: read.sheet, row: read.headerRow }, () => ({
      ...(row ? faultAt(sheet, row, key, message, expected) : atHeader(key, message, expected)),
      ...more,
    }))
  const refuseTwice = (
    row: SheetRow,
    key: string,
    other: Pick<SheetRow, 'sheet' | 'row'>,
    message: string = sheetMessages.multipleEntries,
  ) => refuse(row, key, message, ...namedRow(other, row))
  const rows = soundRows(read)
  const repeated = repeatedRows(sheet, rows)
  for (const [row, first] of repeated) refuseTwice(row, sheet.key?.[0] ?? '', first)
  // The thread has read each cell by its column, and rows with a cell of the wrong form are left out.
  const typed = (repeated.size === 0 ? rows : rows.filter((row) => !repeated.has(row))) as unknown as SheetRow<Values>[]
  return {
    read,
    rows: typed,
    faults,
    refuse: refuse as OpenSheet<Values>['refuse'],
    refuseTwice: refuseTwice as OpenSheet<Values>['refuseTwice'],
  }

  function atHeader(key: string, message: string, expected: string | undefined): Fault {
    const column = sheet.columns.find((each) => each.key === key)
    const place = { sheet: read.sheet, row: read.headerRow, column: column ? bilingual(column.header) : key, cell: '' }
    return { ...place, value: '', message, ...(expected === undefined ? {} : { expected }) }
  }
}

/** Says where another row is: its number, and its sheet where that is not the one of the row at fault. */
export function namedRow(
  { sheet, row }: Pick<SheetRow, 'sheet' | 'row'>,
  at: Pick<SheetRow, 'sheet'>,
): [expected: string, more: ToldOfFault] {
  return sheet === at.sheet
    ? [sheetMessages.otherRow, { values: { row: String(row) } }]
    : [sheetMessages.otherRowOfSheet, { values: { row: String(row), sheet } }]
}

/** Rows about what an earlier row is about, with that row; the case of letters makes no difference, and empty cells are about nothing. */
function repeatedRows({ key = [] }: Sheet<unknown>, rows: readonly SheetRow[]): Map<SheetRow, SheetRow> {
  const named = rows.filter(({ values }) => key.some((each) => values[each] !== null))
  const about = Map.groupBy(named, ({ values }) => JSON.stringify(key.map((each) => values[each])).toUpperCase())
  return new Map(
    [...about.values()].flatMap(([first, ...later]) => (first ? later.map((row) => [row, first] as const) : [])),
  )
}

/** What the rows of a sheet hold. */
export type SheetValues<S> = S extends Sheet<infer Values> ? Values : never
