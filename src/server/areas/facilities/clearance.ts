import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import {
  type ClearanceDecision,
  type ClearanceLine,
  type ClearedLine,
  planClearance,
} from '../../../shared/areas/facilities/clearance.ts'
import { clearanceChoices, clearanceSheet } from '../../../shared/areas/facilities/sheets.ts'
import { clearanceWords } from '../../../shared/areas/facilities/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { addDays, dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { bilingual, type Fault } from '../../../shared/kernel/sheet.ts'
import { recordEvent, recordEvents } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { CallContext, Db, Handlers, Tx, Upload } from '../../http/call.ts'
import { conflict, invalidInput, notFound, refusedField } from '../../http/errors.ts'
import { FaultsFound, withUploadedFile } from '../../sheets/refused-files.ts'
import { describeFault } from '../../sheets/say-faults.ts'
import { checkSheet, lookAtSheet, type OpenSheet, readKnownSheet, type SheetValues } from '../../sheets/take-sheet.ts'
import { writeTable } from '../../sheets/write-table.ts'
import { USUAL_DAYS } from '../production/assign.ts'
import { tellAllocation } from '../production/purchase-orders.ts'
import { makeProductions } from '../production/start.ts'
import { assertNoOpenPo, takeOff } from '../production/take-off.ts'
import { type HeldLine, holdLines, jobName, movePieces, readLines } from './stage-lines.ts'

type Routes = Handlers<Contract['facilities']>
type Asked = Taken<Contract['facilities']['moveFromShipmentPendingToCutting']>
type Looked = Taken<Contract['facilities']['lookAtClearance']>
type Line = ClearanceLine & { held: HeldLine }
type Cleared = ClearedLine<Line>

/** The facility that is named by its code or its name. Throws invalid_input, not_found. */
async function vendorFacility(
  tx: Db | Tx,
  { vendor_id, vendor_name }: Pick<Asked, 'vendor_id' | 'vendor_name'>,
): Promise<string> {
  if (vendor_id === undefined && vendor_name === '')
    throw invalidInput(clearanceWords.noVendor, { fields: [{ field: 'vendor_id', message: clearanceWords.noVendor }] })
  const { rows } = await rowsOf({ facility: col.text })`
    SELECT code AS facility FROM production_facility WHERE ${vendor_id === undefined ? sql`true` : sql`code = ${vendor_id}`}
      AND ${vendor_name === '' ? sql`true` : sql`(lower(name) = lower(${vendor_name}) OR name_zh = ${vendor_name})`} LIMIT 2`.execute(
    tx,
  )
  const [only] = rows
  if (only !== undefined && rows.length === 1) return only.facility
  throw notFound(
    clearanceWords.otherVendor,
    { vendor: vendor_id ?? vendor_name },
    vendor_id === undefined ? 'vendor_name' : 'vendor_id',
  )
}

/** The pieces that would be cleared, and a digest of what becomes of each SKU: another file, or another ledger, has another. */
function expectedOf(about: readonly Cleared[]): string {
  const toClear = about.filter(({ cleared }) => cleared > 0)
  const each = toClear.map(({ line, decision, cleared }) => `${line.order}\t${line.nm_sku}\t${decision}\t${cleared}`)
  const digest = createHash('sha256').update(each.toSorted().join('\n')).digest('hex').slice(0, 12)
  return `${toClear.reduce((sum, { cleared }) => sum + cleared, 0)}-${digest}`
}

function isOther(expected: string, now: string) {
  const [was, is] = [Number.parseInt(expected, 10), Number.parseInt(now, 10)]
  if (was === is) return conflict(clearanceWords.changedSkus)
  return conflict(clearanceWords.changed, { values: { now: is, expected: was } })
}

interface ResultRow {
  row: number | null
  order: string
  nm_sku: string
  color: string
  size: string
  decision: string
  pending: number | null
  cleared: number | null
  stays: number | null
  new_order: string | null
  purchase_order: string | null
  po_due_on: string | null
  /** Of a trial: what the clearance itself asks for. */
  expected: string | null
  result: string
  problem: string | null
}

