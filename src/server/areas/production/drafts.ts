import { sql } from 'kysely'
import { type DraftContent, draftContent } from '../../../shared/areas/production/calls.ts'
import { dueFault } from '../../../shared/areas/production/due.ts'
import { productionWords } from '../../../shared/areas/production/words.ts'
import { type Contract, hasRight } from '../../../shared/areas.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { forbidden, invalidInput, refusedField, stale } from '../../http/errors.ts'
import { assertNoLivePo, holdOrders, lockOrders, moveOrders } from './move-orders.ts'
import { type KnownOrder, orderOf, orderRows } from './orders.ts'
import { notingWaits } from './waits.ts'

type Routes = Handlers<Contract['production']>

const draftColumns = {
  user_id: col.text,
  content: draftContent,
  saved_by: col.text,
  saved_at: col.instant,
  version: col.number,
  order_version: col.number,
}

/** Drafts of an order, newest first. */
async function draftsOf(db: Db | Tx, order: string): Promise<Row<typeof draftColumns>[]> {
  const { rows } = await rowsOf(draftColumns)`
    SELECT d.user_id::text AS user_id, d.content, u.name AS saved_by, d.saved_at, d.version, d.order_version
    FROM production_order_draft d JOIN app_user u ON u.id = d.user_id WHERE d.order_id = ${order}::uuid ORDER BY d.saved_at DESC, d.user_id`.execute(
    db,
  )
  return rows
}

/** One's own draft, and what others have typed: nobody's work is lost, and nobody overwrites another's. */
export const getOrderActionDraft: Routes['getOrderActionDraft'] = async ({ order_action_id }, context) => {
  const { id, order } = await orderOf(context.db, context, order_action_id)
  const seesAll = hasRight(context.caller, 'runProduction')
  const drafts = (await draftsOf(context.db, id)).map(({ user_id, saved_at, ...draft }) => ({
    isOwn: user_id === context.caller.userId,
    draft: { ...draft, saved_at: saved_at.toISOString() },
  }))
  return reply({
    draft: drafts.find(({ isOwn }) => isOwn)?.draft ?? null,
    // CAD sees nothing of money, and splits carry rates.
    others: seesAll ? drafts.filter(({ isOwn }) => !isOwn).map(({ draft }) => draft) : [],
    order_version: order.version,
  })
}

/** What is saved by itself; the rest of a draft belongs to the moves. */
const gridParts: readonly (keyof DraftContent)[] = ['lines', 'due_on', 'needs_marker', 'remark']
const keysOf = (content: DraftContent) => Object.keys(content) as (keyof DraftContent)[]

/** Saves a draft, or changes the order. */
export const updateOrder: Routes['updateOrder'] = (input, context) =>
  context.command(async (tx) => {
    const { order_action_id, content, is_draft } = input
    if (is_draft) {
      const [order] = await lockOrders(tx, context, [order_action_id])
      if (order === undefined) throw new Error('a locked order is not there')
      const draft_version = await saveDraft(tx, context, order, input)
      const [row] = await orderRows(tx, [order.id])
      if (row === undefined) throw new Error('an order was lost')
      return reply(
        { order: row, draft_version },
        draft_version === 0 ? productionWords.draftGone : productionWords.draftSaved,
      )
    }
    if (!hasRight(context.caller, 'runProduction')) throw forbidden(productionWords.mayNotChange)
    const other = keysOf(content).find((part) => content[part] !== undefined && !gridParts.includes(part))
    if (other !== undefined) throw refusedField(`content.${other}`, productionWords.notDraft)
    const [order] = await holdOrders(tx, context, [input], 'edit')
    if (order === undefined) throw new Error('a held order is not there')
    const late = dueFault(content.due_on, order.due_on, dayIn(indiaZone, new Date()))
    if (late !== null) throw refusedField('content.due_on', late.message, late.values)
    await editOrder(tx, context, order, content)
    await dropDrafts(tx, context, [order.id], keysOf(content))
    const [row] = await orderRows(tx, [order.id])
    if (row === undefined) throw new Error('an order was lost')
    return reply({ order: row, draft_version: 0 }, productionWords.saved)
  })

/** Keeps what the caller typed, whatever became of the order meanwhile; gives its version, 0 once it is taken away. Throws stale for a draft that the same person saved elsewhere. */
async function saveDraft(
  tx: Tx,
  { caller }: CallContext,
  order: KnownOrder,
  { content, draft_version, version }: { content: DraftContent; draft_version?: number | undefined; version: number },
): Promise<number> {
  const own = (await draftsOf(tx, order.id)).find(({ user_id }) => user_id === caller.userId)
  if (draft_version !== undefined && draft_version !== (own?.version ?? 0))
    throw stale(own?.saved_by ?? caller.name, own?.saved_at ?? new Date())
  if (Object.values(content).every((part) => part === undefined)) {
    await dropDrafts(tx, { caller }, [order.id])
    return 0
  }
  await putDrafts(tx, { caller }, [{ orderId: order.id, content, orderVersion: version }])
  return (own?.version ?? 0) + 1
}

