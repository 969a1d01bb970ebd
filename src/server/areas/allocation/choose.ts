import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allocationWords, type TaskState } from '../../../shared/areas/allocation/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Handlers, Tx } from '../../http/call.ts'
import { invalidInput, notFound, refusedField } from '../../http/errors.ts'
import { loadCategory } from './facts.ts'
import { noteTakenApart } from './taken-apart.ts'
import { replyTask, sitesOfTask, tasks } from './tasks.ts'

type Calls = Contract['allocation']
type Routes = Handlers<Calls>
type Choice = 'shortlisted' | 'removed'

/** Where an allocation stands after its lines were chosen: shortlisted while any is. One that is not calculated stays so. */
async function stateAfter(tx: Tx, id: string, state: TaskState): Promise<TaskState> {
  if (state === 'CREATED') return state
  const { rows } = await rowsOf({ some: col.flag })`
    SELECT EXISTS (SELECT FROM allocation_outward WHERE task_id = ${id}::uuid AND choice = 'shortlisted') AS some`.execute(
    tx,
  )
  return rows[0]?.some ? 'SHORTLISTED' : 'CALCULATED'
}

/** Says of styles, and with them of all their lines, whether they are on the shortlist or taken out. */
const chooseStyles = (choice: Choice) => (input: Taken<Calls['shortlistStyles']>, context: CallContext) =>
  context.command(async (tx) => {
    const held = await tasks.hold(tx, context, { number: input.task_id, version: input.version }, 'choose_styles')
    const { rows } = await rowsOf({ key: col.text, was: col.text })`
        SELECT s.code || ' ' || y.color AS key, y.choice AS was FROM allocation_style y JOIN style s ON s.id = y.style_id
        WHERE y.task_id = ${held.id}::uuid`.execute(tx)
    const was = new Map(rows.map((row) => [row.key, row.was]))
    const unknown = input.styles.findIndex(({ style_id, color }) => !was.has(`${style_id} ${color}`))
    const missing = input.styles[unknown]
    if (missing) throw refusedField(`styles.${unknown}`, allocationWords.noStyle, missing)
    const chosen = sql`SELECT y.id, y.style_id, y.color FROM allocation_style y JOIN style s ON s.id = y.style_id
        JOIN unnest(${input.styles.map(({ style_id }) => style_id)}::text[], ${input.styles.map(({ color }) => color)}::text[])
          AS n (code, color) ON n.code = s.code AND n.color = y.color WHERE y.task_id = ${held.id}::uuid`
    await sql`UPDATE allocation_style y SET choice = ${choice} FROM (${chosen}) c WHERE c.id = y.id`.execute(tx)
    await sql`UPDATE allocation_outward o SET choice = ${choice} FROM (${chosen}) c JOIN sku k ON k.style_id = c.style_id AND k.color = c.color
        WHERE o.task_id = ${held.id}::uuid AND o.sku_id = k.id`.execute(tx)
    // Others may have what was taken out, and what comes back takes from others: the plan does not fit any more.
    const isChanged = input.styles.some(
      ({ style_id, color }) => (was.get(`${style_id} ${color}`) === 'removed') !== (choice === 'removed'),
    )
    const isOutdated = held.state !== 'CREATED' && isChanged
    await tasks.move(tx, context, held, 'choose_styles', {
      ...{ event: 'allocation.chosen', to: await stateAfter(tx, held.id, held.state) },
      set: sql`is_outdated = is_outdated OR ${isOutdated && choice === 'shortlisted'}`,
      details: { styles: input.styles.length, choice },
    })
    await noteTakenApart(tx, held.id, held.settings.pieces_per_core_size)
    return replyTask(tx, held.id, allocationWords.chosen)
  })

export const shortlistStyles: Routes['shortlistStyles'] = chooseStyles('shortlisted')
export const removeStyles: Routes['removeStyles'] = chooseStyles('removed')

/** Which lines `o` are meant: those named, those of a store, or all that are offered. */
function linesMeant({ line_ids, store, all }: Taken<Calls['shortlistOutwards']>): RawBuilder<SqlBool> {
  if (line_ids !== undefined) return sql<SqlBool>`o.id = ANY(${line_ids}::uuid[])`
  if (store !== undefined) return sql<SqlBool>`o.store_id = (SELECT id FROM site WHERE code = ${store})`
  if (all) return sql<SqlBool>`o.choice = 'offered'`
  throw invalidInput(allocationWords.nothingChosen)
}

const chooseLines = (choice: Choice) => (input: Taken<Calls['shortlistOutwards']>, context: CallContext) =>
  context.command(async (tx) => {
    const held = await tasks.hold(tx, context, { number: input.task_id, version: input.version }, 'choose_lines')
    const { numAffectedRows = 0n } = await sql`UPDATE allocation_outward o SET choice = ${choice}
        WHERE o.task_id = ${held.id}::uuid AND ${linesMeant(input)}`.execute(tx)
    if (numAffectedRows < BigInt(new Set(input.line_ids ?? []).size)) throw notFound(allocationWords.noLine)
    if (numAffectedRows === 0n) throw notFound(allocationWords.noLine)
    await tasks.move(tx, context, held, 'choose_lines', {
      ...{ event: 'allocation.chosen', to: await stateAfter(tx, held.id, held.state) },
      details: { lines: Number(numAffectedRows), choice },
    })
    await noteTakenApart(tx, held.id, held.settings.pieces_per_core_size)
    return replyTask(tx, held.id, allocationWords.chosen)
  })

