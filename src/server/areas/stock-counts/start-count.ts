import { v7 } from 'uuid'
import { stockCountWords } from '../../../shared/areas/stock-counts/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { loadGroup, saveGroup, settingGroup } from '../../audit/setting-group.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, refusedField } from '../../http/errors.ts'
import { sitesOf, siteToChange } from '../stock/sites.ts'
import { countAfter } from './count-rows.ts'

type Routes = Handlers<Contract['stockCounts']>

export const getCountSites: Routes['getCountSites'] = async (_, { db, caller }) => {
  const { rows } = await rowsOf({ site: col.text, site_name: col.text, site_name_zh: col.text, shelves: col.number })`
    SELECT d.code AS site, d.name AS site_name, d.name_zh AS site_name_zh, count(*) FILTER (WHERE p.kind = 'shelf')::int AS shelves
    FROM site d JOIN place p ON p.site_id = d.id AND p.retired_at IS NULL WHERE d.retired_at IS NULL AND d.kind <> 'china_qc'
      AND ${sitesOf(caller, 'd', 'changes')}
    GROUP BY d.id ORDER BY d.kind DESC, d.code`.execute(db)
  return reply({ sites: rows })
}

/** Begins a count, which holds its places from now on. Throws conflict where another open count has one of them. */
export const startStockCount: Routes['startStockCount'] = (input, context) =>
  context.command(async (tx) => {
    const { site, is_blind, remark, category, style_id } = input
    const siteId = await siteToChange(tx, context.caller, site)
    const places = await placesToCount(tx, { siteId, site, shelves: input.shelves })
    const styleId = style_id === undefined ? null : await namedStyle(tx, style_id)
    if (category !== undefined) await assertCategory(tx, category)
    const id = v7()
    const { rows } = await rowsOf({ number: col.text })`
      INSERT INTO stock_count (id, number, site_id, is_blind, shelves, category, style_id, needs_second, remark, created_by)
      VALUES (${id}, 'SC-' || lpad(nextval('stock_count_number')::text, 5, '0'), ${siteId}, ${is_blind},
        ${places.flatMap(({ code, isNamed }) => (isNamed ? code : []))}::text[], ${category ?? null}, ${styleId},
        ${await readSetting(tx, 'stock_count_second')}, ${remark || null}, ${context.caller.userId})
      RETURNING number`.execute(tx)
    const number = rows[0]?.number ?? ''
    const ids = places.map((place) => place.id)
    const { rows: held } = await rowsOf({ id: col.text })`
      INSERT INTO stock_count_place (count_id, place_id) SELECT ${id}, n FROM unnest(${ids}::uuid[]) n ORDER BY n
      ON CONFLICT DO NOTHING RETURNING place_id AS id`.execute(tx)
    if (held.length < ids.length) throw await underWay(tx, ids, id, input.shelves.length > 0 ? 'shelves' : 'site')
    await recordEvent(tx, context, {
      ...{ entity: 'stock_count', entityId: number, event: 'stock_count.started' },
      details: {
        site,
        is_blind,
        shelves: input.shelves.join(', '),
        category: category ?? null,
        style: style_id ?? null,
      },
    })
    return reply({ count: await countAfter(tx, context, number) }, 'Success')
  })

/** Places of a site that a count holds: the shelves that were named, or all. Throws for a site that has none, and for a shelf that is not there. */
async function placesToCount(tx: Tx, asked: { siteId: string; site: string; shelves: readonly string[] }) {
  const { rows } = await rowsOf({ id: col.text, code: col.text, kind: col.text })`
    SELECT p.id::text AS id, p.code, p.kind FROM place p JOIN site d ON d.id = p.site_id
    WHERE p.site_id = ${asked.siteId} AND p.kind IN ('shelf', 'floor', 'quarantine') AND p.retired_at IS NULL
      AND d.retired_at IS NULL AND d.kind <> 'china_qc' ORDER BY p.code`.execute(tx)
  if (rows.length === 0) throw refusedField('site', stockCountWords.noSite)
  const named = new Set(asked.shelves.map((shelf) => shelf.toUpperCase()))
  const known = new Set(rows.map(({ code }) => code.toUpperCase()))
  const unknown = [...named].find((shelf) => !known.has(shelf))
  if (unknown !== undefined)
    throw refusedField('shelves', stockCountWords.noShelf, { shelf: unknown, site: asked.site })
  const isNamed = named.size > 0
  return rows
    .filter(({ code }) => !isNamed || named.has(code.toUpperCase()))
    .map(({ id, code }) => ({ id, code, isNamed }))
}

async function namedStyle(tx: Tx, style: string): Promise<string> {
  const found = await tx.selectFrom('style').where('code', '=', style).select('id').executeTakeFirst()
  if (found === undefined) throw refusedField('style_id', stockCountWords.noStyle, { style })
  return found.id
}

async function assertCategory(tx: Tx, category: string): Promise<void> {
  const found = await tx.selectFrom('style').where('category', '=', category).select('id').limit(1).executeTakeFirst()
  if (found === undefined) throw refusedField('category', stockCountWords.noCategory, { category })
}

/** The refusal that names the open count which has one of these places already. */
async function underWay(tx: Tx, places: readonly string[], own: string, field: 'shelves' | 'site') {
  const { rows } = await rowsOf({ place: col.text, number: col.text, name: col.text })`
    SELECT p.code AS place, c.number, u.name FROM stock_count_place h JOIN stock_count c ON c.id = h.count_id
    JOIN app_user u ON u.id = c.created_by JOIN place p ON p.id = h.place_id
    WHERE h.is_open AND h.count_id <> ${own} AND h.place_id = ANY(${places}::uuid[]) ORDER BY p.kind DESC, p.code LIMIT 1`.execute(
    tx,
  )
  return conflict(stockCountWords.underWay, {
    values: rows[0] ?? { place: '', number: '', name: '' },
    fields: [{ field, message: stockCountWords.underWay }],
  })
}

const group = settingGroup({
  prefix: 'stock_count',
  rows: ['stock_count_second'],
  fields: ['second_count'],
  shown: ({ stock_count_second }) => ({ second_count: stock_count_second }),
  kept: ({ second_count }) => ({ stock_count_second: second_count }),
})

export const getStockCountSettings: Routes['getStockCountSettings'] = async (_, { db }) =>
  reply(await loadGroup(db, group))

export const saveStockCountSettings: Routes['saveStockCountSettings'] = (input, context) =>
  context.command((tx) => saveGroup(tx, context, group, input, stockCountWords.settingsSaved))
