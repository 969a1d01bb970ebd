import { sql } from 'kysely'
import { z } from 'zod'
import { outputStages, outputWays } from '../../../shared/areas/facilities/stage-ledger.ts'
import type { Contract } from '../../../shared/areas.ts'
import { day } from '../../../shared/kernel/shapes.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { ownFacilities } from './whose.ts'

const DAYS = 7

const came = outputStages.map((stage) => {
  const { forward, back } = outputWays(stage)
  return sql`coalesce(sum(CASE WHEN m.kind = ANY(${forward}::text[]) THEN m.quantity WHEN m.kind = ANY(${back}::text[]) THEN -m.quantity END), 0)::int
    AS ${sql.ref(stage)}`
})

const outputRow = z.object({ day, ...Object.fromEntries(outputStages.map((stage) => [stage, col.number])) })

/** Pieces that came into each stage on the last days in India, less those taken back; the facilities that the caller may see, and where they send to. */
export const facilityOutput: Handlers<Contract['facilities']>['facilityOutput'] = async (
  { facility },
  { db, caller },
) => {
  const named = facility === undefined ? sql`true` : sql`f.code = ${facility}`
  const { rows: days } = await rowsOf(outputRow)`
    SELECT d.day::date::text AS day, ${sql.join(came)}
    FROM generate_series((now() AT TIME ZONE 'Asia/Kolkata')::date - ${DAYS - 1}::int, (now() AT TIME ZONE 'Asia/Kolkata')::date, '1 day') d(day)
    LEFT JOIN (facility_move m JOIN facility_line l ON l.id = m.line_id JOIN facility_job j ON j.id = l.job_id
      JOIN production_facility f ON f.id = j.facility_id AND ${ownFacilities(caller)} AND ${named})
      ON m.at >= d.day::date::timestamp AT TIME ZONE 'Asia/Kolkata' AND m.at < (d.day::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'
    GROUP BY d.day ORDER BY d.day`.execute(db)
  const { rows: facilities } = await rowsOf({ facility: col.text, name: col.text, name_zh: col.text })`
    SELECT f.code AS facility, f.name, f.name_zh FROM production_facility f WHERE ${ownFacilities(caller)} ORDER BY f.code`.execute(
    db,
  )
  const { rows: destinations } = await rowsOf({ site: col.text, name: col.text, name_zh: col.text })`
    SELECT code AS site, name, name_zh FROM site WHERE kind = 'india_qc' AND retired_at IS NULL ORDER BY code`.execute(
    db,
  )
  return reply({ days: days as never, facilities, destinations })
}
