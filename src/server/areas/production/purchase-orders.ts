import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { companyLine } from '../../../shared/areas/company/facts.ts'
import { type ProductionPoRow, productionPoRow } from '../../../shared/areas/production/calls.ts'
import { dueFault, isZeroRate } from '../../../shared/areas/production/due.ts'
import { loadWords } from '../../../shared/areas/production/load.ts'
import { poStateCode, poStates, productionPoLife } from '../../../shared/areas/production/po-life.ts'
import { poWords, productionWords } from '../../../shared/areas/production/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { recordDownload, recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { recordsOf } from '../../audit/lifecycle.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { bothNames, countFact, minorDigits, moneyFact, type Paper } from '../../documents/paper.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, notFound, refusedField } from '../../http/errors.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { readCompany } from '../company/facts.ts'
import { amountFacts } from '../invoices/amount-in-words.ts'
import { containing } from '../orders/order-rows.ts'
import { allocationOf, facilitiesOf } from './facilities.ts'
import { lockOrders } from './move-orders.ts'
import { notingWaits } from './waits.ts'

type Routes = Handlers<Contract['production']>
type Asked = Taken<Contract['production']['getProductionPos']>

/** Newest first. */
export const poQuery = listQuery<Asked, ProductionPoRow>({
  from: sql`production_po p`,
  id: sql<string>`p.id`,
  tabs: { open: sql`p.state = 'open'`, cancelled: sql`p.state = 'cancelled'`, all: sql`true` },
  rules: {
    facility: (code) => sql`p.facility_id = (SELECT id FROM production_facility WHERE code = ${code})`,
    purchase_orders: (numbers) => sql`p.number = ANY(${numbers}::text[])`,
    search: (text) => {
      const like = containing(text)
      return sql<SqlBool>`(p.number ILIKE ${like} OR p.order_id IN (SELECT o.id FROM production_order o WHERE o.number ILIKE ${like})
        OR p.facility_id IN (SELECT id FROM production_facility WHERE code ILIKE ${like} OR name ILIKE ${like} OR name_zh ILIKE ${like}))`
    },
  },
  order: () => ({
    by: [
      [sql`p.made_at`, 'timestamptz'],
      [sql`p.id`, 'uuid'],
    ],
    isDescending: true,
  }),
  rows: (ids, { db, caller }) => poRows(db, ids, caller),
})

const rowColumns = productionPoRow.omit({ moves: true, rate: true, value: true }).extend({
  id: z.string(),
  rate_minor: z.int(),
  rate_currency: z.string(),
  is_sent: z.boolean(),
})

async function poRows(db: Db | Tx, ids: readonly string[], caller: CallContext['caller']): Promise<ProductionPoRow[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(rowColumns)`
    SELECT p.id::text AS id, p.number AS purchase_order, o.number AS order_action_id, s.code AS style_id, coalesce(s.name, c.name, '') AS name,
      coalesce(s.name_zh, c.name_zh, '') AS name_zh, f.code AS facility, f.name AS facility_name, f.name_zh AS facility_name_zh, p.state,
      p.pieces, p.rate_minor, p.rate_currency, p.due_on::text AS due_on, o.due_on::text AS order_due_on, p.remark, p.reason, u.name AS made_by, p.made_at, p.version,
      o.state IN ('SENT_FOR_PRODUCTION', 'PRODUCTION_ON_HOLD') AS is_sent
    FROM production_po p JOIN production_order o ON o.id = p.order_id JOIN production_facility f ON f.id = p.facility_id
    JOIN app_user u ON u.id = p.made_by LEFT JOIN catalogue_style c ON c.id = o.catalogue_id LEFT JOIN style s ON s.id = coalesce(o.style_id, c.style_id)
    WHERE p.id = ANY(${ids}::uuid[])`.execute(db)
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, rate_minor, rate_currency, is_sent, ...row }) => ({
    ...row,
    rate: { minor: rate_minor, currency: rate_currency },
    value: { minor: rate_minor * row.pieces, currency: rate_currency },
    moves: productionPoLife.movesFor(caller, { number: row.purchase_order, state: row.state, is_sent }),
  }))
}

/** Throws not_found. */
async function poOf(db: Db | Tx, { caller }: Pick<CallContext, 'caller'>, number: string): Promise<ProductionPoRow> {
  const { rows } = await rowsOf({
    id: col.text,
  })`SELECT id::text AS id FROM production_po WHERE number = ${number}`.execute(db)
  const [row] = await poRows(
    db,
    rows.map(({ id }) => id),
    caller,
  )
  if (row === undefined) throw notFound(poWords.notFound, { number })
  return row
}

