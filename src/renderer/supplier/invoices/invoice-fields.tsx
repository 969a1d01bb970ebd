import { invoices } from '../../../shared/areas/invoices/lists.ts'
import { pickFields } from '../../../shared/kernel/field.ts'
import type { CallData } from '../../actions/calls.ts'
import { key } from '../../i18n/formats.ts'
import type { ShownField } from '../../kit/shown-field.ts'
import { TraceLink } from '../../kit/TraceLink.tsx'
import type { Invoice, InvoiceDetails } from './invoice-list.ts'

/** English, and the keys of their translations. */
export const transportWords = { air: key('By air'), sea: key('By sea'), road: key('By road') } as const

/** Every way has its own name for the paper whose number is asked for. */
export const documentWords = { air: key('Air waybill'), sea: key('Bill of lading'), road: key('Waybill') } as const

/** What an invoice is. */
export const invoiceFields: readonly ShownField<Invoice>[] = [
  ...pickFields(invoices.fields, ['issued_on']),
  { id: 'site', header: key('Site'), of: (row, { name }) => name(row.site_name, row.site_name_zh) },
  ...pickFields(invoices.fields, ['boxes', 'pieces', 'total', 'created_by']),
  { id: 'created_at', header: key('Made on'), kind: 'instant', of: (row) => row.created_at },
  ...pickFields(invoices.fields, ['suppliers']),
  { id: 'remark', header: key('Remark'), of: (row) => row.remark },
]

type InvoiceBox = InvoiceDetails['boxes'][number]

/** Its boxes, in the order of the document. */
export const boxFields: readonly ShownField<InvoiceBox>[] = [
  { id: 'shipment', header: key('Shipment'), kind: 'code', of: (box) => box.shipment_id, traces: true },
  { id: 'box', header: key('Box'), kind: 'code', of: (box) => box.box_no },
  { id: 'sscc', header: key('SSCC'), kind: 'code', of: (box) => box.sscc, traces: true },
  { id: 'supplier', header: key('Supplier'), of: (box, { name }) => name(box.supplier_name, box.supplier_name_zh) },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', total: true, of: (box) => box.pieces },
  {
    id: 'weight',
    header: key('Weight (kg)'),
    kind: 'kilograms',
    total: true,
    mark: (box) => (box.weight_grams === null ? 'warn' : undefined),
    of: (box) => box.weight_grams,
  },
  { id: 'value', header: key('Invoice value'), kind: 'money', total: true, of: (box) => box.value },
  {
    id: 'loaded',
    header: key('Loaded'),
    mark: (box) => (box.loaded_at === null ? 'muted' : undefined),
    of: ({ loaded_at, loaded_by, vehicle }, { t, instant }) =>
      loaded_at === null
        ? t('Not loaded')
        : [instant(loaded_at), loaded_by, vehicle].filter((part) => part !== null).join(' · '),
  },
]

type InvoiceStyle = InvoiceDetails['styles'][number]

/**
 * What it says of each style of each order, for buyers and for customs. What the export order wants and is not there yet stands
 * out while it is still to come.
 */
export function styleFields(isAsked: boolean): readonly ShownField<InvoiceStyle>[] {
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
  return [
    { id: 'order', header: key('Order'), kind: 'code', of: (style) => style.order_id, traces: true },
    {
      id: 'style',
      header: key('Style'),
      of: (style, { name }) => (
        <>
          <TraceLink code={style.style_id} />{' '}
          <span className="muted">{name(style.style_name, style.style_name_zh)}</span>
        </>
      ),
    },
    { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: (style) => style.pieces },
    { id: 'price', header: key('Price'), kind: 'money', of: (style) => style.unit_price },
    { id: 'value', header: key('Invoice value'), kind: 'money', of: (style) => style.value },
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

type ExportOrder = NonNullable<Invoice['export_order']>

/** An export order that is made. */
export const orderFields = ({ transport }: ExportOrder): readonly ShownField<ExportOrder>[] => [
  { id: 'number', header: key('Export order'), of: (order) => order.export_order_number },
  { id: 'incoterm', header: key('Incoterm'), of: (order) => order.incoterm },
  { id: 'loading', header: key('Port of loading'), of: (order) => order.port_of_loading || '–' },
  { id: 'discharge', header: key('Port of discharge'), of: (order) => order.port_of_discharge || '–' },
  { id: 'transport', header: key('Transport'), of: (order, { t }) => t(transportWords[order.transport]) },
  { id: 'carrier', header: key('Carrier'), of: (order) => order.carrier ?? '–' },
  { id: 'document', header: documentWords[transport], of: (order) => order.transport_document ?? '–' },
  {
    id: 'gross',
    header: key('Gross weight'),
    of: ({ gross_weight_grams: grams }, { t, kilograms }) =>
      grams === null ? t('Weigh again') : `${kilograms(grams)} kg`,
  },
  { id: 'arrives', header: key('Arrives in India on'), kind: 'day', of: (order) => order.arrives_on },
  { id: 'shipped', header: key('Shipped on'), kind: 'instant', of: (order) => order.shipped_at },
]

export type ShipSummary = CallData<'invoices.shipToIndiaSummary'>
export type ShippedInvoice = ShipSummary['invoices'][number]

/** What goes, by invoice. */
export const goingFields: readonly ShownField<ShippedInvoice>[] = [
  { id: 'invoice', header: key('Invoice'), kind: 'code', of: (row) => row.invoice_number, traces: true },
  { id: 'export_order', header: key('Export order'), kind: 'code', of: (row) => row.export_order_number },
  { id: 'consignee', header: key('Consignee'), of: (row) => row.consignee_name },
  { id: 'transport', header: key('Transport'), of: (row, { t }) => t(transportWords[row.transport]) },
  {
    id: 'carrier',
    header: key('Carrier'),
    of: (row) => [row.carrier, row.transport_document].filter(Boolean).join(' · ') || null,
  },
  { id: 'boxes', header: key('Boxes'), kind: 'pieces', total: true, of: (row) => row.boxes },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', total: true, of: (row) => row.pieces },
  {
    id: 'gross',
    header: key('Gross weight (kg)'),
    kind: 'kilograms',
    total: true,
    of: (row) => row.gross_weight_grams,
  },
]
