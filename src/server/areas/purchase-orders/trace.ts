import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { purchaseOrderStates } from '../../../shared/areas/purchase-orders/rules.ts'
import { factLabels, hasRight } from '../../../shared/areas.ts'
import { address } from '../../../shared/kernel/screens.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Caller } from '../../http/call.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { type Asking, type Fact, known, pathFor, type Traced } from '../../trace/finder.ts'
import { type DocumentKind, documentFinder } from '../invoices/trace.ts'

const columns = {
  /** purchase_order.id */
  id: col.text,
  number: col.text,
  state: z.enum(['POSTED', 'REVERSED']),
  issued_on: col.text,
  currency: col.text,
  total_minor: col.number,
  boxes: col.number,
  pieces: col.number,
  reversal_number: col.textOrNull,
  supplier_name: col.text,
  supplier_name_zh: col.text,
  site_name: col.text,
  site_name_zh: col.text,
}

type Facts = Row<typeof columns>

/** For people of India QC. */
export const purchaseDocument: DocumentKind<Facts> = {
  kind: 'purchase_order',
  number: sql.ref('o.number'),
  otherCode: sql.ref('o.reversal_number'),
  where,
  traced,
  facts,
  boxes: (id) => sql<SqlBool>`b.id IN (SELECT box_id FROM purchase_order_box WHERE purchase_order_id = ${id}::uuid)`,
  pieces: ({ pieces }) => pieces,
}

export const purchaseOrderFinder = documentFinder(purchaseDocument)

async function where({ db, caller }: Asking, condition: RawBuilder<SqlBool>, limit: number): Promise<Facts[]> {
  if (!hasRight(caller, 'indiaQc')) return []
  const { rows } = await rowsOf(columns)`
    SELECT o.id, o.number, o.state, o.issued_on::text AS issued_on, o.currency, o.total_minor, o.boxes, o.pieces, o.reversal_number,
      v.name AS supplier_name, v.name_zh AS supplier_name_zh, w.name AS site_name, w.name_zh AS site_name_zh
    FROM purchase_order o JOIN vendor v ON v.id = o.vendor_id JOIN site w ON w.id = o.site_id
    WHERE ${condition} AND ${atOwnSites(caller, 'o.site_id', 'india_qc')} ORDER BY o.created_at DESC, o.id DESC LIMIT ${sql.lit(limit)}`.execute(
    db,
  )
  return rows
}

function traced(order: Facts, caller: Caller): Traced {
  return {
    kind: 'purchase_order',
    code: order.number,
    title: order.number,
    subtitle: `${order.supplier_name} → ${order.site_name}`,
    subtitle_zh: `${order.supplier_name_zh} → ${order.site_name_zh}`,
    status: purchaseOrderStates[order.state],
    path: pathFor(
      caller,
      address('/supplier/qc-platform-india', { part: 'purchase_orders', tab: 'all', po: order.number }),
    ),
  }
}

function facts(order: Facts, caller: Caller): Fact[] {
  const price = { minor: order.total_minor, currency: order.currency }
  return known([
    { label: factLabels.issued_on, day: order.issued_on },
    { label: factLabels.supplier, text: order.supplier_name, text_zh: order.supplier_name_zh },
    { label: factLabels.boxes, count: order.boxes },
    { label: factLabels.pieces, count: order.pieces },
    hasRight(caller, 'seePrices') ? { label: factLabels.total, price } : null,
    order.reversal_number === null ? null : { label: factLabels.reversed_by, text: order.reversal_number },
  ])
}
