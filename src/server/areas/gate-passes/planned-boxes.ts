import { sql } from 'kysely'
import { beforeSubmit } from '../../../shared/areas/gate-passes/moves.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import type { PassRow } from './pass-rows.ts'

/** Passes on whose plan boxes stand, by code: this pass before others that are not on the road yet. */
export async function plannedBoxes(
  tx: Tx,
  pass: Pick<PassRow, 'id'>,
  codes: readonly string[],
): Promise<Map<string, { pass_id: string }>> {
  const { rows } = await rowsOf({ code: col.text, pass_id: col.text })`
    SELECT DISTINCT ON (b.code) b.code, b.pass_id::text AS pass_id FROM gate_pass_planned_box b JOIN gate_pass p ON p.id = b.pass_id
    WHERE b.code = ANY(${[...codes]}::text[]) AND p.state = ANY(${[...beforeSubmit]}::text[])
    ORDER BY b.code, (b.pass_id = ${pass.id}::uuid) DESC, p.id`.execute(tx)
  return new Map(rows.map(({ code, pass_id }) => [code, { pass_id }]))
}

/** Writes which boxes a plan counts now, and which it counts no more. */
export async function notePlannedBoxes(
  tx: Tx,
  pass: Pick<PassRow, 'id'>,
  { added, gone }: { added: readonly string[]; gone: readonly string[] },
): Promise<void> {
  if (gone.length > 0)
    await sql`DELETE FROM gate_pass_planned_box WHERE pass_id = ${pass.id} AND code = ANY(${[...gone]}::text[])`.execute(
      tx,
    )
  if (added.length > 0)
    await sql`INSERT INTO gate_pass_planned_box (pass_id, code) SELECT ${pass.id}::uuid, code FROM unnest(${[...added]}::text[]) AS n (code)
      ON CONFLICT DO NOTHING`.execute(tx)
}
