import { sql } from 'kysely'
import { placeKey, sampleWords } from '../../../shared/areas/samples/rounds.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound, refusedField } from '../../http/errors.ts'
import { keptPhoto } from '../photos/photo-files.ts'
import { askedPoints, settleMeasured, specOf } from './asked-points.ts'
import { sampleOf } from './samples.ts'
import { holdSample } from './set-sample.ts'

type Routes = Handlers<Contract['samples']>

/**
 * What QC found, typed: measures take the place of those of the same size and point, photographs of all that were there. A received sample
 * becomes measured by its first measure. Throws move_not_allowed before it was received and after its verdict, invalid_input for a
 * photograph that is not the caller's nor the sample's.
 */
export const describeSample: Routes['describeSample'] = (asked, context) =>
  context.command(async (tx) => {
    const { sample_id, version, weight_qc_g, measures, image_ids, by_todays_spec } = asked
    const { sample } = await holdSample(tx, context, sample_id)
    await assertFresh(tx, { entity: 'catalogue_sample', entityId: sample.code, version: sample.version }, version)
    if (sample.state !== 'received' && sample.state !== 'measured')
      throw moveNotAllowed(sampleWords.notReceived, [], { values: { sample: sample.code } })
    const places = measures?.map(placeKey) ?? []
    const twice = places.findIndex((place, at) => places.indexOf(place) !== at)
    if (twice >= 0) throw refusedField(`measures.${twice}.point`, sampleWords.twice)
    if (measures) await writeMeasures(tx, sample.id, measures)
    await settleMeasured(tx, [sample.id], { anew: by_todays_spec })
    if (image_ids) await writePhotos(tx, sample.id, context.caller.userId, image_ids)
    await sql`UPDATE catalogue_sample s SET version = version + 1,
      weight_qc_g = ${weight_qc_g === undefined ? sql`weight_qc_g` : weight_qc_g}
      WHERE id = ${sample.id}`.execute(tx)
    await recordEvent(tx, context, {
      ...{ entity: 'catalogue_sample', entityId: sample.code },
      event: measures && measures.length > 0 ? 'sample.measured' : 'sample.described',
      details: { ...(image_ids && { photos: image_ids.length }) },
    })
    return reply({ sample: await sampleOf(tx, context, sample_id) }, sampleWords.saved)
  })

interface Typed {
  size: string
  point: string
  spec_mm: number | null
  tolerance_mm: number | null
  measured_mm: number | null
}

/** What a point should be is what the spec says, whatever was sent. One without a number is taken off again. The sample is held. */
export async function writeMeasures(tx: Tx, sampleId: string, typed: readonly Typed[]): Promise<void> {
  const specified = specOf((await askedPoints(tx, [sampleId]))(sampleId))
  const measures = typed.map((one) => {
    const { spec_mm, tolerance_mm } = specified(one, one)
    return { ...one, spec_mm, tolerance_mm }
  })
  const column = <T>(of: (one: Typed) => T) => measures.map(of)
  await sql`
    WITH n AS (SELECT * FROM unnest(${column(({ size }) => size)}::text[], ${column(({ point }) => point)}::text[],
        ${column(({ spec_mm }) => spec_mm)}::int[], ${column(({ tolerance_mm }) => tolerance_mm)}::int[],
        ${column(({ measured_mm }) => measured_mm)}::int[]) AS n (size, point, spec_mm, tolerance_mm, measured_mm)),
      gone AS (DELETE FROM catalogue_sample_measure m USING n
        WHERE m.sample_id = ${sampleId} AND m.size = n.size AND m.point = n.point AND n.measured_mm IS NULL)
    INSERT INTO catalogue_sample_measure AS m (sample_id, size, point, spec_mm, tolerance_mm, measured_mm)
    SELECT ${sampleId}::uuid, size, point, spec_mm, tolerance_mm, measured_mm FROM n WHERE measured_mm IS NOT NULL
    ON CONFLICT (sample_id, size, point) DO UPDATE SET spec_mm = excluded.spec_mm, tolerance_mm = excluded.tolerance_mm,
      measured_mm = excluded.measured_mm`.execute(tx)
}

async function writePhotos(tx: Tx, sampleId: string, userId: string, imageIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(imageIds)]
  const { rows } = await rowsOf({ id: col.text })`SELECT i.id FROM qc_image i WHERE i.id = ANY(${wanted}::uuid[])
    AND (i.user_id = ${userId} OR EXISTS (SELECT 1 FROM catalogue_sample_photo p WHERE p.image_id = i.id AND p.sample_id = ${sampleId}))`.execute(
    tx,
  )
  if (rows.length < wanted.length) throw invalidInput(sampleWords.noPhoto)
  await sql`DELETE FROM catalogue_sample_photo WHERE sample_id = ${sampleId} AND image_id <> ALL(${wanted}::uuid[])`.execute(
    tx,
  )
  await sql`INSERT INTO catalogue_sample_photo (sample_id, image_id, position)
    SELECT ${sampleId}::uuid, image_id, at - 1 FROM unnest(${wanted}::uuid[]) WITH ORDINALITY AS n (image_id, at)
    ON CONFLICT (sample_id, image_id) DO UPDATE SET position = excluded.position`.execute(tx)
}

/** A photograph of a sample, or one that the caller just sent; those of inspections are not given here. */
export const samplePhoto: Routes['samplePhoto'] = async (asked, context) => {
  const body = await keptPhoto('catalogue_sample_photo', asked, context)
  if (!body) throw notFound(sampleWords.noPhoto)
  return { body, isImmutable: true }
}
