import { sql } from 'kysely'
import { noContent, type PointRow, specContent } from '../../../shared/areas/garment-specs/changes.ts'
import { inSizeOrder } from '../../../shared/areas/garment-specs/rules.ts'
import { type Place, placeKey } from '../../../shared/areas/samples/rounds.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { readSpecs } from '../garment-specs/spec-store.ts'
import { lastVersion } from '../garment-specs/versions.ts'

export type AskedPoint = Pick<PointRow, 'size' | 'point' | 'spec_mm' | 'tolerance_mm' | 'position'>

/** What samples are measured by, by catalogue_sample.id. */
export interface Asked {
  /** In the order of the spec, and of the style's sizes. */
  points: readonly AskedPoint[]
  today: readonly AskedPoint[]
  /** Sizes from small to large; those that nobody knows stand last. */
  sizes: readonly string[]
}

const columns = {
  id: col.text,
  style: col.text,
  first: specContent.nullable(),
  sizes: col.texts,
  measured: col.texts,
}

/** The spec of each sample's style as it was when the sample was first measured; until then as it is today. */
export async function askedPoints(db: Db | Tx, ids: readonly string[]): Promise<(id: string) => Asked> {
  const { rows } = await rowsOf(columns)`
    SELECT s.id::text AS id, s.catalogue_id::text AS style,
      CASE WHEN s.spec_version = 0 THEN ${JSON.stringify(noContent)}::jsonb ELSE (SELECT v.content FROM garment_version v
        WHERE v.catalogue_id = s.catalogue_id AND v.kind = 'points' AND v.number = s.spec_version) END AS first,
      ARRAY(SELECT z.size FROM size_set z WHERE z.code = c.size_set AND z.retired_at IS NULL ORDER BY z.position) AS sizes,
      ARRAY(SELECT DISTINCT m.size FROM catalogue_sample_measure m WHERE m.sample_id = s.id) AS measured
    FROM catalogue_sample s JOIN catalogue_style c ON c.id = s.catalogue_id WHERE s.id = ANY(${ids}::uuid[])`.execute(
    db,
  )
  const now = await readSpecs(db, [...new Set(rows.map(({ style }) => style))], 'points')
  const byId = new Map<string, Asked>()
  for (const { id, style, first, sizes: set, measured } of rows) {
    const today = now(style).points
    const points = first?.points ?? today
    const sizes = [...new Set([...set, ...inSizeOrder([...points.map(({ size }) => size), ...measured])])]
    const order = bySize(sizes)
    const sorted = (of: readonly PointRow[]) =>
      of.toSorted((a, b) => a.position - b.position || a.point.localeCompare(b.point) || order(a, b))
    byId.set(id, { points: sorted(points), today: sorted(today), sizes })
  }
  return (id) => byId.get(id) ?? { points: [], today: [], sizes: [] }
}

export const bySize =
  (sizes: readonly string[]) =>
  (a: Pick<Place, 'size'>, b: Pick<Place, 'size'>): number =>
    sizes.indexOf(a.size) - sizes.indexOf(b.size)

/** Measures in the order of the spec, then points beside it by name; sizes from small to large. */
export function inSpecOrder<M extends Place>({ points, sizes }: Asked, measures: readonly M[]): M[] {
  const places = new Map(points.map(({ point, position }) => [point, position]))
  const place = ({ point }: Place) => places.get(point) ?? Number.MAX_SAFE_INTEGER
  return measures.toSorted((a, b) => place(a) - place(b) || a.point.localeCompare(b.point) || bySize(sizes)(a, b))
}

export interface SpecValues {
  spec_mm: number | null
  tolerance_mm: number | null
}

/** What a measure should be: what the style's spec says; of a point beside it, what its measurer says. */
export function specOf({ points }: Pick<Asked, 'points'>): (place: Place, said: SpecValues) => SpecValues {
  const byPlace = new Map(points.map((one) => [placeKey(one), one]))
  return (place, said) => byPlace.get(placeKey(place)) ?? said
}

/**
 * After measures were written: a sample with measures is measured, by the spec as it is now unless it was measured before; one without
 * is received, and goes by no spec yet. `anew`: by the spec of today in any case, and its measures with it. The samples are held.
 */
export async function settleMeasured(tx: Tx, ids: readonly string[], { anew = false } = {}): Promise<void> {
  const { rows } = await rowsOf({ id: col.text, style: col.text })`
    SELECT s.id::text AS id, s.catalogue_id::text AS style FROM catalogue_sample s
    WHERE s.id = ANY(${ids}::uuid[]) AND (s.spec_version IS NULL OR ${anew})
      AND EXISTS (SELECT 1 FROM catalogue_sample_measure m WHERE m.sample_id = s.id)`.execute(tx)
  const now = await readSpecs(tx, [...new Set(rows.map(({ style }) => style))], 'points')
  for (const { id, style } of rows) {
    const version = await lastVersion(tx, style, 'points', now(style))
    await sql`UPDATE catalogue_sample SET spec_version = ${version} WHERE id = ${id}::uuid`.execute(tx)
    if (anew)
      await sql`UPDATE catalogue_sample_measure m SET spec_mm = g.spec_mm, tolerance_mm = g.tolerance_mm FROM garment_point g
        WHERE m.sample_id = ${id}::uuid AND g.catalogue_id = ${style}::uuid AND g.size = m.size AND g.point = m.point`.execute(
        tx,
      )
  }
  await sql`UPDATE catalogue_sample s SET state = CASE WHEN n.is_measured THEN 'measured' ELSE 'received' END,
      spec_version = CASE WHEN n.is_measured THEN s.spec_version END
    FROM (SELECT x.id, EXISTS (SELECT 1 FROM catalogue_sample_measure m WHERE m.sample_id = x.id) AS is_measured
      FROM unnest(${ids}::uuid[]) AS x (id)) n WHERE s.id = n.id`.execute(tx)
}
