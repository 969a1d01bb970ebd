import { type KindName, kindNamed, recordKinds } from '../../../shared/areas/data/kinds.ts'
import { mostFileBytes, type RecordKind, type RecordValues } from '../../../shared/areas/data/record-kind.ts'
import { askedOf, fileQuestions, recordWords } from '../../../shared/areas/data/record-words.ts'
import { bilingual, type Fault, type FileForms, refusalMessages, sheetMessages } from '../../../shared/kernel/sheet.ts'
import { writtenValue } from '../../../shared/kernel/sheet-cells.ts'
import { recordEvent } from '../../audit/audit.ts'
import type { CallContext, Tx, Upload } from '../../http/call.ts'
import { largeLimits, SheetRefused, shownValueLength } from '../../sheets/limits.ts'
import type { StreamedRows } from '../../sheets/sheet-jobs.ts'
import type { HeaderPlace } from '../../sheets/sheet-shapes.ts'
import { streamSheet } from '../../sheets/sheet-threads.ts'
import { type SheetFormat, sniffUpload } from '../../sheets/sniff-upload.ts'
import { type Applied, type Counts, recordWriter } from './apply-records.ts'
import type { ImportPictures } from './import-pictures.ts'
import { nothing, type Outcome } from './imports.ts'
import type { RecordFault } from './record-store.ts'
import { holdKind } from './records.ts'
import { stores } from './stores.ts'

export type Mode = 'check' | 'all' | 'good_rows'

/** Faults that are kept of a file; all are counted. */
const MOST_FAULTS = 5_000

/** Changed rows that are shown with what stood there. */
const MOST_CHANGES = 200

/** Repeated rows that are named, and values that are asked about. */
const MOST_NAMED = 50

/** A file that somebody sent, and what is to be done with it. */
export interface Wanted {
  id: string
  kind: string
  mode: Mode
  /** How the file is written, as somebody said. */
  forms: FileForms
  file: Pick<Upload, 'name'> & { size: number }
  /** Asked for anew by each try: whoever reads a large file may use its bytes up. */
  bytes(): Promise<Buffer>
}

export interface Watched {
  note(rows: number, total: number): void
  /** Long work waits for another import of its kind. */
  wait?: () => Promise<void>
  stopIfCancelled(): void
}

/** Ends a command whose changes are not wanted: a check, or a file with faults. */
export class NotTaken extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('an import was not taken')
    this.name = 'NotTaken'
    this.outcome = outcome
  }
}

/** The file as the reading thread wants it. Throws SheetRefused. */
export async function openFile({ kind, file: { name }, forms, bytes: read }: Wanted) {
  const kinds = kindsOf(kind)
  const limits = {
    ...largeLimits,
    fileBytes: mostFileBytes,
    rows: Math.max(...kinds.map(({ mostRows }) => mostRows)),
  }
  const bytes = await read()
  const format: SheetFormat = sniffUpload({ name, bytes }, kind === 'all' ? ['xlsx'] : ['xlsx', 'csv'], limits)
  const namesOf = ({ sheetName }: RecordKind) => [sheetName.en, sheetName.zh]
  const sought = kinds.map((one) => ({
    ...{ template: { ...one.sheet, forms }, rows: one.mostRows },
    ...(kind === 'all'
      ? { names: namesOf(one) }
      : { otherNames: recordKinds.filter((other) => other !== one).flatMap(namesOf) }),
  }))
  return { format, name, bytes, sought, limits }
}

/** Every kind of a whole workbook, or the one. */
export function kindsOf(kind: string): readonly RecordKind[] {
  return kind === 'all' ? recordKinds : [kindNamed(kind)]
}

