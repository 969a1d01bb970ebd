import { sql } from 'kysely'
import { v7 } from 'uuid'
import { allocationSettings, planSettings } from '../../../shared/areas/allocation/shapes.ts'
import { allocationWords, siteKindWords, taskCode } from '../../../shared/areas/allocation/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { loadGroup, saveGroup, settingGroup } from '../../audit/setting-group.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, refusedField } from '../../http/errors.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { isSendable } from '../stock/places.ts'
import { freshRates } from '../vendor-inventory/rates.ts'
import { lastReplayOf } from './last-replay.ts'
import { replyTask } from './tasks.ts'

type Routes = Handlers<Contract['allocation']>

export const settingsGroup = settingGroup({
  prefix: 'allocation',
  rows: ['allocation'],
  fields: Object.keys(allocationSettings.shape) as (keyof typeof allocationSettings.shape)[],
  shown: ({ allocation }) => allocation,
  kept: (allocation) => ({ allocation }),
})

export const saveAllocationSettings: Routes['saveAllocationSettings'] = (input, context) =>
  context.command((tx) => saveGroup(tx, context, settingsGroup, input, allocationWords.settingsSaved))

const storeColumns = {
  ...{
    site: col.text,
    name: col.text,
    name_zh: col.text,
    region: col.textOrNull,
    grades: col.texts,
    categories: col.texts,
  },
}
const setColumns = { code: col.text, size: col.text, is_core: col.flag, pieces_in_set: col.number }
const siteColumns = { site: col.text, name: col.text, name_zh: col.text }

export const getAllocationConfig: Routes['getAllocationConfig'] = async (_, { db, caller }) => {
  const rates_as_of = await freshRates(db)
  const { rows: categories } = await rowsOf({ category: col.text })`
    SELECT DISTINCT category FROM style WHERE retired_at IS NULL AND category <> '' ORDER BY 1`.execute(db)
  const { rows: seasons } = await rowsOf({ season: col.text })`
    SELECT DISTINCT season FROM style WHERE retired_at IS NULL AND season <> '' ORDER BY 1`.execute(db)
  const { rows: sources } = await rowsOf(siteColumns)`
    SELECT code AS site, name, name_zh FROM site WHERE kind = 'warehouse' AND retired_at IS NULL ORDER BY code`.execute(
    db,
  )
  const { rows: stores } = await rowsOf(storeColumns)`
    SELECT x.code AS site, x.name, x.name_zh, x.region,
      coalesce(array_agg(DISTINCT f.grade ORDER BY f.grade) FILTER (WHERE f.is_carried), '{}') AS grades,
      coalesce(array_agg(DISTINCT f.category ORDER BY f.category) FILTER (WHERE f.is_carried), '{}') AS categories
    FROM site x LEFT JOIN shop_profile f ON f.shop_id = x.id AND f.retired_at IS NULL
    WHERE x.kind = 'shop' AND x.retired_at IS NULL AND ${atOwnSites(caller, 'x.id', 'shop')} GROUP BY x.id ORDER BY x.code`.execute(
    db,
  )
  const { rows: sizes } = await rowsOf(setColumns)`
    SELECT code, size, is_core, pieces_in_set FROM size_set WHERE retired_at IS NULL ORDER BY code, position, size`.execute(
    db,
  )
  return reply({
    categories: categories.map(({ category }) => category),
    seasons: seasons.map(({ season }) => season),
    sources,
    stores,
    standard_size_set: [...Map.groupBy(sizes, ({ code }) => code)].map(([code, of]) => ({
      code,
      sizes: of.map(({ size, is_core, pieces_in_set }) => ({ size, is_core, pieces_in_set })),
    })),
    modes: ['eaches' as const, 'sets' as const],
    rates_as_of,
    replay: await lastReplayOf(db, caller),
    ...(await loadGroup(db, settingsGroup)),
  })
}

/** Sites by their codes, in the order given, once each. Throws invalid_input at the field for a code that is none of the kind. */
export async function sitesNamed(
  tx: Tx,
  { caller }: Pick<CallContext, 'caller'>,
  codes: readonly string[],
  { kind, field }: { kind: 'warehouse' | 'shop'; field: (at: number) => string },
): Promise<{ id: string; site: string }[]> {
  const { rows } = await rowsOf({ id: col.text, site: col.text })`
    SELECT x.id::text AS id, x.code AS site FROM site x WHERE x.code = ANY(${[...codes]}::text[]) AND x.kind = ${kind}
      AND x.retired_at IS NULL AND ${atOwnSites(caller, 'x.id', kind)}`.execute(tx)
  const found = new Map(rows.map((row) => [row.site, row]))
  const missing = codes.findIndex((code) => !found.has(code))
  if (missing !== -1)
    throw refusedField(field(missing), allocationWords.noSite, {
      site: codes[missing] ?? '',
      kind_key: kind === 'shop' ? siteKindWords.store : siteKindWords.source,
    })
  return [...new Set(codes)].flatMap((code) => found.get(code) ?? [])
}

