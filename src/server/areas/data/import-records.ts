import { setTimeout as sleep } from 'node:timers/promises'
import { v7 } from 'uuid'
import { columnMeanings, valueMeanings } from '../../../shared/areas/data/calls.ts'
import { recordWords } from '../../../shared/areas/data/record-words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { FileForms } from '../../../shared/kernel/sheet.ts'
import { bytesOf, fileKey } from '../../files/files.ts'
import type { FileOwner } from '../../files/sweep-orphans.ts'
import { type CallContext, type Handlers, reply, type Upload } from '../../http/call.ts'
import { invalidInput, Refusal } from '../../http/errors.ts'
import { defineJob, JobStopped } from '../../jobs/define-job.ts'
import { startJob } from '../../jobs/start-job.ts'
import { SheetRefused, sheetLimits } from '../../sheets/limits.ts'
import { keepRefused } from '../../sheets/refused-files.ts'
import type { HeaderPlace } from '../../sheets/sheet-shapes.ts'
import { type ImportPictures, MustDraw, readPictures } from './import-pictures.ts'
import { kindsOf, type Mode, NotTaken, openFile, takeRows, type Wanted, type Watched } from './import-rows.ts'
import { forgetImport, lastForms, noteImport, nothing, type Outcome, readImport } from './imports.ts'

type Routes = Handlers<Contract['data']>
/** Bytes up to which a file is taken while its sender waits; larger ones are a job. */
const AT_ONCE = 400 * 1024

export const importRecords: Routes['importRecords'] = async ({ kind, mode, file, ...said }, context) => {
  const id = v7()
  const given: FileForms = {
    ...said,
    columns: said.columns === undefined ? undefined : readMeanings(columnMeanings, said.columns),
    values: said.values === undefined ? undefined : readMeanings(valueMeanings, said.values),
  }
  const isSilent = Object.values(given).every((one) => one === undefined)
  const forms = mode === 'check' && isSilent ? await lastForms(context.db, context.caller.userId, kind) : given
  const wanted: Wanted = {
    id,
    kind,
    mode,
    forms,
    file: { name: file.name, size: file.bytes.length },
    bytes: async () => file.bytes,
  }
  await noteImport(context.db, context.caller.userId, wanted)
  if (file.bytes.length > AT_ONCE) return startLong(wanted, file, context)
  const { of, outcome } = await takeFile(wanted, context, { note: () => undefined, stopIfCancelled: () => undefined })
  return reply({ import: await readImport(context.db, of) }, saidOf(outcome))
}

/** Throws invalid_input. */
function readMeanings<T>(meanings: { parse(of: unknown): T }, text: string): T {
  try {
    return meanings.parse(JSON.parse(text))
  } catch {
    throw invalidInput('Please check the values sent.')
  }
}

function saidOf({ state, kinds, fault_count }: Outcome): string {
  if (state === 'taken') return recordWords.done
  return fault_count > 0 ? 'Some rows have faults.' : kinds ? recordWords.checkedOnly : ''
}

async function startLong({ id, kind, mode, forms }: Wanted, file: Upload, context: CallContext) {
  await context.files.put(fileKey('imports', id), file.bytes)
  const answer = await context.command(async (tx) => {
    const job = await startJob(tx, context, importJob, { id, kind, mode, forms, name: file.name })
    await tx.updateTable('record_import').set({ job_id: job }).where('id', '=', id).execute()
    return reply({ import: await readImport(tx, id) }, 'Success')
  })
  // Sent twice at once: the other has its own.
  if (answer.data.import.id !== id) {
    await forgetImport(context.db, id)
    await context.files.delete(fileKey('imports', id))
  }
  letGo(file.bytes)
  return answer
}

/** Beyond this, bytes never share their memory with others. */
const OWN_MEMORY = 1024 * 1024

/** Gives the memory of an upload back at once: its job reads the file anew, long before anybody would collect what was sent. */
function letGo({ buffer, byteLength }: Buffer): void {
  if (byteLength > OWN_MEMORY && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** A large file: done anew from the start where its server dies, since nothing of it stands before all of it does. */
export const importJob = defineJob<{ id: string; kind: string; mode: Mode; name: string; forms?: FileForms }>({
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
    const { outcome } = await takeFile(
      { ...input, forms: input.forms ?? {}, file: { name: input.name, size: facts.size }, bytes },
      context,
      {
        note: progress,
        stopIfCancelled,
        wait,
      },
    )
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
    const taken = await withPictures(wanted, context, watched, (pictures) =>
      context.command(async (tx) => ({
        of: wanted.id,
        outcome: await takeRows(tx, { ...wanted, pictures }, { ...context, source: 'file' }, watched),
      })),
    )
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
        asks: {
          ...nothing().asks,
          columns: error.unknown.map((one) => ({ ...one, examples: [...one.examples], known: [...one.known] })),
        },
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

/** Pictures are drawn and put before the transaction that names them, and dropped where nothing came to name them. */
async function withPictures<T>(
  wanted: Wanted,
  context: CallContext,
  { stopIfCancelled }: Watched,
  take: (pictures: ImportPictures | null) => Promise<T>,
): Promise<T> {
  const { kind, mode, file } = wanted
  if (!/\.xlsx$/i.test(file.name) || !kindsOf(kind).some((one) => one.sheet.pictures)) return take(null)
  for (const drawsAll of [false, true]) {
    const job = await openFile(wanted)
    const pictures = await readPictures(job, context, { isCheck: mode === 'check', drawsAll, stopIfCancelled })
    try {
      const taken = await take(pictures)
      await pictures.dropRest()
      return taken
    } catch (error) {
      await pictures.dropRest(true)
      if (!(error instanceof MustDraw) || drawsAll) throw error
    }
  }
  throw new TypeError('pictures were drawn twice')
}

function isCancelled(error: unknown): boolean {
  return error instanceof JobStopped && error.reason === 'cancelled'
}

/** A file with faults stays for its corrected copy; not a large one with pictures, which a copy of its values would lose. */
async function keptFile({ file, bytes }: Wanted, context: CallContext, outcome: Outcome): Promise<Outcome> {
  const { headers, ...rest } = outcome as Outcome & { headers?: HeaderPlace[] }
  if (rest.faults.length === 0 || (file.size > sheetLimits.fileBytes && rest.pictures !== null)) return rest
  const { upload_id } = await keepRefused(
    context,
    { name: file.name, bytes: await bytes() },
    { faults: rest.faults, count: rest.fault_count, headers: headers ?? [] },
  )
  return { ...rest, upload_id: upload_id ?? null }
}