export async function putDrafts(
  tx: Tx,
  { caller }: Pick<CallContext, 'caller'>,
  drafts: readonly { orderId: string; content: DraftContent; orderVersion: number }[],
): Promise<void> {
  await sql`
    INSERT INTO production_order_draft AS d (order_id, user_id, content, order_version)
    SELECT n.id, ${caller.userId}::uuid, n.content::jsonb, n.version
    FROM unnest(${drafts.map(({ orderId }) => orderId)}::uuid[], ${drafts.map(({ content }) => JSON.stringify(content))}::text[],
      ${drafts.map(({ orderVersion }) => orderVersion)}::int[]) AS n (id, content, version)
    ON CONFLICT (order_id, user_id) DO UPDATE SET content = excluded.content, order_version = excluded.order_version,
      saved_at = now(), version = d.version + 1`.execute(tx)
}

/** Takes what was saved out of the caller's drafts of orders, or all of them; what else was typed stays. */
export async function dropDrafts(
  tx: Tx,
  { caller }: Pick<CallContext, 'caller'>,
  orders: readonly string[],
  parts: readonly (keyof DraftContent)[] | null = null,
): Promise<void> {
  const own = sql`order_id = ANY(${orders}::uuid[]) AND user_id = ${caller.userId}::uuid`
  if (parts !== null)
    await sql`UPDATE production_order_draft SET content = content - ${[...parts]}::text[], version = version + 1,
      order_version = order_version + 1 WHERE ${own}`.execute(tx)
  await sql`DELETE FROM production_order_draft WHERE ${own} AND ${parts === null ? sql`true` : sql`content = '{}'::jsonb`}`.execute(
    tx,
  )
}

/** Changes a held order. Other lines make its marker one of other lines, and its split one that does not add up. */
export async function editOrder(tx: Tx, context: CallContext, order: KnownOrder, content: DraftContent): Promise<void> {
  const { lines, due_on, needs_marker, remark } = content
  if (lines !== undefined) await notingWaits(tx, [order.id], () => writeLines(tx, order, lines))
  await sql`UPDATE production_order SET
      due_on = CASE WHEN ${due_on !== undefined} THEN ${due_on ?? null}::date ELSE due_on END,
      needs_marker = coalesce(${needs_marker ?? null}::boolean, needs_marker), remark = coalesce(${remark ?? null}::text, remark)
    WHERE id = ${order.id}::uuid`.execute(tx)
  await moveOrders(tx, context, [order], 'edit', {
    details: () => ({
      ...(lines && { pieces_before: order.pieces, pieces: lines.reduce((sum, { pieces }) => sum + pieces, 0) }),
      ...(due_on !== undefined && { due_before: order.due_on, due_on }),
    }),
  })
}

async function writeLines(tx: Tx, order: KnownOrder, lines: NonNullable<DraftContent['lines']>): Promise<void> {
  const known = await knownCells(tx, order)
  const seen = new Set<string>()
  const fields = lines.flatMap(({ color, size }, at) => {
    const cell = `${color}\n${size}`
    // "black" beside "Black" would be two colours of one.
    const isTwice = seen.has(cell.toLowerCase())
    seen.add(cell.toLowerCase())
    const message = isTwice
      ? productionWords.lineTwice
      : known !== null && !known.has(cell)
        ? productionWords.sizeUnknown
        : null
    return message === null ? [] : [{ field: `content.lines.${at}.size`, message }]
  })
  const [first] = fields
  if (first) throw invalidInput(first.message, { fields })
  await assertNoLivePo(tx, [order.id])
  await sql`DELETE FROM production_order_line WHERE order_id = ${order.id}::uuid`.execute(tx)
  await sql`INSERT INTO production_order_line (order_id, color, size, pieces)
    SELECT ${order.id}::uuid, n.* FROM unnest(${lines.map(({ color }) => color)}::text[], ${lines.map(({ size }) => size)}::text[],
      ${lines.map(({ pieces }) => pieces)}::int[]) AS n`.execute(tx)
  await sql`DELETE FROM production_vendor_allocation WHERE order_id = ${order.id}::uuid`.execute(tx)
  await sql`UPDATE production_order SET grid_version = grid_version + 1,
      pieces = (SELECT coalesce(sum(pieces), 0) FROM production_order_line WHERE order_id = ${order.id}::uuid)
    WHERE id = ${order.id}::uuid`.execute(tx)
}

/** Colours and sizes that the style has SKUs of; null while it is not live: nobody knows them yet. */
async function knownCells(tx: Tx, { style }: KnownOrder): Promise<Set<string> | null> {
  if (style === null) return null
  const { rows } = await rowsOf({ color: col.text, size: col.text })`
    SELECT color, size FROM sku WHERE style_id = ${style}::uuid AND retired_at IS NULL`.execute(tx)
  return new Set(rows.map(({ color, size }) => `${color}\n${size}`))
}
