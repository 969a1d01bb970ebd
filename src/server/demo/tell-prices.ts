import { savePriceGuides, updatePriceNegotiationPocDetails } from '../areas/price-negotiations/guides.ts'
import { updatePriceNegotiationDetails } from '../areas/price-negotiations/negotiate.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { CallContext, Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

type Items = Parameters<typeof updatePriceNegotiationDetails>[0]['items']

interface Told {
  code: string
  vendor_id: string
  price: number
  n: number
}

/** Prices under negotiation with the first vendors: some wait for the company, some for the vendor, some are settled. */
export async function tellPrices(tx: Tx): Promise<void> {
  const { rows } = await rowsOf({ code: col.text, vendor_id: col.text, price: col.number, n: col.number })`
    SELECT x.* FROM (SELECT s.code, s.vendor_id, s.price_minor::float8 AS price,
      (row_number() OVER (PARTITION BY s.vendor_id ORDER BY s.code))::int AS n FROM style s JOIN vendor v ON v.id = s.vendor_id
      WHERE s.price_minor IS NOT NULL AND v.code IN ('GZ01', 'SZ02')) x WHERE x.n <= 5 ORDER BY x.code`.execute(tx)
  const house = demoContext(tx, 'buyer')
  for (const told of rows) {
    const { caller } = demoContext(tx, 'vendor')
    const vendor = demoContext(tx, 'vendor', { caller: { ...caller, vendorId: told.vendor_id } })
    await tellOne(vendor, house, told)
  }
}

async function tellOne(vendor: CallContext, house: CallContext, { code, price, n }: Told): Promise<void> {
  const say = async (by: CallContext, item: Items[number]) =>
    (await updatePriceNegotiationDetails({ items: [item] }, by)).data.rows[0]
  const of = (factor: number) => ({ minor: Math.round(price * factor), currency: 'CNY' as const })
  const opened = await say(n === 3 ? house : vendor, {
    ...{ style_id: code, move: 'ask', price: of([1.01, 1.12, 0.94, 1.05, 1.2][n - 1] ?? 1) },
    reason: n === 3 ? '数量翻倍，请给更好的价格' : '面料涨价',
  })
  const seen = { negotiation: opened?.negotiation ?? '', version: opened?.version ?? 0 }
  const { negotiation } = seen
  if (n === 2) await say(house, { ...seen, move: 'counter', price: of(1.04), reason: 'As the last order' })
  if (n === 4) await say(house, { ...seen, move: 'agree' })
  if (n === 5) await say(house, { ...seen, move: 'abandon', reason: 'The style is not needed' })
  if (n > 2) return
  const version = n === 2 ? 2 : 1
  await savePriceGuides({ negotiation, target: of(1), floor: of(0.82), version }, house)
  await updatePriceNegotiationPocDetails(
    {
      negotiations: [{ negotiation, version: version + 1 }],
      poc_email: 'buyer@demo.selvedge',
      reason: 'Buys this category',
    },
    house,
  )
}
