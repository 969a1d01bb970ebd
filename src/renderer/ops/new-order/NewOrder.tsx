import '../ops.css'
import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { z } from 'zod'
import { orderMessages } from '../../../shared/areas/orders/amendments.ts'
import { address } from '../../../shared/kernel/screens.ts'
import { key } from '../../../shared/kernel/words.ts'
import type { CallData } from '../../actions/calls.ts'
import { usePreference } from '../../actions/preferences.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { wantedText } from '../../forms/described.tsx'
import { ChoiceField, DayField, DecimalField, RemarkField, TextField } from '../../forms/fields.tsx'
import { type SentForm, useSentForm } from '../../forms/useSentForm.ts'
import { minorOf } from '../../kit/amounts.ts'
import { DialogParts, type DialogTurn, Modal, SentByKeys, useDialog } from '../../kit/dialogs.tsx'
import { Shortcut } from '../../kit/KeyMenu.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { GridValues } from '../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { gridOf } from '../../orders/order-columns.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { type OrderableStyle, StylePicker } from './StylePicker.tsx'

type MadeOrder = CallData<'orders.makeOrder'>['order']

/** Opens the form of a new order, for those who may make one; a link with `do=new` opens it at once. What was made opens in its drawer. */
export function NewOrderButton() {
  const { t } = useLocale()
  const mayMake = useRight('manageOrders')
  const navigate = useNavigate()
  const dialog = useDialog(NewOrderDialog, {
    onMade: (order: MadeOrder) => {
      const path = order.decision === 'NEW' ? '/ops/all-pending-orders' : '/ops/confirmed-orders'
      void navigate(address(path, { order: order.order_id }))
      showToast({
        tone: 'success',
        text: t('Order {{order_id}} made.', { order_id: order.order_id }),
        actions: [{ label: t('Order another'), run: () => dialog.open() }],
      })
    },
  })
  const [search, setSearch] = useSearchParams()
  const isWanted = mayMake && search.get('do') === 'new'
  useEffect(() => {
    if (!isWanted) return
    const rest = new URLSearchParams(location.search)
    rest.delete('do')
    setSearch(rest, { replace: true })
    dialog.open()
  }, [isWanted, setSearch, dialog.open])
  if (!mayMake) return null
  return (
    <>
      <Button
        intent="primary"
        icon={<Plus />}
        text={t('New order…')}
        aria-haspopup="dialog"
        onClick={() => dialog.open()}
      />
      {dialog.dialog}
    </>
  )
}

type NewOrderDialogProps = DialogTurn & { onMade: (order: MadeOrder) => void }

function NewOrderDialog({ onMade, ...turn }: NewOrderDialogProps) {
  const { t } = useLocale()
  const places = useAnswer('orders.orderDestinations', {})
  return (
    <Modal {...turn} title={t('New order')} className="new-order" width={880} isTyped>
      <Loaded answer={places} rows={6}>
        {(choices) => <NewOrderForm {...{ choices, onMade }} onClose={turn.onClose} />}
      </Loaded>
    </Modal>
  )
}

const piecesIn = (lines: GridValues) => Object.values(lines).reduce((sum, cell) => sum + (cell.pieces ?? 0), 0)

/** Named as the call takes them, so that what it refuses stands at its field. */
const newOrderForm = z.object({
  style_id: wantedText(key('Please choose a style.')),
  order_id: z.string().trim(),
  supplier_id: z.string(),
  unit_price: z.string().refine((text) => minorOf(text) !== null, orderMessages.noPrice),
  shipping_deadline: wantedText(key('Please choose a deadline.')),
  destination_id: wantedText(key('Please choose a destination.')),
  is_urgent: z.boolean(),
  remark: z.string().trim(),
  lines: z
    .record(z.string(), z.record(z.string(), z.number()))
    .refine((lines) => piecesIn(lines) > 0, orderMessages.noPieces),
})

type Typed = z.input<typeof newOrderForm>

const isCode = (saved: unknown): saved is string => typeof saved === 'string'

interface FormProps extends Pick<NewOrderDialogProps, 'onMade' | 'onClose'> {
  choices: CallData<'orders.orderDestinations'>
}

