import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { orderActions } from '../../../shared/areas/orders/next-actions.ts'
import { factLabels } from '../../../shared/areas.ts'
import { address } from '../../../shared/kernel/screens.ts'
import type { Caller } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import {
  type Asking,
  codeIs,
  type Finder,
  pathFor,
  RELATED,
  type Related,
  relatedOf,
  type Traced,
  total,
} from '../../trace/finder.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { relatedBoxes, ssccsOf, withLines } from '../shipments/trace-boxes.ts'
import { relatedShipments } from '../shipments/trace-shipments.ts'
import { stockFacts } from '../stock/trace-stock.ts'
import { allowedOfLines, linesOf, ordersIn, shipmentsOfLines, sumOf, type TracedLine } from './order-lines.ts'
import { relatedOrders } from './trace-orders.ts'
import { relatedStyles } from './trace-styles.ts'

/** SKUs `k` of a condition, for another thing's history, in the order of colour and size. */
export async function relatedSkus(asking: Asking, condition: RawBuilder<SqlBool>): Promise<Related[]> {
  const found = await selectSkus(asking)
    .where(condition)
    .select(total)
    .orderBy('k.color')
    .orderBy('k.size_rank')
    .limit(sql.lit(RELATED))
    .execute()
  return relatedOf(
    'sku',
    found.map((sku) => skuTraced(sku, asking.caller)),
    found[0]?.total,
  )
}

export function selectSkus({ db, caller }: Asking) {
  return db
    .selectFrom('sku as k')
    .innerJoin('style as s', 's.id', 'k.style_id')
    .innerJoin('vendor as v', 'v.id', 's.vendor_id')
    .where(ownRows(caller, 's.vendor_id'))
    .select(['k.id', 'k.nm_sku', 'k.color', 'k.color_zh', 'k.size', 's.code as style_code', 's.name as style_name'])
    .select(['s.name_zh as style_name_zh', 'v.name as supplier_name', 'v.name_zh as supplier_name_zh'])
    .select(faceOfColour('k.style_id', 'k.color').as('picture'))
}

type SkuFacts = Awaited<ReturnType<ReturnType<typeof selectSkus>['executeTakeFirstOrThrow']>>

export function skuTraced(sku: SkuFacts, caller: Caller): Traced {
  return {
    kind: 'sku',
    code: sku.nm_sku,
    title: sku.nm_sku,
    subtitle: `${sku.style_name} · ${sku.color} · ${sku.size}`,
    subtitle_zh: `${sku.style_name_zh} · ${sku.color_zh} · ${sku.size}`,
    status: null,
    picture: sku.picture,
    path: pathFor(caller, address('/supplier/my-orders', { tab: 'all', search: sku.nm_sku })),
  }
}

export const skuFinder: Finder = {
  async find(asking, match, limit) {
    const found = await selectSkus(asking)
      .where(codeIs(sql`k.nm_sku`, match))
      .orderBy(sql`k.nm_sku USING ~>~`)
      .limit(sql.lit(limit))
      .execute()
    return found.map((sku) => skuTraced(sku, asking.caller))
  },
  async history(asking, code) {
    const sku = await selectSkus(asking).where('k.nm_sku', '=', code).executeTakeFirst()
    if (sku === undefined) return null
    const lines = await linesOf(asking, sql<SqlBool>`l.sku_id = ${sku.id}::uuid`)
    return {
      ...skuTraced(sku, asking.caller),
      facts: [
        { label: factLabels.supplier, text: sku.supplier_name, text_zh: sku.supplier_name_zh },
        {
          label: factLabels.style,
          text: `${sku.style_code} · ${sku.style_name}`,
          text_zh: `${sku.style_code} · ${sku.style_name_zh}`,
        },
        { label: factLabels.colour, text: sku.color, text_zh: sku.color_zh },
        { label: factLabels.size, text: sku.size },
        ...(await stockFacts(asking, sku.id)),
      ],
      ...(await livesOfLines(asking, code, lines, sql<SqlBool>`s.code = ${sku.style_code}`)),
    }
  },
}

/** What SKUs and styles have in common: all their orders, and the shipments of those. `style` is the condition on styles `s`. */
export async function livesOfLines(
  asking: Asking,
  code: string,
  lines: readonly TracedLine[],
  style: RawBuilder<SqlBool> | null,
) {
  const shipments = await shipmentsOfLines(asking, lines)
  const orders = ordersIn(lines)
  const boxes = withLines(lines)
  const related = await Promise.all([
    style ? relatedStyles(asking, style) : [],
    relatedOrders(asking, orders),
    relatedShipments(asking, shipments),
    relatedBoxes(asking, boxes),
  ])
  return {
    quantities: sumOf(lines),
    related: related.flat(),
    next: orderActions(allowedOfLines(lines), { search: code }),
    scope: {
      things: [
        { kind: 'order' as const, codes: orders },
        { kind: 'shipment' as const, codes: shipments },
      ],
      boxes: ssccsOf(asking, boxes),
      lines: lines.map((line) => line.id),
    },
  }
}
