import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { priceNegotiationsArea } from '../../../shared/areas/price-negotiations/area.ts'
import { similarStyle } from '../../../shared/areas/price-negotiations/calls.ts'
import { negotiationWords } from '../../../shared/areas/price-negotiations/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { loadGroup, saveGroup, settingGroup } from '../../audit/setting-group.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import type { ServerArea } from '../../http/area.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { assertVendorName } from '../data/vendors.ts'
import { applyAgreedPrice, effectOf, openOrdersOf } from './agreed-price.ts'
import { tellDeadlines } from './deadlines.ts'
import { priceBuyers, savePriceGuides, updatePriceNegotiationPocDetails } from './guides.ts'
import {
  assertVersion,
  heldNegotiation,
  keepOffer,
  newNumber,
  openNumber,
  ownStyle,
  updatePriceNegotiationDetails,
  write,
} from './negotiate.ts'
import { negotiationQuery, negotiationRows, priceBefore, sideOf } from './negotiation-rows.ts'
import { attachPriceProof, priceProof, proofOwner, proofsOf } from './proofs.ts'

type Routes = Handlers<Contract['priceNegotiations']>
type Ends = Taken<Contract['priceNegotiations']['manualPriceNegotiationEntry']>['ends']

/** An agreement made elsewhere. Where the style is being negotiated, that negotiation ends with it. */
const manualPriceNegotiationEntry: Routes['manualPriceNegotiationEntry'] = (input, context) =>
  context.command(async (tx) => {
    const { price, proof } = input
    const style = await ownStyle(tx, context, input.style_id)
    const open = await openAsSeen(tx, context, style, input.ends)
    const agreed = { state: 'AGREED', agreed_minor: price.minor, last_price_minor: price.minor } as const
    const { id, number } = open ?? { id: v7(), number: await newNumber(tx) }
    if (open) await write(tx, context, open, { ...agreed, answer_by: null })
    else
      await tx
        .insertInto('price_negotiation')
        .values({
          ...{ id, number, style_id: style.id, vendor_id: style.vendor_id, ...agreed, last_side: 'house' },
          ...{ is_manual: true, proof, poc_id: context.caller.userId, updated_by: context.caller.userId },
        })
        .execute()
    await keepOffer(tx, context, { id, number, side: 'house', move: 'enter', minor: price.minor, reason: proof })
    await applyAgreedPrice(tx, context, { styleId: style.id, minor: price.minor, number })
    return reply({ rows: await negotiationRows(tx, context.caller, [id]) }, negotiationWords.entered)
  })

/** The open negotiation of a style, held; none where there is none. Throws conflict or stale where that is not what was seen. */
async function openAsSeen(tx: Tx, context: CallContext, style: { id: string; code: string }, seen: Ends) {
  const number = await openNumber(tx, style.id)
  if (number === undefined) {
    if (seen === null) return undefined
    throw conflict(negotiationWords.noLongerOpen, { values: { number: seen.negotiation } })
  }
  if (seen?.negotiation !== number)
    throw conflict(negotiationWords.openByNow, { values: { style_id: style.code, number } })
  const held = await heldNegotiation(tx, context, number)
  assertVersion(held, seen.version)
  return held
}

const priceNegotiation: Routes['priceNegotiation'] = async ({ negotiation }, context) => {
  const { db, caller } = context
  const [id] = await negotiationQuery.idsInOrder({ negotiations: [negotiation] }, context, 1)
  const [row] = id === undefined ? [] : await negotiationQuery.byId([id], context)
  if (id === undefined || row === undefined)
    throw notFound('Negotiation {{number}} was not found.', { number: negotiation })
  const isVendor = sideOf(caller) === 'vendor'
  const { rows: styles } = await rowsOf({ style_id: col.text, category: col.text })`
    SELECT n.style_id, s.category FROM price_negotiation n JOIN style s ON s.id = n.style_id WHERE n.id = ${id}`.execute(
    db,
  )
  const [style] = styles
  return reply({
    row,
    jump_percent: await readSetting(db, 'price_jump_percent'),
    offers: await offersOf(db, id, isVendor),
    orders: style ? await openOrdersOf(db, style.style_id, isVendor) : [],
    proofs: isVendor ? [] : await proofsOf(db, id),
    similar: style && !isVendor ? await similarTo(db, style, row.last_price?.minor ?? 0) : [],
  })
}

