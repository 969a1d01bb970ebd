import { type RawBuilder, sql } from 'kysely'
import type { CatalogueOutcome } from '../../../shared/areas/catalogue/calls.ts'
import { linkKey } from '../../../shared/areas/catalogue/links.ts'
import { chainCurrency } from '../../../shared/areas/catalogue/rights.ts'
import { type CatalogueStatus, catalogueStatuses } from '../../../shared/areas/catalogue/statuses.ts'
import { catalogueWords } from '../../../shared/areas/catalogue/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, forbidden, invalidInput, Refusal, refusedField } from '../../http/errors.ts'
import { setSample } from '../samples/set-sample.ts'
import { assertJudges, assertVersion, type HeldStyle, holdCatalogue, holdToJudge } from './hold.ts'
import { moveCatalogue } from './move.ts'

type Routes = Handlers<Contract['catalogue']>
type Asked = Taken<Contract['catalogue']['updateVendorCatalogue']>
type Said = NonNullable<Asked['set']>

/**
 * One call changes styles and moves them. Held by their ids, each verdict by its own id: what was sent again has its answer already.
 * Throws as `moveCatalogue` does in mode `all`; in mode `each` the refused are told by name and the rest moves.
 */
export const updateVendorCatalogue: Routes['updateVendorCatalogue'] = (asked, context) =>
  context.command(async (tx) => {
    const to = asked.back ? 'back' : asked.to
    assertAsked(asked, context, to)
    const held = await holdCatalogue(tx, context, [...new Set(asked.catalogue_ids)])
    const [only] = held
    if (only && held.length === 1) assertVersion(only, asked.version)
    if (asked.set) {
      assertJudges(context, held)
      await changeStyles(tx, context, held, asked.set)
    }
    if (asked.sample) await setSample(tx, context, held, asked.sample)
    const refused = to === undefined ? new Map<string, Refusal>() : await moveThem(tx, context, held, to, asked)
    const isChanged = asked.set !== undefined || refused.size < held.length
    const words = !isChanged
      ? catalogueWords.unchanged
      : to === 'back'
        ? catalogueWords.takenBack
        : catalogueWords.moved
    const results = await resultsOf(tx, context, asked.catalogue_ids, refused)
    return reply({ results }, to === undefined ? catalogueWords.saved : words)
  })

/** The same for what styles are like alone. */
export const updateVendorAttributesFromUi: Routes['updateVendorAttributesFromUi'] = (asked, context) =>
  context.command(async (tx) => {
    if (Object.keys(asked.attributes).length === 0) throw invalidInput(catalogueWords.nothingAsked)
    const held = await holdToJudge(tx, context, [...new Set(asked.catalogue_ids)])
    const [only] = held
    if (only && held.length === 1) assertVersion(only, asked.version)
    await changeStyles(tx, context, held, asked.attributes)
    return reply({ results: await resultsOf(tx, context, asked.catalogue_ids, new Map()) }, catalogueWords.saved)
  })

function assertAsked(asked: Asked, { caller }: CallContext, to: CatalogueStatus | 'back' | undefined): void {
  if (to === undefined && !asked.sample && (!asked.set || Object.keys(asked.set).length === 0))
    throw invalidInput(catalogueWords.nothingAsked)
  const isVendors = to === undefined ? asked.sample !== undefined : to === 'Vendor Delisted' || to === 'back'
  if (isBoundToVendor(caller) && (asked.set !== undefined || !isVendors)) throw forbidden(catalogueWords.onlyDelist)
}

