import { missingLabels } from '../../../shared/areas/catalogue/attributes.ts'
import type { CatalogueRow } from '../../../shared/areas/catalogue/calls.ts'
import type { Contract } from '../../../shared/areas.ts'
import { hasRight } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { recordDownload } from '../../audit/audit.ts'
import type { CallContext, FileReply } from '../../http/call.ts'
import { type TableColumn, writeTable } from '../../sheets/write-table.ts'
import { assertVendorName } from '../data/vendors.ts'
import { asSeenBy, catalogueQuery } from './styles.ts'

type Filter = Taken<Contract['catalogue']['downloadVendorCatalogueFile']>

const yesNo = (value: boolean | null) => (value === null ? null : value ? 'Yes' : 'No')
const text = (header: string, value: (row: CatalogueRow) => string | null): TableColumn<CatalogueRow> => ({
  ...{ header, value, kind: 'text' },
})

const columns: readonly TableColumn<CatalogueRow>[] = [
  text('Catalogue no.', (row) => row.catalogue_id),
  text('Supplier ID', (row) => row.supplier_id),
  text('Supplier name', (row) => row.supplier_name),
  text('Vendor’s style no.', (row) => row.vendor_style),
  text('Name', (row) => row.name),
  text('Name (Chinese)', (row) => row.name_zh),
  text('Category', (row) => row.category),
  text('Catalogue type', (row) => row.catalogue_type),
  text('Status', (row) => row.status ?? row.vendor_status),
  text('Colours', (row) => row.colors.map(({ color }) => color).join(', ')),
  { header: 'Price', kind: 'money', value: ({ price }) => price && price.minor / 100 },
  text('Currency', ({ price }) => price?.currency ?? null),
  text('Fabric type', (row) => row.fabric_type),
  text('Fabric composition', (row) => row.fabric_composition),
  text('Padded', (row) => yesNo(row.padded)),
  text('Push up', (row) => yesNo(row.push_up)),
  text('Wiring', (row) => row.wiring),
  text('Transparency', (row) => row.transparency),
  text('Pilling', (row) => row.pilling),
  text('Stretchability', (row) => row.stretchability),
  text('1688 link', (row) => row.link_1688),
  text('Size set', (row) => row.size_set),
  text('HS code', (row) => row.hs_code),
  { header: 'Pieces a month', kind: 'pieces', value: (row) => row.pieces_per_month },
  text('Buyer remarks', (row) => row.buyer_remarks),
  text('Last remark', (row) => row.last_remark),
  text('Lacks', (row) => row.missing.map((one) => missingLabels[one]).join(', ')),
  text('Survey rank', ({ survey }) => survey && `${survey.rank}/${survey.of}`),
  text('Style ID', (row) => row.style_id),
  { header: 'Offered on', kind: 'day', value: (row) => dayIn(vendorZone, new Date(row.created_at)) },
]

/** Vendor-Catalogue.xlsx: a style a row, in the list's order; prices as the reader may see them. */
export async function downloadVendorCatalogueFile(asked: Filter, context: CallContext): Promise<FileReply> {
  await assertVendorName(context, asked.supplier_id)
  const rows = rowsOf(asked, context)
  // Read before the file begins: a filter that the database refuses is answered in words, not by half a file.
  const first = await rows.next()
  await recordDownload(context, 'Vendor-Catalogue.xlsx')
  return { body: writeTable('Catalogue', columns, startingWith(first, rows)) }
}

async function* startingWith<R>(first: IteratorResult<R>, rest: AsyncGenerator<R>): AsyncGenerator<R> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value
}

async function* rowsOf(asked: Filter, context: CallContext): AsyncGenerator<CatalogueRow> {
  const seesPrices = hasRight(context.caller, 'seePrices')
  const filter = asSeenBy(context.caller, { ...asked, part: 'rows', page_size: 500 })
  for await (const row of catalogueQuery.every(filter, context)) yield seesPrices ? row : { ...row, price: null }
}
