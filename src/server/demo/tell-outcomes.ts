import { sql } from 'kysely'
import type { DispositionKind } from '../../shared/areas/rejected-skus/rules.ts'
import { contract } from '../../shared/areas.ts'
import type { RefusalReason } from '../../shared/kernel/reasons.ts'
import { judgeBox } from '../areas/inspection/judge-box.ts'
import { createPurchaseOrder } from '../areas/purchase-orders/create-purchase-order.ts'
import { lockQcBox, qcLineFacts } from '../areas/qc-boxes/box-rows.ts'
import { inIndia } from '../areas/qc-boxes/sites.ts'
import { reconcileRejectedSkus } from '../areas/rejected-skus/reconcile.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

/** What India finds of one SKU of a box, the largest first, and what is decided of it: before its box is bought, and after. */
interface Found {
  rejected: number
  reason: RefusalReason
  decided?: Decisions
  later?: Decisions
}

type Decisions = Partial<Record<DispositionKind, number>>

/** What becomes of a box: a purchase order buys what was accepted, and is reversed or not. */
interface Fate {
  /** Of the smallest SKU so many pieces had faults that were mended on the spot: their lot is refused by its sample, and passed by a lead. */
  mended?: number
  found: readonly Found[]
  isReversed: boolean
}

/** Of the largest of them. */
const fates: readonly Fate[] = [
  {
    found: [
      {
        ...{ rejected: 6, reason: 'Stain' },
        ...{ decided: { return: 3, b_grade: 1, scrap: 1 }, later: { concession: 1 } },
      },
      { rejected: 3, reason: 'Poor workmanship', decided: { credit: 1 } },
    ],
    isReversed: false,
  },
  {
    found: [
      { rejected: 4, reason: 'Poor workmanship', decided: { rework: 2, credit: 1 } },
      { rejected: 2, reason: 'Color variation', decided: { replace: 2 } },
      { rejected: 2, reason: 'Fabric damaged', decided: { scrap: 2 } },
    ],
    ...{ isReversed: true, mended: 4 },
  },
]

/** Of what India received, boxes that nobody inspected yet: some of their pieces are rejected and decided on, others are bought. */
export async function tellOutcomes(tx: Tx): Promise<void> {
  const { rows } = await rowsOf({ sscc: col.text })`
    SELECT b.sscc FROM qc_box q JOIN box b ON b.id = q.box_id
    WHERE q.site_kind = 'india_qc' AND q.uncounted = 0 AND q.inspections = 0 AND q.missing = 0
    ORDER BY q.to_inspect DESC, b.sscc LIMIT ${sql.lit(fates.length)}`.execute(tx)
  const [manager, ops] = [demoContext(tx, 'india-qc'), demoContext(tx, 'ops')]
  const { takes } = contract.purchaseOrders.createPurchaseOrder
  for (const [place, { sscc }] of rows.entries()) {
    const { found = [], isReversed = false, mended = 0 } = fates[place] ?? {}
    const bad = await inspect(tx, sscc, found, mended)
    for (const [at, nm_sku] of bad.entries()) await decide(tx, sscc, nm_sku, found[at]?.decided)
    const { data } = await createPurchaseOrder(takes.parse({ box_ids: [sscc] }), manager)
    for (const [at, nm_sku] of bad.entries()) await decide(tx, sscc, nm_sku, found[at]?.later)
    const { purchase_order, version } = data.purchase_order
    if (isReversed)
      await createPurchaseOrder(takes.parse({ action: 'reverse', purchase_order, version, reason: 'Wrong boxes' }), ops)
  }
  // Nobody of the demo is told of it as news.
  await sql`DELETE FROM notice_outbox`.execute(tx)
}

/** Every piece is looked at; gives the SKUs that were partly rejected. */
async function inspect(tx: Tx, sscc: string, found: readonly Found[], mended: number): Promise<string[]> {
  // A lead alone passes what its sample refuses.
  const manager = demoContext(tx, mended > 0 ? 'ops' : 'india-qc')
  const box = await lockQcBox(tx, inIndia(manager.caller), sscc)
  const lines = (await qcLineFacts(tx, [box])).toSorted(
    (a, b) => b.to_inspect - a.to_inspect || (a.nm_sku < b.nm_sku ? -1 : 1),
  )
  const failed = (at: number) => Math.min(found[at]?.rejected ?? 0, lines[at]?.to_inspect ?? 0)
  await judgeBox(tx, manager, box, lines, {
    lines: lines.map(({ nm_sku, to_inspect }, at) => ({
      ...{ nm_sku, passed: to_inspect - failed(at), failed: failed(at), on_hold: 0, sampled: to_inspect },
      from: 'to_inspect' as const,
    })),
    defects: lines.flatMap(({ nm_sku, to_inspect }, at) => {
      if (mended > 0 && at === lines.length - 1) return [looseThreads(nm_sku, Math.min(mended, to_inspect))]
      const units = failed(at)
      const said = { remark: 'seen at the second look', is_further: false, image_ids: [] }
      return units === 0
        ? []
        : [{ nm_sku, reason: found[at]?.reason ?? 'Stain', severity: 'minor' as const, units, ...said }]
    }),
    ...{ measurements: [], image_ids: [], verdict: 'mixed' },
    ...(mended > 0 && { override_reason: 'Loose threads, cut off on the spot: nothing is left to see' }),
  })
  return lines.slice(0, found.length).map(({ nm_sku }) => nm_sku)
}

function looseThreads(nm_sku: string, units: number) {
  const said = { remark: 'threads not cut', is_further: false, image_ids: [] }
  return { nm_sku, reason: 'Poor workmanship' as const, severity: 'minor' as const, units, ...said }
}

async function decide(tx: Tx, sscc: string, nm_sku: string, decided: Decisions = {}): Promise<void> {
  const kinds = Object.entries(decided) as [DispositionKind, number][]
  if (kinds.length === 0) return
  const dispositions = kinds.map(([kind, quantity]) => ({
    ...{ kind, quantity },
    ...(kind === 'concession' && { reason: 'Hardly to be seen' }),
  }))
  const { takes } = contract.rejectedSkus.reconcileRejectedSkus
  const asked = { in_part: true, remark: 'as agreed by telephone', lines: [{ box_id: sscc, nm_sku, dispositions }] }
  await reconcileRejectedSkus(takes.parse(asked), demoContext(tx, 'ops'))
}
