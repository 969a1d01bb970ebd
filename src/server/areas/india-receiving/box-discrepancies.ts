import { type SqlBool, sql } from 'kysely'
import { outcomesOf, indiaReceivingMessages as words } from '../../../shared/areas/india-receiving/rules.ts'
import { type BoxDiscrepancyRow, boxDiscrepancy } from '../../../shared/areas/india-receiving/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { key } from '../../../shared/kernel/words.ts'
import { recordEvents } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { assertMayOwn } from '../counting/count.ts'
import { containing } from '../orders/order-rows.ts'
import { eventsAt, inIndia } from '../qc-boxes/sites.ts'
import { lockBoxesAtDoor } from '../receiving/at-door.ts'
import { type NewBoxDiscrepancy, openBoxDiscrepancies } from './open-discrepancies.ts'
import { ofBox, plainCode, standingSite } from './receive.ts'

type Calls = Handlers<Contract['indiaReceiving']>
type Filter = Taken<Contract['indiaReceiving']['boxDiscrepancies']>

const isSettled = sql<SqlBool>`x.settled_at IS NOT NULL`

/** Short, excess and damaged boxes by tab, newest first. Those that are withdrawn stay in the books alone. */
export const discrepancyQuery: ListQuery<Filter, BoxDiscrepancyRow> = listQuery<Filter, BoxDiscrepancyRow>({
  from: sql`box_discrepancy x JOIN site d ON d.id = x.site_id LEFT JOIN box b ON b.id = x.box_id
    LEFT JOIN shipment h ON h.id = b.shipment_id LEFT JOIN vendor v ON v.id = h.vendor_id`,
  id: sql<string>`x.id`,
  scope: ({ caller }) => sql<SqlBool>`x.withdrawn_at IS NULL AND ${atOwnSites(caller, 'd.id', 'india_qc')}`,
  rules: {
    kind: (kinds) => (kinds.length === 0 ? sql`true` : sql`x.kind = ANY(${kinds}::text[])`),
    site: (code) => sql`d.code = ${code}`,
    consignment: (number) => sql`x.number = ${number}`,
    discrepancy_ids: (ids) => sql`x.id = ANY(${ids}::uuid[])`,
    search: (search) => {
      const { text, sscc } = readTraced(search)
      const like = containing(sscc ?? text)
      return sql`(x.code ILIKE ${like} OR x.number ILIKE ${like} OR h.shipment_id ILIKE ${like}
        OR v.name ILIKE ${like} OR v.name_zh ILIKE ${like})`
    },
  },
  tabs: { open: sql<SqlBool>`NOT ${isSettled}`, settled: isSettled, all: sql<SqlBool>`true` },
  order: () => ({ by: [[sql`x.id`, 'uuid']], isDescending: true }),
  rows: (ids, { db }) => discrepanciesById(db, ids),
})

/** In the order given. */
async function discrepanciesById(db: Db, ids: readonly string[]): Promise<BoxDiscrepancyRow[]> {
  const { rows } = await rowsOf(boxDiscrepancy)`
    SELECT x.id AS discrepancy_id, x.kind, x.code, x.box_id, b.box_no, h.shipment_id, v.code AS supplier_id,
      v.name AS supplier_name, v.name_zh AS supplier_name_zh, x.origin, x.number AS consignment,
      d.code AS site, d.name AS site_name, d.name_zh AS site_name_zh, x.pieces, x.remark,
      ARRAY(SELECT p.image_id FROM box_discrepancy_photo p WHERE p.discrepancy_id = x.id ORDER BY p.position) AS image_ids,
      o.name AS owner, x.owner_id, x.opened_at, ob.name AS opened_by, x.outcome, x.outcome_remark, x.settled_at,
      sb.name AS settled_by, x.version
    FROM box_discrepancy x JOIN site d ON d.id = x.site_id JOIN app_user o ON o.id = x.owner_id
    JOIN app_user ob ON ob.id = x.opened_by LEFT JOIN app_user sb ON sb.id = x.settled_by
    LEFT JOIN box b ON b.id = x.box_id LEFT JOIN shipment h ON h.id = b.shipment_id LEFT JOIN vendor v ON v.id = h.vendor_id
    WHERE x.id = ANY(${ids}::uuid[])`.execute(db)
  return inOrder(ids, rows, ({ discrepancy_id }) => discrepancy_id)
}

