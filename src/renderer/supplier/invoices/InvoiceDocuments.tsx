import { useTranslation } from 'react-i18next'
import { addressText } from '../../../shared/kernel/languages.ts'
import { key } from '../../i18n/formats.ts'
import { Facts, Section } from '../../kit/Drawer.tsx'
import { FactList, FieldTable, type ShownField } from '../../kit/field-views.tsx'
import { Callout } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { ExportForm, ExportOrderFacts, MissingList } from './ExportForm.tsx'
import { type Invoice, type InvoiceDetails, stageOf } from './invoice-stage.ts'

interface InvoiceDocumentsProps {
  invoice: Invoice
  /** Comes a little later than the invoice. */
  details: InvoiceDetails | undefined
}

/** What the invoice is, what its export order still wants, and the export order itself. */
export function InvoiceDocuments({ invoice, details }: InvoiceDocumentsProps) {
  const { t } = useTranslation()
  const mayExport = useRight('chinaInvoices')
  const stage = stageOf(invoice)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="ship-scroll" tabIndex={0} aria-label={t('Papers')}>
      {invoice.void_reason !== null ? (
        <div className="inv-void">
          <Callout tone="bad">
            <strong>{t('Void')}</strong> · {t(invoice.void_reason)}
          </Callout>
        </div>
      ) : null}
      <Section>
        <FactList fields={invoiceFields} row={invoice} />
        <PartyFacts invoice={invoice} details={details} />
      </Section>
      {stage === 'to_export' ? (
        <>
          <Section title={t('What the export order still wants')}>
            <MissingList invoice={invoice} />
          </Section>
          {mayExport ? (
            <Section title={t('Export order')}>
              <ExportForm invoice={invoice} />
            </Section>
          ) : null}
        </>
      ) : null}
      {invoice.export_order ? (
        <Section title={t('Export order')}>
          <ExportOrderFacts order={invoice.export_order} />
        </Section>
      ) : null}
    </section>
  )
}

const invoiceFields: readonly ShownField<Invoice>[] = [
  { id: 'issued_on', header: key('Issued on'), kind: 'day', of: (row) => row.issued_on },
  { id: 'site', header: key('Site'), of: (row, { name }) => name(row.site_name, row.site_name_zh) },
  { id: 'boxes', header: key('Boxes'), kind: 'pieces', of: (row) => row.boxes },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: (row) => row.pieces },
  { id: 'total', header: key('Invoice value'), kind: 'money', of: (row) => row.total },
  { id: 'created_by', header: key('Made by'), of: (row) => row.created_by },
  { id: 'created_at', header: key('Made on'), kind: 'instant', of: (row) => row.created_at },
  {
    id: 'suppliers',
    header: key('Suppliers'),
    of: (row, { name }) => name(row.suppliers.join(', '), row.suppliers_zh.join('、')),
  },
  { id: 'remark', header: key('Remark'), of: (row) => row.remark },
]

function PartyFacts({ invoice, details }: InvoiceDocumentsProps) {
  const { t } = useTranslation()
  return (
    <div className="inv-parties-facts">
      <Facts
        facts={[
          [t('Exporter'), details ? <PartyFact key="exporter" party={details.exporter} /> : '…'],
          [t('Consignee'), details ? <PartyFact key="consignee" party={details.consignee} /> : invoice.consignee_name],
        ]}
      />
    </div>
  )
}

/** As the invoice says it, whatever became of the party since. */
function PartyFact({ party }: { party: InvoiceDetails['exporter'] }) {
  return (
    <>
      {party.name}
      <span className="muted inv-address">{addressText(party.address, party.country)}</span>
    </>
  )
}

type InvoiceStyle = InvoiceDetails['styles'][number]

/** What the export order wants and is not there yet stands out while it is still to come. */
function styleFields(isAsked: boolean, seesPrices: boolean): readonly ShownField<InvoiceStyle>[] {
  type Fact = 'hs_code' | 'description' | 'origin' | 'net_weight_grams'
  const wanted = (id: Fact, header: string, kind: 'text' | 'end' = 'text'): ShownField<InvoiceStyle> => ({
    id,
    header,
    kind,
    mark: (style) => (style[id] !== null ? undefined : isAsked ? 'warn' : 'muted'),
    of: (style, { t, number }) => {
      const fact = style[id]
      return fact === null ? t('Not filled in') : typeof fact === 'number' ? number(fact) : fact
    },
  })
  const prices: ShownField<InvoiceStyle>[] = [
    { id: 'price', header: key('Price'), kind: 'money', of: (style) => style.unit_price },
    { id: 'value', header: key('Invoice value'), kind: 'money', of: (style) => style.value },
  ]
  return [
    { id: 'order', header: key('Order'), kind: 'code', of: (style) => style.order_id },
    {
      id: 'style',
      header: key('Style'),
      of: (style, { name }) => (
        <>
          <span className="code">{style.style_id}</span>{' '}
          <span className="muted">{name(style.style_name, style.style_name_zh)}</span>
        </>
      ),
    },
    { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: (style) => style.pieces },
    ...(seesPrices ? prices : []),
    wanted('hs_code', key('HS code')),
    wanted('description', key('Description')),
    {
      id: 'composition',
      header: key('Composition'),
      mark: (style) => (style.composition ? undefined : 'muted'),
      of: (style) => style.composition,
    },
    wanted('origin', key('Country of origin')),
    wanted('net_weight_grams', key('Net weight (g)'), 'end'),
  ]
}

interface InvoiceStylesProps extends Pick<InvoiceDetails, 'styles'> {
  /** The export order is still to come. */
  isAsked: boolean
}

/** What the invoice says of each style of each order, for buyers and for customs. */
export function InvoiceStyles({ styles, isAsked }: InvoiceStylesProps) {
  const { t } = useTranslation()
  return (
    <FieldTable
      className="ship-scroll"
      tableClass="inv-styles"
      label={t('Styles')}
      fields={styleFields(isAsked, useRight('seePrices'))}
      rows={styles}
      rowKey={(style) => `${style.order_id} ${style.style_id} ${style.unit_price?.minor ?? ''}`}
    />
  )
}

type InvoiceBox = InvoiceDetails['boxes'][number]

const boxFields: readonly ShownField<InvoiceBox>[] = [
  { id: 'shipment', header: key('Shipment'), kind: 'code', of: (box) => box.shipment_id },
  { id: 'box', header: key('Box'), kind: 'code', of: (box) => box.box_no },
  { id: 'sscc', header: key('SSCC'), kind: 'code', of: (box) => box.sscc },
  { id: 'supplier', header: key('Supplier'), of: (box, { name }) => name(box.supplier_name, box.supplier_name_zh) },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', total: true, of: (box) => box.pieces },
  {
    id: 'weight',
    header: key('Weight (kg)'),
    kind: 'grams',
    total: true,
    mark: (box) => (box.weight_grams === null ? 'warn' : undefined),
    of: (box) => box.weight_grams,
  },
]

const boxValue: ShownField<InvoiceBox> = {
  id: 'value',
  header: key('Invoice value'),
  kind: 'money',
  total: true,
  of: (box) => box.value,
}

/** The boxes of an invoice in the order of the paper, with their sums at the foot. */
export function InvoiceBoxes({ boxes }: Pick<InvoiceDetails, 'boxes'>) {
  const { t } = useTranslation()
  return (
    <FieldTable
      className="ship-scroll"
      label={t('Boxes')}
      total={t('Total')}
      fields={useRight('seePrices') ? [...boxFields, boxValue] : boxFields}
      rows={boxes}
      rowKey={(box) => box.box_id}
    />
  )
}
