import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { stageOf, stageWords } from '../../../shared/areas/invoices/lists.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { History } from '../../kit/Timeline.tsx'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceDocuments } from './InvoiceDocuments.tsx'
import { boxFields, styleFields } from './invoice-fields.tsx'
import { type Invoice, type InvoiceDetails, type InvoiceView, stageTones } from './invoice-list.ts'

interface InvoiceDrawerProps {
  number: string
  view: InvoiceView
  onView: (view: InvoiceView) => void
  onClose: () => void
  /** Opens the loading station. */
  onLoad: () => void
}

/** One invoice: what it says, what its export order still wants, and its way to India. */
export function InvoiceDrawer({ number, ...rest }: InvoiceDrawerProps) {
  const { t } = useTranslation()
  const found = useAnswer('invoices.getInvoices', { invoice_numbers: [number], page_size: 1 })
  const none = <EmptyState title={t('Invoice {{invoice_number}} was not found.', { invoice_number: number })} />
  return (
    <LoadedDrawer
      answer={found}
      empty={{ is: ({ rows }) => rows.length === 0, shows: none }}
      onClose={rest.onClose}
      title={number}
      width={1080}
    >
      {({ rows: [invoice] }) => invoice && <OpenInvoice {...rest} invoice={invoice} />}
    </LoadedDrawer>
  )
}

function OpenInvoice({
  invoice,
  view,
  onView,
  onClose,
  onLoad,
}: Omit<InvoiceDrawerProps, 'number'> & { invoice: Invoice }) {
  const { t } = useTranslation()
  const { invoice_number } = invoice
  const details = useAnswer('invoices.invoiceDetails', { invoice_number })
  const stage = stageOf(invoice)
  const known = (shows: (data: InvoiceDetails) => ReactNode) => () => <Loaded answer={details}>{shows}</Loaded>
  return (
    <TabbedDrawer
      of={invoice}
      title={invoice_number}
      width={1080}
      onClose={onClose}
      beside={
        <>
          <StatusTag status={stageWords[stage]} tone={stageTones[stage]} />
          <InvoiceActions invoice={invoice} onLoad={onLoad} />
        </>
      }
      tab={view}
      onTab={onView}
      tabs={[
        {
          key: 'papers',
          label: t('Papers'),
          shows: () => <InvoiceDocuments invoice={invoice} details={details.data} />,
        },
        {
          key: 'boxes',
          label: t('Boxes'),
          count: invoice.boxes,
          shows: known(({ boxes }) => (
            <FieldTable
              {...scroll}
              label={t('Boxes')}
              total={t('Total')}
              fields={boxFields}
              rows={boxes}
              rowKey={boxKey}
            />
          )),
        },
        {
          key: 'styles',
          label: t('Styles'),
          count: details.data?.styles.length,
          shows: known(({ styles }) => (
            <FieldTable
              {...scroll}
              tableClass="inv-styles"
              label={t('Styles')}
              fields={styleFields(stage === 'to_export')}
              rows={styles}
              rowKey={styleKey}
            />
          )),
        },
        {
          key: 'history',
          label: t('History'),
          shows: known(({ history }) => (
            <History history={history} numbers={eventNumbers} more={(of) => reasonsOf(of, t)} />
          )),
        },
      ]}
    />
  )
}

const scroll = { className: 'tabbed-scroll' }
const boxKey = (box: InvoiceDetails['boxes'][number]) => box.box_id
/** One style may stand at several prices. */
const styleKey = ({ order_id, style_id, unit_price }: InvoiceDetails['styles'][number]) =>
  `${order_id} ${style_id} ${unit_price?.minor ?? ''}`

const eventNumbers = { boxes: key('Boxes'), pieces: key('Pieces') }

function reasonsOf(details: Readonly<Record<string, unknown>>, t: (text: string) => string): string[] {
  const said = [details.reason, details.export_order_number]
  return said.flatMap((words) => (typeof words === 'string' ? t(words) : []))
}
