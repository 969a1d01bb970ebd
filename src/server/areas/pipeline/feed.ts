import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { ArrivalWeek, pipelineCalls } from '../../../shared/areas/pipeline/calls.ts'
import { allowed } from '../../../shared/areas/pipeline/rights.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { addDays } from '../../../shared/kernel/days.ts'
import { type CalendarEntry, writeCalendar } from '../../../shared/kernel/icalendar.ts'
import { recordEvent } from '../../audit/audit.ts'
import { hashOf, newSecret } from '../../http/api-keys.ts'
import { type Db, type FileReply, type Handlers, reply, type Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import type { RateLimits } from '../../http/rates.ts'
import { holds } from '../../http/right-holders.ts'
import { weeksOf } from './arrival-weeks.ts'

type Routes = Handlers<Contract['pipeline']>

/** When a person's address was made and last read; null where there is none. */
export async function feedOf(db: Db | Tx, userId: string) {
  const row = await db
    .selectFrom('arrival_feed')
    .select(['made_at', 'last_read_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { made_at: row.made_at.toISOString(), last_read_at: row.last_read_at?.toISOString() ?? null } : null
}

/** Makes the caller's address anew, so that the one before opens nothing, or ends it. The key is in no transaction and no stored reply. */
export const setArrivalsFeed: Routes['setArrivalsFeed'] = async ({ make }, context) => {
  const { userId } = context.caller
  const { secret, hash } = newSecret()
  let isMade = false
  const done = await context.command(async (tx) => {
    const gone = await tx.deleteFrom('arrival_feed').where('user_id', '=', userId).executeTakeFirst()
    if (make) await tx.insertInto('arrival_feed').values({ user_id: userId, key_hash: hash }).execute()
    if (make || gone.numDeletedRows > 0n)
      await recordEvent(tx, context, {
        ...{ entity: 'arrivals_feed', entityId: userId, subjectId: userId },
        event: make ? 'arrivals_feed.made' : 'arrivals_feed.ended',
      })
    isMade = make
    return reply(
      { key: null as string | null, feed: await feedOf(tx, userId) },
      make ? 'The calendar address was made.' : 'The calendar address ended.',
    )
  })
  return { ...done, data: { ...done.data, key: isMade ? secret : null } }
}

/** Reads a feed by its key. Throws 404 where there is none, or where its person may not see arrivals any more. */
export async function arrivalsCalendar(
  { key, language }: Taken<typeof pipelineCalls.arrivalsCalendar>,
  db: Db,
  rates: RateLimits,
): Promise<FileReply> {
  const row = await db
    .selectFrom('arrival_feed as f')
    .innerJoin('app_user as u', 'u.id', 'f.user_id')
    .select('f.user_id')
    .where('f.key_hash', '=', hashOf(key))
    .where('u.is_active', '=', true)
    .where(holds(allowed.seeForecast))
    .executeTakeFirst()
  if (!row) throw notFound('There is no such address.')
  rates.countFeed(row.user_id)
  await sql`UPDATE arrival_feed SET last_read_at = now() WHERE user_id = ${row.user_id}::uuid
    AND (last_read_at IS NULL OR last_read_at < now() - interval '1 minute')`.execute(db)
  const weeks = await weeksOf(db, undefined)
  const body = writeCalendar({
    name: language === 'zh' ? 'Selvedge 到货' : 'Selvedge arrivals',
    refreshHours: 6,
    at: new Date().toISOString(),
    entries: weeks.map((week) => entryOf(week, language)),
  })
  return { body: Readable.from([body]) }
}

function entryOf(
  { site, week, boxes, pieces, unpacked, cbm, unmeasured }: ArrivalWeek,
  language: 'en' | 'zh',
): CalendarEntry {
  const isChinese = language === 'zh'
  const place = site ? (isChinese && site.name_zh) || site.name : isChinese ? '地点未定' : 'Site not known yet'
  const title = isChinese
    ? `${place}: ${boxes} 箱, ${pieces + unpacked} 件`
    : `${place}: ${boxes} boxes, ${pieces + unpacked} pcs`
  const text = isChinese
    ? `箱数: ${boxes}\n体积: ${cbm.toFixed(2)} m³ (另有 ${unmeasured} 箱未测量)\n箱内件数: ${pieces}\n尚未发货: ${unpacked} 件\n按预测日期, 实际可能提前或推迟。`
    : `Boxes: ${boxes}\nCBM: ${cbm.toFixed(2)} (and ${unmeasured} boxes not measured)\nPieces in boxes: ${pieces}\nNot shipped yet: ${unpacked} pcs\nBy the expected day of the forecast; the day itself may be missed by its span.`
  return {
    id: `${site?.code ?? 'unknown'}-${week}@arrivals.selvedge`,
    from: week,
    until: addDays(week, 7),
    title,
    text,
    ...(site && { place: site.code }),
  }
}
