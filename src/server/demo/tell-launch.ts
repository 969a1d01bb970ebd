import { sql } from 'kysely'
import { v7 } from 'uuid'
import { rankDesigns } from '../areas/style-surveys/places.ts'
import { indiaToday } from '../database/today.ts'
import type { Tx } from '../http/call.ts'
import { userId } from './book.ts'

/** What each point measures in the smallest size, and by how much it grows: millimetres. */
const points = [
  ['Shoulder width', '肩宽', 'Seam to seam, flat', 360, 10, 5],
  ['Chest', '胸围', '2 cm below the armhole, flat', 420, 20, 10],
  ['Waist', '腰围', 'At the narrowest, flat', 340, 20, 10],
  ['Hem', '下摆', 'Along the edge, flat', 520, 20, 10],
  ['Total length', '全长', 'From the highest point of the shoulder', 900, 15, 10],
] as const

const reviewers = ['Asha Rao', 'Ben Carter', 'Deepak Verma', 'Mei Lin'] as const

/** The catalogue's styles as launches of their vendors; of some that `tellDevelopment` has not told of, the measures, their grading, who makes how many, and a survey. */
export async function tellLaunch(tx: Tx): Promise<void> {
  const ops = userId('ops')
  await sql`
    WITH made AS (INSERT INTO product_launch (id, code, vendor_id, file_name, colours, pictures, warnings, created_at, created_by)
      SELECT gen_random_uuid(), 'PL-' || lpad(nextval('product_launch_number')::text, 6, '0'), x.vendor_id, 'new_styles.xlsx', x.colours,
        x.pictures, 0, x.at, x.by FROM (SELECT c.vendor_id, count(DISTINCT o.id) AS colours, count(DISTINCT p.id) AS pictures,
          min(c.created_at) AS at, (array_agg(c.created_by))[1] AS by FROM catalogue_style c JOIN catalogue_color o ON o.catalogue_id = c.id
          LEFT JOIN catalogue_picture p ON p.catalogue_id = c.id GROUP BY c.vendor_id ORDER BY min(c.number)) x RETURNING id, vendor_id)
    UPDATE catalogue_style c SET launch_id = made.id FROM made WHERE made.vendor_id = c.vendor_id AND c.launch_id IS NULL`.execute(
    tx,
  )
  for (const [at, [point, zh, how, least, grows, tolerance]] of points.entries()) {
    // Of the second style the waist of one size was written down wrongly: the screen marks it.
    await sql`
      INSERT INTO garment_point (catalogue_id, size, point, point_zh, how_to_measure, spec_mm, tolerance_mm, position)
      SELECT c.id, z.size, ${point}, ${zh}, ${how}, ${least}::int + ${grows}::int * (z.place - 1)
        - CASE WHEN c.nth = 2 AND ${point} = 'Waist' AND z.place = 3 THEN 50 ELSE 0 END, ${tolerance}::int, ${at + 1}::int
      FROM (SELECT id, size_set, row_number() OVER (ORDER BY number) AS nth FROM catalogue_style
        WHERE size_set IS NOT NULL AND id NOT IN (SELECT catalogue_id FROM style_making)) c
      JOIN (SELECT code, size, row_number() OVER (PARTITION BY code ORDER BY position)::int AS place FROM size_set
        WHERE retired_at IS NULL) z ON z.code = c.size_set WHERE c.nth <= 12`.execute(tx)
  }
  await sql`
    INSERT INTO grading_size (catalogue_id, vendor_size, our_size, position)
    SELECT c.id, (150 + 5 * row_number() OVER (PARTITION BY c.id ORDER BY z.position)) || '/' || (76 + 4 * row_number() OVER (PARTITION BY c.id ORDER BY z.position)) || 'A',
      z.size, row_number() OVER (PARTITION BY c.id ORDER BY z.position)
    FROM (SELECT id, size_set FROM catalogue_style WHERE size_set IS NOT NULL AND id NOT IN (SELECT catalogue_id FROM style_making)
      ORDER BY number LIMIT 12) c
    JOIN size_set z ON z.code = c.size_set AND z.retired_at IS NULL`.execute(tx)
  await sql`
    INSERT INTO grading_jump (catalogue_id, point, from_size, to_size, increment_mm)
    SELECT g.id, g.point, g.before, g.size, g.spec_mm - g.was FROM (SELECT p.catalogue_id AS id, p.point, p.size, p.spec_mm,
        lag(p.size) OVER w AS before, lag(p.spec_mm) OVER w AS was FROM garment_point p JOIN grading_size s ON s.catalogue_id = p.catalogue_id
        AND s.our_size = p.size WINDOW w AS (PARTITION BY p.catalogue_id, p.point ORDER BY s.position)) g
    WHERE g.before IS NOT NULL AND g.spec_mm >= g.was`.execute(tx)
  await sql`
    INSERT INTO catalogue_split (catalogue_id, vendor_id, quantity) SELECT c.id, v.id, CASE WHEN v.id = c.vendor_id THEN 800 ELSE 400 END
    FROM (SELECT id, vendor_id FROM catalogue_style WHERE supply_chain = 'china' ORDER BY number LIMIT 2) c
    JOIN vendor v ON v.id = c.vendor_id OR v.code IN ('GZ01', 'SZ02')`.execute(tx)
  await tellSurvey(tx, ops, 'Summer designs', -20)
  await tellSurvey(tx, ops, 'Autumn designs', 10)
}

/** Twelve designs and four people, of whom one has not looked at the last ones. */
async function tellSurvey(tx: Tx, ops: string, name: string, days: number): Promise<void> {
  const id = v7()
  await sql`INSERT INTO style_survey (id, code, name, deadline, created_at, created_by)
    VALUES (${id}, 'SV-' || lpad(nextval('style_survey_number')::text, 6, '0'), ${name}, ${indiaToday} + ${days}::int,
      now() + make_interval(days => ${days}::int - 10), ${ops})`.execute(tx)
  await sql`INSERT INTO style_survey_design (survey_id, catalogue_id, position)
    SELECT ${id}::uuid, c.id, row_number() OVER (ORDER BY c.number) FROM catalogue_style c ORDER BY c.number LIMIT 12`.execute(
    tx,
  )
  for (const [at, reviewer] of reviewers.entries())
    await sql`
      INSERT INTO style_survey_score (survey_id, catalogue_id, reviewer, score, remark, given_by)
      SELECT d.survey_id, d.catalogue_id, ${reviewer}, 1 + (d.position * 7 + ${at}::int * (d.position % 3 + 1)) % 5,
        CASE WHEN (d.position + ${at}::int) % 6 = 0 THEN 'Too short for us' END, ${ops}::uuid
      FROM style_survey_design d WHERE d.survey_id = ${id}::uuid AND (${at}::int < 3 OR d.position <= 8)`.execute(tx)
  await rankDesigns(tx, [id])
}
