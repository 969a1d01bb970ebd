import { sql } from 'kysely'
import type { companyCalls } from '../../../shared/areas/company/calls.ts'
import {
  type FirstCounts,
  firstSteps,
  firstStepWords,
  isFirstDayOver,
} from '../../../shared/areas/company/first-steps.ts'
import { type Contract, hasRight, type ScreenPath } from '../../../shared/areas.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { landingPath, type Person } from '../../../shared/kernel/roles.ts'
import { recordEvent } from '../../audit/audit.ts'
import { counts, rowsOf } from '../../database/rows.ts'
import { readSetting, writeSetting } from '../../database/settings.ts'
import { type Db, type Handlers, reply, type Tx } from '../../http/call.ts'

type FirstDay = Gives<typeof companyCalls.getFirstDay>

/** The steps, with counts and what is missing. */
export const getFirstDay: Handlers<Contract['company']>['getFirstDay'] = async (_, { db }) => reply(await firstDay(db))

/** Puts the steps away, or brings them back: those that were done as well. */
export const dismissFirstDay: Handlers<Contract['company']>['dismissFirstDay'] = async ({ is_dismissed }, context) =>
  context.command(async (tx) => {
    const row = await tx
      .selectFrom('setting')
      .where('name', '=', 'first_day')
      .select('value')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const [from, to] = [String(row.value), is_dismissed ? ('dismissed' as const) : ('open' as const)]
    if (from !== to) {
      await writeSetting(tx, 'first_day', to)
      const event = is_dismissed ? 'first_day.dismissed' : 'first_day.recalled'
      await recordEvent(tx, context, { entity: 'setting', entityId: 'first_day', event, from, to })
    }
    const words = is_dismissed ? 'The first steps are put away.' : 'The first steps are back.'
    return reply(await firstDay(tx), words)
  })

const firstDayPath = '/ops/first-day' satisfies ScreenPath

/** Screens that lead a person's menu for as long as there is something to do there. */
export async function passingScreens(db: Db | Tx, person: Person): Promise<ScreenPath[]> {
  return (await isOpenTo(db, person)) ? [firstDayPath] : []
}

async function isOpenTo(db: Db | Tx, person: Person): Promise<boolean> {
  return hasRight(person, 'firstDay') && (await isStillOpen(db))
}

async function isStillOpen(db: Db | Tx): Promise<boolean> {
  return (await readSetting(db, 'first_day')) === 'open' && !isFirstDayOver(firstSteps(await firstCounts(db, 1)))
}

/** What was done stays done, whatever is missing of what comes later: the house notes it. */
export async function noteFirstDayDone(db: Db): Promise<void> {
  if ((await readSetting(db, 'first_day')) !== 'open' || (await isStillOpen(db))) return
  await writeSetting(db, 'first_day', 'done')
}

/** Where a person lands now: at the first steps, while they are open to them, and else where their role does. */
export async function landingNow(db: Db | Tx, person: Person): Promise<string> {
  return (await isOpenTo(db, person)) ? firstDayPath : landingPath(person)
}

async function firstDay(db: Db | Tx): Promise<FirstDay> {
  const [found, state] = [await firstCounts(db), await readSetting(db, 'first_day')]
  const steps = firstSteps(found)
  return {
    state: state === 'open' && isFirstDayOver(steps) ? 'done' : state,
    steps: steps.map(({ key, missing }) => ({
      key,
      kinds: firstStepWords[key].kinds.map(([kind, count]) => ({ kind, rows: found[count] })),
      people: key === 'people' ? found.people : null,
      missing,
    })),
  }
}

/** Records in use and active accounts, counted up to so many of each where nobody asks how many there are. */
async function firstCounts(db: Db | Tx, most: number | null = null): Promise<FirstCounts> {
  const upTo = sql`LIMIT ${most}::int`
  const { rows } = await rowsOf(counts)`
    WITH v AS (SELECT id, is_selectable FROM vendor WHERE retired_at IS NULL),
      u AS (SELECT role, vendor_id FROM app_user WHERE is_active),
      s AS (SELECT kind, count(*) AS n FROM site WHERE retired_at IS NULL GROUP BY kind)
    SELECT
      (SELECT count(*) FROM setting WHERE name = 'company' AND value->>'name' <> '')::int AS named,
      (SELECT coalesce(sum(n), 0) FROM s)::int AS sites,
      (SELECT coalesce(sum(n), 0) FROM s WHERE kind = 'china_qc')::int AS china_qc_sites,
      (SELECT coalesce(sum(n), 0) FROM s WHERE kind IN ('warehouse', 'india_qc'))::int AS destinations,
      (SELECT coalesce(sum(n), 0) FROM s WHERE kind = 'warehouse')::int AS warehouses,
      (SELECT count(*) FROM place WHERE kind = 'shelf' AND retired_at IS NULL)::int AS shelves,
      (SELECT count(*) FROM v)::int AS vendors,
      (SELECT count(*) FROM production_facility WHERE retired_at IS NULL)::int AS facilities,
      (SELECT count(DISTINCT code) FROM size_set WHERE retired_at IS NULL)::int AS size_sets,
      (SELECT count(*) FROM (SELECT FROM style WHERE retired_at IS NULL ${upTo}) AS one)::int AS styles,
      (SELECT count(*) FROM (SELECT FROM style st WHERE st.retired_at IS NULL
        AND NOT EXISTS (SELECT FROM sku k WHERE k.style_id = st.id AND k.retired_at IS NULL) ${upTo}) AS one)::int AS styles_without_skus,
      (SELECT count(*) FROM (SELECT FROM sku WHERE retired_at IS NULL ${upTo}) AS one)::int AS skus,
      (SELECT count(*) FROM u)::int AS people,
      (SELECT count(*) FROM v WHERE is_selectable AND NOT EXISTS (SELECT FROM u WHERE u.vendor_id = v.id))::int
        AS vendors_without_account,
      (SELECT count(*) FROM u WHERE role = 'china_warehouse_team')::int AS china_qc_accounts,
      (SELECT count(*) FROM u WHERE role = 'warehouse')::int AS warehouse_accounts,
      (SELECT count(*) FROM (SELECT FROM opening_stock ${upTo}) AS one)::int AS opening_stock,
      (SELECT count(*) FROM (SELECT FROM vendor_order WHERE decision NOT IN ('NOT_APPROVED', 'CANCELLED') ${upTo}) AS one)::int AS orders,
      (SELECT count(*) FROM (SELECT FROM vendor_order WHERE decision = 'APPROVED' ${upTo}) AS one)::int AS approved_orders`.execute(
    db,
  )
  const [found] = rows
  if (found === undefined) throw new Error('the first steps have no counts')
  return found as unknown as FirstCounts
}
