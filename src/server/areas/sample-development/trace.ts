import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { packStates } from '../../../shared/areas/sample-development/tech-pack.ts'
import { sampleStates, sampleStateWords } from '../../../shared/areas/samples/rounds.ts'
import { factLabels, hasRight } from '../../../shared/areas.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { address } from '../../../shared/kernel/screens.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { ownRows } from '../../http/own-rows.ts'
import {
  type Asking,
  codeIs,
  type Finder,
  type History,
  known,
  type Match,
  pathFor,
  type Traced,
} from '../../trace/finder.ts'

interface Found {
  traced: Traced
  facts: History['facts']
}

/** A finder of one kind whose things are found by a condition, newest first; its history is what happened to it. */
function finderOf(
  kind: Traced['kind'],
  find: (asking: Asking, match: Match, limit: number) => Promise<Found[]>,
): Finder {
  return {
    find: async (asking, match, limit) => (await find(asking, match, limit)).map(({ traced }) => traced),
    async history(asking, code) {
      const [found] = await find(asking, { text: code, sscc: null, isPrefix: false }, 1)
      if (found === undefined) return null
      const { traced, facts } = found
      return {
        ...traced,
        ...{ facts, quantities: null, related: [], next: [] },
        scope: { things: [{ kind, codes: [traced.code] }], boxes: null, lines: [] },
      }
    },
  }
}

const styleColumns = {
  ...{ code: col.text, name: col.text, name_zh: col.text, sample: col.text },
  ...{ supplier_name: col.text, supplier_name_zh: col.text },
}

/** A tech pack's code is its style's with its number: "CT-000012/2". */
function packIs({ text, isPrefix }: Match): RawBuilder<SqlBool> {
  const [style = '', number] = text.split('/')
  // A style's whole code begins those of its tech packs.
  if (number === undefined)
    return isPrefix
      ? sql<SqlBool>`(c.code = ${text} OR ${codeIs(sql<string>`c.code`, { text, isPrefix })})`
      : sql<SqlBool>`false`
  const ofStyle = codeIs(sql<string>`c.code`, { text: style, isPrefix: false })
  return sql<SqlBool>`(${ofStyle} AND ${codeIs(sql<string>`t.number::text`, { text: number, isPrefix })})`
}

/** Tech packs; a vendor's own that were sent to it. */
export const techPackFinder = finderOf('tech_pack', async ({ db, caller }, match, limit) => {
  if (!hasRight(caller, 'sampleSheets')) return []
  const isVendor = isBoundToVendor(caller)
  const { rows } = await rowsOf({ ...styleColumns, number: col.number, sent_at: col.instantOrNull })`
    SELECT c.code, c.name, c.name_zh, s.code AS sample, v.name AS supplier_name, v.name_zh AS supplier_name_zh, t.number, t.sent_at
    FROM tech_pack t JOIN catalogue_style c ON c.id = t.catalogue_id JOIN catalogue_sample s ON s.id = t.sample_id JOIN vendor v ON v.id = c.vendor_id
    WHERE ${packIs(match)} AND ${ownRows(caller, 'c.vendor_id')} AND ${isVendor ? sql`t.sent_at IS NOT NULL` : sql`true`}
    ORDER BY c.number DESC, t.number DESC LIMIT ${sql.lit(limit)}`.execute(db)
  return rows.map(({ code, name, name_zh, sample, supplier_name, supplier_name_zh, number, sent_at }) => ({
    traced: {
      kind: 'tech_pack',
      code: `${code}/${number}`,
      title: `${code}/${number}`,
      subtitle: name || name_zh,
      subtitle_zh: name_zh || name,
      status: sent_at ? packStates.sent : packStates.notSent,
      path: pathFor(
        caller,
        isVendor
          ? address('/supplier/garment-specs', { style: code })
          : address('/ops/final-measurements', { tab: 'all', sample }),
      ),
    },
    facts: known([
      { label: factLabels.supplier, text: supplier_name, text_zh: supplier_name_zh },
      { label: factLabels.sample, text: sample },
    ]),
  }))
})

/** Samples, for the company's people: what is said of them is said between those. */
export const sampleFinder = finderOf('catalogue_sample', async ({ db, caller }, match, limit) => {
  if (isBoundToVendor(caller) || !hasRight(caller, 'finalMeasurements')) return []
  const { rows } = await rowsOf({ ...styleColumns, state: z.enum(sampleStates), round: col.number })`
    SELECT c.code, c.name, c.name_zh, s.code AS sample, s.state, s.round, v.name AS supplier_name, v.name_zh AS supplier_name_zh
    FROM catalogue_sample s JOIN catalogue_style c ON c.id = s.catalogue_id JOIN vendor v ON v.id = c.vendor_id
    WHERE ${codeIs(sql<string>`s.code`, match)} ORDER BY s.code DESC LIMIT ${sql.lit(limit)}`.execute(db)
  return rows.map(({ code, name, name_zh, sample, state, round, supplier_name, supplier_name_zh }) => ({
    traced: {
      kind: 'catalogue_sample',
      code: sample,
      title: sample,
      subtitle: `${code} ${name || name_zh}`,
      subtitle_zh: `${code} ${name_zh || name}`,
      status: sampleStateWords[state],
      path: pathFor(caller, address('/ops/final-measurements', { tab: 'all', sample })),
    },
    facts: known([
      { label: factLabels.supplier, text: supplier_name, text_zh: supplier_name_zh },
      { label: factLabels.style, text: code },
      { label: factLabels.round, count: round },
    ]),
  }))
})
