import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import type { z } from 'zod'
import type { savedView } from '../../../shared/areas/frame/calls.ts'
import { type Contract, hasRight, type ListName, lists } from '../../../shared/areas.ts'
import { namesOf } from '../../../shared/kernel/area.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { listLimits } from '../../../shared/kernel/list.ts'
import { isAmong } from '../../../shared/kernel/rights.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { type CallContext, type Caller, type Db, type Reply, reply, type Tx } from '../../http/call.ts'
import { conflict, forbidden, notFound } from '../../http/errors.ts'
import { forVendor } from '../../http/own-rows.ts'

type Frame = Contract['frame']
type SavedView = z.output<typeof savedView>

/** Of so many no menu is of use; a reply must have an end. */
const MOST_SHOWN = 500

/** The views of a list, or of all lists, that the caller may open: own first, then shared ones, each by name. */
export async function getViews(
  { list }: Taken<Frame['getViews']>,
  context: CallContext,
): Promise<Reply<Gives<Frame['getViews']>>> {
  if (list !== undefined) assertOpens(context.caller, list)
  const open = list === undefined ? namesOf(lists).filter((one) => isAmong(context.caller, lists[one].roles)) : [list]
  const found = await selectViews(context.db, context.caller)
    .where('w.list', 'in', open.length === 0 ? [''] : open)
    .where('w.deleted_at', 'is', null)
    .orderBy(sql`w.owner_id <> ${context.caller.userId}`)
    .orderBy('w.name')
    .orderBy('w.id')
    .limit(MOST_SHOWN)
    .execute()
  return reply({ views: found.map((row) => viewWire(row, context.caller)) })
}

export async function createView(
  { list, name, search, layout, is_shared }: Taken<Frame['createView']>,
  context: CallContext,
): Promise<Reply<{ view: SavedView }>> {
  const { caller } = context
  assertOpens(caller, list)
  return context.command(async (tx) => {
    await lockPerson(tx, caller.userId)
    await assertRoom(tx, { id: null, list, owner_id: caller.userId, name })
    const id = v7()
    const saved = { search, layout: JSON.stringify(layout), is_shared }
    await tx
      .insertInto('saved_view')
      .values({ id, list, owner_id: caller.userId, vendor_id: forVendor(caller), name, ...saved })
      .execute()
    await recordEvent(tx, context, { entity: 'view', entityId: id, event: 'view.saved', details: { list, is_shared } })
    return reply({ view: viewWire(await findView(tx, caller, id), caller) }, 'View saved.')
  })
}

/** Renames, overwrites, shares, deletes or brings back. Throws stale when someone else changed it meanwhile. */
export async function changeView(
  { view_id, version, layout, is_deleted, ...change }: Taken<Frame['changeView']>,
  context: CallContext,
): Promise<Reply<{ view: SavedView }>> {
  const { caller } = context
  return context.command(async (tx) => {
    const found = await findView(tx, caller, view_id, 'deleted too')
    assertOpens(caller, found.list as ListName)
    if (!mayChange(found, caller)) throw forbidden('Only its owner may change this view.')
    await lockPerson(tx, found.owner_id)
    const now = await findView(tx, caller, view_id, 'deleted too')
    await assertFresh(tx, { entity: 'view', entityId: view_id, version: now.version }, version)
    const staysDeleted = is_deleted ?? now.deleted_at !== null
    if (!staysDeleted) await assertRoom(tx, { ...now, name: change.name ?? now.name })
    const { name = now.name, search = now.search, is_shared = now.is_shared } = change
    const after = { ...now, name, search, is_shared, layout: layout ?? now.layout, version: now.version + 1 }
    await tx
      .updateTable('saved_view')
      .where('id', '=', view_id)
      .set({ name, search, is_shared, layout: JSON.stringify(after.layout), version: after.version })
      .$if(is_deleted !== undefined, (query) => query.set({ deleted_at: is_deleted ? sql<Date>`now()` : null }))
      .execute()
    const event = is_deleted === undefined ? 'view.changed' : is_deleted ? 'view.deleted' : 'view.restored'
    await recordEvent(tx, context, { entity: 'view', entityId: view_id, event, details: { list: now.list } })
    // Not read again: another's view that is shared no more is not to be found by the admin who has just taken it back.
    return reply({ view: viewWire(after, caller) }, is_deleted ? 'View deleted.' : 'View saved.')
  })
}

export async function setDefaultView(
  { list, view_id }: Taken<Frame['setDefaultView']>,
  context: CallContext,
): Promise<Reply<Record<string, never>>> {
  const { caller } = context
  assertOpens(caller, list)
  return context.command(async (tx) => {
    if (view_id !== null && (await findView(tx, caller, view_id)).list !== list) throw unknownView()
    const mine = { user_id: caller.userId, list }
    if (view_id === null)
      await tx.deleteFrom('default_view').where('user_id', '=', mine.user_id).where('list', '=', list).execute()
    else
      await tx
        .insertInto('default_view')
        .values({ ...mine, view_id })
        .onConflict((at) => at.columns(['user_id', 'list']).doUpdateSet({ view_id }))
        .execute()
    const details = { list, is_default: view_id !== null }
    await recordEvent(tx, context, { entity: 'view', entityId: view_id ?? list, event: 'view.default-set', details })
    return reply({})
  })
}