/** Where an agreement was entered from is the company's alone. */
async function offersOf(db: Db, id: string, isVendor: boolean) {
  const rows = await db
    .selectFrom('price_offer as p')
    .innerJoin('app_user as u', 'u.id', 'p.by')
    .innerJoin('price_negotiation as n', 'n.id', 'p.negotiation_id')
    .where('p.negotiation_id', '=', id)
    .orderBy('p.at')
    .orderBy('p.id')
    .select(['p.id as offer_id', 'p.side', 'p.move', 'p.price_minor', 'p.reason', 'u.name as by', 'p.at', 'n.currency'])
    .execute()
  return rows.map(({ price_minor, currency, at, ...row }) => ({
    ...row,
    reason: isVendor && row.move === 'enter' ? null : row.reason,
    price: price_minor === null ? null : { minor: Number(price_minor), currency },
    at: at.toISOString(),
  }))
}

/** Styles of the category that were invoiced, by how near their price is. */
async function similarTo(db: Db, of: { style_id: string; category: string }, minor: number) {
  const { rows } = await rowsOf(similarStyle)`
    SELECT s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, s.picture_id AS picture, v.name AS supplier_name,
      v.name_zh AS supplier_name_zh, x.unit_price_minor AS last_paid_minor, x.currency, x.created_at AS invoiced_at
    FROM style s JOIN vendor v ON v.id = s.vendor_id
    CROSS JOIN LATERAL (SELECT il.unit_price_minor, i.currency, i.created_at FROM vendor_order o JOIN order_line l ON l.order_id = o.id
      JOIN invoice_line il ON il.order_line_id = l.id JOIN invoice i ON i.id = il.invoice_id
      WHERE o.style_id = s.id AND i.state = 'LIVE' ORDER BY i.issued_on DESC, i.id DESC LIMIT 1) x
    WHERE s.category = ${of.category} AND s.id <> ${of.style_id}::uuid
    ORDER BY abs(x.unit_price_minor - ${minor}), s.code LIMIT 8`.execute(db)
  return rows
}

/** As many as one press may decide on. */
const MOST = 200

const planPriceAcceptance: Routes['planPriceAcceptance'] = async ({ percent, supplier_id }, context) => {
  await assertVendorName(context, supplier_id)
  const where = await negotiationQuery.where({ tab: 'ours', ...(supplier_id && { supplier_id }) }, context)
  const { rows } = await rowsOf({ id: col.text, over: col.numberOrNull })`
    SELECT x.id, CASE WHEN x.paid > 0 THEN (x.asked - x.paid) * 100 / x.paid END AS over
    FROM (SELECT n.id, n.updated_at, n.last_price_minor::float8 AS asked, ${priceBefore} AS paid
      FROM price_negotiation n JOIN style s ON s.id = n.style_id WHERE ${where}) x
    ORDER BY over, x.updated_at`.execute(context.db)
  const fits = rows.filter(({ over }) => over !== null && over <= percent).slice(0, MOST)
  const ids = fits.map(({ id }) => id)
  const { difference, ...effect } = await effectOf(context.db, ids)
  return reply({
    rows: await negotiationRows(context.db, context.caller, ids),
    above: rows.filter(({ over }) => over !== null && over > percent).length,
    never_paid: rows.filter(({ over }) => over === null).length,
    ...effect,
    difference: { minor: difference, currency: 'CNY' },
  })
}

const settings = settingGroup({
  prefix: 'prices',
  rows: ['negotiation_answer_days'],
  fields: ['answer_days'],
  shown: ({ negotiation_answer_days }) => ({ answer_days: negotiation_answer_days }),
  kept: ({ answer_days }) => ({ negotiation_answer_days: answer_days }),
})

const negotiationSettings: Routes['negotiationSettings'] = async (_, { db }) => reply(await loadGroup(db, settings))

const saveNegotiationSettings: Routes['saveNegotiationSettings'] = (input, context) =>
  context.command((tx) => saveGroup(tx, context, settings, input, negotiationWords.settingsSaved))

/** What a piece will cost: asked, countered, agreed. */
export const priceNegotiationsServer: ServerArea<typeof priceNegotiationsArea> = {
  routes: {
    getPriceNegotiationDetails: negotiationQuery.page,
    ...{ updatePriceNegotiationDetails, updatePriceNegotiationPocDetails, manualPriceNegotiationEntry },
    ...{ priceNegotiation, savePriceGuides, planPriceAcceptance, priceBuyers },
    ...{ attachPriceProof, priceProof, negotiationSettings, saveNegotiationSettings },
  },
  fileOwners: [proofOwner],
  // Once an hour, as whatever is done for an area by itself.
  removeOld: (db) => tellDeadlines(db),
  feeds: {
    price_negotiation: (vendorId) => sql`EXISTS (SELECT 1 FROM price_negotiation n
      WHERE n.number = e.entity_id AND n.vendor_id = ${vendorId}::uuid)`,
    price_guide: () => sql<boolean>`false`,
  },
  exports: { exportPriceNegotiations: negotiationQuery },
}