export const shortlistOutwards: Routes['shortlistOutwards'] = chooseLines('shortlisted')
export const removeOutwards: Routes['removeOutwards'] = chooseLines('removed')

const cellColumns = { nm_sku: col.text, sku_id: col.text, category: col.text }

/**
 * Fixes cells by hand, or leaves them to the plan again. Throws invalid_input at the cell: for a store or an SKU that is not in the
 * allocation, a store that does not carry the category, and for more pieces than may be given, whatever the plan gives now.
 */
export const lockAllocationCells: Routes['lockAllocationCells'] = (input, context) =>
  context.command(async (tx) => {
    const held = await tasks.hold(tx, context, { number: input.task_id, version: input.version }, 'lock')
    const stores = new Map((await sitesOfTask(tx, held.id, 'store')).map((one) => [one.site, one]))
    const { rows: skus } = await rowsOf(cellColumns)`
      SELECT k.nm_sku, k.id::text AS sku_id, s.category FROM sku k JOIN style s ON s.id = k.style_id
      JOIN allocation_style y ON y.style_id = k.style_id AND y.color = k.color
      WHERE y.task_id = ${held.id}::uuid AND k.retired_at IS NULL AND k.nm_sku = ANY(${input.cells.map(({ nm_sku }) => nm_sku)}::text[])`.execute(
      tx,
    )
    const known = new Map(skus.map((sku) => [sku.nm_sku, sku]))
    const cells = input.cells.map((cell, at) => {
      const [store, sku] = [stores.get(cell.store), known.get(cell.nm_sku)]
      if (store === undefined) throw refusedField(`cells.${at}.store`, allocationWords.notInTask, { store: cell.store })
      if (store.is_closed) throw refusedField(`cells.${at}.store`, allocationWords.storeClosed, { store: cell.store })
      if (sku === undefined)
        throw refusedField(`cells.${at}.nm_sku`, allocationWords.skuNotInTask, { nm_sku: cell.nm_sku })
      return { ...cell, ...sku, storeId: store.id }
    })
    await sql`
      INSERT INTO allocation_cell (task_id, sku_id, store_id, locked)
      SELECT ${held.id}::uuid, n.* FROM unnest(${cells.map(({ sku_id }) => sku_id)}::uuid[], ${cells.map(({ storeId }) => storeId)}::uuid[],
        ${cells.map(({ pieces }) => pieces)}::int[]) AS n
      ON CONFLICT (task_id, sku_id, store_id) DO UPDATE SET locked = excluded.locked`.execute(tx)
    await assertToBeHad(tx, held, cells, [...stores.values()])
    await tasks.move(tx, context, held, 'lock', {
      ...{ event: 'allocation.locked', set: sql`is_outdated = true` },
      details: { cells: cells.length },
    })
    return replyTask(tx, held.id, allocationWords.locked)
  })

interface LockedCell {
  store: string
  nm_sku: string
  sku_id: string
  category: string
  pieces: number | null
}

/** Judged with the cells written, so that all locks of an SKU count together. */
async function assertToBeHad(
  tx: Tx,
  held: { id: string; settings: { holdback_percent: number } },
  cells: readonly LockedCell[],
  stores: readonly { id: string; site: string }[],
): Promise<void> {
  const asked = {
    ...{ stores, sources: await sitesOfTask(tx, held.id, 'source'), taskId: held.id },
    holdbackPercent: held.settings.holdback_percent,
  }
  for (const category of new Set(cells.map((cell) => cell.category))) {
    const { styles, carried } = await loadCategory(tx, asked, category, null)
    const carriers = new Set(carried.map(({ store }) => store))
    const bySku = new Map(
      styles.flatMap((style) => style.facts.sizes.map((size) => [size.size, { style, size }] as const)),
    )
    for (const [at, cell] of cells.entries()) {
      if (cell.category !== category || cell.pieces === null) continue
      if (!carriers.has(cell.store))
        throw refusedField(`cells.${at}.store`, allocationWords.notCarried, { store: cell.store, category })
      const found = bySku.get(cell.sku_id)
      const locked = (found?.style.facts.cells ?? [])
        .filter(({ size }) => size === cell.sku_id)
        .reduce((sum, one) => sum + (one.locked ?? 0), 0)
      const available = found?.size.available ?? 0
      if (locked > available)
        throw refusedField(`cells.${at}.pieces`, allocationWords.beyondFree, { nm_sku: cell.nm_sku, available, locked })
    }
  }
}