interface Outcome {
  rows: ResultRow[]
}

const results = {
  kept: 'Kept 保留',
  cleared: 'Cleared 已清理',
  trial: 'Would be cleared 将清理',
  refused: 'Refused 未处理',
} as const

/**
 * Clears what a facility has not cut, by a sheet and its options. A trial writes nothing and says the same; the result has a row for
 * every SKU that the file or an option is about. Throws invalid_input for a real one that says no trial's pieces, file_refused for
 * faults (mode `all`), conflict where other pieces would be cleared than the trial said, of any SKU.
 */
export const moveFromShipmentPendingToCutting: Routes['moveFromShipmentPendingToCutting'] = (input, context) =>
  withUploadedFile(context, input.file, async () => {
    const read = await readKnownSheet(input.file, clearanceSheet, {}, context)
    const isTrial = input.is_trial === 'true'
    if (!isTrial && input.expected === undefined) throw refusedField('expected', clearanceWords.tryFirst)
    const outcome = await context.command(async (tx): Promise<Outcome> => {
      const facility = await vendorFacility(tx, input)
      const lines = linesOf(await holdLines(tx, context.caller, { numbers: null, facility }))
      const { taking, checked } = await checkSheet(
        clearanceSheet,
        { check: async (open) => planned(open, lines, { facility, input }) },
        { read, tx, context, input },
      )
      const { about } = checked
      const expected = expectedOf(about)
      if (input.expected !== undefined && input.expected !== expected) throw isOther(input.expected, expected)
      await assertPos(tx, about, input)
      const pos = input.create_po === 'true' ? await openPos(tx, about) : []
      const written = isTrial
        ? { ...nothingWritten, dues: duesOf(pos) }
        : await write(tx, context, { facility, about, pos })
      return {
        rows: [
          ...about.map((one) =>
            resultOf(one, {
              expected: isTrial ? expected : null,
              written,
              rowOf: (at) => checked.rows[at]?.row ?? null,
            }),
          ),
          ...taking.faults.named.map(refusedRow),
        ],
      }
    })
    return { body: writeTable('vendor_clearance_result', columns, outcome.rows) }
  })

/** The same as it would come to now, for the screen. Throws what the clearance itself would. */
export const lookAtClearance: Routes['lookAtClearance'] = lookAtSheet<
  Looked & { file: Upload },
  SheetValues<typeof clearanceSheet>,
  Gives<Contract['facilities']['lookAtClearance']>
>(clearanceSheet, {
  async look(open, input, { db, caller }) {
    const facility = await vendorFacility(db, input)
    const held = await readLines(db, caller, { numbers: null, facility })
    const { about, good } = planned(open, linesOf(held), { facility, input })
    if (open.faults.count > 0 && (input.mode === 'all' || good.length === 0))
      throw new FaultsFound(open.faults, good.length, open.read.headers)
    await assertPos(db, about, input)
    const pos = input.create_po === 'true' ? await openPos(db, about) : []
    return {
      expected: expectedOf(about),
      new_due_on: pos.find(({ stays, due_on, before }) => stays > 0 && due_on !== before)?.due_on ?? null,
      rows: about.map(({ line, decision, cleared }) => ({
        order_action_id: line.order,
        nm_sku: line.nm_sku,
        color: line.held.color,
        size: line.held.size,
        decision,
        pending: line.pending,
        cleared,
        stays: line.allotted - cleared,
        is_on_hold: line.isOnHold,
      })),
    }
  },
})

const linesOf = (held: readonly HeldLine[]): Line[] =>
  held
    .filter(({ pieces }) => pieces.allotted > 0)
    .map((line) => {
      const { number: order, style, nm_sku, state, pieces } = line
      const isOnHold = state !== 'SENT_FOR_PRODUCTION'
      return { order, style, nm_sku, allotted: pieces.allotted, pending: pieces.pending, isOnHold, held: line }
    })

