import { shippingPlatform } from '../../../shared/areas/shipments/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import type { Fault } from '../../../shared/kernel/sheet.ts'
import { bilingual } from '../../../shared/kernel/sheet.ts'
import { recordDownload } from '../../audit/audit.ts'
import { type FileReply, type Said, said, type Upload, type Work } from '../../http/call.ts'
import { faultAt, readRows, type SheetRow, splitMisread, textAt } from '../../sheets/read-rows.ts'
import { refuseFaults, takingFile } from '../../sheets/refused-files.ts'
import { writeCsv } from '../../sheets/write-table.ts'
import { assertVendorName } from '../data/vendors.ts'
import { type PlatformFilter, platformPage, type ShippingItem } from './platform.ts'
import { checkSchedule, type Scheduled, type ScheduleRow, schedule } from './schedule.ts'

const PAGE = 500

const cells: Record<string, (item: ShippingItem) => string | number | null> = {
  order_id: (item) => item.order_id,
  nm_sku: (item) => item.nm_sku,
  style_id: (item) => item.style_id,
  colour: (item) => `${item.color} ${item.color_zh}`,
  size: (item) => item.size,
  awaiting_quantity: (item) => item.awaiting_shipment_quantity,
  ready_quantity: (item) => item.ready_quantity || null,
  oos_quantity: (item) => item.oos_quantity || null,
}

/** The platform as a sheet to fill in: its headers are those that the upload reads. */
export async function downloadPlatformItems(input: PlatformFilter, work: Work): Promise<FileReply> {
  await assertVendorName(work, input.supplier_id)
  await recordDownload(work, 'shipping_platform.csv')
  const columns = shippingPlatform.columns.map((column) => ({
    header: bilingual(column.header),
    value: (item: ShippingItem) => cells[column.key]?.(item) ?? null,
  }))
  return { body: writeCsv(columns, everyItem(input, work)) }
}

async function* everyItem(filter: PlatformFilter, work: Work): AsyncGenerator<ShippingItem> {
  let cursor: string | null = null
  do {
    const page: { rows: ShippingItem[]; next_cursor: string | null } = await platformPage(work, filter, cursor, PAGE)
    yield* page.rows
    cursor = page.next_cursor
  } while (cursor !== null && !work.signal.aborted)
}

type Outcome = Taken<Contract['orders']['uploadShipmentPlatformItems']>

/** The filled sheet. Rows left empty are not touched; quantities are totals, so the same file again changes nothing. */
export async function uploadPlatformItems(
  input: Outcome & { file: Upload },
  work: Work,
): Promise<Said<{ rows_taken: number; rows_refused: number; rows_unchanged: number }>> {
  return takingFile(work, input.file, async () => {
    const sheet = await readRows(input.file, shippingPlatform, { accept: ['xlsx', 'csv'], signal: work.signal })
    const { readable, misread } = splitMisread(sheet)
    const rows = readable.filter(saysSomething)
    return work.command(async (tx) => {
      const checked = await checkSchedule(tx, work, rows.map(entryOf))
      const faults = [...sheet.faults, ...checked.flatMap((outcome, at) => rowFault(rows[at], outcome))]
      const good = checked.filter((outcome): outcome is Scheduled => 'moves' in outcome)
      refuseFaults(input.mode, faults, good.length, sheet)
      await schedule(tx, work, good)
      const changed = good.filter((row) => row.moves.length > 0).length
      return said(
        {
          rows_taken: changed,
          rows_refused: misread.size + checked.length - good.length,
          rows_unchanged: sheet.rows.length - misread.size - (checked.length - good.length) - changed,
        },
        changed > 0 ? 'Quantities saved.' : 'The quantities are unchanged.',
      )
    })
  })
}

function saysSomething(row: SheetRow): boolean {
  return numberAt(row, 'ready_quantity') !== null || numberAt(row, 'oos_quantity') !== null
}

function numberAt(row: SheetRow, key: string): number | null {
  const value = row.values[key]
  return typeof value === 'number' ? value : null
}

function entryOf(row: SheetRow): ScheduleRow {
  return {
    order_id: textAt(row, 'order_id'),
    nm_sku: textAt(row, 'nm_sku'),
    ready_quantity: numberAt(row, 'ready_quantity'),
    oos_quantity: numberAt(row, 'oos_quantity'),
  }
}

function rowFault(row: SheetRow | undefined, outcome: Awaited<ReturnType<typeof checkSchedule>>[number]): Fault[] {
  if (row === undefined || !('message' in outcome)) return []
  return [faultAt(shippingPlatform, row, outcome.field, outcome.message, outcome.expected)]
}
