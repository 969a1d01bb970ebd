import { setImmediate as othersTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import {
  type ReplayFacts,
  type ReplaySettings,
  type ReplayStyle,
  type ReplayTotals,
  replayDays,
} from '../../../shared/areas/allocation/replay.ts'
import { type PlanSettings, planSettings } from '../../../shared/areas/allocation/shapes.ts'
import { storeWords } from '../../../shared/areas/allocation/store-words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { addDays } from '../../../shared/kernel/days.ts'
import { recordEvent } from '../../audit/audit.ts'
import { readGroup } from '../../audit/setting-group.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import type { Db, Handlers } from '../../http/call.ts'
import { reply } from '../../http/call.ts'
import { conflict } from '../../http/errors.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { defineJob, type Job } from '../../jobs/define-job.ts'
import { startJob } from '../../jobs/start-job.ts'
import { isSendable } from '../stock/places.ts'
import { freshRates } from '../vendor-inventory/rates.ts'
import { settingsGroup } from './create.ts'

interface Asked {
  id: string
  category: string | null
  days: number
  every: number
  settings: PlanSettings
}

/** Sells past days once more by the settings of today and by others, category by category, and keeps what came of it. */
export const replayJob = defineJob<Asked>({
  kind: 'allocation_replay',
  ifBroken: 'again',
  title: ({ category }) =>
    category === null
      ? { text: storeWords.replayAllTitle, values: {} }
      : { text: storeWords.replayTitle, values: { category } },
  async run(job) {
    const outcome = await replayAll(job)
    await job.context.command(async (tx) => {
      await sql`UPDATE allocation_replay SET outcome = ${JSON.stringify(outcome)}::jsonb WHERE id = ${job.input.id}::uuid`.execute(
        tx,
      )
      await recordEvent(tx, job.context, {
        ...{ entity: 'allocation', entityId: job.input.id, event: 'allocation.replayed' },
        details: { lost_by_usual: outcome.usual.totals.lost, lost_by_other: outcome.other.totals.lost },
      })
    })
    return null
  },
})

export const replaySettings: Handlers<Contract['allocation']>['replaySettings'] = (input, context) =>
  context.command(async (tx) => {
    const id = v7()
    const [category, settings] = [input.category ?? null, planSettings.parse(input.settings)]
    await sql`INSERT INTO allocation_replay (id, made_by, category, days, every, settings)
      VALUES (${id}::uuid, ${context.caller.userId}::uuid, ${category}, ${input.days}, ${input.every}, ${JSON.stringify(settings)}::jsonb)`.execute(
      tx,
    )
    const { days, every } = input
    const job_id = await startJob(tx, context, replayJob, { id, category, days, every, settings })
    await sql`UPDATE allocation_replay SET job_id = ${job_id}::uuid WHERE id = ${id}::uuid`.execute(tx)
    return reply({ job_id }, storeWords.replayStarted)
  })

const none = (): ReplayTotals => ({
  ...{ wanted: 0, sold: 0, lost: 0, lost_days: 0, sent: 0, left_at_stores: 0, left_at_source: 0 },
})

async function replayAll(job: Job<Asked>) {
  const { input, context } = job
  const { db, caller } = context
  const to = await freshRates(db)
  const { settings: usual } = await readGroup(db, settingsGroup)
  const weights = await readSetting(db, 'sale_rate_weights')
  const { rows: shops } = await rowsOf({ id: col.text })`
    SELECT x.id::text AS id FROM site x WHERE x.kind = 'shop' AND x.retired_at IS NULL AND ${atOwnSites(caller, 'x.id', 'shop')}`.execute(
    db,
  )
  const shopIds = shops.map(({ id }) => id)
  const { rows: categories } = await rowsOf({ category: col.text })`
    SELECT DISTINCT category FROM style WHERE retired_at IS NULL AND (${input.category}::text IS NULL OR category = ${input.category})
    ORDER BY 1`.execute(db)
  const totals = { usual: none(), other: none() }
  const [stores, styles] = [new Set<string>(), new Set<string>()]
  const noSales = () =>
    input.category === null
      ? conflict(storeWords.noSalesAtAll)
      : conflict(storeWords.noSales, { values: { category: input.category } })
  if (to === null) throw noSales()
  const from = addDays(to, 1 - input.days)
  const steps = categories.length * 2 * input.days
  let done = 0
  for (const { category } of categories) {
    const facts = await factsOf(db, { category, shopIds, from, to })
    for (const style of facts.styles) {
      styles.add(style.style)
      for (const { store } of style.stores) stores.add(store)
    }
    for (const [of, settings] of [['usual', usual] as const, ['other', input.settings] as const]) {
      const made = await replayOne(job, { ...facts, weights }, settings, { from, to, every: input.every }, () =>
        job.progress(done++, steps, category),
      )
      for (const name of Object.keys(made) as (keyof ReplayTotals)[]) totals[of][name] += made[name]
    }
  }
  if (styles.size === 0) throw noSales()
  return {
    ...{ from, to, stores: stores.size, styles: styles.size },
    usual: { settings: planSettings.parse(usual), totals: totals.usual },
    other: { settings: input.settings, totals: totals.other },
  }
}

async function replayOne(
  job: Job<Asked>,
  facts: ReplayFacts,
  settings: ReplaySettings,
  span: { from: string; to: string; every: number },
  onDay: () => void,
): Promise<ReplayTotals> {
  const days = replayDays(facts, settings, span)
  for (;;) {
    const { done, value } = days.next()
    if (done) return value
    onDay()
    // Others have their turn, and a cancel is heard.
    await othersTurn()
    job.stopIfCancelled()
  }
}

const saleColumns = {
  store: col.text,
  sku_id: col.text,
  day: col.text,
  sold: col.number,
  was_in_stock: col.flag,
}
const skuColumns = {
  sku_id: col.text,
  style: col.text,
  size: col.text,
  position: col.number,
  is_core: col.flag,
  pieces_in_set: col.number,
}
const piecesColumns = { site: col.text, kind: z.enum(['shop', 'warehouse']), sku_id: col.text, pieces: col.number }
const profileColumns = {
  store: col.text,
  category: col.text,
  grade: col.text,
  least_shown: col.number,
  most_shown: col.numberOrNull,
}

/**
 * What a category's replay begins with. Nobody wrote down what lay where in the past: each store begins with what it has now, and the
 * source with what the warehouses have now and all that sold since, as if vendors had brought it at once. Both settings begin alike.
 */
async function factsOf(
  db: Db,
  { category, shopIds, from, to }: { category: string; shopIds: readonly string[]; from: string; to: string },
): Promise<Omit<ReplayFacts, 'weights'>> {
  const { rows: sales } = await rowsOf(saleColumns)`
    SELECT x.code AS store, d.sku_id::text AS sku_id, d.day::text AS day, d.sold, d.was_in_stock FROM sale_day d JOIN site x ON x.id = d.shop_id
    JOIN sku k ON k.id = d.sku_id AND k.retired_at IS NULL JOIN style s ON s.id = k.style_id AND s.category = ${category} AND s.retired_at IS NULL
    WHERE d.shop_id = ANY(${[...shopIds]}::uuid[]) AND d.day > ${from}::date - 31 AND d.day <= ${to}::date
    ORDER BY x.code, d.sku_id, d.day`.execute(db)
  const { rows: skus } = await rowsOf(skuColumns)`
    SELECT k.id::text AS sku_id, s.code || ' ' || k.color AS style, k.size, k.size_rank::int AS position, coalesce(z.is_core, false) AS is_core,
      coalesce(z.pieces_in_set, 1)::int AS pieces_in_set
    FROM sku k JOIN style s ON s.id = k.style_id AND s.category = ${category} AND s.retired_at IS NULL
    LEFT JOIN size_set z ON z.code = s.size_set AND z.size = k.size AND z.retired_at IS NULL
    WHERE k.retired_at IS NULL ORDER BY s.code, k.color, k.size_rank, k.nm_sku`.execute(db)
  const { rows: pieces } = await rowsOf(piecesColumns)`
    SELECT x.code AS site, x.kind, t.sku_id::text AS sku_id, sum(t.on_hand)::int AS pieces FROM stock t
    JOIN place p ON p.id = t.place_id AND ${isSendable} JOIN site x ON x.id = p.site_id AND x.retired_at IS NULL
    JOIN sku k ON k.id = t.sku_id JOIN style s ON s.id = k.style_id AND s.category = ${category}
    WHERE t.condition = 'good' AND t.on_hand > 0 AND (x.kind = 'warehouse' OR x.id = ANY(${[...shopIds]}::uuid[]))
    GROUP BY x.code, x.kind, t.sku_id`.execute(db)
  const { rows: carried } = await rowsOf(profileColumns)`
    SELECT x.code AS store, f.category, f.grade, f.least_shown, f.most_shown FROM shop_profile f JOIN site x ON x.id = f.shop_id
    WHERE f.category = ${category} AND f.is_carried AND f.retired_at IS NULL AND x.id = ANY(${[...shopIds]}::uuid[])`.execute(
    db,
  )
  const source = new Map<string, number>()
  const add = (sku: string, more: number) => source.set(sku, (source.get(sku) ?? 0) + more)
  for (const { kind, sku_id, pieces: many } of pieces) if (kind === 'warehouse') add(sku_id, many)
  for (const { sku_id, day, sold } of sales) if (day >= from) add(sku_id, sold)
  const atStore = new Map(
    pieces.flatMap((one) => (one.kind === 'shop' ? [[`${one.site} ${one.sku_id}`, one.pieces] as const] : [])),
  )
  const styleOf = new Map(skus.map(({ sku_id, style }) => [sku_id, style]))
  const carriers = new Set(carried.map(({ store }) => store))
  const told = new Map<string, Set<string>>()
  for (const { store, sku_id } of sales) {
    const style = styleOf.get(sku_id) ?? ''
    if (carriers.has(store)) told.set(style, (told.get(style) ?? new Set()).add(store))
  }
  return {
    carried,
    styles: [...Map.groupBy(skus, ({ style }) => style)].flatMap(([style, own]): ReplayStyle[] => {
      const stores = [...(told.get(style) ?? [])].sort()
      if (stores.length === 0) return []
      const bySize = (of: (sku: string) => number) => Object.fromEntries(own.map(({ sku_id }) => [sku_id, of(sku_id)]))
      return [
        {
          ...{ style, category, source: bySize((sku) => source.get(sku) ?? 0) },
          sizes: own.map(({ sku_id, size, position, is_core, pieces_in_set }) => ({
            ...{ size: sku_id, name: size, position, is_core, pieces_in_set },
          })),
          stores: stores.map((store) => ({ store, on_hand: bySize((sku) => atStore.get(`${store} ${sku}`) ?? 0) })),
        },
      ]
    }),
    sales: sales.map(({ store, sku_id, day, sold, was_in_stock }) => ({
      ...{ shop: store, sku: sku_id, category, day, sold, was_in_stock },
    })),
  }
}
