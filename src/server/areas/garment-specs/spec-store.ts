import { sql } from 'kysely'
import { noContent, type SpecContent, type SpecKind, specContent } from '../../../shared/areas/garment-specs/changes.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { measuresOfLive, retireMeasures } from '../catalogue/go-live.ts'

/** Points of measure or gradings as they stand, by style (catalogue_style.id). */
export async function readSpecs(
  db: Db | Tx,
  ids: readonly string[],
  kind: SpecKind,
): Promise<(id: string) => SpecContent> {
  const content =
    kind === 'points'
      ? sql`jsonb_build_object('points', coalesce((SELECT jsonb_agg(jsonb_build_object('size', g.size, 'point', g.point, 'point_zh', g.point_zh,
          'how_to_measure', g.how_to_measure, 'spec_mm', g.spec_mm, 'tolerance_mm', g.tolerance_mm, 'position', g.position)
          ORDER BY g.position, g.point, g.size) FROM garment_point g WHERE g.catalogue_id = n.id), '[]'), 'sizes', '[]'::jsonb, 'jumps', '[]'::jsonb)`
      : sql`jsonb_build_object('points', '[]'::jsonb,
          'sizes', coalesce((SELECT jsonb_agg(jsonb_build_object('vendor_size', z.vendor_size, 'our_size', z.our_size) ORDER BY z.position)
            FROM grading_size z WHERE z.catalogue_id = n.id), '[]'),
          'jumps', coalesce((SELECT jsonb_agg(jsonb_build_object('point', j.point, 'from_size', j.from_size, 'to_size', j.to_size,
            'increment_mm', j.increment_mm) ORDER BY j.point, j.to_size) FROM grading_jump j WHERE j.catalogue_id = n.id), '[]'))`
  const { rows } = await rowsOf({ id: col.text, content: specContent })`
    SELECT n.id::text AS id, ${content} AS content FROM unnest(${ids}::uuid[]) AS n (id)`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row.content]))
  return (id) => byId.get(id) ?? noContent
}

/** Writes a style's points or grading anew. Of a style that is live, QC measures by the new points at once. The style is held. */
export async function writeSpec(
  tx: Tx,
  id: string,
  kind: SpecKind,
  { was, now }: { was: SpecContent; now: SpecContent },
): Promise<void> {
  if (kind === 'grading') return writeGrading(tx, id, now)
  const of = <T>(value: (one: SpecContent['points'][number]) => T) => now.points.map(value)
  await sql`DELETE FROM garment_point WHERE catalogue_id = ${id}::uuid`.execute(tx)
  await sql`
    INSERT INTO garment_point (catalogue_id, size, point, point_zh, how_to_measure, spec_mm, tolerance_mm, position)
    SELECT ${id}::uuid, n.* FROM unnest(${of(({ size }) => size)}::text[], ${of(({ point }) => point)}::text[],
      ${of((one) => one.point_zh)}::text[], ${of((one) => one.how_to_measure)}::text[], ${of((one) => one.spec_mm)}::int[],
      ${of((one) => one.tolerance_mm)}::int[], ${of(({ position }) => position)}::int[]) AS n`.execute(tx)
  const named = new Set(of(({ size, point }) => `${size}\n${point}`))
  const left = was.points.filter(({ size, point }) => !named.has(`${size}\n${point}`))
  await retireMeasures(
    tx,
    left.map(({ size, point }) => ({ id, size, point })),
  )
  await measuresOfLive(tx, [id])
}

async function writeGrading(tx: Tx, id: string, { sizes, jumps }: SpecContent): Promise<void> {
  await sql`DELETE FROM grading_size WHERE catalogue_id = ${id}`.execute(tx)
  await sql`DELETE FROM grading_jump WHERE catalogue_id = ${id}`.execute(tx)
  await sql`INSERT INTO grading_size (catalogue_id, vendor_size, our_size, position)
    SELECT ${id}::uuid, n.* FROM unnest(${sizes.map((one) => one.vendor_size)}::text[], ${sizes.map((one) => one.our_size)}::text[],
      ${sizes.map((_, at) => at + 1)}::int[]) AS n`.execute(tx)
  await sql`INSERT INTO grading_jump (catalogue_id, point, from_size, to_size, increment_mm)
    SELECT ${id}::uuid, n.* FROM unnest(${jumps.map(({ point }) => point)}::text[], ${jumps.map((one) => one.from_size)}::text[],
      ${jumps.map((one) => one.to_size)}::text[], ${jumps.map((one) => one.increment_mm)}::int[]) AS n`.execute(tx)
}
