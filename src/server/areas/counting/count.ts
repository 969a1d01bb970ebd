import { sql } from 'kysely'
import { countBox, type Difference, type SkuMove, uncountLine } from '../../../shared/areas/counting/rules.ts'
import { standingAfter } from '../../../shared/areas/qc-boxes/qc-standing.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput, notFound } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import { lockQcBox, type QcBoxFacts, qcLineFacts } from '../qc-boxes/box-rows.ts'
import { afterCommand, applyQcMoves, assertFreshBox, guardQcAction, type PlainQcMove } from '../qc-boxes/ledger.ts'
import { discrepancyOwners, eventsAt, inChina, type QcDoor, type QcSites, statusAt } from '../qc-boxes/sites.ts'
import { openDiscrepancies, type Settled, settleDiscrepancies, withdrawDiscrepancies } from './discrepancies.ts'

type Input = Taken<Contract['counting']['verifyQuantity']>

/** Counting a box at these sites, taking its count back, and saying what becomes of the pieces that were missing or too many. */
export function verifyQuantityAt<S extends QcSites>(door: QcDoor<S>) {
  return (input: Input, context: CallContext) =>
    context.command(async (tx) => {
      const at = door(context.caller)
      const asItStands = () => lockQcBox(tx, at, input.box_id)
      const box = await asItStands()
      await assertFreshBox(tx, box, input.version)
      const message = await doing[input.action](tx, context, box, { ...input, asItStands })
      return reply(await afterCommand(tx, at, box), message)
    })
}

export const verifyQuantity = verifyQuantityAt(inChina)

type Doing = (tx: Tx, context: CallContext, box: QcBoxFacts, said: Said) => Promise<string>

type Said = Input & { asItStands: () => Promise<QcBoxFacts> }

const doing: Record<Input['action'], Doing> = {
  async count(tx, context, box, input) {
    guardQcAction(box, 'count')
    // An empty list would make the whole box missing.
    if (input.lines.length === 0) throw invalidInput('Please count the pieces first.')
    const counted = await countedBySku(tx, box, input.lines)
    const { is_blind: isBlind, owner_id: ownerId, remark } = input
    await countPieces(tx, context, box, { counted, isBlind, ownerId, remark })
    return 'Count saved.'
  },
  async recount(tx, context, box, said) {
    guardQcAction(box, 'recount')
    await uncountPieces(tx, context, box)
    if (said.lines.length === 0) return 'The count was taken back.'
    return doing.count(tx, context, await said.asItStands(), said)
  },
  async settle(tx, context, box, { outcomes }) {
    if (outcomes.length === 0) throw invalidInput('Please say what becomes of the pieces.')
    await settlePieces(tx, context, box, await settleDiscrepancies(tx, context, box, outcomes))
    return 'Difference settled.'
  },
}

export interface TypedCount {
  /** By sku.id. */
  counted: ReadonlyMap<string, number>
  isBlind: boolean
  /** app_user.id; left out: who counts. */
  ownerId?: string | undefined
  remark?: string | undefined
}

/** Counts a locked box whose count is due: moves its pieces, opens discrepancies for what differs and tells of what is missing. */
export async function countPieces(tx: Tx, context: CallContext, box: QcBoxFacts, count: TypedCount): Promise<void> {
  const lines = await qcLineFacts(tx, [box])
  const { moves, differences } = countBox(lines, count.counted)
  const ownerId = count.ownerId ?? context.caller.userId
  if (differences.length > 0) await assertMayOwn(tx, box, ownerId)
  const pieces = (kind: 'missing' | 'excess') =>
    differences.filter((each) => each.kind === kind).reduce((sum, each) => sum + each.quantity, 0)
  const missing = pieces('missing')
  const excess = pieces('excess')
  await changeBox(tx, context, box, {
    event: 'box.counted',
    moves: moves.map(inBox(box)),
    open: { missing, excess },
    details: { missing, excess, is_blind: count.isBlind },
  })
  await openDiscrepancies(tx, context, box, { differences, ownerId, remark: count.remark || null })
  await sql`
    UPDATE qc_box SET counted_at = now(), counted_by = ${context.caller.userId}, was_blind = ${count.isBlind},
      open_missing = ${missing}, open_excess = ${excess} WHERE box_id = ${box.box_id} AND site_id = ${box.site_id}`.execute(
    tx,
  )
  if (missing > 0) await tellMissing(tx, context, box, missing)
}

/** Takes the whole count of a locked box back, with its discrepancies: every declared piece waits to be counted again. */
export async function uncountPieces(tx: Tx, context: CallContext, box: QcBoxFacts): Promise<void> {
  const lines = await qcLineFacts(tx, [box])
  await changeBox(tx, context, box, {
    event: 'box.recounted',
    moves: lines.flatMap(uncountLine).map(inBox(box)),
    open: { missing: 0, excess: 0 },
  })
  await withdrawDiscrepancies(tx, box)
  await sql`
    UPDATE qc_box SET counted_at = NULL, counted_by = NULL, was_blind = false, open_missing = 0,
      open_excess = 0
    WHERE box_id = ${box.box_id} AND site_id = ${box.site_id}`.execute(tx)
}

