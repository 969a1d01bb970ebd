import './inventory.css'
import { Button } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { priceOf } from '../../../shared/areas/vendor-inventory/lists.ts'
import { delistReasons } from '../../../shared/areas/vendor-inventory/rules.ts'
import type { InventoryRow } from '../../../shared/areas/vendor-inventory/shapes.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { SentByKeys, useDialog } from '../../kit/dialogs.tsx'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import { PhoneMore } from '../../kit/PhoneMore.tsx'
import { type GridLayer, type GridValues, valueAt } from '../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { useTypedGrid } from '../../kit/quantity-grid/use-typed-grid.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { useIsPhone } from '../../kit/use-is-phone.ts'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { useSkuGrid } from '../sku-grid.ts'
import { changesOf, gridOf, saidChanges, versionsOf, withRealStock } from './inventory-grid.ts'
import { DelistDialog } from './ListingDialog.tsx'
import { PriceDialog } from './PriceDialog.tsx'

interface InventoryDrawerProps {
  styleId: string
  onClose: () => void
  /** To the next style of the list; null where there is none. */
  onNext: (() => void) | null
}

const wide = 820

type Product = CallData<'vendorInventory.getProductInventory'>

/** One style: what its vendor has of each SKU, why that is little or much, and who said what. */
export function InventoryDrawer({ styleId, ...turn }: InventoryDrawerProps) {
  const { t } = useLocale()
  const answer = useAnswer('vendorInventory.getProductInventory', { style_id: styleId })
  return (
    <LoadedDrawer
      answer={answer}
      title={styleId}
      width={wide}
      onClose={turn.onClose}
      missing={t('This style is not there')}
    >
      {(found) => <StyleInventory key={versionsOf(found.product)} found={found} {...turn} />}
    </LoadedDrawer>
  )
}

type Tab = 'inventory' | 'why' | 'history'

function StyleInventory({ found, onClose, onNext }: Omit<InventoryDrawerProps, 'styleId'> & { found: Product }) {
  const { t, name, labelled } = useLocale()
  const { product } = found
  const [tab, setTab] = useState<Tab>('inventory')
  const mayChange = useRight('vendorInventory')
  const [start] = useState(() => gridOf(product.skus))
  const {
    value: values,
    change: setValues,
    reset,
  } = useTypedGrid(`inventory.${product.style_id}`, start, t('Inventory'))
  const changes = changesOf(product.skus, start, values)
  const about = { refresh: ['vendorInventory' as const], looksAgain: true }
  const save = useAction(
    (items: typeof changes, options) => api.vendorInventory.updateInventoryDetails({ items }, options),
    about,
  )
  const same = useAction(
    (style: string, options) =>
      api.vendorInventory.updateInventoryDetails({ items: [], unchanged_styles: [style] }, options),
    about,
  )
  const list = useAction(
    (style_ids: string[], options) =>
      api.vendorInventory.updateStyleStatus({ style_ids, listing_status: 'Listed' }, options),
    about,
  )
  const delist = useDialog(DelistDialog)
  const price = useDialog(PriceDialog)
  const isOff = changes.length === 0
  const isPhone = useIsPhone()
  const send = async () => {
    if (isOff || (await save.run(changes)) === undefined) return
    reset()
    onNext?.()
  }
  const confirm = async () => {
    if ((await same.run(product.style_id)) !== undefined) onNext?.()
  }
  return (
    <TabbedDrawer
      of={product}
      title={product.style_id}
      beside={<StatusTag status={product.listing_status} />}
      width={wide}
      onClose={onClose}
      tab={tab}
      onTab={setTab}
      head={
        <Section>
          <FactList fields={facts} row={product} />
        </Section>
      }
      tabs={[
        {
          key: 'inventory',
          label: t('Stock and production'),
          shows: () => (
            <SentByKeys run={() => void send()} isOff={isOff}>
              <Grid product={product} values={values} start={start} onChange={mayChange ? setValues : undefined} />
            </SentByKeys>
          ),
        },
        { key: 'why', label: t('Sales and cover'), shows: () => <Why found={found} /> },
        {
          key: 'history',
          label: t('History'),
          shows: () => (
            <ScrollPart className="tabbed-scroll tabbed-pad" label={t('History')}>
              <Timeline
                events={found.events.map((event) => ({
                  ...event,
                  was: event.from,
                  now: event.to,
                  from: null,
                  to: null,
                }))}
                title={({ nm_sku }) => nm_sku}
                about={({ was, now }) => {
                  if (now === null) return null
                  const said = saidChanges(was, now)?.map(({ label, was, now }) =>
                    labelled(t(label), `${was} → ${now}`),
                  )
                  return <div className="muted">{said?.join(' · ') ?? (was === null ? now : `${was} → ${now}`)}</div>
                }}
              />
            </ScrollPart>
          ),
        },
      ]}
      {...(mayChange && {
        actions: (
          <>
            <PhoneMore>
              {product.listing_status === 'Listed' ? (
                <Button text={t('Delist…')} onClick={() => delist.open({ styleIds: [product.style_id] })} />
              ) : (
                <Button
                  text={t('List again')}
                  loading={list.isRunning}
                  onClick={() => void list.run([product.style_id])}
                />
              )}
              <Button text={t('Price…')} onClick={() => price.open({ row: product })} />
            </PhoneMore>
            {/* One of the two can be pressed: a phone has room for that one. */}
            {isPhone && !isOff ? null : (
              <Button
                text={onNext ? t('Nothing has changed, next style') : t('Nothing has changed')}
                disabled={!isOff}
                loading={same.isRunning}
                onClick={() => void confirm()}
              />
            )}
            {isPhone && isOff ? null : (
              <Button
                intent="primary"
                text={onNext ? t('Save and next style') : t('Save')}
                disabled={isOff}
                loading={save.isRunning}
                onClick={() => void send()}
              />
            )}
          </>
        ),
      })}
    >
      <p className="sr-only">{name(product.style_name, product.style_name_zh)}</p>
      {delist.dialog}
      {price.dialog}
    </TabbedDrawer>
  )
}

