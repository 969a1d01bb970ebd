import { sql } from 'kysely'
import type { z } from 'zod'
import type { importRow } from '../../../shared/areas/data/calls.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { FileForms } from '../../../shared/kernel/sheet.ts'
import type { Db, Handlers } from '../../http/call.ts'
import { reply } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'

type ImportRow = z.output<typeof importRow>

/** What came of a file. */
export type Outcome = Pick<
  ImportRow,
  | 'state'
  | 'kinds'
  | 'pictures'
  | 'faults'
  | 'fault_count'
  | 'upload_id'
  | 'problem'
  | 'problem_values'
  | 'asks'
  | 'changes'
  | 'repeats'
  | 'repeat_count'
  | 'examples'
>

/** Of a file that nothing came of. */
export function nothing(): Outcome {
  return {
    state: 'failed',
    kinds: {},
    pictures: null,
    faults: [],
    fault_count: 0,
    upload_id: null,
    problem: null,
    problem_values: {},
    asks: { dates: false, currency: false, columns: [], values: [] },
    changes: [],
    repeats: [],
    repeat_count: 0,
    examples: 0,
  }
}

/** Faults that a reply names. */
const SHOWN = 1_000

/**
 * Keeps that a file was brought in, and what came of it: outside the command that takes the file, which may be undone. Gives the
 * outcome as it was given.
 */
export async function noteImport(
  db: Db,
  userId: string,
  { id, kind, mode, file, forms }: { id: string; kind: string; mode: string; file: { name: string }; forms: FileForms },
  outcome?: Outcome,
): Promise<Outcome> {
  const kept = JSON.stringify(outcome ? { ...outcome, faults: outcome.faults.slice(0, SHOWN) } : {})
  const state = outcome?.state ?? 'running'
  const ended = outcome ? sql`now()` : sql`NULL`
  await sql`
    INSERT INTO record_import (id, kind, mode, file_name, user_id, state, outcome, ended_at, forms)
    VALUES (${id}, ${kind}, ${mode}, ${file.name}, ${userId}, ${state}, ${kept}::jsonb, ${ended}, ${saidForms(forms)}::jsonb)
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, outcome = excluded.outcome, ended_at = excluded.ended_at`.execute(
    db,
  )
  return outcome ?? { ...nothing(), state: 'running' }
}

/** Null where nothing was said: what was said of an earlier file stays the last word. */
function saidForms(forms: FileForms): string | null {
  const { dates, currency, columns = {}, values = {} } = forms
  const isSaid = [dates, currency].some(Boolean) || Object.keys({ ...columns, ...values }).length > 0
  return isSaid ? JSON.stringify(forms) : null
}

/** What this person said of the last file of this kind. */
export async function lastForms(db: Db, userId: string, kind: string): Promise<FileForms> {
  const found = await db
    .selectFrom('record_import')
    .select('forms')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('forms', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return (found?.forms ?? {}) as FileForms
}

/** Of a call that was made twice only the first is an import. */
export async function forgetImport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('record_import').where('id', '=', id).execute()
}

/** A file that was taken while its sender waited is through by then, or its server is gone. */
const LONGEST_WAIT_MS = 15 * 60_000

function select(db: Db) {
  return db
    .selectFrom('record_import as i')
    .innerJoin('app_user as u', 'u.id', 'i.user_id')
    .leftJoin('job as j', 'j.id', 'i.job_id')
    .select([
      'i.id',
      'i.kind',
      'i.mode',
      'i.file_name',
      'u.name as by',
      'i.state',
      'i.created_at',
      'i.ended_at',
      'i.job_id',
      'i.outcome',
      'i.forms',
    ])
    .select(['j.state as job_state', 'j.ended_at as job_ended_at'])
    .orderBy('i.id', 'desc')
}

type Found = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

function rowOf({ outcome, forms, job_state, job_ended_at, ...row }: Found): ImportRow {
  const rest = { ...nothing(), ...(outcome as Partial<Outcome>) }
  const { dates = null, currency = null, columns = {}, values = {} } = (forms ?? {}) as FileForms
  // A job that ended without its own last words: given up, or cancelled before it began.
  const isJobOver = job_state === 'failed' || job_state === 'cancelled'
  const isLost = row.job_id === null && Date.now() - row.created_at.getTime() > LONGEST_WAIT_MS
  const over = row.state === 'running' ? (isJobOver ? job_state : isLost ? 'failed' : null) : null
  return {
    ...row,
    kind: row.kind as ImportRow['kind'],
    mode: row.mode as ImportRow['mode'],
    state: over ?? (row.state as ImportRow['state']),
    created_at: row.created_at.toISOString(),
    ended_at: (row.ended_at ?? (over && job_ended_at))?.toISOString() ?? null,
    kinds: rest.kinds,
    pictures: rest.pictures,
    faults: rest.faults,
    fault_count: rest.fault_count,
    upload_id: rest.upload_id,
    problem: rest.problem,
    problem_values: rest.problem_values,
    asks: {
      ...nothing().asks,
      ...rest.asks,
      // Imports that were kept before this was asked do not say it.
      columns: rest.asks.columns.map((one) => ({ ...one, known: one.known ?? [] })),
    },
    changes: rest.changes,
    repeats: rest.repeats,
    repeat_count: rest.repeat_count,
    examples: rest.examples,
    forms: { dates, currency, columns, values },
  }
}

/** Throws not_found. */
export async function readImport(db: Db, id: string): Promise<ImportRow> {
  const found = await select(db).where('i.id', '=', id).executeTakeFirst()
  if (!found) throw notFound('There is no such record.')
  return rowOf(found)
}

export const getImports: Handlers<Contract['data']>['getImports'] = async ({ id }, { db }) => {
  if (id) return reply({ rows: [await readImport(db, id)] })
  const rows = await select(db).limit(100).execute()
  return reply({ rows: rows.map((row) => ({ ...rowOf(row), faults: [], changes: [], repeats: [] })) })
}
