import { Readable } from 'node:stream'
import { v7 } from 'uuid'
import { languageTag } from '../../shared/kernel/languages.ts'
import type { Fault } from '../../shared/kernel/sheet.ts'
import { recordDownload } from '../audit/audit.ts'
import { errorCode } from '../database/database-errors.ts'
import { bytesOf, type Files, FilesUnavailable, fileKey } from '../files/files.ts'
import type { FileOwner } from '../files/sweep-orphans.ts'
import type { CallContext, Db, FileReply, Upload } from '../http/call.ts'
import { notFound, Refusal } from '../http/errors.ts'
import { trimAll, trimOwn } from '../http/keep-limits.ts'
import { extensionOf } from '../http/write-reply.ts'
import { wordsOf } from '../languages/serve-locales.ts'
import { correctedWorkbook } from './corrected-workbook.ts'
import type { FaultList } from './fault-list.ts'
import { SheetRefused } from './limits.ts'
import type { ReadRows } from './read-rows.ts'
import { faultsIn, plainFaults } from './say-faults.ts'

/** Faults found inside a command, which must roll back before the refused file is kept. */
export class FaultsFound extends Error {
  /** The first of them, in the order of the sheet. */
  readonly faults: Fault[]
  readonly count: number
  /** Rows that `good_rows` would take. */
  readonly goodRows: number
  /** Where the header stood in each sheet: the corrected copy needs it. */
  readonly headers: ReadRows['headers']

  /** Pieces that go elsewhere when only those rows are taken. */
  readonly rest: number | undefined

  constructor(faults: FaultList, goodRows: number, headers: ReadRows['headers'], rest?: number) {
    super(`${faults.count} faults`)
    this.name = 'FaultsFound'
    this.faults = faults.inOrder()
    this.count = faults.count
    this.goodRows = goodRows
    this.headers = headers
    this.rest = rest
  }
}

/** Runs the taking of a file; its faults become one refusal that lists them and keeps the file for its corrected copy. */
export async function withUploadedFile<T>(context: CallContext, file: Upload, take: () => Promise<T>): Promise<T> {
  try {
    return await take()
  } catch (error) {
    if (error instanceof SheetRefused)
      throw new Refusal('file_refused', error.message, {
        values: { ...error.params, file: file.name },
        ...(error.said !== null && { message_key: error.said }),
      })
    if (!(error instanceof FaultsFound)) throw error
    throw new Refusal('file_refused', error.faults[0]?.message ?? 'Please provide packing details.', {
      values: { ...error.faults[0]?.values, file: file.name },
      faults: error.faults,
      fault_count: error.count,
      good_rows: error.goodRows,
      ...(error.rest !== undefined && { good_rows_leave: error.rest }),
      ...(await keepRefused(context, file, error)),
    })
  }
}

/** Where files cannot be kept now, the faults are told all the same; only the corrected copy is missing. */
export async function keepRefused(
  context: CallContext,
  file: Upload,
  { faults, count, headers }: Pick<FaultsFound, 'faults' | 'count' | 'headers'>,
): Promise<{ upload_id?: string }> {
  const id = v7()
  try {
    await context.files.put(fileKey('uploads', id), file.bytes)
  } catch (error) {
    if (error instanceof FilesUnavailable) return {} // it stands in the log (files/open-files.ts)
    if (error instanceof Refusal && error.code === 'disk_full') return {}
    if (['ENOSPC', 'EDQUOT'].includes(errorCode(error))) return {}
    throw error
  }
  await context.db
    .insertInto('refused_upload')
    .values({
      id,
      user_id: context.caller.userId,
      file_name: file.name,
      file: null,
      faults: JSON.stringify({ faults, headers, more: Math.max(0, count - faults.length) }),
      bytes: file.bytes.length,
    })
    .execute()
  const tooMany = await trimOwn(context.db, 'refused_upload', context.caller.userId)
  await dropFiles(context.files, tooMany)
  return { upload_id: id }
}

/** Refused files live a day, and within their limits: first their rows go, then they. */
export async function removeOldRefused(db: Db, files: Files): Promise<void> {
  await dropFiles(files, await trimAll(db, 'refused_upload'))
  const removed = await db.deleteFrom('refused_upload').where('created_at', '<', savedSince()).returning('id').execute()
  await dropFiles(
    files,
    removed.map(({ id }) => id),
  )
}

async function dropFiles(files: Files, ids: readonly string[]): Promise<void> {
  for (const id of ids) await files.delete(fileKey('uploads', id))
}

export const refusedOwner: FileOwner = {
  kinds: ['uploads'],
  async named(db, ids) {
    if (ids.length === 0) return []
    const rows = await db.selectFrom('refused_upload').select('id').where('id', 'in', ids).execute()
    return rows.map(({ id }) => id)
  },
}

function savedSince(): Date {
  return new Date(Date.now() - 24 * 60 * 60 * 1_000)
}

/** What is kept of a refused file's faults; files of before there was a most of them have no `more`. */
interface KeptFaults {
  faults: Fault[]
  headers: ReadRows['headers']
  /** Faults that were counted and not named. */
  more?: number
}

/** The refused file back as a workbook with its faults marked, for the person who uploaded it, for a day. */
export async function getCorrectedWorkbook(
  input: { upload_id: string; language?: string | undefined },
  context: CallContext,
): Promise<FileReply> {
  const saved = await context.db
    .selectFrom('refused_upload')
    .where('id', '=', input.upload_id)
    .where('user_id', '=', context.caller.userId)
    .where('created_at', '>=', savedSince())
    .selectAll()
    .executeTakeFirst()
  // A file of before there was a port for them is still in its row.
  const bytes = saved && (saved.file ?? (await bytesOf(context.files, fileKey('uploads', saved.id))))
  if (!bytes) throw notFound('This file is no longer kept. Please upload it again.')
  const { faults, headers, more = 0 } = saved.faults as KeptFaults
  const name = `corrected_${saved.file_name.replace(/\.\w+$/, '')}.xlsx`
  const format = extensionOf(saved.file_name) === '.csv' ? 'csv' : 'xlsx'
  const language = languageTag(input.language ?? '')
  const said = language
    ? faultsIn(language, await wordsIn(context, language), { faults, headers, more })
    : plainFaults(faults, more)
  const { signal, caller } = context
  const workbook = await correctedWorkbook(bytes, said, headers, { format, signal, user: caller.userId })
  await recordDownload(context, name)
  return { body: Readable.from([workbook]), name }
}

async function wordsIn({ db, resources }: CallContext, language: string): Promise<ReadonlyMap<string, string>> {
  const asked = { db, resources, language, namespace: 'translation', ownOnly: false }
  return (await wordsOf(asked)) ?? new Map<string, string>()
}
