import { gatePassSheet } from '../../../shared/areas/gate-passes/sheets.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { CellValue } from '../../../shared/kernel/sheet.ts'
import { recordDownload, recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Handlers, Tx } from '../../http/call.ts'
import { lookAtSheet, takeSheet } from '../../sheets/take-sheet.ts'
import { isSendable } from '../stock/places.ts'
import { readContents } from './box-rows.ts'
import { changeContents } from './contents.ts'
import { readItems } from './item-rows.ts'
import { assertMove, lockPass, touchPass } from './lock-pass.ts'
import { openBoxes } from './open-boxes.ts'
import { itemKey, lockOrMakeItems } from './pass-items.ts'
import { findPass, isBlindTo, type PassRow } from './pass-rows.ts'
import { writePlan } from './plan-items.ts'
import { promisePlan } from './reservations.ts'
import { planSheet, type SheetPlan } from './sheet-plan.ts'
import { freeFor, withPromised } from './source-stock.ts'

type GatePassHandlers = Handlers<Contract['gatePasses']>

/** What a sheet would come to. It is tried in a transaction that writes nothing. */
export const checkGatePassSheet: GatePassHandlers['checkGatePassSheet'] = lookAtSheet(gatePassSheet, {
  async look(open, input: Parameters<GatePassHandlers['checkGatePassSheet']>[0], context) {
    const pass = await findPass(context.db, context.caller, input.gate_pass)
    const plan = await context.db.transaction().execute((tx) => planSheet(tx, pass, open))
    const rows = plan.good.map(({ row, sku, condition, quantity, box_no, free }) => ({
      ...{ row: row.row, nm_sku: sku.nm_sku, condition, quantity, box_no, free, fault: null },
    }))
    const faulty = open.faults.named.map(({ row, value, message }) => ({
      ...{ row, nm_sku: value, condition: 'good' as const, quantity: 0, box_no: null, free: 0, fault: message },
    }))
    return {
      rows: [...rows, ...faulty].sort((a, b) => a.row - b.row),
      pieces: rows.reduce((sum, { quantity }) => sum + quantity, 0),
      boxes: new Set(rows.flatMap(({ box_no }) => box_no ?? [])).size,
      faults: open.faults.count,
    }
  },
})

/** Plans what a sheet says, and packs rows that name a box. The same sheet once more changes nothing. */
export const takeGatePassSheet: GatePassHandlers['takeGatePassSheet'] = takeSheet(gatePassSheet, {
  words: { taken: passWords.sheetTaken, unchanged: passWords.sheetSame },
  async lock({
    tx,
    context,
    input,
  }: {
    tx: Tx
    context: CallContext
    input: Parameters<GatePassHandlers['takeGatePassSheet']>[0]
  }) {
    const pass = await lockPass(tx, context.caller, input.gate_pass)
    assertMove(pass, 'edit', context.caller)
    return pass
  },
  check: ({ tx, held, rows, refuse }) => planSheet(tx, held, { rows, refuse }),
  async save({ tx, context, held: pass }, plan: SheetPlan) {
    const { isChanged: isPlanned, raised } = await writePlan(tx, pass.id, plan.planned, false)
    const more = {
      planned: plan.planned.reduce((sum, { quantity }) => sum + quantity, 0),
      packed: plan.good.reduce((sum, { box_no, quantity }) => sum + (box_no === null ? 0 : quantity), 0),
      boxes: new Set(plan.good.flatMap(({ box_no }) => box_no ?? [])).size,
    }
    if (!isPlanned && plan.changes.length === 0) return { changed: 0, ...more }
    const isPacking = plan.changes.length > 0
    const state = isPacking ? 'PACKING' : pass.state
    const event = await recordEvent(tx, context, {
      ...{ entity: 'gate_pass', entityId: pass.gate_pass, event: isPacking ? 'gate_pass.packed' : 'gate_pass.changed' },
      ...{
        from: pass.state,
        to: state,
        source: 'file',
        details: { planned: more.planned, pieces: more.packed, boxes: more.boxes },
      },
    })
    const after = { ...pass, state }
    if (isPacking) await pack(tx, context, after, plan, event)
    await promisePlan(tx, after, raised)
    await touchPass(tx, context, pass.id, { state })
    return { changed: plan.good.length, ...more }
  },
})