const facts: readonly ShownField<InventoryRow>[] = [
  { id: 'style', header: key('Style'), of: (row, { name }) => name(row.style_name, row.style_name_zh) },
  { id: 'supplier', header: key('Supplier'), of: (row, { name }) => name(row.supplier_name, row.supplier_name_zh) },
  { id: 'available', header: key('Stock available'), kind: 'pieces', of: ({ available }) => available },
  { id: 'promised', header: key('Promised'), kind: 'pieces', of: ({ promised }) => promised },
  { id: 'real_stock', header: key('Real stock'), kind: 'pieces', of: ({ real_stock }) => real_stock },
  {
    id: 'in_production',
    header: key('In Production Quantity'),
    kind: 'pieces',
    of: ({ in_production }) => in_production,
  },
  { id: 'cover', header: key('Days of cover'), kind: 'number', digits: 1, of: ({ days_of_cover }) => days_of_cover },
  { id: 'rate', header: key('Rate of sale'), kind: 'number', digits: 2, of: ({ rate_of_sale }) => rate_of_sale },
  { id: 'price', header: key('Price from'), kind: 'money', of: priceOf },
  { id: 'update', header: key('Update status'), kind: 'word', of: ({ update_status }) => update_status },
  { id: 'last', header: key('Last updated'), kind: 'instant', of: ({ last_updated }) => last_updated },
  {
    id: 'reason',
    header: key('Why it is delisted'),
    kind: 'word',
    of: ({ delist_reason }) => delist_reason && delistReasons[delist_reason],
  },
]

interface GridProps {
  product: InventoryRow
  values: GridValues
  start: GridValues
  onChange: ((values: GridValues) => void) | undefined
}

