import { setTimeout as sleep } from 'node:timers/promises'
import { v7 } from 'uuid'
import { type KindName, kindNamed, recordKinds } from '../../../shared/areas/data/kinds.ts'
import { mostFileBytes, type RecordKind, type RecordValues } from '../../../shared/areas/data/record-kind.ts'
import { recordWords } from '../../../shared/areas/data/record-words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { bilingual, type Fault } from '../../../shared/kernel/sheet.ts'
import { writtenValue } from '../../../shared/kernel/sheet-cells.ts'
import { recordEvent } from '../../audit/audit.ts'
import { bytesOf, fileKey } from '../../files/files.ts'
import type { FileOwner } from '../../files/sweep-orphans.ts'
import { type CallContext, type Handlers, reply, type Tx, type Upload } from '../../http/call.ts'
import { Refusal } from '../../http/errors.ts'
import { defineJob, JobStopped } from '../../jobs/define-job.ts'
import { startJob } from '../../jobs/start-job.ts'
import { SheetRefused, sheetLimits, shownValueLength } from '../../sheets/limits.ts'
import { keepRefused } from '../../sheets/refused-files.ts'
import type { HeaderPlace, StreamedRows } from '../../sheets/sheet-jobs.ts'
import { streamSheet } from '../../sheets/sheet-threads.ts'
import { sniffUpload } from '../../sheets/sniff-upload.ts'
import { type Counts, recordWriter } from './apply-records.ts'
import { forgetImport, noteImport, type Outcome, readImport } from './imports.ts'
import type { RecordFault } from './record-store.ts'
import { holdKind } from './records.ts'
import { stores } from './stores.ts'

type Routes = Handlers<Contract['data']>
type Mode = 'check' | 'all' | 'good_rows'

/** Bytes up to which a file is taken while its sender waits; larger ones are a job. */
const AT_ONCE = 400 * 1024

/** Faults that are kept of a file; all are counted. */
const MOST_FAULTS = 5_000

interface Wanted {
  id: string
  kind: string
  mode: Mode
  file: Pick<Upload, 'name'> & { size: number }
  /** Asked for anew by each try: whoever reads a large file may use its bytes up. */
  bytes(): Promise<Buffer>
}

interface Watched {
  note(rows: number, total: number): void
  /** Long work waits for another import of its kind. */
  wait?: () => Promise<void>
  stopIfCancelled(): void
}

/** Ends a command whose changes are not wanted: a check, or a file with faults. */
class NotTaken extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('an import was not taken')
    this.name = 'NotTaken'
    this.outcome = outcome
  }
}

export const importRecords: Routes['importRecords'] = async ({ kind, mode, file }, context) => {
  const id = v7()
  const wanted: Wanted = {
    id,
    kind,
    mode,
    file: { name: file.name, size: file.bytes.length },
    bytes: async () => file.bytes,
  }
  await noteImport(context.db, context.caller.userId, wanted)
  if (file.bytes.length > AT_ONCE) return startLong(wanted, file, context)
  const { of, outcome } = await takeFile(wanted, context, { note: () => undefined, stopIfCancelled: () => undefined })
  return reply({ import: await readImport(context.db, of) }, said(outcome))
}

function said({ state, kinds, fault_count }: Outcome): string {
  if (state === 'taken') return recordWords.done
  return fault_count > 0 ? 'Some rows have faults.' : kinds ? recordWords.checkedOnly : ''
}

async function startLong({ id, kind, mode }: Wanted, file: Upload, context: CallContext) {
  await context.files.put(fileKey('imports', id), file.bytes)
  const of = await context.command(async (tx) => {
    const job = await startJob(tx, context, importJob, { id, kind, mode, name: file.name })
    await tx.updateTable('record_import').set({ job_id: job }).where('id', '=', id).execute()
    return id
  })
  if (of !== id) {
    await forgetImport(context.db, id)
    await context.files.delete(fileKey('imports', id))
  }
  return reply({ import: await readImport(context.db, of) }, 'Success')
}

/** A large file: done anew from the start where its server dies, since nothing of it stands before all of it does. */
export const importJob = defineJob<{ id: string; kind: string; mode: Mode; name: string }>({
  kind: 'record-import',
  ifBroken: 'again',
  title: ({ name }) => ({ text: recordWords.import, values: { name } }),
  async run({ input, context, progress, stopIfCancelled }) {
    const facts = await context.files.stat(fileKey('imports', input.id))
    if (!facts) throw gone()
    const bytes = async () => {
      const found = await bytesOf(context.files, fileKey('imports', input.id))
      if (!found) throw gone()
      return found
    }
    const wait = async () => {
      stopIfCancelled()
      await sleep(300)
    }
    const { outcome } = await takeFile({ ...input, file: { name: input.name, size: facts.size }, bytes }, context, {
      note: progress,
      stopIfCancelled,
      wait,
    })
    await context.files.delete(fileKey('imports', input.id))
    if (outcome.problem) throw new Refusal('file_refused', outcome.problem, { values: outcome.problem_values })
    if (outcome.state === 'refused')
      throw new Refusal('file_refused', recordWords.rowsFaulty, { values: { count: outcome.fault_count } })
    return null
  },
})

function gone(): Refusal {
  return new Refusal('not_found', 'This file is no longer kept. Please upload it again.')
}

/** Whose files still wait for their job. */
export const importOwner: FileOwner = {
  kinds: ['imports'],
  async named(db, ids) {
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('record_import')
      .select('id')
      .where('id', 'in', ids)
      .where('state', '=', 'running')
      .execute()
    return rows.map(({ id }) => id)
  },
}

/**
 * Takes the file in one command or not at all, and keeps what came of it, as import `of`: the one before where the same call was made
 * before. Throws what no file can help, and `JobStopped`.
 */