/** Makes an allocation of the styles of some categories that are free at its sources. Stores that are not named are all that carry one. */
export const createAllocation: Routes['createAllocation'] = (input, context) =>
  context.command(async (tx) => {
    const categories = [...new Set(input.categories)]
    const seasons = [...new Set(input.seasons)]
    await assertCategories(tx, categories)
    await assertSeasons(tx, seasons)
    const sources = await sitesNamed(tx, context, input.sources, { kind: 'warehouse', field: (at) => `sources.${at}` })
    const stores =
      input.stores.length > 0
        ? await sitesNamed(tx, context, input.stores, { kind: 'shop', field: (at) => `stores.${at}` })
        : await storesThatCarry(tx, context, categories)
    if (stores.length === 0) throw invalidInput(allocationWords.noStore)
    await assertCarried(tx, stores, input.stores, categories)
    const { settings: usual } = await loadGroup(tx, settingsGroup)
    const settings = planSettings.parse(input.settings ?? usual)
    const id = v7()
    const { rows } = await rowsOf({ number: col.text })`
      INSERT INTO allocation_task (id, number, name, categories, seasons, settings, created_by)
      VALUES (${id}::uuid, 'AL-' || lpad(nextval('allocation_number')::text, 6, '0'), ${input.name}, ${categories}::text[], ${seasons}::text[],
        ${JSON.stringify(settings)}::jsonb, ${context.caller.userId}::uuid) RETURNING number`.execute(tx)
    const number = rows[0]?.number ?? ''
    for (const [role, of] of [['source', sources] as const, ['store', stores] as const])
      await sql`INSERT INTO allocation_site (task_id, site_id, role, position)
        SELECT ${id}::uuid, n.site, ${role}, n.at FROM unnest(${of.map((one) => one.id)}::uuid[]) WITH ORDINALITY AS n (site, at)`.execute(
        tx,
      )
    const { numAffectedRows = 0n } = await sql`
      INSERT INTO allocation_style (id, task_id, style_id, color, available)
      SELECT gen_random_uuid(), ${id}::uuid, k.style_id, k.color, sum(t.on_hand - t.reserved)::int
      FROM stock t JOIN place p ON p.id = t.place_id AND ${isSendable} JOIN sku k ON k.id = t.sku_id AND k.retired_at IS NULL
      JOIN style s ON s.id = k.style_id AND s.retired_at IS NULL AND s.category = ANY(${categories}::text[])
        AND (cardinality(${seasons}::text[]) = 0 OR s.season = ANY(${seasons}::text[]))
      WHERE p.site_id = ANY(${sources.map((one) => one.id)}::uuid[]) AND t.condition = 'good' AND t.on_hand > t.reserved
      GROUP BY k.style_id, k.color`.execute(tx)
    if (numAffectedRows === 0n) throw invalidInput(allocationWords.nothingFree)
    await recordEvent(tx, context, {
      ...{ entity: 'allocation', entityId: number, event: 'allocation.created', to: taskCode('CREATED') },
      details: { name: input.name, stores: stores.length, styles: Number(numAffectedRows) },
    })
    return replyTask(tx, id, allocationWords.created)
  })

async function assertCategories(tx: Tx, categories: readonly string[]): Promise<void> {
  const { rows } = await rowsOf({ category: col.text })`
    SELECT DISTINCT category FROM style WHERE category = ANY(${[...categories]}::text[]) AND retired_at IS NULL`.execute(
    tx,
  )
  const known = new Set(rows.map(({ category }) => category))
  const at = categories.findIndex((one) => !known.has(one))
  if (at !== -1)
    throw refusedField(`categories.${at}`, allocationWords.noSuchCategory, { category: categories[at] ?? '' })
}

async function assertSeasons(tx: Tx, seasons: readonly string[]): Promise<void> {
  const { rows } = await rowsOf({ season: col.text })`
    SELECT DISTINCT season FROM style WHERE season = ANY(${[...seasons]}::text[]) AND retired_at IS NULL`.execute(tx)
  const known = new Set(rows.map(({ season }) => season))
  const at = seasons.findIndex((one) => !known.has(one))
  if (at !== -1) throw refusedField(`seasons.${at}`, allocationWords.noSuchSeason, { season: seasons[at] ?? '' })
}

/** Throws invalid_input at a named store that carries none of the categories: it could be given nothing. */
async function assertCarried(
  tx: Tx,
  stores: readonly { id: string; site: string }[],
  named: readonly string[],
  categories: readonly string[],
): Promise<void> {
  const { rows } = await rowsOf({ site: col.text })`
    SELECT DISTINCT x.code AS site FROM shop_profile f JOIN site x ON x.id = f.shop_id WHERE f.is_carried AND f.retired_at IS NULL
      AND f.category = ANY(${[...categories]}::text[]) AND x.id = ANY(${stores.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )
  const carriers = new Set(rows.map(({ site }) => site))
  const at = named.findIndex((site) => !carriers.has(site))
  if (at !== -1)
    throw refusedField(`stores.${at}`, allocationWords.notCarried, {
      store: named[at] ?? '',
      category: categories.join(', '),
    })
}

async function storesThatCarry(tx: Tx, { caller }: CallContext, categories: readonly string[]) {
  const { rows } = await rowsOf({ id: col.text, site: col.text })`
    SELECT x.id::text AS id, x.code AS site FROM site x WHERE x.kind = 'shop' AND x.retired_at IS NULL AND ${atOwnSites(caller, 'x.id', 'shop')}
      AND EXISTS (SELECT FROM shop_profile f WHERE f.shop_id = x.id AND f.is_carried AND f.retired_at IS NULL
        AND f.category = ANY(${[...categories]}::text[])) ORDER BY x.code`.execute(tx)
  return rows
}