/** What becomes of each SKU that the file or an option is about, and of those that wait because their orders are on hold; faults are named at their rows. */
function planned(
  { rows, refuse }: Pick<OpenSheet<SheetValues<typeof clearanceSheet>>, 'rows' | 'refuse'>,
  lines: readonly Line[],
  { facility, input }: { facility: string; input: Looked },
) {
  const plan = planClearance(
    lines,
    rows.map(({ values }) => values),
    {
      sheet_format: input.sheet_format,
      clear_the_rest: input.clear_the_rest === 'true',
      create_new_production_order: input.create_new_production_order === 'true',
      move_remaining_sku_for_give_style: input.move_remaining_sku_for_give_style === 'true',
    },
  )
  for (const { row, column, message, values = {} } of plan.faults) {
    const said = { facility, ...values }
    refuse(rows[row] ?? null, column, message, undefined, {
      values: Object.fromEntries(Object.entries(said).map(([name, value]) => [name, String(value)])),
    })
  }
  const faulty = new Set(plan.faults.map(({ row }) => row))
  const waits = ({ isOnHold, pending }: Line) => isOnHold && pending > 0
  return {
    rows,
    good: rows.filter((_, at) => !faulty.has(at)),
    about: plan.lines.filter(({ row, cleared, line }) => row !== null || cleared > 0 || waits(line)),
  }
}

/** Throws conflict where an open purchase order would say more than what stays, unless it is written anew. */
async function assertPos(tx: Db | Tx, about: readonly Cleared[], { create_po }: Looked): Promise<void> {
  const toClear = about.filter(({ cleared }) => cleared > 0).map(({ line }) => line.held)
  if (create_po !== 'true' && toClear[0] !== undefined)
    await assertNoOpenPo(tx, toClear[0].facilityId, [...new Set(toClear.map(({ orderId }) => orderId))])
}

interface Written {
  /** New orders by style. */
  orders: ReadonlyMap<string, string>
  /** Purchase orders by the order that was cleared. */
  pos: ReadonlyMap<string, string>
  /** When those are due that are written anew, by the order that was cleared. */
  dues: ReadonlyMap<string, NewDue>
}
const nothingWritten = { orders: new Map(), pos: new Map() }

function resultOf(
  { line, decision, cleared, row }: Cleared,
  { expected, written, rowOf }: { expected: string | null; written: Written; rowOf: (at: number) => number | null },
): ResultRow {
  const { order, nm_sku, pending, allotted, style, held } = line
  const due = cleared > 0 ? written.dues.get(order) : undefined
  return {
    row: row === null ? null : rowOf(row),
    order,
    nm_sku,
    color: held.color,
    size: held.size,
    decision: bilingual(clearanceChoices[decision]),
    pending,
    cleared,
    stays: allotted - cleared,
    new_order: decision === 'new_order' ? (written.orders.get(style) ?? null) : null,
    purchase_order: written.pos.get(order) ?? null,
    po_due_on: due?.due_on ?? null,
    result: cleared === 0 ? results.kept : expected === null ? results.cleared : results.trial,
    expected,
    problem: line.isOnHold
      ? clearanceWords.onHold
      : decision !== 'keep' && cleared === 0
        ? clearanceWords.nothingLeft
        : due !== undefined && due.due_on !== due.before
          ? bilingual(dueMoved(due))
          : null,
  }
}

const dueMoved = ({ before }: NewDue) => ({
  en: `The purchase order was due ${before}, which is past: it gets ${USUAL_DAYS} days from today`,
  zh: `采购单原交期 ${before} 已过，按今天起 ${USUAL_DAYS} 天重写`,
})

const refusedRow = (fault: Fault): ResultRow => ({
  row: fault.row,
  order: '',
  nm_sku: '',
  color: '',
  size: '',
  decision: '',
  pending: null,
  cleared: null,
  stays: null,
  new_order: null,
  purchase_order: null,
  po_due_on: null,
  expected: null,
  result: results.refused,
  problem: describeFault(fault),
})

