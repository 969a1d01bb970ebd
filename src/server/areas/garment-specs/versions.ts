import { sql } from 'kysely'
import { type GarmentSpec, garmentVersion } from '../../../shared/areas/garment-specs/calls.ts'
import {
  differencesOf,
  noContent,
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
import { conflict, notFound } from '../../http/errors.ts'
import { type HeldStyle, holdStyle, sizesOf } from './held-styles.ts'
import { readSpecs, writeSpec } from './spec-store.ts'

/** Where a version comes from: a sheet, a vendor's wish that was agreed to, or an older version. */
export interface Origin {
  fileName?: string | null
  askedBy?: string
  putBack?: number
}

const eventOf = { points: 'garment.measured', grading: 'garment.graded' } as const

/** The number of the last version; 0 where there is none. What stood before versions were written becomes the first. The style is held. */
export async function lastVersion(tx: Tx, id: string, kind: SpecKind, standing: SpecContent): Promise<number> {
  const { rows } = await rowsOf({ number: col.number })`
    SELECT coalesce(max(number), 0)::int AS number FROM garment_version WHERE catalogue_id = ${id}::uuid AND kind = ${kind}`.execute(
    tx,
  )
  const number = rows[0]?.number ?? 0
  const { adds } = sumsOf(differencesOf(noContent, standing))
  if (number > 0 || adds === 0) return number
  await sql`INSERT INTO garment_version (catalogue_id, kind, number, content, adds, changes, removes)
    VALUES (${id}::uuid, ${kind}, 1, ${JSON.stringify(standing)}::jsonb, ${adds}, 0, 0)`.execute(tx)
  return 1
}

/** Writes a spec and its next version; nothing where it is as it was. The style is held. */
export async function saveSpec(
  tx: Tx,
  context: CallContext,
  style: HeldStyle,
  kind: SpecKind,
  { was, now: wanted, ...origin }: { was: SpecContent; now: SpecContent } & Origin,
): Promise<void> {
  const now = inOrder(style, wanted)
  const sums = sumsOf(differencesOf(was, now))
  if (sums.adds + sums.changes + sums.removes === 0) return
  const before = await lastVersion(tx, style.id, kind, was)
  await writeSpec(tx, style.id, kind, { was, now })
  await sql`INSERT INTO garment_version (catalogue_id, kind, number, content, adds, changes, removes, file_name, put_back, asked_by, made_at, made_by)
    VALUES (${style.id}::uuid, ${kind}, ${before + 1}, ${JSON.stringify(now)}::jsonb, ${sums.adds}, ${sums.changes}, ${sums.removes},
      ${origin.fileName ?? null}, ${origin.putBack ?? null}, ${origin.askedBy ?? null}::uuid, now(), ${context.caller.userId}::uuid)`.execute(
    tx,
  )
  await recordEvent(tx, context, {
    entity: 'garment_spec',
    entityId: style.code,
    event: origin.putBack === undefined ? eventOf[kind] : 'garment.put_back',
    details: { ...sums, number: before + 1, ...(origin.putBack !== undefined && { put_back: origin.putBack }) },
  })
}

/** Sizes of a grading stand from small to large. */
function inOrder(style: HeldStyle, content: SpecContent): SpecContent {
  const order = sizesOf(
    style,
    content.sizes.map(({ our_size }) => our_size),
  )
  return {
    ...content,
    sizes: content.sizes.toSorted((a, b) => order.indexOf(a.our_size) - order.indexOf(b.our_size)),
  }
}

/** What a version says; nothing of version 0. */
export async function contentOf(db: Db | Tx, id: string, kind: SpecKind, number: number): Promise<SpecContent | null> {
  if (number === 0) return noContent
  const { rows } = await rowsOf({ content: specContent })`
    SELECT content FROM garment_version WHERE catalogue_id = ${id}::uuid AND kind = ${kind} AND number = ${number}`.execute(
    db,
  )
  return rows[0]?.content ?? null
}

const versionFacts = garmentVersion.omit({ is_last: true, back: true }).extend({ content: specContent })

/** Versions of a style, newest first, each with what putting it back would do to the spec as it stands. */
export async function versionsOf(db: Db, id: string): Promise<GarmentSpec['versions']> {
  const { rows } = await rowsOf(versionFacts)`
    SELECT v.kind AS of, v.number, v.content, v.adds, v.changes, v.removes, v.file_name, v.put_back, a.name AS asked_by, v.made_at,
      u.name AS made_by
    FROM garment_version v LEFT JOIN app_user u ON u.id = v.made_by LEFT JOIN app_user a ON a.id = v.asked_by
    WHERE v.catalogue_id = ${id}::uuid ORDER BY v.made_at DESC NULLS LAST, v.kind, v.number DESC LIMIT 100`.execute(db)
  const standing = { points: await readSpecs(db, [id], 'points'), grading: await readSpecs(db, [id], 'grading') }
  const last = new Map(
    specKinds.map((kind) => [kind, Math.max(0, ...rows.flatMap((row) => (row.of === kind ? [row.number] : [])))]),
  )
  return rows.map(({ content, ...row }) => ({
    ...row,
    is_last: row.number === last.get(row.of),
    back: sumsOf(differencesOf(standing[row.of](id), content)),
  }))
}

/** Makes an older version the one that stands. Throws conflict where another version was written since the caller looked. */
export const putBackGarmentSpec: Handlers<Contract['garmentSpecs']>['putBackGarmentSpec'] = (asked, context) =>
  context.command(async (tx) => {
    const style = await holdStyle(tx, context, asked.code)
    const was = (await readSpecs(tx, [style.id], asked.of))(style.id)
    const version = await lastVersion(tx, style.id, asked.of, was)
    await assertFresh(tx, { entity: 'garment_spec', entityId: style.code, version }, asked.last)
    const now = await contentOf(tx, style.id, asked.of, asked.number)
    if (now === null || asked.number === 0)
      throw notFound(garmentWords.noVersion, { code: style.code, number: asked.number })
    if (differencesOf(was, now).length === 0) throw conflict(garmentWords.asItStands)
    await saveSpec(tx, context, style, asked.of, { was, now, putBack: asked.number })
    return reply({ number: version + 1 }, garmentWords.putBack)
  })
