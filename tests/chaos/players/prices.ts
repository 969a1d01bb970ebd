import { contract } from '../../../src/shared/areas.ts'
import { type Plays, some, type World } from './play.ts'

const { priceNegotiations: prices, vendorInventory } = contract

const yuan = (minor: number) => ({ minor, currency: 'CNY' as const })

async function aNegotiation({ by, random }: World) {
  const { rows } = await by.ops.look(prices.getPriceNegotiationDetails, { page_size: 40 })
  return random.pick(some(rows))
}

async function aStyle({ by, random }: World) {
  const { rows } = await by.ops.look(vendorInventory.getInventoryDetails, { page_size: 30 })
  return random.pick(some(rows)).style_id
}

/** What a piece will cost. */
export const pricePlays: Plays = {
  'priceNegotiations.updatePriceNegotiationDetails': async (world) => {
    const { by, random } = world
    const { rows } = await by.ops.look(prices.getPriceNegotiationDetails, { page_size: 40 })
    const open = rows.filter(({ may }) => may.length > 0)
    const said = yuan(random.int(2_000, 9_000))
    if (open.length === 0 || random.chance(0.3))
      return by.ops.act(prices.updatePriceNegotiationDetails, {
        items: [{ style_id: await aStyle(world), move: 'ask', price: said }],
      })
    const { negotiation, version, may } = random.pick(open)
    const move = random.pick(may)
    return by.ops.act(prices.updatePriceNegotiationDetails, {
      items: [{ negotiation, version, move, ...(move === 'counter' && { price: said }) }],
    })
  },
  'priceNegotiations.updatePriceNegotiationPocDetails': async (world) => {
    const { negotiation, version } = await aNegotiation(world)
    const poc_email = world.random.pick(['buyer@demo.selvedge', 'buyer-admin@demo.selvedge'])
    return world.by.ops.act(prices.updatePriceNegotiationPocDetails, {
      ...{ negotiations: [{ negotiation, version }], poc_email, reason: `turn ${world.random.int(1, 1_000_000)}` },
    })
  },
  'priceNegotiations.manualPriceNegotiationEntry': async (world) => {
    const style_id = await aStyle(world)
    const { rows } = await world.by.ops.look(prices.getPriceNegotiationDetails, { search: style_id, page_size: 100 })
    const open = rows.find((row) => row.style_id === style_id && row.state === 'OPEN')
    return world.by.ops.act(prices.manualPriceNegotiationEntry, {
      ...{ style_id, price: yuan(world.random.int(2_000, 9_000)), proof: 'by telephone' },
      ends: open ? { negotiation: open.negotiation, version: open.version } : null,
    })
  },
  'priceNegotiations.savePriceGuides': async (world) => {
    const { negotiation, version } = await aNegotiation(world)
    const target = yuan(world.random.int(2_000, 9_000))
    return world.by.ops.act(prices.savePriceGuides, { negotiation, version, target, floor: null })
  },
  'priceNegotiations.attachPriceProof': async (world) => {
    const { negotiation } = await aNegotiation(world)
    const file = { name: `proof-${world.random.int(1, 1_000_000)}.pdf`, bytes: Buffer.from('%PDF-1.4 by telephone') }
    return world.by.ops.act(prices.attachPriceProof, { negotiation, file })
  },
  'priceNegotiations.saveNegotiationSettings': async ({ by, random }) => {
    const { version } = await by.admin.look(prices.negotiationSettings, {})
    return by.admin.act(prices.saveNegotiationSettings, { settings: { answer_days: random.int(2, 20) }, version })
  },
}
