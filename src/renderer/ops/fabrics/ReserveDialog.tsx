import './fabrics.css'
import { useState } from 'react'
import { z } from 'zod'
import { reservationWords } from '../../../shared/areas/materials/reserve.ts'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { wantedText } from '../../forms/described.tsx'
import { RemarkField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { useLocale } from '../../table/words.ts'

type Orders = CallData<'materials.reserveRolls'>['orders']
type Line = Orders[number]['lines'][number]

/** Codes as they are typed or pasted. */
const codesIn = (text: string) => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;，；、]+/)
      .filter(Boolean),
  ),
]

interface OrdersProps extends DialogTurn {
  /** Offered at first. */
  orderIds?: readonly string[]
}

/** Chooses rolls for orders: shown first, with the reason of each choice, then reserved. */
export function ReserveDialog({ orderIds = [], ...turn }: OrdersProps) {
  const { t, number } = useLocale()
  const say = useSay()
  const typed = useTyped('materials.reserve', z.string(), orderIds.join('\n'), t('Reserve rolls for orders'))
  const [shown, setShown] = useState<{ ids: string[]; orders: Orders } | null>(null)
  const ids = codesIn(typed.value)
  const look = useAction(
    (order_ids: string[], options) => api.materials.reserveRolls({ order_ids, is_trial: true }, options),
    { done: () => null, refresh: [] },
  )
  const reserve = useAction(
    ({ order_ids, expected }: { order_ids: string[]; expected: number }, options) =>
      api.materials.reserveRolls({ order_ids, is_trial: false, expected }, options),
    { refresh: ['materials', 'production'] },
  )
  const metres = (shown?.orders ?? []).flatMap(({ lines }) => lines).reduce((sum, { reserved }) => sum + reserved, 0)
  const try_ = async () => {
    const reply = await look.run(ids)
    if (reply) setShown({ ids, orders: reply.data.orders })
  }
  const go = async () => {
    if (!shown) return
    // What was free may have gone meanwhile: a new trial stands there then.
    if (!(await reserve.run({ order_ids: shown.ids, expected: Math.round(metres * 100) / 100 }))) return void try_()
    typed.reset()
    turn.onClose()
  }
  return (
    <Modal {...turn} title={t('Reserve rolls for orders')} width={880} isTyped={typed.isTyped}>
      <DialogParts
        onCancel={turn.onClose}
        step={
          shown
            ? { text: t('Reserve'), run: () => void go(), isRunning: reserve.isRunning, isOff: metres === 0 }
            : {
                text: t('Choose rolls'),
                run: () => void try_(),
                isRunning: look.isRunning,
                isOff: ids.length === 0,
              }
        }
        foot={
          shown ? (
            <p className="inspect-score" role="status">
              {metres === 0
                ? t(reservationWords.none)
                : t('Metres to reserve: {{n}}', { n: number(Math.round(metres * 100) / 100) })}
            </p>
          ) : null
        }
      >
        <RemarkField
          label={t('Orders')}
          hint={t('Their numbers, below each other or with commas.')}
          value={typed.value}
          maxLength={20_000}
          autoFocus
          onChange={(text) => {
            typed.change(text)
            setShown(null)
          }}
        />
        {shown?.orders.map(({ order_id, holds_all, lines }) => (
          <Section key={order_id} title={order_id}>
            {lines.length === 0 ? (
              <p className="muted">{t(holds_all ? reservationWords.nothing : reservationWords.mapped)}</p>
            ) : null}
            <FieldTable
              fields={lineFields}
              rows={lines}
              rowKey={({ material_id }) => material_id}
              below={(line) => (
                <span data-tone={line.missing > 0 ? 'warn' : undefined}>{say.message(line.message, line.values)}</span>
              )}
            />
          </Section>
        ))}
      </DialogParts>
    </Modal>
  )
}

const lineFields: readonly ShownField<Line>[] = [
  { id: 'material', header: key('Material'), kind: 'code', of: ({ material_id }) => material_id },
  { id: 'need', header: key('Need'), kind: 'number', digits: 2, of: ({ need }) => need },
  { id: 'reserved', header: key('Reserved '), kind: 'number', digits: 2, of: ({ reserved }) => reserved },
  {
    ...{ id: 'missing', header: key('Missing '), kind: 'number', digits: 2 },
    of: ({ missing }) => missing,
    mark: ({ missing }) => (missing > 0 ? 'warn' : undefined),
  },
  {
    id: 'picks',
    header: key('Rolls'),
    of: ({ picks }, { number }) =>
      picks.map(({ roll, lot, shade, quantity }) => (
        <span key={roll} className="fabric-pick">
          <span className="code">{roll}</span>{' '}
          <span className="muted">
            {lot} · {shade} · {number(quantity)}
          </span>
        </span>
      )),
  },
]

const releasing = z.object({
  orders: wantedText(key('Please enter order numbers.')),
  reason: wantedText(key('Please say why.')),
})

/** Gives back what orders hold and have not cut. */
export function ReleaseDialog({ orderIds = [], ...turn }: OrdersProps) {
  const { t } = useLocale()
  const form = useSentForm(
    releasing,
    { orders: orderIds.join('\n'), reason: '' },
    {
      draft: 'materials.release',
      what: t('Release rolls of orders'),
      send: ({ orders, reason }, options) =>
        api.materials.releaseRolls({ order_ids: codesIn(orders), reason }, options),
      refresh: ['materials', 'production'],
      after: turn.onClose,
    },
  )
  return (
    <Modal {...turn} title={t('Release rolls of orders')} width={520} isTyped={form.isTyped}>
      <form noValidate onSubmit={form.send}>
        <DialogParts onCancel={turn.onClose} step={{ text: t('Release'), isRunning: form.isSending }}>
          <div className="fabric-form">
            <RemarkField
              {...form.field('orders')}
              label={t('Orders')}
              hint={t('Their numbers, below each other or with commas.')}
              maxLength={20_000}
            />
            <RemarkField {...form.field('reason')} label={t('Reason')} />
          </div>
        </DialogParts>
      </form>
    </Modal>
  )
}