async function pack(
  tx: Tx,
  context: CallContext,
  pass: PassRow,
  { changes, boxes }: SheetPlan,
  event: string,
): Promise<void> {
  const known = new Map(boxes.map(({ box_no, id, box_code }) => [box_no, { id, code: box_code }]))
  const missing = [...new Set(changes.map(({ box_no }) => box_no))].filter((number) => !known.has(number))
  for (const { box_no, id, code } of await openBoxes(
    tx,
    context,
    pass.id,
    missing.toSorted((a, b) => a - b),
    '',
  ))
    known.set(box_no, { id, code })
  const items = await lockOrMakeItems(tx, pass.id, changes)
  await changeContents(
    tx,
    pass,
    changes.map(({ box_no, ...change }) => {
      const box = known.get(box_no)
      return {
        ...change,
        box_id: box?.id ?? '',
        box_code: box?.code ?? '',
        item_id: items.get(itemKey(change))?.id ?? '',
      }
    }),
    event,
  )
}

/** Rows below, for what is not listed. */
const SPARE_ROWS = 50

const stockColumns = {
  ...{ nm_sku: col.text, style: col.text, color: col.text, size: col.text, condition: col.text, free: col.number },
}

/** The sheet of a pass: with what it plans and packs, with what its source has, or empty. */
export const gatePassTemplate: GatePassHandlers['gatePassTemplate'] = async (input, context) => {
  const pass = await findPass(context.db, context.caller, input.gate_pass)
  // What was sent is not told to whoever counts it, on a sheet neither.
  if (isBlindTo(context.caller, pass)) assertMove(pass, 'edit', context.caller)
  const rows: Record<string, CellValue>[] =
    input.with === 'nothing'
      ? []
      : input.with === 'stock'
        ? await stockRows(context, pass)
        : await planRows(context, pass)
  await recordDownload(context, `gate_pass_${pass.gate_pass}.xlsx`, { gate_pass: pass.gate_pass, rows: rows.length })
  const { writeWorkbook } = await import('../../sheets/write-workbook.ts')
  return { body: writeWorkbook(gatePassSheet, rows, { spareRows: SPARE_ROWS }) }
}

async function stockRows({ db }: CallContext, pass: PassRow): Promise<Record<string, CellValue>[]> {
  const { rows } = await rowsOf(stockColumns)`
    SELECT k.nm_sku, s.code AS style, k.color, k.size, x.condition, sum(x.on_hand - x.reserved)::int AS free
    FROM stock x JOIN place p ON p.id = x.place_id JOIN sku k ON k.id = x.sku_id JOIN style s ON s.id = k.style_id
    ${withPromised(pass.gate_pass)} WHERE p.site_id = ${pass.from_site_id} AND ${isSendable} AND ${freeFor} > 0
    GROUP BY k.id, s.id, x.condition ORDER BY s.code, k.color, k.size_rank, x.condition LIMIT 20000`.execute(db)
  return rows.map(({ free, ...row }) => ({ ...row, quantity: null, box_no: null, shelf: null, free: String(free) }))
}

async function planRows({ db }: CallContext, pass: PassRow): Promise<Record<string, CellValue>[]> {
  const items = await readItems(db, pass)
  const boxes = await rowsOf({ id: col.text, box_no: col.number })`
    SELECT id::text AS id, box_no FROM gate_pass_box WHERE pass_id = ${pass.id} AND removed_at IS NULL AND NOT is_whole`.execute(
    db,
  )
  const numbers = new Map(boxes.rows.map(({ id, box_no }) => [id, box_no]))
  const contents = Map.groupBy(await readContents(db, [...numbers.keys()]), ({ item_id }) => item_id)
  return items.flatMap((item) => {
    const { nm_sku, style_id: style, color, size, condition, at_source, planned } = item
    const plain = { nm_sku, style, color, size, condition, shelf: null, free: String(at_source) }
    const own = Map.groupBy(contents.get(item.id) ?? [], ({ box_id }) => box_id)
    const boxed = [...own].map(([id, parts]) => ({
      ...plain,
      ...{ quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0), box_no: numbers.get(id) ?? null },
    }))
    const rest = planned - boxed.reduce((sum, { quantity }) => sum + quantity, 0)
    return [...boxed, ...(rest > 0 ? [{ ...plain, quantity: rest, box_no: null }] : [])]
  })
}