/** Takes the rows, and the pictures on them, within a command. Throws NotTaken, SheetRefused, MustDraw and JobStopped. */
export async function takeRows(
  tx: Tx,
  { pictures, ...wanted }: Wanted & { pictures: ImportPictures | null },
  context: CallContext,
  { note, stopIfCancelled, wait }: Watched,
): Promise<Outcome> {
  const { kind, mode, file, id } = wanted
  const kinds = kindsOf(kind)
  for (const one of kinds) await holdKind(tx, one.kind, 'import', wait)
  const job = await openFile(wanted)
  const writers = kinds.map((one) => recordWriter(tx, stores[one.kind as KindName], context, { isForm: false }))
  const counts = new Map<string, Counts>()
  const faults: Fault[] = []
  let [done, faultCount] = [0, 0]
  const expected = Math.max(1, Math.round(file.size / (job.format === 'csv' ? 50 : 30)))
  const whole = new Map<number, StreamedRows[]>()
  const take = async (piece: StreamedRows) => {
    stopIfCancelled()
    if (stores[kinds[piece.index]?.kind as KindName].together)
      whole.set(piece.index, [...(whole.get(piece.index) ?? []), piece])
    else await takePieces(piece.index, [piece])
  }
  const takeWhole = async (before: number) => {
    for (const [index, pieces] of whole) {
      if (index >= before) continue
      whole.delete(index)
      await takePieces(index, pieces)
    }
  }
  const asks = { dates: false, currency: false }
  const changes: Outcome['changes'] = []
  const repeats: Outcome['repeats'] = []
  let repeatCount = 0
  const values: Outcome['asks']['values'] = []
  const askValues = (of: RecordKind, all: readonly Fault[]) => {
    for (const { message, column, value } of all) {
      if (message !== sheetMessages.invalidChoice) continue
      const key = of.sheet.columns.find(({ kind: is, header }) => is === 'choice' && bilingual(header) === column)?.key
      const isAsked = values.some((one) => one.kind === of.kind && one.column === key && one.value === value)
      if (key !== undefined && value !== '' && !isAsked && values.length < MOST_NAMED)
        values.push({ kind: of.kind as KindName, column: key, value })
    }
  }
  const addFaults = (all: readonly Fault[]) => {
    faultCount += all.length
    for (const { expected = '' } of all) {
      const asked = askedOf.get(expected)
      if (asked) asks[asked] = true
    }
    faults.push(...all.slice(0, Math.max(0, MOST_FAULTS - faults.length)))
  }
  const savePictures = async (of: RecordKind, read: readonly ReadRow[], faulty: ReadonlySet<ReadRow | undefined>) => {
    if (!pictures || pictures.isEmpty) return []
    const rows = read.map((row) => ({ ...row, sheet: row.packed.sheet, isGood: !row.isWrong && !faulty.has(row) }))
    for (const row of rows) if (!row.isGood) pictures.skip(row)
    return pictures.save(
      tx,
      context,
      of,
      rows.filter(({ isGood }) => isGood),
    )
  }
  const takePieces = async (index: number, pieces: readonly StreamedRows[]) => {
    await takeWhole(index)
    const of = kinds[index]
    const writer = writers[index]
    if (!of || !writer) throw new TypeError('rows of no kind')
    const ofCells = pieces.flatMap((piece) => piece.faults).map(asQuestion)
    const read = pieces.flatMap(rowsIn)
    const sound = read.filter(({ isWrong }) => !isWrong)
    const misread = read.filter(({ isWrong }) => isWrong)
    const applied = await writer.apply(
      sound.map(({ values }) => values),
      misread.map(({ values, wrong, isOpen }) => ({ values, columns: wrong, isOpen })),
      [...sound, ...misread].map(({ row }) => row),
    )
    const faultsOf = (rows: readonly ReadRow[], all: Applied['faults']) =>
      [...all].flatMap(([at, found]) => {
        const row = rows[at]
        return row ? found.map((fault) => faultIn(of, row, fault)) : []
      })
    const meant = [...faultsOf(sound, applied.faults), ...faultsOf(misread, applied.beside)]
    const ofPictures = await savePictures(of, read, new Set([...applied.faults.keys()].map((at) => sound[at])))
    askValues(of, ofCells)
    repeatCount += applied.repeats.length
    for (const { place, row: as } of applied.repeats.slice(0, Math.max(0, MOST_NAMED - repeats.length))) {
      const { packed, row = 0 } = sound[place] ?? {}
      repeats.push({ sheet: packed?.sheet ?? '', row, as })
    }
    addFaults(inOrder(pieces, [...ofCells, ...meant, ...ofPictures]))
    for (const { place, id: record, values } of applied.changes.slice(0, MOST_CHANGES - changes.length)) {
      const row = sound[place]
      if (row)
        changes.push({
          kind: of.kind as KindName,
          sheet: row.packed.sheet,
          row: row.row,
          id: record,
          values: [...values],
        })
    }
    const before = counts.get(of.kind) ?? { new: 0, changed: 0, unchanged: 0, refused: 0 }
    if (read.length > 0)
      counts.set(of.kind, {
        new: before.new + applied.counts.new,
        changed: before.changed + applied.counts.changed,
        unchanged: before.unchanged + applied.counts.unchanged,
        refused: before.refused + applied.counts.refused + read.length - sound.length,
      })
    done += read.length
    note(done, Math.max(done, expected))
  }
  const found = await streamSheet(job, take, { user: context.caller.userId, signal: context.signal })
  await takeWhole(kinds.length)
  if (found.length === 0) throw new SheetRefused(recordWords.noSheet)
  for (const { index, header } of found) {
    const of = kinds[index]
    if (of && pictures) addFaults(pictures.left(of, header))
  }
  const told = pictures?.wereNone === false ? pictures.counts : null
  const unknown = found.flatMap((sheet) => sheet.unknown ?? [])
  const outcome: Outcome = {
    ...nothing(),
    ...{ kinds: Object.fromEntries(counts), pictures: told, faults, fault_count: faultCount, changes },
    ...{ repeats, repeat_count: repeatCount },
    asks: {
      ...asks,
      values,
      columns: unknown.map((one) => ({ ...one, examples: [...one.examples], known: [...one.known] })),
    },
    examples: found.reduce((sum, { examples = 0 }) => sum + examples, 0),
  }
  const headers = found.map(({ header }): HeaderPlace => ({ sheet: header.sheet, row: header.headerRow, columns: [] }))
  const good = [...counts.values()].reduce((sum, each) => sum + each.new + each.changed + each.unchanged, 0)
  if (mode === 'check') throw new NotTaken({ ...outcome, state: 'checked', headers } as Outcome)
  // Nothing of a file is lost because nobody was asked what it is.
  if (unknown.length > 0)
    throw new NotTaken({
      ...outcome,
      ...{ state: 'refused', problem: refusalMessages.unknownColumns, headers },
      problem_values: { columns: unknown.map(({ header, cell }) => `${header} (${cell})`).join(', ') },
    } as Outcome)
  if (faultCount > 0 && (mode === 'all' || good === 0))
    throw new NotTaken({ ...outcome, state: 'refused', headers } as Outcome)
  for (const [name, { new: fresh, changed }] of counts)
    if (fresh + changed > 0)
      await recordEvent(tx, context, {
        entity: 'record',
        entityId: name,
        event: 'records.imported',
        details: { file: file.name, new: fresh, changed, import_id: id },
      })
  return { ...outcome, state: 'taken', headers } as Outcome
}

