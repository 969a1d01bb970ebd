import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import {
  type Alert,
  ANSWER_DAYS,
  type alertNotices,
  alertSettings,
  alertShape,
  alertsPreference,
  FEWEST_ASKED,
  runsOutWords,
} from '../../../shared/areas/pipeline/alerts.ts'
import { allowed } from '../../../shared/areas/pipeline/rights.ts'
import { stageOf } from '../../../shared/areas/pipeline/stages.ts'
import { scorecardRights } from '../../../shared/areas/scorecards/calls.ts'
import { addDays, dayIn, indiaZone, vendorZone } from '../../../shared/kernel/days.ts'
import type { NoticeValues } from '../../../shared/kernel/notices.ts'
import { roles, teams } from '../../../shared/kernel/roles.ts'
import { inTransaction } from '../../database/database-errors.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { forVendor } from '../../http/own-rows.ts'
import { holds } from '../../http/right-holders.ts'
import { queueMail } from '../../mail/outbox.ts'
import { notify, retract } from '../../notices/notify.ts'
import { answerHours, inDays } from '../scorecards/figures.ts'
import { alertMail } from './alert-mail.ts'
import { recordsBehind } from './behind.ts'
import { seenStages } from './figures.ts'
import { type ForeseenGoods, foreseen } from './goods.ts'

/** Things that one alert tells of; of more the oldest. */
const MOST_THINGS = 1_000
/** Mails of the day go out from this hour on, in India. */
const MAIL_HOUR = 7
/** What was sold in so many days says how fast a style sells. */
const SOLD_DAYS = 30

const columns = {
  id: col.text,
  email: col.text,
  role: z.enum(roles),
  team: z.enum(teams).nullable(),
  vendorId: col.textOrNull,
  value: z.unknown(),
  ...{ foresees: col.flag, scores: col.flag },
}
type Person = z.output<z.ZodObject<typeof columns>>

type NoticeKind = keyof typeof alertNotices
const noticeOf: Readonly<Record<Alert['kind'], NoticeKind>> = {
  stage: 'stage_too_long',
  answers: 'answers_too_few',
  runs_out: 'style_runs_out',
}

/** What an alert finds, by the thing that it is told once of. */
type Found = ReadonlyMap<string, NoticeValues>

/**
 * Looks at everybody's alerts, tells each person what is new, takes back what is over, and sends the mail of the day. Any number of servers may do it
 * at once: each thing is written down by the one that tells it. `resources` is the folder of the locales.
 */
export async function tellAlerts(db: Db, resources?: string, now = new Date()): Promise<void> {
  const { rows: people } = await rowsOf(columns)`
    SELECT u.id::text AS id, u.email, u.role, u.team, u.vendor_id::text AS "vendorId", p.value,
      ${holds(allowed.seeForecast)} AS foresees, ${holds(scorecardRights.scorecards.roles)} AS scores
    FROM user_preference p JOIN app_user u ON u.id = p.user_id
    WHERE p.name = ${alertsPreference} AND u.is_active AND NOT u.is_machine AND ${holds(allowed.seePipeline)}
    UNION ALL
    SELECT u.id::text, u.email, u.role, u.team, u.vendor_id::text, NULL, false, false FROM app_user u
    WHERE EXISTS (SELECT FROM pipeline_alert_told t WHERE t.user_id = u.id)
      AND NOT (u.is_active AND ${holds(allowed.seePipeline)} AND EXISTS (SELECT FROM user_preference p WHERE p.user_id = u.id AND p.name = ${alertsPreference}))
    ORDER BY 1`.execute(db)
  let goods: Promise<ForeseenGoods[]> | undefined
  const coming = () => {
    goods ??= foreseen(db, sql`true`).then((found) => found.goods)
    return goods
  }
  for (const person of people) {
    const { alerts, by_mail, address } = settingsOf(person.value)
    const found = new Map<Alert, Found>()
    for (const alert of alerts) found.set(alert, await findNow(db, person, alert, coming, now))
    await inTransaction(db, async (tx) => {
      await tellPerson(tx, person, found, by_mail)
      if (by_mail) await mailPerson(tx, person, found, { address, resources, now })
    })
  }
}

/** What a person set; an alert that this copy does not know is left out. */
function settingsOf(value: unknown) {
  const loose = alertSettings.extend({ alerts: z.array(z.unknown()) }).safeParse(value)
  if (!loose.success) return { alerts: [], by_mail: false, address: '' }
  const alerts = loose.data.alerts.flatMap((one) => {
    const read = alertShape.safeParse(one)
    return read.success ? [read.data] : []
  })
  return { ...loose.data, alerts }
}

