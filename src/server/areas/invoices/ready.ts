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
import { type CallContext, type Handlers, type Reply, reply, type Tx } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { type Keyset, pageOf, readCursor } from '../../lists/keyset.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { findBoxIds, type QcBoxFacts, qcBoxesById, qcBoxWire } from '../qc-boxes/box-rows.ts'
import { atSites, chinaSites, inChina, inPlaces } from '../qc-boxes/sites.ts'
import { boxesRefused, leftOutBox, moveWholeBoxes, type SortedBoxes, sortBoxes } from '../qc-boxes/whole-box-moves.ts'
import { currenciesOf, type DraftBox, draftBoxes, worthOf } from './drafts.ts'

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
      ...sorted.left,
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
type List = Gives<Contract['invoices']['getBoxesForInvoice']>

const placeColumns = { box_id: col.text, inwarded_at: col.instant }

/** A page of the boxes that an invoice could take now, those that came first before the others; or how many there are. */
export async function getBoxesForInvoice(input: ListInput, context: CallContext): Promise<Reply<List>> {
  await assertVendorName(context, input.supplier_id)
  const condition = await readyCondition(input, context)
  if (input.part === 'counts')
    return reply({ rows: [], next_cursor: null, counts: await countReady(context, condition) })
  const after = readCursor(input.cursor)
  const behind =
    after === null ? sql`true` : sql`(q.inwarded_at, q.box_id) > (${after.value}::timestamptz, ${after.id}::uuid)`
  // First only where they lie in the list, then the facts of what is shown.
  const { rows: found } = await rowsOf(placeColumns)`
    SELECT q.box_id, q.inwarded_at ${listed} WHERE ${condition} AND ${behind}
    ORDER BY q.inwarded_at, q.box_id LIMIT ${sql.lit(input.page_size + 1)}`.execute(context.db)
  const { rows: places, next_cursor } = pageOf(found, input.page_size, keysetOf)
  const ids = places.map((place) => place.box_id)
  const boxes = await qcBoxesById(context.db, inChina(context.caller), ids)
  const drafts = await draftBoxes(context.db, boxes, 'ready')
  return reply({ rows: boxes.map((box) => invoiceableBox(box, drafts.get(box.box_id), context)), next_cursor })
}

type Place = Pick<QcBoxFacts, 'box_id' | 'inwarded_at'>

const listed = sql`FROM qc_box q JOIN box b ON b.id = q.box_id JOIN shipment h ON h.id = q.shipment_id
  JOIN vendor v ON v.id = q.vendor_id JOIN site d ON d.id = q.site_id`

function keysetOf(box: Place): Keyset {
  return { value: box.inwarded_at.toISOString(), id: box.box_id }
}

function invoiceableBox(box: QcBoxFacts, draft: DraftBox | undefined, context: CallContext): List['rows'][number] {
  const lines = draft?.lines ?? []
  return {
    ...qcBoxWire(box, context.caller),
    value: worthOf(lines),
    currencies: currenciesOf(lines),
    order_ids: [...new Set(lines.map((line) => line.order_id))].sort(),
  }
}

async function readyCondition(input: ListInput, { db, caller }: CallContext): Promise<RawBuilder<SqlBool>> {
  const wanted: RawBuilder<unknown>[] = [
    // The index of this tab is over both.
    sql`q.ready + q.invoiced > 0 AND q.ready > 0 AND q.invoiced + q.shipped = 0 AND ${atSites(chinaSites)}
      AND ${ownRows(caller, 'q.vendor_id')}`,
  ]
  if (input.supplier_id) wanted.push(sql`v.code = ${input.supplier_id}`)
  if (input.site) wanted.push(sql`d.code = ${input.site}`)
  if (input.box_ids) {
    const ids = await findBoxIds(db, caller, input.box_ids)
    wanted.push(sql`q.box_id = ANY(${ids.filter((id) => id !== null)}::uuid[])`)
  }
  if (input.search) wanted.push(readySearch(input.search))
  return sql<SqlBool>`${sql.join(wanted, sql` AND `)}`
}

function readySearch(text: string): RawBuilder<unknown> {
  const like = containing(unmarked(text))
  const { sscc } = readTraced(text)
  return sql`(b.sscc = ${sscc ?? ''} OR h.shipment_id ILIKE ${like} OR b.box_no ILIKE ${like} OR b.sscc ILIKE ${like} OR b.tracking_id ILIKE ${like}
    OR v.name ILIKE ${like} OR v.name_zh ILIKE ${like}
    OR EXISTS (SELECT 1 FROM qc_line fl JOIN sku fk ON fk.id = fl.sku_id JOIN style fs ON fs.id = fk.style_id
      WHERE fl.box_id = q.box_id AND fl.site_id = q.site_id AND (fk.nm_sku ILIKE ${like} OR fs.code ILIKE ${like}))
    OR EXISTS (SELECT 1 FROM box_line fb JOIN order_line fo ON fo.id = fb.order_line_id
      JOIN vendor_order fv ON fv.id = fo.order_id WHERE fb.box_id = q.box_id AND fv.order_id ILIKE ${like}))`
}

async function countReady({ db }: CallContext, condition: RawBuilder<SqlBool>): Promise<Record<string, number>> {
  const { rows } = await rowsOf({ boxes: col.number, pieces: col.number })`
    SELECT count(*)::int AS boxes, coalesce(sum(q.ready), 0)::int AS pieces ${listed}
    WHERE ${condition}`.execute(db)
  return { boxes: rows[0]?.boxes ?? 0, pieces: rows[0]?.pieces ?? 0 }
}
