import type { Insertable } from 'kysely'
import { addDays } from '../../shared/kernel/days.ts'
import type { Settings } from '../database/settings.ts'
import type { StyleCustoms, StyleMeasure, TradeParty } from '../database/types.gen.ts'
import type { Random } from './book.ts'
import { type DemoStyle, skuRows, styleRows, stylesMadeBy, vendorCodes } from './catalogue.ts'
import { type Story, stories } from './stories.ts'

type Party = Insertable<TradeParty> & { country: string }

export const parties: readonly Party[] = [
  {
    code: 'SELV-CN',
    kind: 'exporter',
    name: 'Guangzhou Selvedge Sourcing Co., Ltd. 广州织边采购有限公司',
    address: 'Building 3, 88 Zhongda Textile Road, Haizhu District, Guangzhou 510310, China',
    country: 'CN',
    tax_id: '91440101MA5DEMO01X',
    contact: 'Huang Jie, +86 20 5550 0101',
  },
  {
    code: 'SELV-DEL',
    kind: 'consignee',
    name: 'Selvedge Fashion Private Limited, Delhi',
    address: 'Khasra 41, Bamnoli Village, New Delhi 110077, India',
    country: 'IN',
    tax_id: 'IEC 0512DEMO01 / GSTIN 07AAACS0000D1Z5',
    contact: 'Rohan Mehta, +91 11 5550 0102',
  },
  {
    code: 'SELV-BLR',
    kind: 'consignee',
    name: 'Selvedge Fashion Private Limited, Bengaluru',
    address: '27 Hoskote Industrial Area, Bengaluru 562114, India',
    country: 'IN',
    tax_id: 'IEC 0512DEMO01 / GSTIN 29AAACS0000D1Z9',
    contact: 'Imran Shaikh, +91 80 5550 0103',
  },
]

interface Goods {
  hs_code: string
  description: string
  description_zh: string
  composition: string
  net_weight_grams: number
}

/** By category: headings of chapters 61 and 62. Light, as the demo's boxes are. */
const goods: Record<string, Goods> = {
  Lingerie: {
    hs_code: '621210',
    description: 'Women’s brassieres and lingerie, of man-made fibres',
    description_zh: '化纤制女式文胸及内衣',
    composition: '82% polyamide, 18% elastane',
    net_weight_grams: 60,
  },
  Loungewear: {
    hs_code: '620892',
    description: 'Women’s pyjamas and dressing gowns, woven',
    description_zh: '机织女式睡衣及晨衣',
    composition: '95% modal, 5% elastane',
    net_weight_grams: 112,
  },
  Dresses: {
    hs_code: '620443',
    description: 'Women’s dresses, of synthetic fibres, woven',
    description_zh: '合成纤维制机织连衣裙',
    composition: '100% polyester',
    net_weight_grams: 116,
  },
  Tops: {
    hs_code: '620640',
    description: 'Women’s blouses and shirts, of man-made fibres',
    description_zh: '化纤制机织女衬衫',
    composition: '70% viscose, 30% polyester',
    net_weight_grams: 85,
  },
  Bottoms: {
    hs_code: '620463',
    description: 'Women’s trousers, of synthetic fibres, woven',
    description_zh: '合成纤维制机织女长裤',
    composition: '65% polyester, 32% viscose, 3% elastane',
    net_weight_grams: 114,
  },
  Activewear: {
    hs_code: '611430',
    description: 'Women’s sports garments, knitted, of man-made fibres',
    description_zh: '化纤制针织女式运动服装',
    composition: '78% polyester, 22% elastane',
    net_weight_grams: 78,
  },
}

/** Of one vendor's styles customs know nothing yet: their export orders say what is missing. */
const unknownTo = 'SZ02'

export function customsRows(vendorId: string): Insertable<StyleCustoms>[] {
  return styleRows
    .filter((style) => style.vendor_id !== vendorId)
    .flatMap((style) => {
      const known = goods[style.category]
      return known ? [{ style_id: style.id, ...known, origin: 'CN', updated_by: null }] : []
    })
}

export const unknownVendor = unknownTo

const points: readonly (readonly [string, string, number, number, number])[] = [
  ['Chest (1/2)', '胸围（半）', 440, 20, 10],
  ['Waist (1/2)', '腰围（半）', 380, 20, 10],
  ['Length from HPS', '衣长（肩顶点起）', 620, 15, 10],
  ['Hem (1/2)', '下摆（半）', 470, 20, 12],
]

/** A size chart for each style: every size a step above the one before. */
export function measureRows(): Insertable<StyleMeasure>[] {
  const sizes = Map.groupBy(skuRows, (sku) => `${sku.style_id} ${sku.size}`)
  return [...sizes.values()].flatMap(([sku]) =>
    sku === undefined
      ? []
      : points.map(([point, point_zh, base, step, tolerance_mm], at) => ({
          style_id: sku.style_id,
          size: sku.size,
          point,
          point_zh,
          position: at + 1,
          spec_mm: base + step * (sku.size_rank % 10),
          tolerance_mm,
        })),
  )
}

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
  const lastApproved = new Map<string, number>()
  return drafts.map((order, at) => {
    const { id, price } = order.style
    const priceMinor = order.story.priceJump ? roundedPrice((price * random.between(113, 130)) / 100) : price
    // A jump needs an order before it, if need be one from before the demo data.
    const previousPriceMinor = lastApproved.get(id) ?? (order.story.priceJump ? price : null)
    if (order.story.decision === 'APPROVED') lastApproved.set(id, priceMinor)
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

/** What the demo's company says of itself. */
export const company: Settings['company'] = {
  name: 'Selvedge Fashion Private Limited',
  name_zh: '织边时装',
  address: 'Khasra 41, Bamnoli Village, New Delhi 110077, India',
  address_zh: '',
  gstin: '07AAACS1429D1ZT',
  currency: 'INR',
  label_line: 'Selvedge Fashion',
  label_line_zh: '织边时装',
}