/** Colours down, sizes across; what is typed, pasted from a sheet or left is what the vendor has. */
function Grid({ product, values, start, onChange }: GridProps) {
  const { t, number } = useLocale()
  const shape = useSkuGrid(product, product.skus)
  const layers: readonly GridLayer[] = useMemo(
    () => [
      { key: 'available', label: t('Stock available') },
      { key: 'in_production', label: t('In Production Quantity') },
      { key: 'real_stock', label: t('Real stock'), isReadOnly: true },
    ],
    [t],
  )
  const shown = useMemo(() => withRealStock(product.skus, values), [product, values])
  const promised = new Map(product.skus.map((sku) => [sku.nm_sku, sku.promised]))
  return (
    <Section>
      <p className="muted">
        {t(
          '● marks core sizes. In production: what can be shipped within 7 days. Behind a number stands what is promised to open orders; real stock is what is left, below zero where more is promised than there is.',
        )}
      </p>
      <QuantityGrid
        label={t('Inventory of {{style_id}}', { style_id: product.style_id })}
        {...shape}
        layers={layers}
        values={shown}
        start={withRealStock(product.skus, start)}
        standing={(cell, layer) => (layer === 'real_stock' && valueAt(shown, cell, layer) < 0 ? 'over' : null)}
        {...(onChange && { onChange, autoFocus: true })}
        rowTitle={t('Colour')}
        beside={(cell, layer) => {
          const taken = promised.get(cell) ?? 0
          return layer === 'available' && taken > 0 ? number(-taken) : null
        }}
      />
    </Section>
  )
}

const orderFields: readonly ShownField<Product['open_orders'][number]>[] = [
  { id: 'order', header: key('Order'), kind: 'code', of: ({ order_id }) => order_id, traces: true },
  { id: 'deadline', header: key('Ship by'), kind: 'day', of: ({ shipping_deadline }) => shipping_deadline },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ pieces }) => pieces },
]

type Sku = InventoryRow['skus'][number]

const skuFields: readonly ShownField<Sku>[] = [
  { id: 'color', header: key('Colour'), of: ({ color, color_zh }, { name }) => name(color, color_zh) },
  { id: 'size', header: key('Size'), of: ({ size }) => size },
  { id: 'available', header: key('Stock available'), kind: 'pieces', of: ({ available }) => available },
  { id: 'promised', header: key('Promised'), kind: 'pieces', of: ({ promised }) => promised },
  { id: 'real', header: key('Real stock'), kind: 'pieces', of: ({ real_stock }) => real_stock },
  { id: 'rate', header: key('Rate of sale'), kind: 'number', digits: 2, of: ({ rate_of_sale }) => rate_of_sale },
  { id: 'cover', header: key('Days of cover'), kind: 'number', digits: 1, of: ({ days_of_cover }) => days_of_cover },
  { id: 'sales_7', header: key('Sales, 7 days'), kind: 'pieces', of: ({ sales_7 }) => sales_7 },
  { id: 'sales_15', header: key('Sales, 15 days'), kind: 'pieces', of: ({ sales_15 }) => sales_15 },
  { id: 'sales_30', header: key('Sales, 30 days'), kind: 'pieces', of: ({ sales_30 }) => sales_30 },
  { id: 'price', header: key('Price'), kind: 'money', of: ({ price }) => price },
]

/** Why inventory is low: how fast each SKU sells, how long it lasts, and what is promised already. */
function Why({ found: { product, open_orders, days } }: { found: Product }) {
  const { t, number, day } = useLocale()
  const most = Math.max(1, ...days.map(({ sold }) => sold))
  return (
    <ScrollPart className="tabbed-scroll tabbed-pad" label={t('Sales and cover')}>
      <Section title={t('By SKU')}>
        <FieldTable label={t('By SKU')} fields={skuFields} rows={product.skus} rowKey={({ nm_sku }) => nm_sku} />
      </Section>
      <Section title={t('Sold a day in shops, last 30 days')}>
        {days.length === 0 ? (
          <p className="muted">{t('No sales of this style were brought in yet.')}</p>
        ) : (
          <div
            className="inv-days"
            role="img"
            aria-label={days.map((one) => `${day(one.day)}: ${number(one.sold)}`).join('; ')}
          >
            {days.map((one) => (
              <span
                key={one.day}
                style={{ height: `${(one.sold / most) * 100}%` }}
                title={`${day(one.day)}: ${number(one.sold)}${one.out > 0 ? ` · ${t('{{n}} times out of stock', { n: number(one.out) })}` : ''}`}
              />
            ))}
          </div>
        )}
      </Section>
      <Section title={t('Open orders')}>
        {open_orders.length === 0 ? (
          <p className="muted">{t('No order holds pieces of it.')}</p>
        ) : (
          <FieldTable
            label={t('Open orders')}
            fields={orderFields}
            rows={open_orders}
            rowKey={({ order_id }) => order_id}
          />
        )}
      </Section>
    </ScrollPart>
  )
}
