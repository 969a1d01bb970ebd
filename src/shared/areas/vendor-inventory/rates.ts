import { addDays, daysBetween } from '../../kernel/days.ts'
/** A day of an SKU in a shop, as sales are brought in. Days are `yyyy-mm-dd`. */
export interface SaleDay {
  shop: string
  sku: string
  category: string
  day: string
  sold: number
  was_in_stock: boolean
}

/** How much the last 7, 15 and 30 days weigh; together 1. */
export interface RateWeights {
  days_7: number
  days_15: number
  days_30: number
}

export const rateWindows = [7, 15, 30] as const

export type RateWindow = (typeof rateWindows)[number]

/** With fewer days in stock an SKU's own sales say nothing: those of its category in the shop stand for them. */
export const fewestDaysInStock = 4

/** Pieces a day over all shops, and pieces sold in each window. */
export interface SkuRate {
  rate: number
  sold_7: number
  sold_15: number
  sold_30: number
}

const weightOf = (weights: RateWeights, window: RateWindow) => weights[`days_${window}`]

/**
 * How fast each SKU sells (rules, section 7). In a shop: sold a day in stock, by windows that end with `asOf`. A day counts as in stock
 * from the first that is told of the SKU there, unless it is told as without stock and nothing sold; a day of which nothing is told is one on
 * which nothing sold. A window without a day in stock has no weight. With few days in stock: the mean of the category's other SKUs in that
 * shop. Over all shops: the sum, of those where something was told in the last thirty days. The server reckons the same in SQL
 * (`shopRates`); a test holds the two together.
 */
export function ratesOfSale(days: readonly SaleDay[], asOf: string, weights: RateWeights): Map<string, SkuRate> {
  const told = days.filter(({ day }) => day <= asOf)
  const byShopAndSku = [...Map.groupBy(told, ({ shop, sku }) => JSON.stringify([shop, sku])).values()]
  const own = byShopAndSku
    .filter((sales) => sales.some(({ day }) => day > addDays(asOf, -30)))
    .map((sales) => ({ sales, rate: shopRate(sales, asOf, weights) }))
  const curve = Map.groupBy(own, ({ sales }) => shopAndCategory(sales))
  const made = new Map<string, SkuRate>()
  for (const { sales, rate } of own) {
    const others = (curve.get(shopAndCategory(sales)) ?? []).flatMap((one) => one.rate ?? [])
    const mean = others.length === 0 ? 0 : others.reduce((sum, one) => sum + one, 0) / others.length
    const sku = sales[0]?.sku ?? ''
    const before = made.get(sku) ?? { rate: 0, sold_7: 0, sold_15: 0, sold_30: 0 }
    made.set(sku, {
      rate: before.rate + (rate ?? mean),
      sold_7: before.sold_7 + soldIn(sales, asOf, 7),
      sold_15: before.sold_15 + soldIn(sales, asOf, 15),
      sold_30: before.sold_30 + soldIn(sales, asOf, 30),
    })
  }
  return made
}

const shopAndCategory = ([first]: readonly SaleDay[]) => JSON.stringify([first?.shop, first?.category])

const within = (sales: readonly SaleDay[], asOf: string, window: RateWindow) =>
  sales.filter(({ day }) => day > addDays(asOf, -window))

const soldIn = (sales: readonly SaleDay[], asOf: string, window: RateWindow) =>
  within(sales, asOf, window).reduce((sum, { sold }) => sum + sold, 0)

function daysInStock(sales: readonly SaleDay[], asOf: string, window: RateWindow): number {
  const [first = asOf] = sales.map(({ day }) => day).toSorted()
  const out = within(sales, asOf, window).filter(({ was_in_stock, sold }) => !was_in_stock && sold === 0).length
  return Math.min(window, daysBetween(first, asOf) + 1) - out
}

/** How fast one SKU sells in one shop, of its days up to `asOf`; null where too few of them say something. */
export function shopRate(sales: readonly SaleDay[], asOf: string, weights: RateWeights): number | null {
  if (daysInStock(sales, asOf, 30) < fewestDaysInStock) return null
  let [sum, weight] = [0, 0]
  for (const window of rateWindows) {
    const days = daysInStock(sales, asOf, window)
    if (days === 0) continue
    sum += (weightOf(weights, window) * soldIn(sales, asOf, window)) / days
    weight += weightOf(weights, window)
  }
  return weight === 0 ? 0 : sum / weight
}
