import { sql } from 'kysely'
import { checkLedgers, differenceText } from '../../src/server/app/check-ledgers.ts'
import { readFeedCursor } from '../../src/server/feed/cursor.ts'
import type { Db } from '../../src/server/http/call.ts'
import { sealKey } from '../../src/server/http/sealing.ts'
import type { CallName } from './calls.ts'
import type { Deed } from './journal.ts'

/** What is wrong, in words; none where all holds. */
export interface Findings {
  lost: string[]
  doubled: string[]
  broken: string[]
}

/** Calls whose deed may be answered 200 without a row under its key: with the reason. */
export const leavesNoKey: Partial<Record<CallName, string>> = {}

/** Events that are no part of the deed: a second sending that comes while the first changes the password counts as a wrong one. */
const apart = ['user.sign_in_failed', 'user.locked']

const SOME = 5_000

/**
 * Holds what players were answered against the books. A deed's marker is the key under which it was sent and the id of its request: its
 * key stands there once, written by the one transaction that also wrote its events.
 */
export async function checkDeeds(db: Db, deeds: readonly Deed[]): Promise<Findings> {
  const found: Findings = { lost: [], doubled: [], broken: [] }
  for (let at = 0; at < deeds.length; at += SOME) {
    const some = deeds.slice(at, at + SOME)
    const markers = some.map(({ marker }) => marker)
    const { rows: keys } = await sql<{ key: string; written_by: string }>`
      SELECT key, xmin::text AS written_by FROM idempotency_key WHERE key = ANY(${markers}::text[])`.execute(db)
    const { rows: events } = await sql<{ marker: string; transactions: string[]; times: number }>`
      SELECT request_id AS marker, array_agg(DISTINCT xmin::text) AS transactions, count(*)::int AS times
      FROM audit_event WHERE request_id = ANY(${markers}::text[]) AND event <> ALL(${apart}::text[]) GROUP BY 1`.execute(
      db,
    )
    const keyOf = new Map(keys.map((row) => [row.key, row.written_by]))
    const eventsOf = new Map(events.map((row) => [row.marker, row]))
    for (const deed of some) judge(deed, keyOf.get(deed.marker), eventsOf.get(deed.marker)?.transactions ?? [], found)
  }
  return found
}

function judge(deed: Deed, key: string | undefined, transactions: readonly string[], found: Findings): void {
  const named = `${deed.call} ${deed.marker} (${deed.outcome} ${deed.status}, sent ${deed.sends} times)`
  if (transactions.length > 1 || (key !== undefined && transactions.some((each) => each !== key)))
    found.doubled.push(`${named}: done by transactions ${[...new Set([...transactions, key ?? 'none'])].join(', ')}`)
  if (deed.outcome === 'done' && key === undefined && leavesNoKey[deed.call] === undefined)
    found.lost.push(`${named}: answered, and its key is not there`)
  if (deed.outcome === 'refused' && key !== undefined) found.broken.push(`${named}: refused, and done all the same`)
}

/** What the books themselves must be, whoever wrote them. */
export async function checkBooks(db: Db): Promise<string[]> {
  return [...(await ledgers(db)), ...(await holesInNumbers(db)), ...(await halfDone(db))]
}

async function ledgers(db: Db): Promise<string[]> {
  const checks = await checkLedgers(db, 5)
  return checks.flatMap(({ ledger, total, found }) =>
    total === 0 ? [] : [`${total} quantities of ${ledger} differ: ${found.map(differenceText).join('; ')}`],
  )
}

const papers = ['gate_pass_document', 'facility_document']

