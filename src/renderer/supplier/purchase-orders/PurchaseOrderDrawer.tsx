import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import type { PurchaseOrderRow } from '../../../shared/areas/purchase-orders/calls.ts'
import { purchaseOrderStates } from '../../../shared/areas/purchase-orders/rules.ts'
import { placeWords } from '../../../shared/areas/stock/words.ts'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { DownloadMenu, PrintButton, useFile } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key, listed } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout, EmptyState } from '../../kit/states.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { History } from '../../kit/Timeline.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'
import { orderTones } from './order-tones.ts'
import type { purchaseViews } from './purchase-params.ts'

interface DrawerProps {
  number: string
  view: (typeof purchaseViews)[number]
  onView: (view: (typeof purchaseViews)[number]) => void
  onClose: () => void
}

/** One purchase order: its lines, the boxes they came out of, what it moved in stock, and its history. */
export function PurchaseOrderDrawer({ number, ...rest }: DrawerProps) {
  const { t } = useLocale()
  const found = useAnswer('purchaseOrders.purchaseOrders', { purchase_orders: [number], page_size: 1 })
  const none = <EmptyState title={t('Purchase order {{purchase_order}} is not there.', { purchase_order: number })} />
  return (
    <LoadedDrawer
      answer={found}
      empty={{ is: ({ rows }) => rows.length === 0, shows: none }}
      onClose={rest.onClose}
      title={number}
      width={1040}
    >
      {({ rows: [order] }) => order && <OpenOrder {...rest} order={order} />}
    </LoadedDrawer>
  )
}

type Details = CallData<'purchaseOrders.purchaseOrderDetails'>

const scroll = { className: 'tabbed-scroll' }

function OpenOrder({ order, view, onView, onClose }: Omit<DrawerProps, 'number'> & { order: PurchaseOrderRow }) {
  const { t } = useLocale()
  const { purchase_order } = order
  const details = useAnswer('purchaseOrders.purchaseOrderDetails', { purchase_order })
  const known = (shows: (data: Details) => ReactNode) => () => <Loaded answer={details}>{shows}</Loaded>
  return (
    <TabbedDrawer
      of={order}
      title={purchase_order}
      width={1040}
      onClose={onClose}
      beside={
        <>
          <StatusTag status={purchaseOrderStates[order.state]} tone={orderTones[order.state]} />
          <OrderActions order={order} />
        </>
      }
      tab={view}
      onTab={onView}
      tabs={[
        {
          ...{ key: 'lines', label: t('Lines'), count: order.lines },
          shows: known(({ lines }) => (
            <>
              <OrderFacts order={order} />
              <FieldTable
                {...scroll}
                label={t('Lines')}
                total={t('Total')}
                fields={lineFields}
                rows={lines}
                rowKey={(line) => String(line.position)}
              />
            </>
          )),
        },
        {
          ...{ key: 'boxes', label: t('Boxes'), count: order.boxes },
          shows: known(({ boxes }) => (
            <FieldTable
              {...scroll}
              label={t('Boxes')}
              total={t('Total')}
              fields={boxFields}
              rows={boxes}
              rowKey={(box) => box.box_id}
            />
          )),
        },
        {
          ...{ key: 'stock', label: t('Stock'), count: details.data?.stock_moves.length },
          shows: known(({ stock_moves }) => (
            <FieldTable
              {...scroll}
              label={t('Stock')}
              fields={stockFields}
              rows={stock_moves}
              rowKey={(move, at) => `${at} ${move.nm_sku}`}
            />
          )),
        },
        {
          ...{ key: 'history', label: t('History') },
          shows: known(({ history }) => (
            <History history={history} numbers={eventNumbers} more={(of) => reasonsOf(of)} />
          )),
        },
      ]}
    />
  )
}

const eventNumbers = { boxes: key('Boxes'), pieces: key('Pieces'), lines: key('Lines') }

const reasonsOf = ({ reason, reversal }: Readonly<Record<string, unknown>>) =>
  [reason, reversal].flatMap((words) => (typeof words === 'string' ? words : []))

const facts: readonly ShownField<PurchaseOrderRow>[] = [
  {
    id: 'supplier',
    header: key('Supplier'),
    of: (order, { name }) => name(order.supplier_name, order.supplier_name_zh),
  },
  { id: 'site', header: key('Site'), of: (order, { name }) => name(order.site_name, order.site_name_zh) },
  { id: 'issued_on', header: key('Posted on'), kind: 'day', of: (order) => order.issued_on },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: (order) => order.pieces },
  { id: 'created_by', header: key('Created by'), of: (order) => order.created_by },
  { id: 'remark', header: key('Remark'), of: (order) => order.remark },
]