/** Notes a box that stands here unexpected, or that a received one is damaged. What is noted already is answered as it stands. */
export const noteBoxDiscrepancy: Calls['noteBoxDiscrepancy'] = (input, context) =>
  context.command(async (tx) => {
    const { kind, remark, image_ids: imageIds } = input
    const code = plainCode(input.code).toWellFormed()
    const [box = null] = await lockBoxesAtDoor(tx, inIndia(context.caller), [input.code], 'shown')
    const found: NewBoxDiscrepancy =
      kind === 'damaged'
        ? ofBox(kind, receivedBox(box, code))
        : await unexpected(tx, context.caller, box, { code, site: input.site })
    const [opened] = await openBoxDiscrepancies(tx, context, [{ ...found, remark: remark ?? null, imageIds }])
    const id = opened?.id ?? (await openOne(tx, found))
    const [discrepancy] = await discrepanciesById(tx, [id])
    if (discrepancy === undefined) throw new Error(`the discrepancy of ${found.code} is gone`)
    return reply({ discrepancy }, opened ? 'Noted.' : 'This was noted already.')
  })

type KnownBox = Awaited<ReturnType<typeof lockBoxesAtDoor>>[number]

function receivedBox(box: KnownBox, code: string) {
  if (box === null || box.inwardedBy === null || box.site_kind !== 'india_qc')
    throw moveNotAllowed(words.notReceived, [], { values: { code } })
  return box
}

async function unexpected(
  tx: Tx,
  caller: Caller,
  box: KnownBox,
  { code, site }: { code: string; site: string | undefined },
): Promise<NewBoxDiscrepancy> {
  const siteId = await standingSite(tx, caller, site)
  if (box === null) return { kind: 'excess', siteId, code, boxId: null, origin: null, number: null, pieces: null }
  const isExpected = box.site_id === siteId && !box.isNotSent && box.state === 'PACKED_AND_SHIPPED' && !box.isRemoved
  if (isExpected) throw moveNotAllowed(words.expectedHere, [], { values: { code: box.sscc } })
  return ofBox('excess', box, siteId)
}

async function openOne(tx: Tx, { kind, siteId, code }: NewBoxDiscrepancy): Promise<string> {
  const { rows } = await rowsOf({ id: col.text })`SELECT id FROM box_discrepancy
    WHERE site_id = ${siteId} AND kind = ${kind} AND code = ${code} AND settled_at IS NULL AND withdrawn_at IS NULL`.execute(
    tx,
  )
  return rows[0]?.id ?? ''
}

/** Says what became of boxes, all alike and whole or not at all; opens what was settled again; or gives them to somebody. */
export const settleBoxDiscrepancies: Calls['settleBoxDiscrepancies'] = (input, context) => {
  const { action, outcome, owner_id: ownerId } = input
  if (action === 'settle' && outcome === undefined) throw invalidInput('Please say what became of the boxes.')
  if (action === 'assign' && ownerId === undefined) throw invalidInput('Please say who sees to the boxes.')
  return context.command(async (tx) => {
    const ids = input.discrepancies.map(({ discrepancy_id }) => discrepancy_id)
    const found = await lockDiscrepancies(tx, context.caller, input.discrepancies)
    if (action === 'settle' && outcome !== undefined)
      await settle(tx, context, found, { outcome, remark: input.remark })
    else if (ownerId !== undefined) await assign(tx, context, found, ownerId)
    else await reopen(tx, context, found, input.remark)
    return reply({ discrepancies: await discrepanciesById(tx, ids) }, said[action])
  })
}

const said = {
  settle: key('Difference settled.'),
  reopen: key('Difference opened again.'),
  assign: key('Difference given to somebody.'),
} as const