/** Tables whose numbers go without a gap, series by series: invoices, purchase orders, debit notes, papers of gate passes. */
async function holesInNumbers(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'serial'
      AND table_name IN (SELECT table_name FROM information_schema.columns WHERE column_name = 'series') ORDER BY 1`.execute(
    db,
  )
  const holes: string[] = []
  // Papers of gate passes and of facilities are of one series.
  const alone = tables.map(({ name }) => name).filter((name) => !papers.includes(name))
  for (const names of [papers, ...alone.map((name) => [name])]) {
    const all = sql.join(
      names.map((each) => sql`SELECT series, serial FROM ${sql.table(each)}`),
      sql` UNION ALL `,
    )
    const name = names.join(' and ')
    const { rows } = await sql<{ series: string; least: number; most: number; count: number }>`
      SELECT series, min(serial)::int AS least, max(serial)::int AS most, count(*)::int AS count
      FROM (${all}) n GROUP BY series`.execute(db)
    for (const { series, least, most, count } of rows)
      if (least !== 1 || most !== count) holes.push(`${name} ${series}: ${count} numbers from ${least} to ${most}`)
  }
  if (tables.length < 3) holes.push(`only ${tables.length} tables have numbers without gaps`)
  return holes
}

/** Keys without a reply, events of the feed without a number, events of the audit that the feed forgot. */
async function halfDone(db: Db): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    SELECT 'idempotency key ' || key || ' has no reply' AS words FROM idempotency_key WHERE reply IS NULL
    UNION ALL SELECT 'event ' || id || ' of feed batch ' || b.seq || ' is not in the audit'
      FROM feed_batch b CROSS JOIN LATERAL unnest(b.event_ids) AS i (id) WHERE b.number > 1 AND NOT EXISTS (SELECT 1 FROM audit_event e WHERE e.id = i.id)
    LIMIT 20`.execute(db)
  return rows.map(({ words }) => words)
}

interface Place {
  number: number
  at: number
  id: string
}

/** Opens a cursor with the house's own secret: to a follower it tells nothing. */
function placeIn(key: Buffer, cursor: string): Place {
  const place = readFeedCursor(key, cursor)
  if (place === null) throw new Error(`the feed gave a cursor that it does not read: ${cursor}`)
  return place
}

const isBehind = (a: Place, b: Place) => a.number > b.number || (a.number === b.number && a.at > b.at)

/** What a follower read from where it began, against the feed: each event once, in its order, none left out up to the last that was read. */
export async function checkFeed(db: Db, begun: string, cursors: readonly string[]): Promise<string[]> {
  const key = await sealKey(db, 'feed cursor')
  const start = placeIn(key, begun)
  const places = cursors.map((cursor) => placeIn(key, cursor))
  const found: string[] = []
  for (const [nth, place] of places.entries()) {
    const before = places[nth - 1] ?? start
    if (!isBehind(place, before))
      found.push(`the feed gave ${place.number}/${place.at} after ${before.number}/${before.at}`)
  }
  const ids = new Set(places.map(({ id }) => id))
  if (ids.size !== places.length) found.push(`the feed gave ${places.length - ids.size} events twice`)
  const last = places.at(-1) ?? start
  const { rows } = await sql<{ id: string }>`
    SELECT i.id FROM feed_batch b CROSS JOIN LATERAL unnest(b.event_ids) WITH ORDINALITY AS i (id, at)
    WHERE (b.number, i.at) > (${start.number}::bigint, ${start.at}::bigint) AND (b.number, i.at) <= (${last.number}::bigint, ${last.at}::bigint)`.execute(
    db,
  )
  const missed = rows.filter(({ id }) => !ids.has(id))
  if (missed.length > 0) found.push(`the feed left out ${missed.length} events, such as ${missed[0]?.id}`)
  if (rows.length !== ids.size) found.push(`the feed has ${rows.length} events, and gave ${ids.size}`)
  const { rows: stuck } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM feed_batch WHERE number IS NULL AND at < now() - interval '20 seconds'`.execute(
    db,
  )
  if ((stuck[0]?.count ?? 0) > 0) found.push(`${stuck[0]?.count} batches of the feed have no number after 20 seconds`)
  return found.slice(0, 20)
}