function NewOrderForm({ choices: { sites, currency }, onMade, onClose }: FormProps) {
  const { t, money, plural } = useLocale()
  const [lastSite, keepSite] = usePreference('new-order.destination', isCode)
  const [initial] = useState<Typed>(() => ({
    ...{ style_id: '', order_id: '', supplier_id: '', unit_price: '', shipping_deadline: '' },
    destination_id: sites.find(({ id }) => id === lastSite)?.id ?? '',
    ...{ is_urgent: false, remark: '', lines: {} },
  }))
  const form = useSentForm(newOrderForm, initial, {
    draft: 'new-order',
    what: t('New order'),
    refresh: ['orders'],
    done: () => null,
    send: ({ lines, unit_price, order_id, supplier_id, remark, ...order }, options) =>
      api.orders.makeOrder(
        {
          ...order,
          order_id: order_id || null,
          supplier_id: supplier_id || null,
          remark: remark || null,
          unit_price: { minor: minorOf(unit_price) ?? 0, currency },
          lines: Object.entries(lines).map(([nm_sku, cell]) => ({ nm_sku, quantity: cell.pieces ?? 0 })),
        },
        options,
      ),
    after: ({ data }, { destination_id }) => {
      keepSite(destination_id)
      onClose()
      onMade(data.order)
    },
  })
  const { style_id, lines, unit_price } = form.values
  const chosen = useAnswer('orders.orderableStyles', { style_id }, { enabled: style_id !== '' })
  const style = chosen.data?.rows[0]
  const pieces = piecesIn(lines)
  const minor = minorOf(unit_price)
  const sum = [
    plural(pieces, '1 piece', '{{n}} pieces'),
    ...(minor !== null && pieces > 0 ? [money({ minor: minor * pieces, currency })] : []),
  ].join(' · ')
  return (
    <SentByKeys run={form.send} isOff={form.isSending}>
      <DialogParts
        onCancel={onClose}
        step={{ text: t('Make order'), run: form.send, isRunning: form.isSending }}
        foot={
          <span className="new-order-sum" role="status">
            {sum} <Shortcut keys="Ctrl+Enter" />
          </span>
        }
      >
        <StylePicker
          style={style_id === '' ? null : (style ?? { style_id })}
          problem={form.problem('style_id')}
          onChoose={(next) =>
            form.change({ style_id: next?.style_id ?? '', supplier_id: next?.supplier_id ?? '', lines: {} })
          }
        />
        {style ? (
          <StyleGrid
            style={style}
            lines={lines}
            onChange={(next) => form.change({ lines: structuredClone(next) as Typed['lines'] })}
          />
        ) : null}
        {style_id !== '' && form.problem('lines') ? (
          <p className="field-problem" role="alert">
            {form.problem('lines')}
          </p>
        ) : null}
        {style && style.skus.length === 0 ? <p className="field-problem">{t('This style has no SKUs yet.')}</p> : null}
        <div className="form-grid">
          <OrderFields {...{ form, sites, currency, style }} />
        </div>
      </DialogParts>
    </SentByKeys>
  )
}

interface OrderFieldsProps {
  form: SentForm<Typed, unknown>
  sites: CallData<'orders.orderDestinations'>['sites']
  currency: string
  style: OrderableStyle | undefined
}

function OrderFields({ form, sites, currency, style }: OrderFieldsProps) {
  const { t, name, money, day, number, labelled } = useLocale()
  const vendors = useAnswer('data.postVendors', {}).data?.vendors ?? []
  const suppliers = vendors.filter(({ id, is_selectable }) => is_selectable || id === form.values.supplier_id)
  const last = style?.last_order
  const before = last
    ? [
        last.unit_price && money(last.unit_price),
        t('{{n}} pcs', { n: number(last.pieces) }),
        last.order_id,
        day(last.order_date),
      ]
    : []
  const urgent = form.field('is_urgent')
  return (
    <>
      <ChoiceField
        label={t('Supplier')}
        hint={t('The style’s, unless another makes it.')}
        choices={[
          ['', t('Choose a style first')],
          ...suppliers.map((vendor) => [vendor.id, name(vendor.name, vendor.name_zh)] as const),
        ]}
        {...form.field('supplier_id')}
      />
      <DecimalField
        label={t('Unit price ({{currency}})', { currency })}
        maxLength={12}
        hint={last ? labelled(t('Last order'), before.filter(Boolean).join(' · ')) : style ? t('first order') : null}
        {...form.field('unit_price')}
      />
      <DayField label={t('Ship by')} {...form.field('shipping_deadline')} />
      <ChoiceField
        label={t('Destination')}
        choices={[
          ['', t('Choose a destination')],
          ...sites.map((site) => [site.id, name(site.name, site.name_zh)] as const),
        ]}
        {...form.field('destination_id')}
      />
      <TextField
        label={t('Order number')}
        maxLength={40}
        hint={t('Left empty, it gets the next number.')}
        {...form.field('order_id')}
      />
      <RemarkField label={t('Remark')} hint={t('Not needed')} {...form.field('remark')} />
      <label className="check-label">
        <input type="checkbox" checked={urgent.value} onChange={({ target }) => urgent.onChange(target.checked)} />
        {t('Urgent')}
      </label>
    </>
  )
}

interface StyleGridProps {
  style: OrderableStyle
  lines: GridValues
  onChange: (lines: GridValues) => void
}

/** How many of each colour and size; a block can be pasted from a sheet. */
function StyleGrid({ style: { skus }, lines, onChange }: StyleGridProps) {
  const { t, name } = useLocale()
  const grid = useMemo(() => gridOf(skus, name), [skus, name])
  const layers = useMemo(() => [{ key: 'pieces', label: t('Pieces') }], [t])
  return (
    <QuantityGrid label={t('Pieces by colour and size')} {...grid} {...{ layers, onChange }} values={lines} autoFocus />
  )
}
