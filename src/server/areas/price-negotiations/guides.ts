import { sql } from 'kysely'
import { priceNegotiationRights } from '../../../shared/areas/price-negotiations/rights.ts'
import { negotiationWords } from '../../../shared/areas/price-negotiations/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { holds } from '../../http/right-holders.ts'
import { assertVersion, heldNegotiation, write } from './negotiate.ts'
import { negotiationRows } from './negotiation-rows.ts'

type Routes = Handlers<Contract['priceNegotiations']>

const buyers = sql`SELECT id, email, name FROM app_user u
  WHERE ${holds(priceNegotiationRights.negotiateForUs.roles)} AND NOT u.is_machine AND u.is_active`

export const updatePriceNegotiationPocDetails: Routes['updatePriceNegotiationPocDetails'] = (input, context) =>
  context.command(async (tx) => {
    const poc = await buyerNamed(tx, input.poc_email)
    const ids: string[] = []
    const seen = new Map(input.negotiations.map(({ negotiation, version }) => [negotiation, version]))
    for (const number of [...seen.keys()].toSorted()) {
      const held = await heldNegotiation(tx, context, number)
      assertVersion(held, seen.get(number))
      ids.push(held.id)
      if (held.poc_id === poc.id) continue
      await write(tx, context, held, { poc_id: poc.id })
      await recordEvent(tx, context, {
        ...({ entity: 'price_guide', entityId: number, event: 'price.buyer_changed', to: poc.name } as const),
        details: { reason: input.reason },
      })
    }
    return reply({ rows: await negotiationRows(tx, context.caller, ids) }, negotiationWords.poc)
  })

async function buyerNamed(tx: Tx, email: string) {
  const { rows } = await rowsOf({ id: col.text, name: col.text })`
    SELECT b.id, b.name FROM (${buyers}) b WHERE lower(b.email) = ${email}`.execute(tx)
  const [poc] = rows
  if (poc === undefined)
    throw invalidInput(negotiationWords.noBuyer, {
      fields: [{ field: 'poc_email', message: negotiationWords.noBuyer }],
    })
  return poc
}

export const savePriceGuides: Routes['savePriceGuides'] = ({ negotiation, target, floor, version }, context) =>
  context.command(async (tx) => {
    const held = await heldNegotiation(tx, context, negotiation)
    assertVersion(held, version)
    await write(tx, context, held, { target_minor: target?.minor ?? null, floor_minor: floor?.minor ?? null })
    const text = (minor: number | null) => (minor === null ? '–' : (minor / 100).toFixed(2))
    const told = (a: number | null, b: number | null) => `${text(a)} / ${text(b)} CNY`
    await recordEvent(tx, context, {
      ...({ entity: 'price_guide', entityId: held.number, event: 'price.guided' } as const),
      from: told(held.target_minor, held.floor_minor),
      to: told(target?.minor ?? null, floor?.minor ?? null),
    })
    return reply({ rows: await negotiationRows(tx, context.caller, [held.id]) }, negotiationWords.guides)
  })

export const priceBuyers: Routes['priceBuyers'] = async (_, { db }) => {
  const { rows } = await rowsOf({ email: col.text, name: col.text })`
    SELECT b.email, b.name FROM (${buyers}) b ORDER BY b.name, b.email LIMIT 500`.execute(db)
  return reply({ buyers: rows })
}