/** Each alone, since each may be refused for itself; a verdict that was written before counts as done. */
async function moveThem(
  tx: Tx,
  context: CallContext,
  held: readonly HeldStyle[],
  to: CatalogueStatus | 'back',
  asked: Asked,
): Promise<Map<string, Refusal>> {
  const { remark, takes_back: takesBack } = asked
  const verdicts = new Map(asked.catalogue_ids.map((code, at) => [code, asked.verdict_ids?.[at]]))
  const done = await writtenVerdicts(tx, asked.verdict_ids ?? [])
  const fresh = held.filter(({ code }) => !done.has(verdicts.get(code) ?? ''))
  const verdictOf = ({ code }: HeldStyle) => verdicts.get(code)
  const idsOf = (rows: readonly HeldStyle[]) => {
    const ids = rows.map(verdictOf)
    return ids.every((id) => id !== undefined) ? { verdictIds: ids } : {}
  }
  if (asked.mode === 'all') {
    if (fresh.length > 0) await moveCatalogue(tx, context, fresh, to, { remark, takesBack, ...idsOf(fresh) })
    return new Map()
  }
  const refused = new Map<string, Refusal>()
  for (const row of fresh)
    try {
      await moveCatalogue(tx, context, [row], to, { remark, takesBack, ...idsOf([row]) })
    } catch (error) {
      // Nothing was written of it: a refusal is said before the first write.
      if (!(error instanceof Refusal)) throw error
      refused.set(row.code, error)
    }
  return refused
}

async function writtenVerdicts(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await rowsOf({ id: col.text })`
    SELECT verdict_id AS id FROM catalogue_move WHERE verdict_id = ANY(${ids}::uuid[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

const plain = [
  ...(['name', 'name_zh', 'category', 'catalogue_type', 'link_1688', 'buyer_remarks', 'size_set', 'hs_code'] as const),
  ...(['pieces_per_month', 'fabric_type', 'fabric_composition', 'padded', 'push_up', 'wiring'] as const),
  ...(['transparency', 'pilling', 'stretchability'] as const),
]

async function changeStyles(tx: Tx, context: CallContext, held: readonly HeldStyle[], said: Said): Promise<void> {
  const live = held.find(({ style_id }) => style_id !== null)
  if (live) throw conflict(catalogueWords.alreadyLive, { values: { catalogue_id: live.code } })
  const { price: asked } = said
  const other = held.find(({ supply_chain }) => asked && asked.currency !== chainCurrency[supply_chain])
  if (other)
    throw refusedField('set.price', catalogueWords.otherCurrency, {
      ...{ catalogue_id: other.code, currency: chainCurrency[other.supply_chain] },
    })
  const sets: RawBuilder<unknown>[] = plain.flatMap((name) =>
    said[name] === undefined ? [] : [sql`${sql.ref(name)} = ${said[name] === '' ? null : said[name]}`],
  )
  if (said.link_1688 !== undefined) sets.push(sql`link_key = ${said.link_1688 ? linkKey(said.link_1688) : null}`)
  if (said.price !== undefined)
    sets.push(sql`price_minor = ${said.price?.minor ?? null}`, sql`price_currency = ${said.price?.currency ?? null}`)
  if (sets.length === 0) return
  await sql`UPDATE catalogue_style SET ${sql.join(sets)}, version = version + 1
    WHERE id = ANY(${held.map(({ id }) => id)}::uuid[])`.execute(tx)
  const { price, ...others } = said
  const details = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, value ?? null]))
  await recordEvents(
    tx,
    context,
    held.map(({ code }) => ({
      ...{ entity: 'catalogue_style', entityId: code, event: 'catalogue.changed' },
      ...(held.length > 1 && { source: 'bulk' as const }),
      // A price is of those who see prices; that it changed is not.
      details: { ...details, ...(price !== undefined && { price_changed: true }) },
    })),
  )
}

/** What became of each, in the order asked. */
async function resultsOf(
  tx: Tx,
  { caller }: CallContext,
  codes: readonly string[],
  refused: ReadonlyMap<string, Refusal>,
): Promise<CatalogueOutcome[]> {
  const { rows } = await rowsOf({ code: col.text, status: col.text, version: col.number })`
    SELECT code, status, version FROM catalogue_style WHERE code = ANY(${codes}::text[])`.execute(tx)
  const now = new Map(rows.map((row) => [row.code, row]))
  return codes.map((catalogue_id) => {
    const [row, refusal] = [now.get(catalogue_id), refused.get(catalogue_id)]
    return {
      catalogue_id,
      outcome: refusal ? 'refused' : 'changed',
      message: refusal?.message ?? catalogueWords.moved,
      values: refusal?.details.values ?? {},
      status: isBoundToVendor(caller) ? null : (catalogueStatuses.find((one) => one === row?.status) ?? null),
      version: row?.version ?? null,
    }
  })
}
