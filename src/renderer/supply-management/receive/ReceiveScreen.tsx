import '../shipments/facility-shipments.css'
import { useState } from 'react'
import type { FacilityOrderRow } from '../../../shared/areas/facilities/calls.ts'
import { isOldCard, oldCardWords, readStageCode } from '../../../shared/areas/facilities/stage-ledger.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { useSay } from '../../actions/say.ts'
import { Page } from '../../kit/Page.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { ScanField } from '../../scan/ScanField.tsx'
import { placeParam, textParam, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { Cards, FacilityChoice, useFacilityOrders, useScans, useVerdict } from '../shipments/parts.tsx'
import { ReceiveStation } from './ReceiveStation.tsx'

const params = { facility: textParam(), order: placeParam(textParam()) }

/** An order at a facility: several facilities make one. */
const placeOf = ({ order_action_id, facility }: FacilityOrderRow) => `${order_action_id} ${facility}`

/** Receives at a facility what was sent for an order, and pieces that came back. */
export function ReceiveScreen() {
  const { t } = useLocale()
  const { state, set } = useListState(params)
  const orders = useFacilityOrders({ facility: state.facility })
  const open = orders.rows.find((order) => placeOf(order) === state.order)
  return (
    <Page title={t('Receive')}>
      <div className="facility-page">
        {open ? (
          <ReceiveStation
            key={state.order}
            order={open}
            onOther={(order) => set({ order: order === null ? '' : placeOf(order) }, 'push')}
          />
        ) : (
          <>
            <FacilityChoice value={state.facility} onChange={(facility) => set({ facility })} />
            <ChooseOrder orders={orders} onChoose={(order) => set({ order: placeOf(order) }, 'push')} />
          </>
        )}
      </div>
    </Page>
  )
}

/** The order that a code of its job card names: its number, or one of its stages ("IH-000012/CUT"). */
export const orderOfCode = (orders: readonly FacilityOrderRow[], code: string) =>
  orders.find(({ order_action_id }) => order_action_id.toUpperCase() === code.split('/')[0])

interface ChooseOrderProps {
  orders: ReturnType<typeof useFacilityOrders>
  onChoose: (order: FacilityOrderRow) => void
}

function ChooseOrder({ orders, onChoose }: ChooseOrderProps) {
  const { t, name, number } = useLocale()
  const say = useSay()
  const [search, setSearch] = useState('')
  const verdict = useVerdict()
  const scan = useScans(orders, verdict, (code) => {
    const { text } = readTraced(code)
    const order = orderOfCode(orders.rows, text)
    const card = readStageCode(text)?.card ?? null
    if (order && isOldCard(card, order))
      verdict.bad(
        say.message(oldCardWords, { card: String(card), order: order.order_action_id, last: String(order.job_card) }),
      )
    else if (order) onChoose(order)
    else verdict.bad(t('{{code}} is no order of this facility.', { code: text }))
  })
  const words = search.trim().toLowerCase()
  const fits = orders.rows.filter((row) =>
    [row.order_action_id, row.style_id, row.name, row.name_zh].some((text) => text.toLowerCase().includes(words)),
  )
  return (
    <>
      <ScanField
        size="large"
        label={t('Scan the job card')}
        placeholder={t('Its number or a code of a stage')}
        onScan={scan}
      />
      {verdict.shown}
      <input
        type="search"
        className="text-field"
        aria-label={t('Order or style')}
        placeholder={t('Order or style')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <Cards rows={{ ...orders, rows: fits }} keyOf={placeOf} empty={<EmptyState title={t('No orders here')} />}>
        {(row) => (
          <button type="button" className="facility-card-text" onClick={() => onChoose(row)}>
            <b className="code">{row.order_action_id}</b>
            <span>{`${row.style_id} · ${name(row.name, row.name_zh)} · ${row.facility}`}</span>
            <span className="muted">
              {t('{{n}} pcs ordered, {{shipped}} shipped', { n: number(row.allotted), shipped: number(row.shipped) })}
            </span>
          </button>
        )}
      </Cards>
    </>
  )
}
