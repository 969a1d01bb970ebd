import { useState } from 'react'
import type { BoxToBuy, PurchaseOrderRow } from '../../../shared/areas/purchase-orders/calls.ts'
import { purchaseMessages } from '../../../shared/areas/purchase-orders/rules.ts'
import { api } from '../../api/client.ts'
import { describedForm, FormFields, remarkField } from '../../forms/described.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key, listed } from '../../i18n/formats.ts'
import { Facts } from '../../kit/Drawer.tsx'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { draftOfAll } from '../../kit/drafts.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import { type LeftOut, LeftOutList } from '../../kit/LeftOutList.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { leftOutOf } from '../qc/moves/in-parts.tsx'

interface BuyProps extends DialogTurn {
  boxes: readonly BoxToBuy[]
  onMade: (purchaseOrders: readonly string[]) => void
}

/** Makes a purchase order of each vendor and site of boxes: `buy.open({ boxes })`; `onMade` gets their numbers. */
export function useBuy(onMade: BuyProps['onMade']) {
  return useDialog(BuyDialog, { onMade })
}

const details = describedForm({ remark: remarkField(key('Remark on the purchase order'), { hint: key('Not needed') }) })

function BuyDialog({ boxes, onMade, ...turn }: BuyProps) {
  const { t } = useLocale()
  return (
    <Modal {...turn} title={t('Create purchase order')} width={700} isTyped>
      <BuyForm boxes={boxes} onMade={onMade} onClose={turn.onClose} />
    </Modal>
  )
}

const numbersOf = (made: readonly PurchaseOrderRow[]) => made.map(({ purchase_order }) => purchase_order)

/** What boxes are worth together; null where that is not known of all of them, or in several currencies. */
function worthOf(boxes: readonly BoxToBuy[]) {
  const values = boxes.flatMap(({ value }) => value ?? [])
  return values.length === boxes.length && new Set(values.map(({ currency }) => currency)).size === 1
    ? { minor: values.reduce((all, { minor }) => all + minor, 0), currency: values[0]?.currency ?? '' }
    : null
}

interface OrderToMake {
  id: string
  first: BoxToBuy
  boxes: readonly BoxToBuy[]
}

/** The boxes by the purchase orders that they come to. */
function ordersOf(boxes: readonly BoxToBuy[]): OrderToMake[] {
  const groups = Map.groupBy(boxes, ({ supplier_id, site }) => `${supplier_id} ${site}`)
  return [...groups].flatMap(([id, own]) => (own[0] ? [{ id, first: own[0], boxes: own }] : []))
}

const orderFields: readonly ShownField<OrderToMake>[] = [
  {
    ...{ id: 'supplier', header: key('Supplier') },
    of: ({ first }, { name }) => name(first.supplier_name, first.supplier_name_zh),
  },
  { id: 'site', header: key('Site'), of: ({ first }, { name }) => name(first.site_name, first.site_name_zh) },
  { id: 'boxes', header: key('Boxes'), kind: 'pieces', of: ({ boxes }) => boxes.length, total: true },
  {
    ...{ id: 'pieces', header: key('Left to buy'), kind: 'pieces', total: true },
    of: ({ boxes }) => boxes.reduce((all, box) => all + box.pieces, 0),
  },
  { id: 'worth', header: key('Amount'), kind: 'money', total: true, of: ({ boxes }) => worthOf(boxes) },
]

const unorderedChoices = { send_back: key('Send back what nobody ordered'), leave: key('Leave these boxes out') }

function BuyForm({ boxes: chosen, onMade, onClose }: Omit<BuyProps, 'isOpen'>) {
  const [refused, setRefused] = useState<readonly LeftOut[]>([])
  const [sendsBack, setSendsBack] = useState(false)
  const leftOut = refused.filter(({ message }) => !sendsBack || message !== purchaseMessages.unordered)
  const boxes = chosen.filter(({ sscc }) => !leftOut.some((one) => one.sscc === sscc))
  const { t, number, money, name } = useLocale()
  const seesPrices = useRight('seePrices')
  const orders = ordersOf(boxes)
  const what =
    orders.length > 1 ? t('Create {{n}} purchase orders', { n: number(orders.length) }) : t('Create purchase order')
  const form = useSentForm(details.schema, details.empty, {
    draft: `buy.${draftOfAll(chosen.map(({ box_id }) => box_id))}`,
    ...{ what, looksAgain: true },
    send: ({ remark }, options) =>
      api.purchaseOrders.createPurchaseOrder(
        {
          box_ids: boxes.map(({ box_id }) => box_id),
          by_vendor: orders.length > 1,
          ...(sendsBack && { unordered: 'send_back' }),
          ...(remark && { remark }),
        },
        options,
      ),
    done: ({ data: { purchase_orders: made } }) =>
      made.length > 1
        ? t('Purchase orders made: {{numbers}}.', { numbers: listed(numbersOf(made)) })
        : t('Purchase order {{purchase_order}} made.', { purchase_order: numbersOf(made).join() }),
    refused: (failure) => {
      const left = leftOutOf(failure)?.map((one) => ({ ...one, box_no: null })) ?? []
      setSendsBack(false)
      setRefused((before) => [...before.filter(({ sscc }) => !left.some((one) => one.sscc === sscc)), ...left])
      return left.length > 0
    },
    after: ({ data }) => {
      onClose()
      onMade(numbersOf(data.purchase_orders))
    },
  })
  const [first] = boxes
  const sum = (of: 'pieces' | 'rejected' | 'open') => boxes.reduce((all, box) => all + box[of], 0)
  const worth = worthOf(boxes)
  return (
    <DialogParts
      onCancel={onClose}
      step={{ text: what, run: form.send, isRunning: form.isSending, isOff: boxes.length === 0 }}
      foot={<p className="muted">{t('Its pieces are in stock at once, on the floor of the QC site.')}</p>}
    >
      {orders.length > 1 ? (
        <>
          <p>{t('One purchase order of each vendor and site: all are made, or none.')}</p>
          <FieldTable
            label={what}
            fields={seesPrices ? orderFields : orderFields.slice(0, -1)}
            rows={orders}
            rowKey={({ id }) => id}
            total={t('Total')}
          />
        </>
      ) : (
        <Facts
          facts={[
            [t('Supplier'), first ? name(first.supplier_name, first.supplier_name_zh) : null],
            [t('Site'), first ? name(first.site_name, first.site_name_zh) : null],
            [t('Boxes'), number(boxes.length)],
            [t('Left to buy'), number(sum('pieces'))],
            [t('Amount'), seesPrices && worth ? money(worth) : null],
          ]}
        />
      )}
      <LeftOutList leftOut={leftOut} />
      {refused.some(({ message }) => message === purchaseMessages.unordered) ? (
        <select
          className="text-field"
          aria-label={t('Pieces that nobody ordered')}
          value={sendsBack ? 'send_back' : 'leave'}
          onChange={({ target }) => setSendsBack(target.value === 'send_back')}
        >
          {(['leave', 'send_back'] as const).map((choice) => (
            <option key={choice} value={choice}>
              {t(unorderedChoices[choice])}
            </option>
          ))}
        </select>
      ) : null}
      {sum('rejected') + sum('open') > 0 ? (
        <Callout>
          {t('Left out: rejected pcs {{rejected}}, not judged for good {{open}}.', {
            rejected: number(sum('rejected')),
            open: number(sum('open')),
          })}
        </Callout>
      ) : null}
      <div className="form-grid">
        <FormFields of={details} form={form} />
      </div>
    </DialogParts>
  )
}