const records = recordsOf({
  life: productionPoLife,
  table: 'production_po',
  entity: 'production_po',
  notFound: poWords.notFound,
  columns: {
    id: col.text,
    number: col.text,
    state: z.enum(poStates),
    version: col.number,
    is_sent: col.flag,
  },
  // The order first, as everywhere.
  select: (number) => sql`
    WITH held AS (SELECT o.id, o.state FROM production_order o
      WHERE o.id = (SELECT order_id FROM production_po WHERE number = ${number}) FOR NO KEY UPDATE)
    SELECT p.id, p.number, p.state, p.version, h.state IN ('SENT_FOR_PRODUCTION', 'PRODUCTION_ON_HOLD') AS is_sent
    FROM held h JOIN production_po p ON p.order_id = h.id AND p.number = ${number} FOR NO KEY UPDATE OF p`,
  codeOf: poStateCode,
})

/** Throws invalid_input for a due date that is past or lies before the facility begins. */
function assertDue(due_on: string, { before, starts_on }: { before: string | null; starts_on: string | null }): void {
  const late = dueFault(due_on, before, dayIn(indiaZone, new Date()))
  if (late !== null) throw refusedField('due_on', late.message, late.values)
  if (starts_on !== null && due_on < starts_on) throw refusedField('due_on', loadWords.backward)
}

function assertRate(rate: { minor: number }): void {
  if (isZeroRate(rate)) throw refusedField('rate', productionWords.zeroRate)
}

/** What a purchase order says of rate and due date is what its facility's part of the order says. */
export async function tellAllocation(tx: Tx, number: string): Promise<void> {
  await sql`UPDATE production_vendor_allocation a SET rate_minor = p.rate_minor, rate_currency = p.rate_currency, due_on = p.due_on
    FROM production_po p WHERE p.number = ${number} AND a.order_id = p.order_id AND a.facility_id = p.facility_id`.execute(
    tx,
  )
}

/** One live one of each order and facility, of the pieces that the facility makes. */
export const createProductionPo: Routes['createProductionPo'] = (input, context) =>
  context.command(async (tx) => {
    const { order_action_id, facility: code, rate, due_on, remark } = input
    const [order] = await lockOrders(tx, context, [order_action_id])
    if (order === undefined) throw new Error('a locked order is not there')
    await assertFresh(tx, { entity: 'production_order', entityId: order.number, version: order.version }, input.version)
    if (order.path === 'IN_HOUSE') throw conflict(poWords.inHouse)
    const [facility] = await facilitiesOf(tx, [code])
    const { facilities, shares } = await allocationOf(tx, order.id)
    const assigned = facilities.find((one) => one.facility === code)
    if (facility === undefined || assigned === undefined)
      throw refusedField('facility', productionWords.notMissing, { facility: code })
    assertDue(due_on, { before: null, starts_on: assigned.starts_on })
    assertRate(rate)
    if (assigned.purchase_order !== null)
      throw conflict(poWords.exists, { values: { facility: code, number: assigned.purchase_order } })
    const pieces = shares.filter((share) => share.facility === code).reduce((sum, share) => sum + share.pieces, 0)
    const { rows } = await notingWaits(tx, [order.id], () =>
      rowsOf({ number: col.text })`
      INSERT INTO production_po (id, order_id, facility_id, pieces, rate_minor, rate_currency, due_on, remark, made_by)
      VALUES (${v7()}::uuid, ${order.id}::uuid, ${facility.id}::uuid, ${pieces}, ${rate.minor}, ${rate.currency}, ${due_on}::date, ${remark},
        ${context.caller.userId}::uuid) RETURNING number`.execute(tx),
    )
    const number = rows[0]?.number ?? ''
    await tellAllocation(tx, number)
    await recordEvent(tx, context, {
      entity: 'production_po',
      entityId: number,
      event: 'production_po.made',
      to: poStateCode('open'),
      details: { order: order.number, facility: code, pieces, due_on },
    })
    // The order's own history names it, too.
    await recordEvent(tx, context, {
      entity: 'production_order',
      entityId: order.number,
      event: 'production.po_made',
      details: { purchase_order: number, facility: code },
    })
    return reply({ purchase_order: await poOf(tx, context, number) }, poWords.made)
  })

export const updateProductionPo: Routes['updateProductionPo'] = (input, context) =>
  context.command(async (tx) => {
    const { purchase_order: number, version, rate, due_on, remark } = input
    const held = await records.hold(tx, context, { number, version }, 'change')
    const { rows } = await rowsOf({ before: col.text, starts_on: col.textOrNull })`
      SELECT p.due_on::text AS before, a.starts_on::text AS starts_on FROM production_po p
      LEFT JOIN production_vendor_allocation a ON a.order_id = p.order_id AND a.facility_id = p.facility_id WHERE p.number = ${number}`.execute(
      tx,
    )
    assertDue(due_on, { before: rows[0]?.before ?? null, starts_on: rows[0]?.starts_on ?? null })
    assertRate(rate)
    await records.move(tx, context, held, 'change', {
      event: 'production_po.change',
      set: sql`rate_minor = ${rate.minor}, rate_currency = ${rate.currency}, due_on = ${due_on}::date, remark = ${remark}`,
      details: { due_on },
    })
    await tellAllocation(tx, number)
    return reply({ purchase_order: await poOf(tx, context, number) }, poWords.saved)
  })

