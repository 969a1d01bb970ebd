import { type LoadOutcome, loadWords } from '../../../shared/areas/invoices/loading.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Db, type Handlers, reply } from '../../http/call.ts'
import { findBoxIds, lockQcBoxes, type QcBoxFacts, type SharedWaybill, sharedWaybills } from '../qc-boxes/box-rows.ts'
import { inChina } from '../qc-boxes/sites.ts'
import { tellable } from '../receiving/inward.ts'
import { lockInvoice } from './invoice-rows.ts'
import { changeLoads, exportOrderOf, type Load, type LoadChange, loadingOf, loadsOf } from './loading.ts'

type Input = Taken<Contract['invoices']['loadBoxes']>
type Scan = Input['boxes'][number]

interface Said {
  outcome: LoadOutcome
  message: string
  values: Record<string, string | number>
  /** What is to be done; left out where nothing is. */
  change?: LoadChange
}

/** Boxes into the truck of an export order by their scans, or off it again. Every code has its own outcome, and none spoils another's. */
export const loadBoxes: Handlers<Contract['invoices']>['loadBoxes'] = (input, context) =>
  context.command(async (tx) => {
    const codes = input.boxes.map(({ code }) => code)
    const found = await findBoxIds(tx, context.caller, codes)
    const ids = [...new Set(found.flatMap((id) => id ?? []))]
    const facts = new Map((await lockQcBoxes(tx, inChina(context.caller), ids)).map((box) => [box.box_id, box]))
    const invoice = exportOrderOf(await lockInvoice(tx, context.caller, input.invoice_number), { isOpen: true })
    const books: Books = {
      invoiceNumber: invoice.invoice_number,
      userName: context.caller.name,
      facts,
      loads: await loadsOf(tx, invoice.export_id, ids),
      names: await namesOf(tx, ids),
      shared: await sharedWaybills(
        tx,
        context.caller,
        codes.filter((_, at) => found[at] === null),
      ),
    }
    const said = input.boxes.map((scan, at) => judge(books, input.action, scan, found[at] ?? null))
    const changes = said.flatMap(({ change }) => change ?? [])
    await changeLoads(tx, context, invoice, { changes, vehicle: input.vehicle || null })
    const results = input.boxes.flatMap(({ code, scan_id = null }, at) => {
      const one = said[at]
      if (one === undefined) return []
      const { outcome, message, values } = one
      return [{ code: tellable(code), scan_id, outcome, message, values }]
    })
    return reply({ results, loading: await loadingOf(tx, invoice) })
  })

interface BoxName {
  box_no: string
  shipment_id: string
  sscc: string
}

async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, BoxName>> {
  const { rows } = await rowsOf({ id: col.text, box_no: col.text, shipment_id: col.text, sscc: col.text })`
    SELECT b.id, b.box_no, h.shipment_id, b.sscc FROM box b JOIN shipment h ON h.id = b.shipment_id
    WHERE b.id = ANY(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}

interface Books {
  invoiceNumber: string
  userName: string
  /** Boxes at China QC, by box.id. */
  facts: ReadonlyMap<string, QcBoxFacts>
  /** Of these boxes; what one scan decides the next one counts on. */
  loads: Load[]
  names: ReadonlyMap<string, BoxName>
  shared: ReadonlyMap<string, SharedWaybill>
}

function judge(books: Books, action: Input['action'], scan: Scan, id: string | null): Said {
  const name = id === null ? undefined : books.names.get(id)
  if (id === null || name === undefined) return unfound(books, scan.code)
  const { sscc, ...values } = name
  const own = books.loads.filter(({ box_id }) => box_id === id)
  return action === 'load' ? load(books, { id, sscc, scan, own, values }) : takeOff({ id, sscc, scan, own, values })
}

interface AtBox {
  id: string
  sscc: string
  scan: Scan
  /** Loads of this box, those that were taken off among them. */
  own: readonly Load[]
  values: { box_no: string; shipment_id: string }
}

function load(books: Books, { id, sscc, scan: { scan_id }, own, values }: AtBox): Said {
  const facts = books.facts.get(id)
  const same = scan_id === undefined ? undefined : own.find((one) => one.scan_id === scan_id)
  // Taken off since: a scan that comes late must not load it again.
  if (same && !same.is_on) return { outcome: 'taken_off', message: loadWords.taken_off, values }
  const problem = problemOf(facts, books.invoiceNumber, values)
  if (problem) return problem
  const on = own.find(({ is_on }) => is_on)
  if (on && on !== same) return { outcome: 'already', message: loadWords.already, values: { ...values, by: on.by } }
  const failed = facts?.failed ?? 0
  const said: Said = {
    outcome: 'loaded',
    message: failed > 0 ? loadWords.loadedBesideFailed : loadWords.loaded,
    values: failed > 0 ? { ...values, failed } : values,
  }
  if (same) return said
  const scanId = scan_id ?? null
  books.loads.push({ id: '', box_id: id, scan_id: scanId, off_scan_id: null, is_on: true, by: books.userName })
  return { ...said, change: { box_id: id, sscc, scan_id: scanId, off: null } }
}

/** Why a box does not go with this order; null when it does. */
function problemOf(facts: QcBoxFacts | undefined, invoiceNumber: string, values: AtBox['values']): Said | null {
  if (facts === undefined) return { outcome: 'not_ordered', message: loadWords.not_here, values }
  const { invoice_number, export_order_number, on_hold, failed } = facts
  if (on_hold > 0) return { outcome: 'held', message: loadWords.held, values }
  if (invoice_number === invoiceNumber) return null
  const other = export_order_number ?? invoice_number
  if (other !== null) return { outcome: 'other_order', message: loadWords.other_order, values: { ...values, other } }
  if (failed > 0) return { outcome: 'rejected', message: loadWords.rejected, values }
  return { outcome: 'not_ordered', message: loadWords.not_ordered, values }
}

function takeOff({ id, sscc, scan: { scan_id, takes_back }, own, values }: AtBox): Said {
  const done: Said = { outcome: 'taken_off', message: loadWords.taken_off, values }
  const on = own.find(({ is_on }) => is_on)
  const asked = takes_back === undefined ? on : own.find((one) => one.scan_id === takes_back)
  const cameBefore = own.some((one) => !one.is_on && scan_id !== undefined && one.off_scan_id === scan_id)
  if (cameBefore || (takes_back !== undefined && asked && !asked.is_on)) return done
  if (asked === undefined) {
    if (on === undefined) return { outcome: 'not_loaded', message: loadWords.not_loaded, values }
    return { outcome: 'already', message: loadWords.loadedAgain, values: { ...values, by: on.by } }
  }
  asked.is_on = false
  asked.off_scan_id = scan_id ?? null
  return { ...done, change: { box_id: id, sscc, scan_id: scan_id ?? null, off: asked.id } }
}

function unfound({ shared }: Books, raw: string): Said {
  const which = shared.get(raw)
  if (which) {
    const { waybill, shipment_id } = which
    return { outcome: 'shared_waybill', message: loadWords.shared_waybill, values: { waybill, shipment_id } }
  }
  const message = readTraced(raw).isMisread ? loadWords.misread : loadWords.unknown
  return { outcome: 'unknown', message, values: { code: tellable(raw) } }
}