interface ReadRow {
  readonly packed: StreamedRows['packed']
  readonly row: number
  readonly values: RecordValues
  /** A cell of it could not be read. */
  readonly isWrong: boolean
  /** The columns of those cells. */
  readonly wrong: ReadonlySet<string>
  /** One of them waits for what is asked of the whole file. */
  readonly isOpen: boolean
}

/** Points at the question of the file where a cell needs its answer. */
function asQuestion(fault: Fault): Fault {
  const asked = fileQuestions[fault.expected ?? '']
  return asked ? { ...fault, expected: asked.expected } : fault
}

function rowsIn({ packed, faults }: StreamedRows): ReadRow[] {
  const wrong = Map.groupBy(faults, ({ row }) => row)
  const columnAt = new Map(packed.letters.map((letters, at) => [letters, packed.keys[at] ?? '']))
  return packed.rows.map(([row, ...cells]) => {
    const values = Object.fromEntries(packed.keys.map((key, at) => [key, cells[at] ?? null]))
    const found = wrong.get(row) ?? []
    const columns = found.map(({ cell }) => columnAt.get(cell.replace(/\d+$/, '')) ?? '')
    const isOpen = found.some(({ expected = '' }) => expected in fileQuestions)
    return { packed, row, values, isWrong: found.length > 0, wrong: new Set(columns), isOpen }
  })
}

function faultIn(of: RecordKind, { packed, row, values: given }: ReadRow, fault: RecordFault): Fault {
  const { column, message, expected, values } = fault
  const letters = packed.letters[packed.keys.indexOf(column)] ?? ''
  return {
    ...placeOf(of, column, letters, row),
    ...{ sheet: packed.sheet, row, message, value: shown(of, column, given[column] ?? null) },
    ...(expected !== undefined && { expected }),
    ...(values && { values }),
  }
}

/** By sheet, as they were read, and row. */
function inOrder(pieces: readonly StreamedRows[], faults: readonly Fault[]): Fault[] {
  const sheets = [...new Set(pieces.map(({ packed }) => packed.sheet))]
  return faults.toSorted((a, b) => sheets.indexOf(a.sheet) - sheets.indexOf(b.sheet) || a.row - b.row)
}

function placeOf({ sheet: { columns } }: RecordKind, key: string, letters: string, row: number) {
  const column = columns.find((one) => one.key === key)
  return { column: column ? bilingual(column.header) : key, cell: letters ? `${letters}${row}` : '' }
}

function shown({ sheet: { columns } }: RecordKind, key: string, value: RecordValues[string]): string {
  const column = columns.find((one) => one.key === key)
  return (column ? writtenValue(column, value ?? null) : '').slice(0, shownValueLength)
}