const columns = [
  { header: 'Row / 行', kind: 'pieces', value: ({ row }: ResultRow) => row },
  { header: 'Production order / 生产单号', kind: 'text', value: ({ order }: ResultRow) => order },
  { header: 'NM SKU / 商品编码', kind: 'text', value: ({ nm_sku }: ResultRow) => nm_sku },
  { header: 'Colour / 颜色', kind: 'text', value: ({ color }: ResultRow) => color },
  { header: 'Size / 尺码', kind: 'text', value: ({ size }: ResultRow) => size },
  { header: 'Decision / 处理', kind: 'text', value: ({ decision }: ResultRow) => decision },
  { header: 'Not cut before / 清理前未裁', kind: 'pieces', value: ({ pending }: ResultRow) => pending },
  { header: 'Cleared / 清理', kind: 'pieces', value: ({ cleared }: ResultRow) => cleared },
  { header: 'Stays / 保留', kind: 'pieces', value: ({ stays }: ResultRow) => stays },
  { header: 'New production order / 新生产单', kind: 'text', value: ({ new_order }: ResultRow) => new_order },
  { header: 'Purchase order / 采购单', kind: 'text', value: ({ purchase_order }: ResultRow) => purchase_order },
  { header: 'Purchase order due / 采购单交期', kind: 'day', value: ({ po_due_on }: ResultRow) => po_due_on },
  { header: 'Result / 结果', kind: 'text', value: ({ result }: ResultRow) => result },
  { header: 'Problem / 问题', kind: 'text', value: ({ problem }: ResultRow) => problem },
  { header: 'Expected / 试算码', kind: 'text', value: ({ expected }: ResultRow) => expected },
] as const

interface Writing {
  facility: string
  about: readonly Cleared[]
  /** Open purchase orders that are written anew. */
  pos: readonly OpenPo[]
}

async function write(tx: Tx, context: CallContext, { facility, about, pos }: Writing): Promise<Written> {
  const cleared = about.filter((one) => one.cleared > 0)
  const byOrder = [...Map.groupBy(cleared, ({ line }) => line.order)]
  const sum = (own: readonly Cleared[], decision?: ClearanceDecision) =>
    own.reduce((all, one) => all + (decision === undefined || one.decision === decision ? one.cleared : 0), 0)
  const events = await recordEvents(
    tx,
    context,
    byOrder.map(([number, own]) => ({
      entity: 'facility_job',
      entityId: jobName({ number, facility }),
      event: 'facility.cleared',
      details: { cancelled: sum(own, 'cancel'), ordered_anew: sum(own, 'new_order') },
    })),
  )
  const auditIds = new Map(byOrder.map(([order], at) => [order, events[at] ?? '']))
  await movePieces(
    tx,
    context,
    cleared.map(({ line, cleared: quantity }) => ({
      kind: 'withdraw',
      lineId: line.held.id,
      quantity,
      auditId: auditIds.get(line.order) ?? '',
      reason: clearanceWords.reason,
    })),
  )
  await takeOff(
    tx,
    context,
    cleared.map(({ line: { held }, cleared: pieces }) => ({
      order: held.orderId,
      number: held.number,
      facilityId: held.facilityId,
      color: held.color,
      size: held.size,
      pieces,
    })),
    clearanceWords.reason,
  )
  const orders = await orderAnew(
    tx,
    context,
    cleared.filter(({ decision }) => decision === 'new_order'),
  )
  return { orders, pos: await writePos(tx, context, pos), dues: duesOf(pos) }
}

/** A production order for each style whose pieces go into a new one, on the path of the order that was cleared. */
async function orderAnew(tx: Tx, context: CallContext, cleared: readonly Cleared[]): Promise<Map<string, string>> {
  const styles = [...Map.groupBy(cleared, ({ line }) => line.style)]
  const { rows } = await rowsOf({ id: col.text, path: col.text, due_on: col.textOrNull })`
    SELECT id, path, due_on::text AS due_on FROM production_order
    WHERE id = ANY(${cleared.map(({ line }) => line.held.orderId)}::uuid[])`.execute(tx)
  const orders = styles.map(([style, own]) => {
    const before = rows.find(({ id }) => id === own[0]?.line.held.orderId)
    const cells = [...Map.groupBy(own, ({ line }) => `${line.held.color}\n${line.held.size}`).values()]
    return {
      style,
      source: 'records' as const,
      path: before?.path === 'OUTSOURCED' ? ('OUTSOURCED' as const) : ('IN_HOUSE' as const),
      due_on: before?.due_on ?? null,
      lines: cells.flatMap((all) => {
        const [first] = all
        if (first === undefined) return []
        const { color, size } = first.line.held
        return [{ color, size, pieces: all.reduce((sum, one) => sum + one.cleared, 0) }]
      }),
    }
  })
  const numbers = await makeProductions(tx, context, orders)
  return new Map(styles.map(([style], at) => [style, numbers[at] ?? '']))
}