function OrderFacts({ order }: { order: PurchaseOrderRow }) {
  const { t } = useLocale()
  return (
    <>
      {order.reversal ? (
        <Section>
          <Callout tone="warn">
            {t('Reversed by {{reversal}}: {{reason}}', {
              reversal: order.reversal,
              reason: order.reverse_reason ?? '–',
            })}
          </Callout>
        </Section>
      ) : null}
      <Section>
        <FactList fields={facts} row={order} />
      </Section>
    </>
  )
}

const usual = [key('Wrong boxes'), key('Wrong vendor'), key('Counted wrong'), key('To be inspected again')] as const

function OrderActions({ order }: { order: PurchaseOrderRow }) {
  const { t, plural } = useLocale()
  const { purchase_order, version, pieces } = order
  const file = useFile()
  const reverse = useAskedAction(
    ({ reason }: { reason: string }, options) =>
      api.purchaseOrders.createPurchaseOrder({ action: 'reverse', purchase_order, version, reason }, options),
    {
      what: t('Reverse purchase order'),
      ask: () => ({
        draft: `reverse.${purchase_order}`,
        title: t('Reverse purchase order {{purchase_order}}?', { purchase_order }),
        text: t(
          'Out of stock again, and accepted pieces of their boxes: {{what}}. Only while they are where it put them.',
          {
            what: plural(pieces, '1 piece', '{{n}} pieces'),
          },
        ),
        confirm: t('Reverse purchase order'),
        usual,
      }),
      done: () => t('Purchase order {{purchase_order}} reversed.', { purchase_order }),
    },
  )
  const get = (format: 'xlsx' | 'pdf') =>
    file.get(contract.purchaseOrders.purchaseOrderFile, { purchase_order, format })
  return (
    <span className="drawer-tools">
      {order.allowed_actions.includes('reverse') ? (
        <Button
          variant="minimal"
          intent="danger"
          text={t('Reverse purchase order')}
          loading={reverse.isRunning}
          onClick={() => reverse.ask()}
        />
      ) : null}
      <PrintButton
        call={contract.purchaseOrders.purchaseOrderFile}
        input={{ purchase_order, format: 'pdf' }}
        title={t('{{purchase_order}}, purchase order', { purchase_order })}
      />
      <DownloadMenu
        isGetting={file.isGetting}
        items={[
          [t('Purchase order (XLSX)'), () => get('xlsx')],
          [t('Purchase order (PDF)'), () => get('pdf')],
        ]}
      />
      {reverse.dialog}
    </span>
  )
}

type Line = Details['lines'][number]

const lineFields: readonly ShownField<Line>[] = [
  { id: 'position', header: key('No.'), kind: 'count', of: (line) => line.position },
  {
    ...{ id: 'style', header: key('Style'), hint: (line: Line) => line.style_id },
    of: (line, { name }) => <WithPicture of={line}>{name(line.style_name, line.style_name_zh)}</WithPicture>,
  },
  { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (line) => line.nm_sku, traces: true },
  { id: 'color', header: key('Colour'), of: (line, { name }) => name(line.color, line.color_zh) },
  { id: 'size', header: key('Size'), of: (line) => line.size },
  { id: 'order', header: key('Order'), kind: 'code', of: (line) => line.order_id, traces: true },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: (line) => line.quantity, total: true },
  { id: 'unit_price', header: key('Unit price'), kind: 'money', of: (line) => line.unit_price },
  { id: 'value', header: key('Amount'), kind: 'money', of: (line) => line.value, total: true },
]

const boxFields: readonly ShownField<Details['boxes'][number]>[] = [
  {
    id: 'box',
    header: key('Box'),
    kind: 'code',
    of: (box) => `${box.shipment_id} / ${box.box_no}`,
    traces: (box) => box.sscc,
  },
  { id: 'sscc', header: key('SSCC'), kind: 'code', of: (box) => box.sscc, traces: true },
  {
    ...{ id: 'inspections', header: key('Inspections') },
    of: (box, { t }) => (box.inspections.length === 0 ? t('Concession') : listed(box.inspections.map(String))),
  },
  { id: 'skus', header: key('SKUs'), kind: 'count', of: (box) => box.skus },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: (box) => box.pieces, total: true },
]

const stockKinds: Readonly<Record<string, string>> = {
  receive: key('Posted to stock'),
  unreceive: key('Taken out again'),
}
const places: Readonly<Record<string, string>> = placeWords

const stockFields: readonly ShownField<Details['stock_moves'][number]>[] = [
  { id: 'at', header: key('When'), kind: 'instant', of: (move) => move.at },
  { id: 'kind', header: key('Move'), of: (move, { t }) => t(stockKinds[move.kind] ?? move.kind) },
  { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (move) => move.nm_sku, traces: true },
  { id: 'place', header: key('Place'), of: (move, { t }) => t(places[move.place] ?? move.place) },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: (move) => move.quantity },
]
