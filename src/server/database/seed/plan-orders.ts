import { addDays } from '../../../shared/domain/order-status.ts'
import { vendorCodes } from './places.ts'
import type { Random } from './random.ts'
import { type Story, stories } from './stories.ts'
import { type DemoStyle, stylesMadeBy } from './styles.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** An order before anything happened to it. */
export interface OrderPlan {
  /** The id that people use. */
  orderId: string
  vendor: string
  story: Story
  style: DemoStyle
  /** ms since 1970 */
  createdAt: number
  orderDate: string
  shipBy: string
  priceMinor: number
  previousPriceMinor: number | null
}

/** The first instant of a day where the vendors are. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00+08:00`)
}

/** Every order of the demo data, oldest first, numbered in that order. */
export function planOrders(random: Random, today: string): OrderPlan[] {
  const drafts = stories
    .flatMap((story) =>
      vendorCodes.flatMap((vendor, at) =>
        Array.from({ length: story.orders[at] ?? 0 }, () => draft(random, today, vendor, story)),
      ),
    )
    .sort((a, b) => a.createdAt - b.createdAt)
  const lastPrice = new Map<string, number>()
  return drafts.map((order, at) => {
    const { id, price } = order.style
    const priceMinor = order.story.priceJump ? roundedPrice((price * random.between(113, 130)) / 100) : price
    // A jump needs an order before it, if need be one from before the demo data.
    const previousPriceMinor = lastPrice.get(id) ?? (order.story.priceJump ? price : null)
    lastPrice.set(id, priceMinor)
    return { ...order, orderId: `PO${100_001 + at}`, priceMinor, previousPriceMinor }
  })
}

function draft(random: Random, today: string, vendor: string, story: Story) {
  const age = random.between(...story.age)
  const orderDate = addDays(today, -age)
  return {
    vendor,
    story,
    style: random.one(stylesMadeBy(vendor)),
    createdAt: startOfDay(today) - age * DAY + random.between(9 * HOUR, 16 * HOUR),
    orderDate,
    shipBy: addDays(today, random.between(...story.deadline)),
  }
}

/** To ten fen. */
function roundedPrice(minor: number): number {
  return Math.round(minor / 10) * 10
}
