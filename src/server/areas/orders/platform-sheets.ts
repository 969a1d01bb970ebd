import { shippingPlatform } from '../../../shared/areas/shipments/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { bilingual } from '../../../shared/kernel/sheet.ts'
import { recordDownload } from '../../audit/audit.ts'
import type { CallContext, FileReply, Handlers } from '../../http/call.ts'
import { takeSheet } from '../../sheets/take-sheet.ts'
import { writeCsv } from '../../sheets/write-table.ts'
import { assertVendorName } from '../data/vendors.ts'
import { type PlatformFilter, platformQuery, type ShippingItem } from './platform.ts'
import { checkSchedule, schedule } from './schedule.ts'

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
export async function downloadPlatformItems(input: PlatformFilter, context: CallContext): Promise<FileReply> {
  await assertVendorName(context, input.supplier_id)
  await recordDownload(context, 'shipping_platform.csv')
  const columns = shippingPlatform.columns.map((column) => ({
    header: bilingual(column.header),
    value: (item: ShippingItem) => cells[column.key]?.(item) ?? null,
  }))
  return { body: writeCsv(columns, platformQuery.every(input, context)) }
}

/** The filled sheet. Rows left empty are not touched; quantities are totals, so the same file again changes nothing. */
export const uploadPlatformItems: Handlers<Contract['orders']>['uploadShipmentPlatformItems'] = takeSheet(
  shippingPlatform,
  {
    words: { taken: 'Quantities saved.', unchanged: 'The quantities are unchanged.' },
    async check({ tx, context, rows, refuse, refuseTwice }) {
      const told = rows.filter(({ values }) => values.ready_quantity !== null || values.oos_quantity !== null)
      const checked = await checkSchedule(
        tx,
        context,
        told.map((row) => row.values),
      )
      const good = checked.flatMap((outcome, at) => {
        if ('moves' in outcome) return [outcome]
        const row = told[at]
        const other = told[outcome.twiceOf ?? -1]
        if (row && other) refuseTwice(row, outcome.field, other)
        else refuse(row ?? null, outcome.field, outcome.message, outcome.expected)
        return []
      })
      return { good, idle: rows.length - told.length }
    },
    async save({ tx, context }, { good }) {
      await schedule(tx, context, good)
      return good.filter((row) => row.moves.length > 0).length
    },
  },
)