const nothing: Found = new Map()

async function findNow(
  db: Db,
  person: Person,
  alert: Alert,
  coming: () => Promise<ForeseenGoods[]>,
  now: Date,
): Promise<Found> {
  switch (alert.kind) {
    case 'stage':
      return seenStages(person).includes(alert.stage) ? standingLong(db, person, alert) : nothing
    case 'answers':
      return person.scores && forVendor(person) === null ? answeringLittle(db, alert, now) : nothing
    case 'runs_out':
      return person.foresees && forVendor(person) === null ? runningOut(db, alert, await coming(), now) : nothing
  }
}

async function standingLong(db: Db, caller: Person, alert: Extract<Alert, { kind: 'stage' }>): Promise<Found> {
  const { stage, days, supplier_id } = alert
  const asked = { stage, over: days, supplier_id: supplier_id || undefined }
  const { rows } = await recordsBehind({ caller, db }, asked, MOST_THINGS)
  return new Map(
    rows.map(({ code, detail, pieces }) => [
      `${code} ${detail}`.trim(),
      { code, pieces, days, stage, supplier_id, stage_key: stageOf(stage).word },
    ]),
  )
}

const answerColumns = { code: col.text, name: col.text, name_zh: col.text, rate: col.number }

/** Vendors below the rate, of the orders that the scorecard of these days counts. */
async function answeringLittle(db: Db, alert: Extract<Alert, { kind: 'answers' }>, now: Date): Promise<Found> {
  const { percent, supplier_id } = alert
  const to = dayIn(vendorZone, now)
  const days = { from: addDays(to, 1 - ANSWER_DAYS), to }
  const { rows } = await rowsOf(answerColumns)`
    SELECT v.code, v.name, v.name_zh, floor(100.0 * count(${answerHours}) / count(*))::int AS rate
    FROM vendor_order o JOIN vendor v ON v.id = o.vendor_id
    WHERE o.decision = 'APPROVED' AND ${inDays(days, sql`o.approved_at`)} AND ${supplier_id ? sql`v.code = ${supplier_id}` : sql`true`}
    GROUP BY v.id HAVING count(*) >= ${FEWEST_ASKED} AND 100 * count(${answerHours}) < ${percent}::int * count(*)
    ORDER BY 4, 1 LIMIT ${MOST_THINGS}`.execute(db)
  return new Map(
    rows.map(({ code, name, name_zh, rate }) => [code, { code, vendor: name, vendor_zh: name_zh, rate, percent }]),
  )
}

const coverColumns = { stock: col.number, sold: col.number }

/** The style, where what is in stock and in shops is sold before more of it is ready for the shelf. */
async function runningOut(
  db: Db,
  { style }: Extract<Alert, { kind: 'runs_out' }>,
  goods: readonly ForeseenGoods[],
  now: Date,
): Promise<Found> {
  const today = dayIn(indiaZone, now)
  const since = addDays(today, -SOLD_DAYS)
  const { rows } = await rowsOf(coverColumns)`
    SELECT coalesce((SELECT sum(s.on_hand) FROM stock s JOIN place p ON p.id = s.place_id JOIN sku k ON k.id = s.sku_id
        WHERE k.style_id = y.id AND p.kind <> 'quarantine' AND s.condition = 'good'), 0)::int AS stock,
      coalesce((SELECT sum(d.sold - d.returned) FROM sku k JOIN sale_day d ON d.sku_id = k.id AND d.day >= ${since}::date
        WHERE k.style_id = y.id), 0)::int AS sold
    FROM style y WHERE y.code = ${style}`.execute(db)
  const [row] = rows
  if (row === undefined || row.sold <= 0) return nothing
  const cover = Math.floor((row.stock * SOLD_DAYS) / row.sold)
  const [arrives] = goods.flatMap((one) => (one.style === style ? [one.expected] : [])).toSorted()
  if (arrives !== undefined && addDays(today, cover) >= arrives) return nothing
  const next = arrives === undefined ? runsOutWords.never : runsOutWords.later
  return new Map([[style, { style, cover, arrives_day: arrives ?? '', next_key: next }]])
}

const groupOf = (person: Person, alertId: string) => `${person.id} ${alertId}`
const toldColumns = { alert_id: col.text, thing: col.text }

