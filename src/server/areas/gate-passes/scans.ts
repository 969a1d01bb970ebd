import { sql } from 'kysely'
import type { ZodType } from 'zod'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'

/** What a scan does; the same id may be used by another. */
export type ScanKind =
  | 'plan'
  | 'unplan'
  | 'pack'
  | 'unpack'
  | 'box'
  | 'receive'
  | 'unreceive'
  | 'receive_box'
  | 'unreceive_box'

interface Scan {
  scan_id?: string | undefined
}

/** Answers to scans that came before, by their ids: an answer may have been lost on its way. */
export async function seenScans<A>(
  tx: Tx,
  passId: string,
  kind: ScanKind,
  scans: readonly Scan[],
  answer: ZodType<A>,
): Promise<Map<string, A>> {
  const ids = scans.flatMap(({ scan_id }) => scan_id ?? [])
  if (ids.length === 0) return new Map()
  const { rows } = await rowsOf({ scan_id: col.text, answer: col.json })`
    SELECT scan_id, answer FROM gate_pass_scan WHERE pass_id = ${passId} AND kind = ${kind} AND scan_id = ANY(${ids}::text[])`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.scan_id, answer.parse(row.answer)]))
}

/** Keeps the answers of scans that were done; a refused one may be tried again under its id. */
export async function keepScans(
  tx: Tx,
  passId: string,
  kind: ScanKind,
  done: readonly { scan_id: string; answer: object }[],
): Promise<void> {
  if (done.length === 0) return
  await sql`
    INSERT INTO gate_pass_scan (pass_id, kind, scan_id, answer)
    SELECT ${passId}::uuid, ${kind}, n.scan_id, n.answer::jsonb
    FROM unnest(${done.map(({ scan_id }) => scan_id)}::text[], ${done.map(({ answer }) => JSON.stringify(answer))}::text[]) AS n (scan_id, answer)
    ON CONFLICT DO NOTHING`.execute(tx)
}

/** What no database keeps is told back as a question mark: one such code must not spoil the others' answer. */
export const tellable = (code: string): string => code.toWellFormed().replaceAll('\u0000', '\ufffd')
