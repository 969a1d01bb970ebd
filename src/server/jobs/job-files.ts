import { sql } from 'kysely'
import { jobLimits, jobWords } from '../../shared/areas/frame/jobs.ts'
import type { FileType } from '../../shared/kernel/call.ts'
import { inTransaction } from '../database/database-errors.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Db, Tx } from '../http/call.ts'
import { invalidInput } from '../http/errors.ts'
import { countJobsOf } from '../notices/feed.ts'
import { type JobFile, JobStopped } from './define-job.ts'

/** Large enough to be few, small enough to be held by many readers at once. */
const PIECE_BYTES = 256 * 1024

interface Writing {
  db: Db
  job: { id: string; attempt: number }
  /** Throws when the job must end. */
  check(): void
}

/**
 * Writes a file as it is made, piece by piece. Nobody can read it before its job is done. Throws what `check` throws,
 * `JobStopped` when another server has the job, and a refusal when the file is too large.
 */
export async function writeFile(
  { db, job, check }: Writing,
  name: string,
  type: FileType,
  body: AsyncIterable<Uint8Array | string> | Uint8Array,
): Promise<JobFile> {
  // A run makes one file: what it wrote before is gone.
  await db.deleteFrom('job_piece').where('job_id', '=', job.id).where('attempt', '<=', job.attempt).execute()
  let gathered: Uint8Array[] = []
  let [size, bytes, place] = [0, 0, 0]
  const flush = async () => {
    if (size === 0) return
    await writePiece(db, job, place++, Buffer.concat(gathered))
    gathered = []
    size = 0
  }
  for await (const part of body instanceof Uint8Array ? [body] : body) {
    check()
    const raw = typeof part === 'string' ? Buffer.from(part) : part
    bytes += raw.length
    if (bytes > jobLimits.fileBytes)
      throw invalidInput(jobWords.tooLarge, { values: { limit: jobLimits.fileBytes / 1024 / 1024 } })
    for (let at = 0; at < raw.length; at += PIECE_BYTES) {
      const slice = raw.subarray(at, at + PIECE_BYTES)
      gathered.push(slice)
      size += slice.length
      if (size >= PIECE_BYTES) await flush()
    }
  }
  check()
  await flush()
  return { name, type, bytes }
}

/** Only while the job is this attempt's: a server that was taken for dead adds nothing to another's file. */
async function writePiece(db: Db, { id, attempt }: Writing['job'], place: number, bytes: Buffer): Promise<void> {
  const { numAffectedRows } = await sql`
    INSERT INTO job_piece (job_id, attempt, place, bytes)
    SELECT id, attempt, ${place}, ${bytes} FROM job
    WHERE id = ${id} AND attempt = ${attempt} AND state = 'running' FOR SHARE`.execute(db)
  if (numAffectedRows === 0n) throw new JobStopped('lost')
}

/** The bytes of a finished file, read while they are sent. Throws when the file goes away in the middle. */
export async function* readFile(db: Db, job: { id: string; attempt: number; bytes: number }): AsyncGenerator<Buffer> {
  let read = 0
  for (let place = 0; read < job.bytes; place++) {
    const piece = await db
      .selectFrom('job_piece')
      .select('bytes')
      .where('job_id', '=', job.id)
      .where('attempt', '=', job.attempt)
      .where('place', '=', place)
      .executeTakeFirst()
    if (!piece) throw new Error('a file was taken away while it was read')
    read += piece.bytes.length
    yield piece.bytes
  }
}

/** Keeps a person's ended jobs and their files within `jobLimits`; the newest stay. Its caller counts the person's jobs first. */
export async function makeRoom(tx: Tx, userId: string): Promise<void> {
  await sql`
    DELETE FROM job WHERE id IN (
      SELECT id FROM job WHERE user_id = ${userId} AND ended_at IS NOT NULL
      ORDER BY ended_at DESC, id DESC OFFSET ${jobLimits.keptPerUser})`.execute(tx)
  const { rows } = await rowsOf({ id: col.text })`
    UPDATE job SET file_bytes = NULL WHERE id IN (
      SELECT id FROM (
        SELECT id, sum(file_bytes) OVER newest AS bytes, row_number() OVER newest AS place FROM job
        WHERE user_id = ${userId} AND file_bytes IS NOT NULL WINDOW newest AS (ORDER BY ended_at DESC, id DESC)
      ) AS files WHERE bytes > ${jobLimits.bytesPerUser} OR place > ${jobLimits.filesPerUser})
    RETURNING id`.execute(tx)
  await deletePieces(tx, rows)
}

async function deletePieces(db: Db | Tx, jobs: readonly { id: string }[]): Promise<void> {
  const ids = jobs.map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('job_piece').where('job_id', 'in', ids).execute()
}

/** Files live some days, ended jobs a month; what no server could start within a day failed. For the hourly housekeeping. */
export async function removeOldJobs(db: Db): Promise<void> {
  const { rows } = await rowsOf({ id: col.text })`
    UPDATE job SET file_bytes = NULL
    WHERE file_bytes IS NOT NULL AND ended_at < now() - ${jobLimits.fileDays} * interval '1 day' RETURNING id`.execute(
    db,
  )
  await deletePieces(db, rows)
  // Of a server that died between the two statements above.
  await sql`
    DELETE FROM job_piece p USING job j
    WHERE j.id = p.job_id AND j.ended_at < now() - interval '1 hour' AND j.file_bytes IS NULL`.execute(db)
  await db.deleteFrom('job').where('ended_at', '<', sql<Date>`now() - interval '30 days'`).execute()
  await failNeverStarted(db)
}

function failNeverStarted(db: Db): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { rows } = await rowsOf({ user_id: col.text })`
      UPDATE job SET state = 'failed', ended_at = now(), problem = ${jobWords.neverStarted}
      WHERE id IN (
        SELECT id FROM job WHERE ended_at IS NULL AND state = 'waiting' AND created_at < now() - interval '1 day'
        ORDER BY user_id, id FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING user_id`.execute(tx)
    await countJobsOf(tx, rows)
  })
}