/** Moves what a settlement comes to. Pieces that only a word was said about move nowhere, yet the box is another. */
export async function settlePieces(
  tx: Tx,
  context: CallContext,
  box: QcBoxFacts,
  { moves, settled, sums }: Settled,
): Promise<void> {
  const open = { missing: box.open_missing - settled.missing, excess: box.open_excess - settled.excess }
  await changeBox(tx, context, box, { event: 'box.settled', moves, open, details: sums })
  await sql`
    UPDATE qc_box SET open_missing = ${open.missing}, open_excess = ${open.excess}, version = version + 1,
      updated_at = now(), updated_by = ${context.caller.userId} WHERE box_id = ${box.box_id} AND site_id = ${box.site_id}`.execute(
    tx,
  )
}

interface BoxChange {
  event: string
  moves: readonly PlainQcMove[]
  /** Pieces of which nothing is said yet. */
  open: Record<Difference['kind'], number>
  details?: Record<string, number | boolean>
}

async function changeBox(tx: Tx, context: CallContext, box: QcBoxFacts, change: BoxChange): Promise<void> {
  const open = { open_missing: change.open.missing, open_excess: change.open.excess }
  const auditId = await recordEvent(tx, context, {
    entity: eventsAt(box.site_kind),
    entityId: box.sscc,
    event: change.event,
    from: statusAt(box.site_kind, box),
    to: statusAt(box.site_kind, standingAfter(box, change.moves, open)),
    ...(change.details && { details: change.details }),
  })
  await applyQcMoves(
    tx,
    context,
    change.moves.map((move) => ({ ...move, auditId })),
  )
}

const inBox =
  ({ box_id: boxId, site_id: siteId }: QcBoxFacts) =>
  ({ sku_id: skuId, kind, quantity }: SkuMove): PlainQcMove => ({ boxId, siteId, skuId, kind, quantity })

/** Gives the name of who sees to differences; throws not_found for somebody who may not. */
export async function assertMayOwn(
  tx: Tx,
  { site_kind }: Pick<QcBoxFacts, 'site_kind'>,
  userId: string,
): Promise<string> {
  const owner = await tx
    .selectFrom('app_user')
    .select('name')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('role', 'in', discrepancyOwners[site_kind])
    .executeTakeFirst()
  if (owner === undefined) throw notFound('This person cannot see to differences of a count.')
  return owner.name
}

async function tellMissing(tx: Tx, context: CallContext, box: QcBoxFacts, pieces: number): Promise<void> {
  // A vendor hears of China QC alone: what India finds stays in the company until something is decided of it.
  if (box.site_kind !== 'china_qc') return
  const { sscc, box_no, shipment_id, supplier_id, supplier_name: vendor, supplier_name_zh: vendor_zh } = box
  const values = { sscc, box_no, shipment_id, vendor, vendor_zh, vendor_code: supplier_id, pieces }
  const told = { group: supplier_id, things: [sscc], values }
  await notify(
    tx,
    context,
    { ...told, kind: 'own_pieces_missing', vendorId: box.vendor_id },
    { ...told, kind: 'pieces_missing' },
  )
}

const knownSkuColumns = {
  id: col.text,
  nm_sku: col.text,
  vendor_id: col.text,
}

export type KnownSku = Row<typeof knownSkuColumns>

/** SKUs by their codes; codes that nobody knows are left out. */
export async function skusByCode(tx: Tx, codes: readonly string[]): Promise<Map<string, KnownSku>> {
  const { rows } = await rowsOf(knownSkuColumns)`
    SELECT k.id, k.nm_sku, s.vendor_id FROM sku k JOIN style s ON s.id = k.style_id
    WHERE k.nm_sku = ANY(${codes}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.nm_sku, row]))
}

/** Pieces of one box that a count may come to: more is a slip of the finger, and would not fit the books. */
export const MOST_COUNTED = 1_000_000

export interface CountedSku {
  nm_sku: string
  counted: number
}

/** What was counted, by sku.id. Any SKU of the box's vendor may have lain in it. Throws for any other, naming it. */
export async function countedBySku(
  tx: Tx,
  box: Pick<QcBoxFacts, 'vendor_id' | 'supplier_name'>,
  lines: readonly CountedSku[],
): Promise<Map<string, number>> {
  const known = await skusByCode(
    tx,
    lines.map((line) => line.nm_sku),
  )
  const counted = new Map<string, number>()
  let pieces = 0
  for (const line of lines) {
    const { nm_sku } = line
    const sku = known.get(nm_sku)
    if (sku === undefined) throw invalidInput('Invalid sku format: {{nm_sku}}', { values: { nm_sku } })
    if (sku.vendor_id !== box.vendor_id)
      throw conflict('SKU {{nm_sku}} is not of {{vendor}}.', { values: { nm_sku, vendor: box.supplier_name } })
    if (counted.has(sku.id)) throw invalidInput(sheetMessages.multipleEntries, { values: { nm_sku } })
    counted.set(sku.id, line.counted)
    pieces += line.counted
  }
  if (pieces > MOST_COUNTED) throw invalidInput(sheetMessages.wrongOrderQuantity)
  return counted
}
