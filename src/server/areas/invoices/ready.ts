import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  documentProblems,
  invoiceMessages,
  readyProblem,
  unreadyProblem,
} from '../../../shared/areas/invoices/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { readTraced, unmarked } from '../../../shared/kernel/traced-code.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Handlers, reply, type Tx } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { type ListQuery, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { isOneOf, type QcBoxFacts, qcBoxesById, qcBoxWire } from '../qc-boxes/box-rows.ts'
import { atSites, inChina, inPlaces } from '../qc-boxes/sites.ts'
import { boxesRefused, leftOutBox, moveWholeBoxes, type SortedBoxes, sortBoxes } from '../qc-boxes/whole-box-moves.ts'
import { currenciesOf, type DraftBox, draftBoxes, worthOf } from './drafts.ts'
import { namedExcess } from './open-excess.ts'

/** Passed boxes become ready for an invoice, from the shelf too, or no longer are; what cannot is left out with the reason. */
export const createReadyForInvoice: Handlers<Contract['invoices']>['createReadyForInvoice'] = (input, context) =>
  context.command(async (tx) => {
    const isReady = input.action === 'ready'
    const { taken, left } = isReady
      ? await readyBoxes(tx, context, input.box_ids)
      : await sortBoxes(tx, inChina(context.caller), input.box_ids, true, unreadyProblem)
    if (taken.length === 0) throw boxesRefused(left, invoiceMessages.noneReady)
    await (isReady ? makeReady : makeUnready)(tx, context, taken)
    const ids = taken.map((box) => box.box_id)
    const boxes = (await qcBoxesById(tx, inChina(context.caller), ids)).map((box) => qcBoxWire(box, context.caller))
    return reply({ boxes, left_out: left }, isReady ? 'Ready for an invoice.' : 'No longer ready for an invoice.')
  })

/** Chosen boxes, locked: those that can become ready, and why the others cannot. */
export async function readyBoxes(tx: Tx, context: CallContext, refs: readonly string[]): Promise<SortedBoxes> {
  const sorted = await sortBoxes(tx, inChina(context.caller), refs, true, readyProblem)
  const drafts = await draftBoxes(tx, sorted.taken, 'passed')
  const unordered = sorted.taken.filter((box) => drafts.get(box.box_id)?.unordered)
  return {
    taken: sorted.taken.filter((box) => !unordered.includes(box)),
    left: [
      ...(await namedExcess(tx, sorted.left)),
      ...unordered.map((box) =>
        leftOutBox(box, documentProblems.unordered, { nm_sku: drafts.get(box.box_id)?.unordered ?? '' }),
      ),
    ],
  }
}

/** Passed and shelved pieces of these boxes become ready; what is ready lies on no shelf. */
export async function makeReady(tx: Tx, context: CallContext, boxes: readonly QcBoxFacts[]): Promise<void> {
  await moveWholeBoxes(tx, context, boxes, { kinds: ['unshelve', 'make_ready'], event: 'box.ready' })
  const shelved = boxes.filter((box) => box.shelf !== null)
  if (shelved.length > 0) await sql`UPDATE qc_box q SET shelf = NULL WHERE ${inPlaces(shelved, 'q')}`.execute(tx)
}

async function makeUnready(tx: Tx, context: CallContext, boxes: readonly QcBoxFacts[]): Promise<void> {
  await moveWholeBoxes(tx, context, boxes, { kinds: ['unready'], event: 'box.unready' })
}

type ListInput = Taken<Contract['invoices']['getBoxesForInvoice']>
type ReadyBox = Gives<Contract['invoices']['getBoxesForInvoice']>['rows'][number]

const listed = sql`qc_box q JOIN box b ON b.id = q.box_id JOIN shipment h ON h.id = q.shipment_id
  JOIN vendor v ON v.id = q.vendor_id JOIN site d ON d.id = q.site_id`

/** Boxes that an invoice could take now, those that came first before the others. */
export const readyBoxQuery: ListQuery<ListInput, ReadyBox> = listQuery<ListInput, ReadyBox>({
  from: listed,
  id: sql<string>`q.box_id`,
  // The index of this tab is over the sum; each column by itself says how many boxes there will be.
  scope: ({ caller }) => sql`q.ready + q.invoiced > 0 AND q.ready > 0 AND q.invoiced = 0 AND q.shipped = 0
    AND ${atSites(inChina(caller))} AND ${ownRows(caller, 'q.vendor_id')}`,
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    supplier_id: (code) => sql`v.code = ${code}`,
    site: (code) => sql`d.code = ${code}`,
    box_ids: isOneOf,
    search: readySearch,
  },
  order: () => ({
    by: [
      [sql`q.inwarded_at`, 'timestamptz'],
      [sql`q.box_id`, 'uuid'],
    ],
  }),
  rows: async (ids, { db, caller }) => {
    const boxes = await qcBoxesById(db, inChina(caller), ids)
    const drafts = await draftBoxes(db, boxes, 'ready')
    return boxes.map((box) => invoiceableBox(box, drafts.get(box.box_id), caller))
  },
  counts: async (filter, context) => {
    const { rows } = await rowsOf({ boxes: col.number, pieces: col.number })`
      SELECT count(*)::int AS boxes, coalesce(sum(q.ready), 0)::int AS pieces FROM ${listed}
      WHERE ${await readyBoxQuery.where(filter, context)}`.execute(context.db)
    return { ...rows[0] }
  },
})

function invoiceableBox(box: QcBoxFacts, draft: DraftBox | undefined, caller: Caller): ReadyBox {
  const lines = draft?.lines ?? []
  return {
    ...qcBoxWire(box, caller),
    value: worthOf(lines),
    currencies: currenciesOf(lines),
    order_ids: [...new Set(lines.map((line) => line.order_id))].sort(),
  }
}

function readySearch(text: string): RawBuilder<SqlBool> {
  const like = containing(unmarked(text))
  const { sscc } = readTraced(text)
  return sql`(b.sscc = ${sscc ?? ''} OR h.shipment_id ILIKE ${like} OR b.box_no ILIKE ${like} OR b.sscc ILIKE ${like} OR b.tracking_id ILIKE ${like}
    OR v.name ILIKE ${like} OR v.name_zh ILIKE ${like}
    OR EXISTS (SELECT 1 FROM qc_line fl JOIN sku fk ON fk.id = fl.sku_id JOIN style fs ON fs.id = fk.style_id
      WHERE fl.box_id = q.box_id AND fl.site_id = q.site_id AND (fk.nm_sku ILIKE ${like} OR fs.code ILIKE ${like}))
    OR EXISTS (SELECT 1 FROM box_line fb JOIN order_line fo ON fo.id = fb.order_line_id
      JOIN vendor_order fv ON fv.id = fo.order_id WHERE fb.box_id = q.box_id AND fv.order_id ILIKE ${like}))`
}
