import { sql } from 'kysely'
import type { Contract } from '../../../shared/areas.ts'
import { hasRight } from '../../../shared/areas.ts'
import { type TimelineEvent, timelineEventOf } from '../../audit/timeline.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Caller, type Handlers, reply } from '../../http/call.ts'
import { pageOf, readCursor } from '../../lists/keyset.ts'
import { findPass, isBlindTo, type PassRow } from './pass-rows.ts'

const columns = {
  place: col.number,
  at: col.instant,
  since: col.instant,
  scans: col.number,
  actor: col.textOrNull,
  by_key: col.flag.nullable(),
  event: col.text,
  from_state: col.textOrNull,
  to_state: col.textOrNull,
  source: col.text,
  details: col.json,
  pieces: col.numberOrNull,
}

/** Scans, of which there are many: those of one person, at one box on one day, are one line. */
const scanned = sql`('gate_pass.packed', 'gate_pass.unpacked', 'gate_pass.received', 'gate_pass.receipt_undone')`

/** What happened to a pass, newest first: who, when, what; boxes, reopenings and their reasons among it. */
export const gatePassHistory: Handlers<Contract['gatePasses']>['gatePassHistory'] = async (input, { db, caller }) => {
  const pass = await findPass(db, caller, input.gate_pass)
  const before = readCursor(input.cursor, ['bigint'])?.[0] ?? null
  const { rows } = await rowsOf(columns)`
    WITH own AS (
      SELECT e.*, CASE WHEN e.event IN ${scanned}
        THEN concat_ws(' ', e.event, e.user_id, e.details->>'box', (e.at AT TIME ZONE ${pass.from_zone})::date) ELSE e.seq::text END AS line
      FROM audit_event e WHERE e.entity = 'gate_pass' AND e.entity_id = ${pass.gate_pass}),
    lines AS (SELECT max(seq) AS place, min(at) AS since, count(*)::int AS scans, sum((details->>'pieces')::bigint)::float8 AS pieces FROM own GROUP BY line)
    SELECT l.place::float8 AS place, e.at, l.since, l.scans, u.name AS actor, u.is_machine AS by_key, e.event, e.from_state, e.to_state, e.source,
      e.details, l.pieces
    FROM lines l JOIN audit_event e ON e.seq = l.place LEFT JOIN app_user u ON u.id = e.user_id
    WHERE ${before === null ? sql`true` : sql`l.place < ${before}::bigint`} ORDER BY l.place DESC LIMIT ${sql.lit(input.page_size + 1)}`.execute(
    db,
  )
  const page = pageOf(rows, input.page_size, ({ place }) => [String(place)])
  return reply({
    rows: page.rows.map(({ place, since, scans, pieces, ...row }) => {
      const details = shownDetails(row.details as Record<string, unknown>, pieces, pass, caller)
      const event = timelineEventOf({ ...row, source: row.source as TimelineEvent['source'], details })
      return { ...event, id: String(place), since: scans > 1 ? since.toISOString() : null }
    }),
    next_cursor: page.next_cursor,
  })
}

const told = [
  'boxes',
  'box_no',
  'action',
  'station',
  'document',
  'is_whole',
  'reason',
  'short',
  'planned',
  'kind',
  'outcome',
  'count',
]
/** What a blind receipt hides, and what remarks may say of prices. */
const hidden = new Set(['pieces', 'planned', 'short'])

function shownDetails(details: Record<string, unknown>, pieces: number | null, pass: PassRow, caller: Caller) {
  const all = { ...details, ...(pieces !== null && { pieces }) } as Record<string, unknown>
  const names = [...told, 'pieces', ...(hasRight(caller, 'seePrices') ? ['remark'] : [])]
  const isBlind = isBlindTo(caller, pass)
  return Object.fromEntries(
    names.flatMap((name) => (all[name] === undefined || (isBlind && hidden.has(name)) ? [] : [[name, all[name]]])),
  )
}
