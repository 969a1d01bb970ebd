import type { QcBoxRow } from '../../../shared/areas/inspection/shapes.ts'
import { documentProblems, readyProblem } from '../../../shared/areas/invoices/rules.ts'
import { boxesForInvoice } from '../../../shared/areas/invoices/sheets.ts'
import type { QcTab } from '../../../shared/areas/qc-boxes/status.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordDownload } from '../../audit/audit.ts'
import type { CallContext, FileReply, Handlers } from '../../http/call.ts'
import { takeSheet } from '../../sheets/take-sheet.ts'
import { assertVendorName } from '../data/vendors.ts'
import { findBoxIds } from '../qc-boxes/box-rows.ts'
import { qcBoxQuery } from '../qc-boxes/boxes.ts'
import { makeReady, readyBoxes } from './ready.ts'

/**
 * The boxes of a sheet become ready for an invoice. Those that are ready stay so: the same sheet again changes nothing, and
 * names the boxes to make an invoice of all the same.
 */
export const uploadBoxesForInvoiceCreation: Handlers<Contract['invoices']>['uploadBoxesForInvoiceCreation'] = takeSheet(
  boxesForInvoice,
  {
    words: { taken: 'Ready for an invoice.', unchanged: 'The boxes are ready already.' },
    async check({ tx, context, rows, refuse, refuseTwice }) {
      const codes = rows.map((row) => row.values.box)
      const ids = await findBoxIds(tx, context.caller, codes)
      const { taken, left } = await readyBoxes(tx, context, [...new Set(codes)])
      const problems = new Map(left.map((one) => [one.box_id, one.message]))
      const fresh = new Map(taken.map((box) => [box.box_id, box]))
      const good = new Map<string, (typeof rows)[number]>()
      for (const [at, row] of rows.entries()) {
        const id = ids[at] ?? ''
        const problem = problems.get(id) ?? (fresh.has(id) ? null : documentProblems.notAtQc)
        const before = good.get(id)
        if (before) refuseTwice(row, 'box', before)
        else if (problem === null || problem === documentProblems.readyAlready) good.set(id, row)
        else refuse(row, 'box', problem)
      }
      return { good: [...good.keys()], fresh: [...good.keys()].flatMap((id) => fresh.get(id) ?? []) }
    },
    async save({ tx, context }, { good, fresh }) {
      if (fresh.length > 0) await makeReady(tx, context, fresh)
      return { changed: fresh.length, box_ids: good }
    },
  },
)

type Filter = Taken<Contract['invoices']['downloadBoxesForInvoiceCreation']>

/** Boxes that are ready for an invoice or could be made so: those that stay in the sheet can be uploaded. */
export const downloadBoxesForInvoiceCreation: Handlers<Contract['invoices']>['downloadBoxesForInvoiceCreation'] =
  async (input, context): Promise<FileReply> => {
    await assertVendorName(context, input.supplier_id)
    await recordDownload(context, 'boxes_for_invoice.xlsx')
    // Loaded when needed: the library for workbooks would hold up every start.
    const { writeWorkbook } = await import('../../sheets/write-workbook.ts')
    return { body: writeWorkbook(boxesForInvoice, sheetRows(input, context)) }
  }

/** Passed pieces are not yet ready, or ready: a box may have both. */
const tabsOfAll: readonly QcTab[] = ['passed', 'ready_to_ship']

async function* sheetRows(filter: Filter, context: CallContext) {
  const seen = new Set<string>()
  for (const tab of filter.tab === 'all' ? tabsOfAll : [filter.tab]) {
    const asked = { ...filter, tab, sort: 'inwarded_at', descending: false } as const
    for await (const box of qcBoxQuery.every(asked, context)) {
      if (seen.has(box.box_id) || !fitsInvoice(box)) continue
      seen.add(box.box_id)
      yield sheetRow(box)
    }
  }
}

function fitsInvoice(box: QcBoxRow): boolean {
  const { quantities, open_missing, open_excess, inspections } = box
  const problem = readyProblem({ ...quantities, open_missing, open_excess, inspections })
  return problem === null || problem === documentProblems.readyAlready
}

function sheetRow(box: QcBoxRow) {
  const { passed, shelved, ready } = box.quantities
  return {
    box: box.sscc,
    box_no: box.box_no,
    shipment_id: box.shipment_id,
    supplier: `${box.supplier_name} ${box.supplier_name_zh}`,
    styles: box.styles.join(' ') + (box.style_count > box.styles.length ? ' …' : ''),
    passed: passed + shelved,
    ready,
    weight: box.weigh_again ? 'Weigh again 需重新称重' : box.weight_grams,
    status: passed + shelved === 0 ? 'Yes 是' : 'No 否',
  }
}
