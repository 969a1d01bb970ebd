import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { disputableLine } from '../../../shared/areas/disputes/calls.ts'
import type { DisputeCountry } from '../../../shared/areas/disputes/rules.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import type { Caller, Db, Tx } from '../../http/call.ts'
import { type AtQc, inChina, inIndia, type QcPlace } from '../qc-boxes/sites.ts'
import { toldOf } from './told-of-india.ts'

const DAY_MS = 86_400_000

/** The boxes of that country's QC. */
export const boxesOf = (country: DisputeCountry, caller: Caller): AtQc =>
  country === 'china' ? inChina(caller) : inIndia(caller)

/** What is known of a box's result: how it stands now, and what was said of it. */
export interface Standing {
  country: DisputeCountry
  /** The last count or inspection of it; null while it is not counted. */
  verdictAt: Date | null
  /** The last moment to dispute it. */
  until: Date | null
  openDays: number
  /** The dispute that is open. */
  live: string | null
  /** The dispute of this result that the company has decided on. */
  decided: string | null
  /** Its vendor has accepted this result. */
  isAccepted: boolean
  lines: DisputableLine[]
}

const lineRow = disputableLine.extend({ sku_id: col.text })

export type DisputableLine = z.output<typeof lineRow>

const standingColumns = {
  verdict_at: col.instantOrNull,
  live: col.textOrNull,
  decided: col.textOrNull,
  accepted: col.textOrNull,
}

/** The last dispute of a box `q` in these states whose result is the one that stands. */
const ofResult = (states: RawBuilder<unknown>) => sql`(SELECT p.number FROM qc_dispute p
  WHERE p.box_id = q.box_id AND p.site_id = q.site_id AND p.state IN (${states}) AND p.verdict_at >= r.verdict_at
  ORDER BY p.opened_at DESC LIMIT 1)`

/** A box at a site as a vendor may dispute it: refused are pieces that failed, also where they went back already. */
export async function standingOf(
  db: Db | Tx,
  { box_id, site_id }: QcPlace,
  country: DisputeCountry,
): Promise<Standing> {
  const isIndia = country === 'india'
  const place = { box: sql`q.box_id`, site: sql`q.site_id` }
  const judged = sql`CASE WHEN q.uncounted = 0 THEN greatest(q.counted_at, (SELECT max(i.at)
      FROM qc_inspection i WHERE i.box_id = q.box_id AND i.site_id = q.site_id)) END`
  const openDays = await readSetting(db as Db, 'dispute_open_days')
  const { rows } = await rowsOf(standingColumns)`
    SELECT r.verdict_at, (SELECT p.number FROM qc_dispute p WHERE p.box_id = q.box_id AND p.site_id = q.site_id
        AND p.state IN ('open', 'asked', 'answered')) AS live,
      ${ofResult(sql`'upheld', 'partly_upheld', 'turned_down'`)} AS decided, ${ofResult(sql`'accepted'`)} AS accepted
    FROM qc_box q CROSS JOIN LATERAL (SELECT ${isIndia ? toldOf(sql`max(d.at)`, place) : judged} AS verdict_at) r
    WHERE q.box_id = ${box_id}::uuid AND q.site_id = ${site_id}::uuid`.execute(db)
  const [found] = rows
  const told = toldOf(sql`coalesce(sum(d.quantity), 0)::int`, {
    ...{ box: sql`l.box_id`, site: sql`l.site_id`, sku: sql`l.sku_id` },
  })
  const pieces = isIndia
    ? sql`${told} AS refused, 0 AS short, 0 AS over`
    : sql`l.failed + l.returned AS refused, l.missing AS short, l.excess AS over`
  const lines = await rowsOf(lineRow)`
    SELECT * FROM (SELECT l.sku_id, k.nm_sku, s.code AS style_id, k.color, k.color_zh, k.size, ${pieces}, l.position
      FROM qc_line l JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
      WHERE l.box_id = ${box_id}::uuid AND l.site_id = ${site_id}::uuid) x
    WHERE x.refused + x.short + x.over > 0 ORDER BY x.position`.execute(db)
  const verdictAt = found?.verdict_at ?? null
  return {
    country,
    verdictAt,
    until: verdictAt && new Date(verdictAt.getTime() + openDays * DAY_MS),
    openDays,
    live: found?.live ?? null,
    decided: found?.decided ?? null,
    isAccepted: (found?.accepted ?? null) !== null,
    lines: verdictAt === null ? [] : lines.rows,
  }
}

/** What the vendor of a box may say of its result now. */
export function mayRaise(standing: Standing, now = new Date()): ('accept' | 'dispute')[] {
  const { country, until, live, decided, isAccepted, lines } = standing
  if (until === null || live !== null || decided !== null || now > until || lines.length === 0) return []
  return isAccepted || country === 'india' ? ['dispute'] : ['accept', 'dispute']
}
