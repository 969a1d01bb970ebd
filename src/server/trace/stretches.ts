import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { rowsOf } from '../database/rows.ts'
import type { Db } from '../http/call.ts'
import { type EventRow, eventColumns, eventRowColumns, whoAndWhat } from './event-scope.ts'

/** After a longer pause the same work is another stretch: what is done by day is one, a night ends it. */
const PAUSE = sql`interval '8 hours'`

/** The paper that boxes were put on is told with them: another paper is another stretch. Of an event's details. */
const paper = sql`coalesce(details->>'invoice_number', details->>'return_note')`

/** What the events of one stretch have in common. */
const alike = sql`user_id, event, source, paper`

const eventsOf = (boxes: RawBuilder<unknown>) => sql`entity = 'box' AND entity_id = ANY(ARRAY(${boxes}))`

/** A column that is compared byte by byte: sorting words by a language's rules takes most of the time. */
const byte = (column: string) => sql`${sql.ref(column)} COLLATE "C" AS ${sql.ref(column)}`

/** The value that all have, else none. */
const common = (column: string) => {
  const value = sql.ref(column)
  return sql`CASE WHEN min(${value}) = max(${value}) AND count(${value}) = count(*) THEN min(${value}) END AS ${value}`
}

/**
 * The events of boxes in stretches. Each stretch is placed by its first event: what comes later only lengthens it, so that a
 * page that was shown stays true and the next one neither repeats nor leaves out any.
 */
export function stretchesOf(boxes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    WITH told AS MATERIALIZED (
      SELECT id, seq, at, user_id, ${byte('event')}, ${byte('source')}, ${paper} COLLATE "C" AS paper, ${byte('entity_id')},
        ${byte('from_state')}, ${byte('to_state')}, (details->>'reason') COLLATE "C" AS reason
      FROM audit_event WHERE ${eventsOf(boxes)}),
    paused AS (
      SELECT *, coalesce(at - lag(at) OVER (PARTITION BY ${alike} ORDER BY seq) > ${PAUSE}, false)::int AS is_after_pause
      FROM told),
    numbered AS (
      SELECT *, sum(is_after_pause) OVER (PARTITION BY ${alike} ORDER BY seq) AS stretch FROM paused)
    SELECT min(seq) AS place, (array_agg(id ORDER BY seq))[1] AS first, (array_agg(id ORDER BY seq DESC))[1] AS last,
      min(at) AS since,
      count(*)::int AS events, count(DISTINCT entity_id)::int AS boxes,
      ${common('from_state')}, ${common('to_state')}, ${common('reason')}
    FROM numbered GROUP BY ${alike}, stretch`
}

/** The events of the stretch between two events of it, newest first. None, where they are not of this scope's boxes. */
export async function readStretch(
  db: Db,
  boxes: RawBuilder<unknown>,
  between: { first: string; last: string },
  before: string | null,
  limit: number,
): Promise<EventRow[]> {
  const older = before === null ? sql<SqlBool>`true` : sql<SqlBool>`u.seq < ${before}::bigint`
  // Box by box: left free, the database may walk all events of that time and look each up among the boxes.
  const { rows } = await rowsOf(eventRowColumns)`
    WITH under AS MATERIALIZED (
      SELECT e.* FROM unnest(ARRAY(${boxes})) AS b (sscc) CROSS JOIN LATERAL (
        SELECT id, seq, user_id, event, source, ${paper} AS paper FROM audit_event
        WHERE entity = 'box' AND entity_id = b.sscc AND seq BETWEEN (SELECT seq FROM audit_event WHERE id = ${between.first}::uuid)
          AND (SELECT seq FROM audit_event WHERE id = ${between.last}::uuid)
        OFFSET 0) e),
    told AS MATERIALIZED (SELECT user_id, event, source, paper FROM under WHERE id = ${between.first}::uuid),
    shown AS MATERIALIZED (
      SELECT u.id FROM under u JOIN told t
        ON (u.user_id, u.event, u.source, u.paper) IS NOT DISTINCT FROM (t.user_id, t.event, t.source, t.paper)
      WHERE ${older} ORDER BY u.seq DESC LIMIT ${sql.lit(limit)})
    SELECT e.id, e.seq AS place, ${eventColumns}, e.from_state, e.to_state, e.details
    FROM shown JOIN audit_event e ON e.id = shown.id ${whoAndWhat} ORDER BY e.seq DESC`.execute(db)
  return rows
}