/** Writes down and tells what is new, and forgets and takes back what is over. */
async function tellPerson(tx: Tx, person: Person, found: ReadonlyMap<Alert, Found>, byMail: boolean): Promise<void> {
  const now = new Map([...found].map(([alert, things]) => [alert.id, things]))
  const { rows: told } = await rowsOf(toldColumns)`
    SELECT alert_id::text AS alert_id, thing FROM pipeline_alert_told WHERE user_id = ${person.id}::uuid
    ORDER BY alert_id, thing FOR UPDATE`.execute(tx)
  for (const [alertId, rows] of Map.groupBy(told, ({ alert_id }) => alert_id)) {
    const over = rows.flatMap(({ thing }) => (now.get(alertId)?.has(thing) ? [] : [thing]))
    if (over.length > 0) await takeBack(tx, person, alertId, over, now.get(alertId) ?? nothing)
  }
  for (const [alert, things] of found) {
    const fresh = await writeDown(tx, person, alert.id, [...things.keys()], !byMail)
    const [first] = fresh
    if (first === undefined) continue
    await notify(tx, 'nobody', {
      kind: noticeOf[alert.kind],
      userId: person.id,
      group: groupOf(person, alert.id),
      things: fresh,
      values: things.get(first) ?? {},
    })
  }
}

/** Gives those that were not written down before, in their order. */
async function writeDown(tx: Tx, person: Person, alertId: string, things: string[], isMailed: boolean) {
  const { rows } = await rowsOf({ thing: col.text })`
    INSERT INTO pipeline_alert_told (user_id, alert_id, thing, is_mailed)
    SELECT ${person.id}::uuid, ${alertId}::uuid, thing, ${isMailed}::boolean FROM unnest(${things}::text[]) AS thing
    ON CONFLICT DO NOTHING RETURNING thing`.execute(tx)
  const fresh = new Set(rows.map(({ thing }) => thing))
  return things.filter((thing) => fresh.has(thing))
}

async function takeBack(tx: Tx, person: Person, alertId: string, over: string[], now: Found): Promise<void> {
  await sql`DELETE FROM pipeline_alert_told WHERE user_id = ${person.id}::uuid AND alert_id = ${alertId}::uuid
    AND thing = ANY (${over}::text[])`.execute(tx)
  for (const kind of Object.values(noticeOf)) {
    // A notice that stays is of other things now: its words are those of one of them.
    for (const id of await retract(tx, kind, groupOf(person, alertId), over)) {
      const left = await tx.selectFrom('notice').where('id', '=', id).select('things').executeTakeFirst()
      const values = now.get(left?.things.find((thing) => now.has(thing)) ?? '')
      if (values)
        await sql`UPDATE notice SET details = ${JSON.stringify(values)}::jsonb WHERE id = ${id}::uuid`.execute(tx)
    }
  }
}

interface MailBy {
  address: string
  resources: string | undefined
  now: Date
}

/** One mail a day at most, of what was not in one before. */
async function mailPerson(tx: Tx, person: Person, found: ReadonlyMap<Alert, Found>, by: MailBy): Promise<void> {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hour12: false, timeZone: indiaZone }).format(by.now),
  )
  if (hour < MAIL_HOUR) return
  const isUnmailed: RawBuilder<unknown> = sql`user_id = ${person.id}::uuid AND NOT is_mailed`
  const { rows } = await rowsOf(toldColumns)`
    SELECT alert_id::text AS alert_id, thing FROM pipeline_alert_told WHERE ${isUnmailed} ORDER BY told_at, thing`.execute(
    tx,
  )
  if (rows.length === 0) return
  const day = dayIn(indiaZone, by.now)
  const claimed = await sql`
    INSERT INTO pipeline_alert_mail AS m (user_id, day) VALUES (${person.id}::uuid, ${day}::date)
    ON CONFLICT (user_id) DO UPDATE SET day = excluded.day WHERE m.day < excluded.day RETURNING 1`.execute(tx)
  if (claimed.rows.length === 0) return
  await sql`UPDATE pipeline_alert_told SET is_mailed = true WHERE ${isUnmailed}`.execute(tx)
  const lines = [...found].flatMap(([alert, things]) => {
    const own = rows.filter(({ alert_id, thing }) => alert_id === alert.id && things.has(thing))
    const values = things.get(own[0]?.thing ?? '')
    return values === undefined ? [] : [{ alert, kind: noticeOf[alert.kind], count: own.length, values }]
  })
  if (lines.length > 0) await queueMail(tx, await alertMail(person.email, lines, by))
}