async function takeFile(
  wanted: Wanted,
  context: CallContext,
  watched: Watched,
): Promise<{ of: string; outcome: Outcome }> {
  const noted = async (outcome: Outcome) => ({
    of: wanted.id,
    outcome: await noteImport(context.db, context.caller.userId, wanted, outcome),
  })
  try {
    const taken = await context.command(async (tx) => ({
      of: wanted.id,
      outcome: await takeRows(tx, wanted, { ...context, source: 'file' }, watched),
    }))
    // What good rows left behind is corrected and brought in after them.
    if (taken.of === wanted.id) return await noted(await keptFile(wanted, context, taken.outcome))
    await forgetImport(context.db, wanted.id)
    return taken
  } catch (error) {
    if (error instanceof NotTaken) return noted(await keptFile(wanted, context, error.outcome))
    if (error instanceof SheetRefused && !context.signal.aborted) {
      const outcome: Outcome = {
        ...nothing(),
        state: 'refused',
        problem: error.said ?? error.message,
        problem_values: { ...error.params, file: wanted.file.name },
      }
      return noted(outcome)
    }
    const stopped = error instanceof JobStopped || context.signal.aborted
    if (!stopped || isCancelled(error))
      await noteImport(context.db, context.caller.userId, wanted, {
        ...nothing(),
        state: stopped ? 'cancelled' : 'failed',
      })
    throw error
  }
}

function isCancelled(error: unknown): boolean {
  return error instanceof JobStopped && error.reason === 'cancelled'
}

function nothing(): Outcome {
  return { state: 'failed', kinds: {}, faults: [], fault_count: 0, upload_id: null, problem: null, problem_values: {} }
}

/** A file with faults stays for its corrected copy, where it is small enough for one. */
async function keptFile({ file, bytes }: Wanted, context: CallContext, outcome: Outcome): Promise<Outcome> {
  const { headers, ...rest } = outcome as Outcome & { headers?: HeaderPlace[] }
  if (rest.faults.length === 0 || file.size > sheetLimits.fileBytes) return rest
  const { upload_id } = await keepRefused(
    context,
    { name: file.name, bytes: await bytes() },
    { faults: rest.faults, headers: headers ?? [] },
  )
  return { ...rest, upload_id: upload_id ?? null }
}

async function takeRows(
  tx: Tx,
  { kind, mode, file, id, bytes: read }: Wanted,
  context: CallContext,
  { note, stopIfCancelled, wait }: Watched,
): Promise<Outcome> {
  const kinds = kind === 'all' ? recordKinds : [kindNamed(kind)]
  for (const one of kinds) await holdKind(tx, one.kind, wait)
  const limits = {
    ...sheetLimits,
    ...{ fileBytes: mostFileBytes, unpackedBytes: 600 * 1024 * 1024, ratio: 400 },
    rows: Math.max(...kinds.map(({ mostRows }) => mostRows)),
  }
  const upload = { name: file.name, bytes: await read() }
  const format = sniffUpload(upload, kind === 'all' ? ['xlsx'] : ['xlsx', 'csv'], limits)
  const writers = kinds.map((one) => recordWriter(tx, stores[one.kind as KindName], context, { isForm: false }))
  const counts = new Map<string, Counts>()
  const faults: Fault[] = []
  let [done, faultCount] = [0, 0]
  const expected = Math.max(1, Math.round(file.size / (format === 'csv' ? 50 : 30)))
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
  const takePieces = async (index: number, pieces: readonly StreamedRows[]) => {
    await takeWhole(index)
    const of = kinds[index]
    const writer = writers[index]
    if (!of || !writer) throw new TypeError('rows of no kind')
    const read = pieces.flatMap(rowsIn)
    const sound = read.filter(({ isWrong }) => !isWrong)
    const applied = await writer.apply(
      sound.map(({ values }) => values),
      read.filter(({ isWrong }) => isWrong).map(({ values }) => values),
    )
    const meant = [...applied.faults].flatMap(([at, found]) => {
      const row = sound[at]
      return row ? found.map((fault) => faultIn(of, row, fault)) : []
    })
    const all = inOrder(pieces, [...pieces.flatMap((piece) => piece.faults), ...meant])
    faultCount += all.length
    faults.push(...all.slice(0, Math.max(0, MOST_FAULTS - faults.length)))
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
  const namesOf = ({ sheetName }: RecordKind) => [sheetName.en, sheetName.zh]
  const sought = kinds.map((one) => ({
    ...{ template: one.sheet, rows: one.mostRows },
    ...(kind === 'all'
      ? { names: namesOf(one) }
      : { otherNames: recordKinds.filter((other) => other !== one).flatMap(namesOf) }),
  }))
  const found = await streamSheet(
    { format, name: file.name, bytes: upload.bytes, sought, limits },
    take,
    context.signal,
  )
  await takeWhole(kinds.length)
  if (found.length === 0) throw new SheetRefused(recordWords.noSheet)
  const outcome = { ...nothing(), kinds: Object.fromEntries(counts), faults, fault_count: faultCount }
  const headers = found.map(({ header }): HeaderPlace => ({ sheet: header.sheet, row: header.headerRow, columns: [] }))
  const good = [...counts.values()].reduce((sum, each) => sum + each.new + each.changed + each.unchanged, 0)
  if (mode === 'check') throw new NotTaken({ ...outcome, state: 'checked', headers } as Outcome)
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
}

function rowsIn({ packed, faults }: StreamedRows): ReadRow[] {
  const wrong = new Set(faults.map(({ row }) => row))
  return packed.rows.map(([row, ...cells]) => {
    const values = Object.fromEntries(packed.keys.map((key, at) => [key, cells[at] ?? null]))
    return { packed, row, values, isWrong: wrong.has(row) }
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