/** Cancels: a number that was given out stays to be read. */
export const deleteProductionPo: Routes['deleteProductionPo'] = (
  { purchase_order: number, version, reason },
  context,
) =>
  context.command(async (tx) => {
    const held = await records.hold(tx, context, { number, version }, 'cancel')
    const { rows } = await rowsOf({ order_id: col.text })`
      SELECT order_id::text AS order_id FROM production_po WHERE number = ${number}`.execute(tx)
    await notingWaits(
      tx,
      rows.map(({ order_id }) => order_id),
      () =>
        records.move(tx, context, held, 'cancel', {
          event: 'production_po.cancel',
          set: sql`reason = ${reason}`,
          details: { reason },
        }),
    )
    const purchase_order = await poOf(tx, context, number)
    await recordEvent(tx, context, {
      entity: 'production_order',
      entityId: purchase_order.order_action_id,
      event: 'production.po_cancelled',
      details: { purchase_order: number, facility: purchase_order.facility, reason },
    })
    return reply({ purchase_order }, poWords.cancelled)
  })

/** As pages or workbook, in English and Chinese side by side. */
export const productionPoFile: Routes['productionPoFile'] = async ({ purchase_order, format }, context) => {
  const order = await poOf(context.db, context, purchase_order)
  await recordDownload(context, `purchase_order_${purchase_order}`, { purchase_order })
  const paper = await paperOf(context.db, order)
  // Loaded when needed: the libraries for pages and workbooks would hold up every start.
  if (format === 'pdf') {
    const { paperPdf } = await import('../../documents/paper-pdf.ts')
    return { body: paperPdf(paper, context.resources) }
  }
  const { paperXlsx } = await import('../../documents/paper-xlsx.ts')
  return { body: paperXlsx(paper) }
}

async function paperOf(db: Db, order: ProductionPoRow): Promise<Paper> {
  const { rows: of } = await rowsOf({ id: col.text })`
    SELECT order_id::text AS id FROM production_po WHERE number = ${order.purchase_order}`.execute(db)
  const { shares } = await allocationOf(db, of[0]?.id ?? '')
  const lines = shares.filter(({ facility }) => facility === order.facility)
  const { rows: parties } = await rowsOf({ address: col.text, gstin: col.text })`
    SELECT coalesce(f.address, s.address, '') AS address, coalesce(f.gstin, s.gstin, '') AS gstin FROM production_facility f
    LEFT JOIN site s ON s.id = f.site_id WHERE f.code = ${order.facility}`.execute(db)
  const company = await readCompany(db)
  const currency = order.rate?.currency ?? 'INR'
  const units = 10 ** minorDigits(currency)
  const rate = (order.rate?.minor ?? 0) / units
  const { address = '', gstin = '' } = parties[0] ?? {}
  return {
    title: 'PRODUCTION PURCHASE ORDER  加工采购单',
    number: order.purchase_order,
    banner: order.state === 'cancelled' ? `CANCELLED 已取消: ${order.reason ?? ''}` : null,
    blocks: [
      {
        label: 'FACILITY 加工厂',
        lines: [
          bothNames(order.facility_name, order.facility_name_zh),
          order.facility,
          address,
          gstin && `GSTIN ${gstin}`,
        ].filter(Boolean),
      },
      {
        label: 'BUYER 采购方',
        lines: [
          companyLine(company),
          bothNames(company.address, company.address_zh),
          company.gstin && `GSTIN ${company.gstin}`,
        ].filter(Boolean),
      },
    ],
    facts: [
      { label: 'Purchase order 采购单号', value: order.purchase_order },
      { label: 'Date 日期', value: dayIn(indiaZone, new Date(order.made_at)) },
      { label: 'Production order 生产单号', value: order.order_action_id },
      { label: 'Style 款式', value: `${order.style_id ?? ''} ${bothNames(order.name, order.name_zh)}`.trim() },
      { label: 'Due date 交期', value: order.due_on },
      { label: 'Currency 币种', value: currency },
      { label: 'Made by 经办人', value: order.made_by },
    ],
    columns: [
      { head: 'Colour 颜色', width: 60, kind: 'text' },
      { head: 'Size 尺码', width: 30, kind: 'text' },
      { head: 'Pieces 件数', width: 24, kind: 'pieces' },
      { head: 'Rate 单价', width: 28, kind: 'money' },
      { head: 'Amount 金额', width: 34, kind: 'money' },
    ],
    rows: lines.map(({ color, size, pieces }) => [color, size, pieces, rate, rate * pieces]),
    currency,
    sums: [
      countFact('Pieces 件数', order.pieces),
      moneyFact(`Total (${currency}) 合计`, rate * order.pieces, currency),
    ],
    closing: [
      ...amountFacts(order.value?.minor ?? 0, currency),
      ...(order.remark === '' ? [] : [{ label: 'Remark 备注', value: order.remark }]),
    ],
    signature: 'Authorised signature 授权签字',
  }
}
