import { inventoryFaults, inventoryWords, mostPieces, mostPrice } from '../../../shared/areas/vendor-inventory/rules.ts'
import type { InventoryRow, InventorySku } from '../../../shared/areas/vendor-inventory/shapes.ts'
import {
  type InventoryFlow,
  type InventoryValues,
  inventoryFlows,
  inventorySheets,
} from '../../../shared/areas/vendor-inventory/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordDownload } from '../../audit/audit.ts'
import type { CallContext, FileReply, Handlers, Upload } from '../../http/call.ts'
import { type FileInstant, fileInstants } from '../../lists/file-instants.ts'
import type { SheetRow } from '../../sheets/read-rows.ts'
import { type OpenSheet, takeSheet } from '../../sheets/take-sheet.ts'
import { type CsvColumn, writeCsv } from '../../sheets/write-table.ts'
import { type InventoryFilter, inventoryQuery } from './inventory-rows.ts'
import { freshRates } from './rates.ts'
import { type InventoryChange, saveInventory, skusByCode } from './save-inventory.ts'

type Routes = Handlers<Contract['vendorInventory']>
type Uploaded = Taken<Contract['vendorInventory']['uploadInventoryFile']> & { file: Upload }

/** What is wrong with a row beyond the form of its cells; null where nothing is. */
function faultOf({
  available,
  in_production,
  price,
  listing,
  reason,
}: InventoryValues): [key: string, message: string] | null {
  if ((available ?? 0) > mostPieces) return ['available', inventoryFaults.tooMuch]
  if ((in_production ?? 0) > mostPieces) return ['in_production', inventoryFaults.tooMuch]
  if (price && price.minor === 0) return ['price', inventoryFaults.price]
  if (price && price.minor > mostPrice) return ['price', inventoryFaults.tooDear]
  if (listing === 'Delisted' && !reason) return ['reason', inventoryFaults.reason]
  return null
}

function changeOf(sku_id: string, values: InventoryValues): InventoryChange {
  const { available, in_production, price, listing, reason, remark } = values
  return {
    sku_id,
    ...(available !== undefined && available !== null && { available }),
    ...(in_production !== undefined && in_production !== null && { in_production }),
    ...(price && { price }),
    ...(listing && { listing, ...(reason && { reason }), remark: remark ?? null }),
  }
}

const takeFlow = (flow: InventoryFlow) =>
  takeSheet<Uploaded, InventoryValues, { good: InventoryChange[] }>(inventorySheets[flow], {
    words: { taken: inventoryWords.saved, unchanged: inventoryWords.unchanged },
    async check({ tx, context, rows, refuse }) {
      const { ids } = await skusByCode(
        tx,
        context,
        rows.map(({ values }) => values.nm_sku),
      )
      return { good: rows.flatMap((row) => soundChange(row, ids, refuse)) }
    },
    save: ({ tx, context }, { good }) => saveInventory(tx, context, good),
  })

function soundChange(
  row: SheetRow<InventoryValues>,
  ids: ReadonlyMap<string, string>,
  refuse: OpenSheet<InventoryValues>['refuse'],
): InventoryChange[] {
  const id = ids.get(row.values.nm_sku)
  if (id === undefined) {
    refuse(row, 'nm_sku', inventoryFaults.unknown)
    return []
  }
  const fault = faultOf(row.values)
  if (fault === null) return [changeOf(id, row.values)]
  refuse(row, ...fault, undefined, { values: { most: String(mostPieces) } })
  return []
}

const takers = Object.fromEntries(inventoryFlows.map((flow) => [flow, takeFlow(flow)])) as Record<
  InventoryFlow,
  ReturnType<typeof takeFlow>
>

export const uploadInventoryFile: Routes['uploadInventoryFile'] = (input, context) => takers[input.flow](input, context)

interface InventoryLine {
  row: InventoryRow
  sku: InventorySku
  instant: FileInstant
}

async function* everySku(filter: InventoryFilter, context: CallContext): AsyncGenerator<InventoryLine> {
  const instant = await fileInstants(context)
  for await (const row of inventoryQuery.every({ ...filter, sort: 'style' }, context))
    for (const sku of row.skus) yield { row, sku, instant }
}

/** What stands in the columns of a flow's sheet now. */
async function* sheetRows(filter: InventoryFilter, context: CallContext) {
  for await (const { row, sku } of everySku(filter, context))
    yield {
      nm_sku: sku.nm_sku,
      style_id: row.style_id,
      colour: sku.color_zh ? `${sku.color} ${sku.color_zh}` : sku.color,
      size: sku.size,
      available: sku.available,
      in_production: sku.in_production,
      price: sku.price,
      listing: sku.listing_status,
      reason: sku.listing_status === 'Delisted' ? row.delist_reason : null,
      remark: sku.listing_status === 'Delisted' ? row.delist_remark : null,
    }
}

export const downloadSampleInventoryFile: Routes['downloadSampleInventoryFile'] = async (
  { flow, ...filter },
  context,
) => {
  await inventoryQuery.prepare(filter, context)
  await recordDownload(context, `sample_inventory_${flow}.xlsx`)
  // Loaded when needed: the library for workbooks would hold up every start.
  const { writeWorkbook } = await import('../../sheets/write-workbook.ts')
  return { body: writeWorkbook(inventorySheets[flow], sheetRows(filter, context), { spareRows: 50 }) }
}

const csvColumns = Object.entries({
  'Style ID': ({ row }) => row.style_id,
  'Style name': ({ row }) => row.style_name,
  'Supplier ID': ({ row }) => row.supplier_id,
  'Supplier name': ({ row }) => row.supplier_name,
  Category: ({ row }) => row.category,
  'NM SKU': ({ sku }) => sku.nm_sku,
  Colour: ({ sku }) => sku.color,
  Size: ({ sku }) => sku.size,
  'Stock available': ({ sku }) => sku.available,
  'Real stock': ({ sku }) => sku.real_stock,
  'In Production Quantity': ({ sku }) => sku.in_production,
  'Price (CNY)': ({ sku }) => sku.price && (sku.price.minor / 100).toFixed(2),
  'Last updated': ({ row, sku, instant }) => instant(sku.last_updated, row),
  'Rate of sale': ({ sku }) => sku.rate_of_sale.toFixed(2),
  'Days of cover': ({ sku }) => sku.days_of_cover?.toFixed(1) ?? null,
  'Sales, 7 days': ({ sku }) => sku.sales_7,
  'Sales, 15 days': ({ sku }) => sku.sales_15,
  'Sales, 30 days': ({ sku }) => sku.sales_30,
  'Listing status': ({ sku }) => sku.listing_status,
  'Stock status': ({ sku }) => sku.stock_status,
  'Update status': ({ sku }) => sku.update_status,
} satisfies Record<string, (line: InventoryLine) => string | number | null>).map(
  ([header, value]): CsvColumn<InventoryLine> => ({ header, value }),
)

/** Inventory-Details.csv: an SKU a row. */
export async function downloadInventoryDetails(filter: InventoryFilter, context: CallContext): Promise<FileReply> {
  await freshRates(context.db)
  await inventoryQuery.prepare(filter, context)
  await recordDownload(context, 'Inventory-Details.csv')
  return { body: writeCsv(csvColumns, everySku(filter, context)) }
}
