import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import type { GarmentSpec } from '../../../shared/areas/garment-specs/calls.ts'
import {
  differencesOf,
  rebased,
  type SpecContent,
  type SpecKind,
  specContent,
  specKinds,
  sumsOf,
} from '../../../shared/areas/garment-specs/changes.ts'
import { garmentWords } from '../../../shared/areas/garment-specs/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput, notFound } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import { isSoundGrading } from './grading-rows.ts'
import { type HeldStyle, holdStyle } from './held-styles.ts'
import { newBackwards } from './point-jumps.ts'
import { readSpecs } from './spec-store.ts'
import { contentOf, lastVersion, saveSpec } from './versions.ts'

const columns = {
  id: col.text,
  of: z.enum(specKinds),
  base: col.number,
  content: specContent,
  file_name: col.textOrNull,
  made_at: col.instant,
  made_by: col.text,
  name: col.text,
  version: col.number,
}

/** What waits of a style (catalogue_style.id), its points first. */
async function waitingRows(db: Db | Tx, ids: readonly string[]) {
  const { rows } = await rowsOf({ ...columns, style: col.text })`
    SELECT p.id::text AS id, p.catalogue_id::text AS style, p.kind AS of, p.base, p.content, p.file_name, p.made_at, p.made_by::text AS made_by,
      u.name, p.version
    FROM garment_proposal p JOIN app_user u ON u.id = p.made_by
    WHERE p.catalogue_id = ANY(${ids}::uuid[]) AND p.state = 'waiting' ORDER BY p.kind DESC`.execute(db)
  return rows
}

/** What a proposal would make of the spec as it stands now. */
async function wantedNow(db: Db | Tx, style: string, row: { of: SpecKind; base: number; content: SpecContent }) {
  const standing = (await readSpecs(db, [style], row.of))(style)
  const base = await contentOf(db, style, row.of, row.base)
  return { standing, wanted: rebased(base ?? standing, row.content, standing) }
}

/** Specs as their vendor left them: with what it asked for and nobody has decided yet. By catalogue_style.id, of styles that have such. */
export async function wantedSpecs(
  tx: Tx,
  ids: readonly string[],
  kind: SpecKind,
): Promise<ReadonlyMap<string, SpecContent>> {
  const found = new Map<string, SpecContent>()
  for (const row of await waitingRows(tx, ids))
    if (row.of === kind) found.set(row.style, (await wantedNow(tx, row.style, row)).wanted)
  return found
}

/** Old beside new, for a person of the company to agree to; and for the vendor, which sees what waits. */
export async function proposalsOf(db: Db, id: string): Promise<GarmentSpec['proposals']> {
  const told: GarmentSpec['proposals'] = []
  for (const row of await waitingRows(db, [id])) {
    const { standing, wanted } = await wantedNow(db, id, row)
    const differences = differencesOf(standing, wanted)
    const { of, file_name, version } = row
    told.push({
      ...{ id: row.id, of, file_name, version, made_by: row.name, made_at: row.made_at.toISOString() },
      ...{ sums: sumsOf(differences), differences },
    })
  }
  return told
}

/** Keeps what a vendor wants of a live style until somebody of the company has seen it; laid over what waits of it already. */
export async function propose(
  tx: Tx,
  context: CallContext,
  style: HeldStyle,
  kind: SpecKind,
  { standing, wanted, fileName }: { standing: SpecContent; wanted: SpecContent; fileName: string },
): Promise<void> {
  const base = await lastVersion(tx, style.id, kind, standing)
  await sql`INSERT INTO garment_proposal AS p (id, catalogue_id, kind, base, content, file_name, made_by)
    VALUES (${v7()}::uuid, ${style.id}::uuid, ${kind}, ${base}, ${JSON.stringify(wanted)}::jsonb, ${fileName}, ${context.caller.userId}::uuid)
    ON CONFLICT (catalogue_id, kind) WHERE state = 'waiting' DO UPDATE SET base = excluded.base, content = excluded.content,
      file_name = excluded.file_name, made_at = now(), made_by = excluded.made_by, version = p.version + 1`.execute(tx)
  await recordEvent(tx, context, {
    ...{ entity: 'garment_spec', entityId: style.code, event: 'garment.asked' },
    details: { of: kind, ...sumsOf(differencesOf(standing, wanted)) },
  })
  await notify(tx, context, {
    ...{ kind: 'garment_change_waiting', things: [style.code], values: { code: style.code } },
  })
}

/**
 * Agrees to what a vendor wants of a live style, or refuses it with a reason. Throws stale where the proposal or the spec is another than
 * the caller saw, conflict where a grading would no longer be sound.
 */
export const decideGarmentChange: Handlers<Contract['garmentSpecs']>['decideGarmentChange'] = (asked, context) =>
  context.command(async (tx) => {
    const style = await holdStyle(tx, context, asked.code)
    const row = (await waitingRows(tx, [style.id])).find(({ id }) => id === asked.proposal_id)
    if (!row) throw notFound(garmentWords.noProposal, { code: style.code })
    await assertFresh(tx, { entity: 'garment_spec', entityId: style.code, version: row.version }, asked.version)
    const { standing, wanted } = await wantedNow(tx, style.id, row)
    if (!asked.agrees && !asked.remark)
      throw invalidInput(garmentWords.needsRemark, { fields: [{ field: 'remark', message: garmentWords.needsRemark }] })
    if (asked.agrees) {
      const sums = sumsOf(differencesOf(standing, wanted))
      if (asked.adds !== sums.adds || asked.changes !== sums.changes || asked.removes !== sums.removes)
        throw conflict(garmentWords.otherSums, { values: { ...sums } })
      const isSound =
        row.of === 'grading'
          ? isSoundGrading(style, wanted, standing)
          : newBackwards(style, standing.points, wanted.points).length === 0
      if (!isSound) throw conflict(garmentWords.unsound)
      await saveSpec(tx, context, style, row.of, {
        ...{ was: standing, now: wanted, fileName: row.file_name, askedBy: row.made_by },
      })
    }
    await sql`UPDATE garment_proposal SET state = ${asked.agrees ? 'taken' : 'refused'}, decided_at = now(), version = version + 1,
      decided_by = ${context.caller.userId}::uuid, remark = ${asked.remark || null} WHERE id = ${row.id}::uuid`.execute(
      tx,
    )
    await recordEvent(tx, context, {
      ...{ entity: 'garment_spec', entityId: style.code, event: asked.agrees ? 'garment.agreed' : 'garment.refused' },
      details: { of: row.of, remark: asked.remark || null },
    })
    await notify(tx, context, {
      ...{ kind: asked.agrees ? 'garment_change_agreed' : 'garment_change_refused', vendorId: style.vendor_id },
      ...{ things: [style.code], values: { code: style.code, remark: asked.remark ?? '' } },
    })
    return reply({ code: style.code }, asked.agrees ? garmentWords.agreed : garmentWords.refused)
  })