const poColumns = {
  id: col.text,
  number: col.text,
  facility: col.text,
  order: col.text,
  before: col.text,
}
type NewDue = { due_on: string; before: string }
type OpenPo = Row<typeof poColumns> & NewDue & { stays: number }

/** Open purchase orders of what is cleared, with the day that they are due on once written anew: one that is past becomes the usual days from today. */
async function openPos(tx: Db | Tx, about: readonly Cleared[]): Promise<OpenPo[]> {
  const ofOrder = Map.groupBy(about, ({ line }) => line.held.orderId)
  const cleared = [...ofOrder].filter(([, own]) => own.some((one) => one.cleared > 0)).map(([order]) => order)
  const facilityId = about[0]?.line.held.facilityId ?? null
  const { rows } = await rowsOf({ ...poColumns, allotted: col.number, order_id: col.text })`
    SELECT p.id, p.number, f.code AS facility, o.number AS order, o.id AS order_id, p.due_on::text AS before, j.allotted
    FROM production_po p JOIN production_facility f ON f.id = p.facility_id JOIN production_order o ON o.id = p.order_id
    JOIN facility_job j ON j.order_id = p.order_id AND j.facility_id = p.facility_id
    WHERE p.order_id = ANY(${cleared}::uuid[]) AND p.facility_id = ${facilityId}::uuid AND p.state = 'open' ORDER BY p.number`.execute(
    tx,
  )
  const today = dayIn(indiaZone, new Date())
  return rows.map(({ allotted, order_id, ...po }) => ({
    ...po,
    stays: allotted - (ofOrder.get(order_id) ?? []).reduce((sum, one) => sum + one.cleared, 0),
    due_on: po.before < today ? addDays(today, USUAL_DAYS) : po.before,
  }))
}

const duesOf = (pos: readonly OpenPo[]) => new Map(pos.filter(({ stays }) => stays > 0).map((po) => [po.order, po]))

/** Cancels purchase orders and writes them anew, at their rates, for the pieces that stay. Their orders are held. */
async function writePos(tx: Tx, context: CallContext, pos: readonly OpenPo[]): Promise<Map<string, string>> {
  const written = new Map<string, string>()
  for (const po of pos) {
    await sql`UPDATE production_po SET state = 'cancelled', reason = ${clearanceWords.reason}, version = version + 1 WHERE id = ${po.id}::uuid`.execute(
      tx,
    )
    await recordEvent(tx, context, {
      entity: 'production_po',
      entityId: po.number,
      event: 'production_po.cancel',
      details: { reason: clearanceWords.reason },
    })
    if (po.stays === 0) continue
    const { rows: made } = await rowsOf({ number: col.text })`
      INSERT INTO production_po (id, order_id, facility_id, pieces, rate_minor, rate_currency, due_on, remark, made_by)
      SELECT ${v7()}::uuid, p.order_id, p.facility_id, ${po.stays}, p.rate_minor, p.rate_currency, ${po.due_on}::date, p.remark,
        ${context.caller.userId}::uuid
      FROM production_po p WHERE p.id = ${po.id}::uuid RETURNING number`.execute(tx)
    const number = made[0]?.number ?? ''
    await tellAllocation(tx, number)
    await recordEvent(tx, context, {
      entity: 'production_po',
      entityId: number,
      event: 'production_po.made',
      details: {
        order: po.order,
        facility: po.facility,
        pieces: po.stays,
        instead_of: po.number,
        due_on: po.due_on,
        ...(po.due_on !== po.before && { due_before: po.before }),
      },
    })
    written.set(po.order, number)
  }
  return written
}
