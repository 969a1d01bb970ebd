import type { Verdict } from '../../../shared/areas/buyer-reviews/spread.ts'
import { missingLabels } from '../../../shared/areas/catalogue/attributes.ts'
import type { CatalogueRow } from '../../../shared/areas/catalogue/calls.ts'
import type { Contract } from '../../../shared/areas.ts'
import { hasRight } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { key } from '../../../shared/kernel/words.ts'
import { recordDownload } from '../../audit/audit.ts'
import type { CallContext, FileReply } from '../../http/call.ts'
import { columnsIn, type WordColumn } from '../../lists/column-words.ts'
import { writeTable } from '../../sheets/write-table.ts'
import { assertVendorName } from '../data/vendors.ts'
import { asSeenBy, catalogueQuery } from './styles.ts'

type Asked = Taken<Contract['catalogue']['downloadVendorCatalogueFile']>
type Filter = Omit<Asked, 'language'>

const yesNo = (value: boolean | null) => (value === null ? null : value ? key('Yes') : key('No'))
type Column = WordColumn<CatalogueRow>
const text = (header: string, value: (row: CatalogueRow) => string | null): Column => ({ header, value, kind: 'text' })
const word = (header: string, value: (row: CatalogueRow) => string | null): Column => ({
  ...text(header, value),
  isWord: true,
})

const columns: readonly Column[] = [
  text(key('Catalogue no.'), (row) => row.catalogue_id),
  text(key('Supplier ID'), (row) => row.supplier_id),
  text(key('Supplier name'), (row) => row.supplier_name),
  text(key('Vendor’s style no.'), (row) => row.vendor_style),
  text(key('Style name'), (row) => row.name),
  text(key('Name (Chinese)'), (row) => row.name_zh),
  text(key('Category'), (row) => row.category),
  word(key('Catalogue type'), (row) => row.catalogue_type),
  word(key('Status'), (row) => row.status ?? row.vendor_status),
  text(key('Colours'), (row) => row.colors.map(({ color }) => color).join(', ')),
  { header: key('Price'), kind: 'money', value: ({ price }) => price && price.minor / 100 },
  text(key('Currency'), ({ price }) => price?.currency ?? null),
  text(key('Fabric type'), (row) => row.fabric_type),
  text(key('Fabric composition'), (row) => row.fabric_composition),
  word(key('Padded'), (row) => yesNo(row.padded)),
  word(key('Push up'), (row) => yesNo(row.push_up)),
  text(key('Wiring'), (row) => row.wiring),
  text(key('Transparency'), (row) => row.transparency),
  text(key('Pilling'), (row) => row.pilling),
  text(key('Stretchability'), (row) => row.stretchability),
  text(key('1688 link'), (row) => row.link_1688),
  text(key('Size set'), (row) => row.size_set),
  text(key('HS code'), (row) => row.hs_code),
  { header: key('Pieces a month'), kind: 'pieces', value: (row) => row.pieces_per_month },
  text(key('Buyer remarks'), (row) => row.buyer_remarks),
  text(key('Last remark'), (row) => row.last_remark),
  word(key('Lacks'), (row) => row.missing.map((one) => missingLabels[one]).join(', ')),
  text(key('Survey rank'), ({ survey }) => survey && `${survey.rank}/${survey.of}`),
  text(key('Style ID'), (row) => row.style_id),
  { header: key('Offered on'), kind: 'day', value: (row) => dayIn(vendorZone, new Date(row.created_at)) },
]

/** What buyers think, for the company alone. */
const verdictColumns: readonly Column[] = [
  { header: key('Passes'), kind: 'pieces', value: ({ verdicts }) => verdicts && given(verdicts, 'pass') },
  { header: key('Fails'), kind: 'pieces', value: ({ verdicts }) => verdicts && given(verdicts, 'fail') },
  text(
    key('Verdicts'),
    ({ verdicts }) =>
      verdicts
        ?.map(({ reviewer, verdict, score, remark }) =>
          [`${reviewer} ${verdict === 'pass' ? '✓' : '✗'} ${score}/5`, remark].filter(Boolean).join(': '),
        )
        .join('; ') ?? null,
  ),
]

const given = (verdicts: NonNullable<CatalogueRow['verdicts']>, wanted: Verdict) =>
  verdicts.filter(({ verdict }) => verdict === wanted).length

/** Vendor-Catalogue.xlsx: a style a row, in the list's order; prices as the reader may see them. */
export async function downloadVendorCatalogueFile(
  { language, ...asked }: Asked,
  context: CallContext,
): Promise<FileReply> {
  await assertVendorName(context, asked.supplier_id)
  const rows = rowsOf(asked, context)
  // Read before the file begins: a filter that the database refuses is answered in words, not by half a file.
  const first = await rows.next()
  await recordDownload(context, 'Vendor-Catalogue.xlsx')
  const written = await columnsIn(
    language,
    isBoundToVendor(context.caller) ? columns : [...columns, ...verdictColumns],
    context,
  )
  return { body: writeTable('Catalogue', written, startingWith(first, rows)) }
}

async function* startingWith<R>(first: IteratorResult<R>, rest: AsyncGenerator<R>): AsyncGenerator<R> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value
}

async function* rowsOf(asked: Filter, context: CallContext): AsyncGenerator<CatalogueRow> {
  const seesPrices = hasRight(context.caller, 'seePrices')
  const filter = asSeenBy(context.caller, { ...asked, part: 'rows', page_size: 500 })
  for await (const row of catalogueQuery.every(filter, context)) yield seesPrices ? row : { ...row, price: null }
}
