import { gradedFrom, inMeasuringOrder } from '../../../shared/areas/sample-development/measures.ts'
import { beyond, placeKey } from '../../../shared/areas/samples/rounds.ts'
import type { Contract } from '../../../shared/areas.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { readSpecs } from '../garment-specs/spec-store.ts'
import { askedPoints, inSpecOrder } from '../samples/asked-points.ts'
import { sampleRows } from '../samples/samples.ts'
import { makingOf } from './details.ts'
import { developmentOf } from './list.ts'
import { measuresOf } from './measures.ts'
import { positionsOf } from './positions.ts'
import { preProductionOf } from './pre-production.ts'
import { packsOf, packsTold } from './tech-packs.ts'

type Routes = Handlers<Contract['sampleDevelopment']>

const factColumns = {
  ...{ category: col.text, colors: col.texts, rounds: col.texts, weight_qc_g: col.numberOrNull },
}

/** A sample with all rounds of its style. */
export const getSampleDevelopment: Routes['getSampleDevelopment'] = async ({ sample_id }, context) => {
  const { db, caller } = context
  const { id, style, row } = await developmentOf(db, context, sample_id)
  const { rows: found } = await rowsOf(factColumns)`
    SELECT c.category, ARRAY(SELECT k.color FROM catalogue_color k WHERE k.catalogue_id = c.id ORDER BY k.position) AS colors,
      ARRAY(SELECT r.id::text FROM catalogue_sample r WHERE r.catalogue_id = c.id AND r.state <> 'planned' OR r.id = ${id}::uuid ORDER BY r.round) AS rounds,
      (SELECT weight_qc_g FROM catalogue_sample WHERE id = ${id}::uuid) AS weight_qc_g
    FROM catalogue_style c WHERE c.id = ${style}::uuid`.execute(db)
  const { category = '', colors = [], rounds: ids = [], weight_qc_g = null } = found[0] ?? {}
  const asked = await askedPoints(db, ids)
  const measured = await measuresOf(db, ids)
  const placed = (await positionsOf(db, [style]))(style)
  const { base_size, ...making } = await makingOf(db, style)
  const { rows: photos } = await rowsOf({ sample: col.text, image_id: col.text })`
    SELECT sample_id::text AS sample, image_id::text AS image_id FROM catalogue_sample_photo WHERE sample_id = ANY(${ids}::uuid[])
    ORDER BY sample_id, position, image_id`.execute(db)
  const rounds = await sampleRows(db, ids, caller)
  return reply({
    sample: row,
    ...{ category, colors, sizes: [...asked(id).sizes], base_size, making, weight_qc_g },
    points: await pointsTold(),
    rounds: rounds.map((one, at) => {
      const round = ids[at] ?? ''
      return {
        ...{ sample_id: one.sample_id, round: one.round, state: one.state, computed: one.computed, remark: one.remark },
        image_ids: photos.flatMap((photo) => (photo.sample === round ? [photo.image_id] : [])),
        measures: inSpecOrder(asked(round), measured(round)).map(({ sample: _, ...measure }) => ({
          ...measure,
          beyond_mm: beyond(measure),
        })),
      }
    }),
    packs: packsTold(row.catalogue_id, await packsOf(db, context, row.catalogue_id)),
    order: await preProductionOf(db, style),
  })

  /** What the sample is measured by, each size beside what the grading makes of the base size. */
  async function pointsTold() {
    const critical = new Set(placed.flatMap(({ point, is_critical }) => (is_critical ? [point] : [])))
    const spec = (await readSpecs(db, [style], 'points'))(style).points
    const { jumps } = (await readSpecs(db, [style], 'grading'))(style)
    const byPoint = [...Map.groupBy(asked(id).points, ({ point }) => point)].map(([point, cells]) => ({ point, cells }))
    return inMeasuringOrder(byPoint, placed).map(({ point, cells }) => {
      const about = spec.find((one) => one.point === point)
      const base = cells.find(({ size }) => size === base_size)
      const graded = base
        ? gradedFrom(
            base,
            jumps.filter((jump) => jump.point === point),
          )
        : new Map<string, number>()
      return {
        ...{ point, point_zh: about?.point_zh ?? '', how_to_measure: about?.how_to_measure ?? '' },
        is_critical: critical.has(point),
        cells: cells
          .filter((cell, at) => cells.findIndex((one) => placeKey(one) === placeKey(cell)) === at)
          .map(({ size, spec_mm, tolerance_mm }) => ({
            size,
            spec_mm,
            tolerance_mm,
            graded_mm: graded.get(size) ?? null,
          })),
      }
    })
  }
}