/** Views of lists that the caller's role cannot open are none of its business. */
function assertOpens(caller: Caller, list: ListName): void {
  if (!isAmong(caller, lists[list].roles)) throw forbidden()
}

/** Own and shared views of the caller's own side: of its vendor, or of the company. Never across. */
function selectViews(db: Db, { userId, ...caller }: Caller) {
  return db
    .selectFrom('saved_view as w')
    .innerJoin('app_user as u', 'u.id', 'w.owner_id')
    .leftJoin('default_view as f', (join) => join.onRef('f.view_id', '=', 'w.id').on('f.user_id', '=', userId))
    .where(sql<SqlBool>`w.vendor_id IS NOT DISTINCT FROM ${forVendor(caller)}::uuid`)
    .where(sql<SqlBool>`(w.owner_id = ${userId} OR w.is_shared)`)
    .select(['w.id', 'w.list', 'w.owner_id', 'w.name', 'w.search', 'w.layout', 'w.is_shared', 'w.version'])
    .select(['w.deleted_at', 'u.name as owner_name', sql<boolean>`f.view_id IS NOT NULL`.as('is_default')])
}

type ViewFacts = Awaited<ReturnType<ReturnType<typeof selectViews>['executeTakeFirstOrThrow']>>

async function findView(db: Db, caller: Caller, id: string, which: 'living' | 'deleted too' = 'living') {
  let query = selectViews(db, caller).where('w.id', '=', id)
  if (which === 'living') query = query.where('w.deleted_at', 'is', null)
  const found = await query.executeTakeFirst()
  if (found === undefined) throw unknownView()
  return found
}

function unknownView() {
  return notFound('This view was not found. It may have been deleted.')
}

/** The owner; and of shared ones those who manage users. */
function mayChange(view: Pick<ViewFacts, 'owner_id' | 'is_shared'>, caller: Caller): boolean {
  return view.owner_id === caller.userId || (view.is_shared && hasRight(caller, 'manageUsers'))
}

/** Refuses a name that the owner has already, and more views than one may keep. The owner must be locked. */
async function assertRoom(
  tx: Tx,
  view: { id: string | null; list: string; owner_id: string; name: string },
): Promise<void> {
  const others = await tx
    .selectFrom('saved_view')
    .where('owner_id', '=', view.owner_id)
    .where('list', '=', view.list)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`id IS DISTINCT FROM ${view.id}::uuid`)
    .select('name')
    .execute()
  const limit = listLimits.viewsPerList
  if (others.length >= limit)
    throw conflict('You have {{limit}} views of this list. Please delete one first.', { values: { limit } })
  const same = view.name.toLowerCase()
  if (others.some(({ name }) => name.toLowerCase() === same))
    throw conflict('You have a view of this name already.', { values: { name: view.name } })
}

function viewWire(row: ViewFacts, caller: Caller): SavedView {
  const { id, list, name, search, is_shared, is_default, owner_name, version } = row
  // Written by createView and changeView only, in the contract's shape.
  const layout = row.layout as SavedView['layout']
  const own = { is_own: row.owner_id === caller.userId, may_change: mayChange(row, caller) }
  return { id, list, name, search, layout, is_shared, is_default, owner_name, version, ...own }
}

/** All that the caller keeps, by name. */
export async function getPreferences(_: unknown, context: CallContext): Promise<Reply<Gives<Frame['getPreferences']>>> {
  const saved = await context.db
    .selectFrom('user_preference')
    .where('user_id', '=', context.caller.userId)
    .select(['name', 'value', 'changed_at'])
    .orderBy('name')
    .execute()
  return reply({ preferences: saved.map((row) => ({ ...row, changed_at: row.changed_at.toISOString() })) })
}

/** Keeps one; null forgets it. */
export async function setPreference(
  { name, value }: Taken<Frame['setPreference']>,
  context: CallContext,
): Promise<Reply<Gives<Frame['setPreference']>>> {
  const { userId } = context.caller
  return context.command(async (tx) => {
    await lockPerson(tx, userId)
    if (value === null) {
      await tx.deleteFrom('user_preference').where('user_id', '=', userId).where('name', '=', name).execute()
      return reply({ changed_at: new Date().toISOString() })
    }
    const saved = await tx.selectFrom('user_preference').where('user_id', '=', userId).select('name').execute()
    if (saved.length >= listLimits.preferences && !saved.some((row) => row.name === name))
      throw conflict('No more preferences can be kept.')
    const json = JSON.stringify(value)
    const { changed_at } = await tx
      .insertInto('user_preference')
      .values({ user_id: userId, name, value: json })
      .onConflict((at) => at.columns(['user_id', 'name']).doUpdateSet({ value: json, changed_at: sql<Date>`now()` }))
      .returning('changed_at')
      .executeTakeFirstOrThrow()
    return reply({ changed_at: changed_at.toISOString() })
  })
}

/** One at a time of each person, so that what is counted against a limit cannot grow meanwhile. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('app_user').where('id', '=', userId).select('id').forNoKeyUpdate().execute()
}