async function lockDiscrepancies(
  tx: Tx,
  caller: Caller,
  asked: Taken<Contract['indiaReceiving']['settleBoxDiscrepancies']>['discrepancies'],
): Promise<BoxDiscrepancyRow[]> {
  const ids = asked.map(({ discrepancy_id }) => discrepancy_id)
  await sql`SELECT 1 FROM box_discrepancy x WHERE x.id = ANY(${ids}::uuid[]) AND x.withdrawn_at IS NULL
    ORDER BY x.id FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await rowsOf({ id: col.text })`SELECT id FROM box_discrepancy
    WHERE id = ANY(${ids}::uuid[]) AND withdrawn_at IS NULL AND ${atOwnSites(caller, 'site_id', 'india_qc')}`.execute(
    tx,
  )
  if (rows.length < new Set(ids).size) throw notFound(words.discrepancyGone)
  const found = await discrepanciesById(tx, ids)
  const seen = new Map(asked.map(({ discrepancy_id, version }) => [discrepancy_id, version]))
  for (const { discrepancy_id, code, version } of found)
    await assertFresh(tx, { entity: eventsAt('india_qc'), entityId: code, version }, seen.get(discrepancy_id))
  return found
}

async function settle(
  tx: Tx,
  context: CallContext,
  found: readonly BoxDiscrepancyRow[],
  {
    outcome,
    remark = null,
  }: { outcome: NonNullable<BoxDiscrepancyRow['outcome']>; remark?: string | null | undefined },
): Promise<void> {
  for (const { kind, code, settled_by: by } of found) {
    if (by !== null) throw moveNotAllowed(words.isSettled, ['reopen'], { values: { code, by } })
    if (!outcomesOf[kind].includes(outcome)) throw invalidInput(words.wrongOutcome, { values: { code } })
  }
  await sql`UPDATE box_discrepancy SET outcome = ${outcome}, outcome_remark = ${remark || null}, settled_at = now(),
      settled_by = ${context.caller.userId}, version = version + 1
    WHERE id = ANY(${found.map((one) => one.discrepancy_id)}::uuid[])`.execute(tx)
  await tell(tx, context, found, 'box.discrepancy_settled', { outcome, remark: remark || null })
}

/** Gives open discrepancies to somebody; those whose they are already stay as they are. */
async function assign(
  tx: Tx,
  context: CallContext,
  found: readonly BoxDiscrepancyRow[],
  ownerId: string,
): Promise<void> {
  const owner = await assertMayOwn(tx, { site_kind: 'india_qc' }, ownerId)
  const others = found.filter(({ owner_id }) => owner_id !== ownerId)
  for (const { code, settled_by: by } of others)
    if (by !== null) throw moveNotAllowed(words.isSettled, ['reopen'], { values: { code, by } })
  await sql`UPDATE box_discrepancy SET owner_id = ${ownerId}, version = version + 1
    WHERE id = ANY(${others.map((one) => one.discrepancy_id)}::uuid[])`.execute(tx)
  await tell(tx, context, others, 'box.discrepancy_assigned', { owner })
}

async function reopen(
  tx: Tx,
  context: CallContext,
  found: readonly BoxDiscrepancyRow[],
  remark: string | undefined,
): Promise<void> {
  const settled = found.find(({ settled_by }) => settled_by === null)
  if (settled) throw moveNotAllowed(words.isNotSettled, ['settle'], { values: { code: settled.code } })
  await assertNoOther(tx, found)
  await sql`UPDATE box_discrepancy SET outcome = NULL, outcome_remark = NULL, settled_at = NULL, settled_by = NULL,
      version = version + 1
    WHERE id = ANY(${found.map((one) => one.discrepancy_id)}::uuid[])`.execute(tx)
  await tell(tx, context, found, 'box.discrepancy_reopened', { remark: remark || null })
}

/** Of a kind there is one open at a time, and a box that is received is not short. */
async function assertNoOther(tx: Tx, found: readonly BoxDiscrepancyRow[]): Promise<void> {
  const { rows } = await rowsOf({ code: col.text })`
    SELECT x.code FROM box_discrepancy x WHERE x.id = ANY(${found.map((one) => one.discrepancy_id)}::uuid[])
      AND (EXISTS (SELECT 1 FROM box_discrepancy o WHERE o.site_id = x.site_id AND o.kind = x.kind AND o.code = x.code
          AND o.id <> x.id AND o.settled_at IS NULL AND o.withdrawn_at IS NULL)
        OR x.kind = 'short' AND EXISTS (SELECT 1 FROM qc_box q WHERE q.box_id = x.box_id AND q.site_kind = 'india_qc'))
    LIMIT 1`.execute(tx)
  if (rows[0]) throw moveNotAllowed(words.notedAgain, [], { values: { code: rows[0].code } })
}

function tell(
  tx: Tx,
  context: CallContext,
  found: readonly BoxDiscrepancyRow[],
  event: string,
  details: Record<string, string | null>,
): Promise<string[]> {
  const of = ({ code: entityId }: BoxDiscrepancyRow) => ({ entity: eventsAt('india_qc'), entityId, event, details })
  return recordEvents(tx, context, found.map(of))
}
