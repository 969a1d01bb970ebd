import { Button } from '@blueprintjs/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import type { ListState } from '../../../table/use-list-state.ts'
import { Bar } from '../Bar.tsx'
import { type InwardState, type inwardParams, noCarrier } from '../inward-params.ts'
import { type Arrival, isDelivery, ofDelivery, sumOf, useArrivals } from '../use-arrivals.ts'

interface ExpectedPanelProps {
  state: InwardState
  set: ListState<typeof inwardParams>['set']
  here: { site?: string }
  /** The shipment of the last box, to count against with one press. */
  shipmentId: string | null
}

const keyOf = ({ day, carrier }: Pick<Arrival, 'day' | 'carrier'>) => `${day} ${carrier ?? noCarrier}`

/** Expected beside scanned: of everything on its way, of one day and carrier, or of one shipment. */
export const ExpectedPanel = memo(function ExpectedPanel({ state, set, here, shipmentId }: ExpectedPanelProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { arrivals } = useArrivals(here)
  const ofShipment = useArrivals({ ...here, shipment_id: state.shipment }, { enabled: state.shipment !== '' })
  const { expected, scanned } = sumOf(ofDelivery(state.shipment ? ofShipment.arrivals : arrivals, state))
  const { from, to, carrier, shipment } = state
  const none = { from: '', to: '', carrier: '', shipment: '' }
  const choose = (value: string) => {
    const arrival = arrivals.find((one) => keyOf(one) === value)
    set(
      arrival
        ? { ...none, from: arrival.day, to: arrival.day, carrier: arrival.carrier ?? noCarrier }
        : value === 'shipment'
          ? {}
          : none,
    )
  }
  const value = shipment ? 'shipment' : isDelivery(state) ? (from === to ? `${from} ${carrier}` : 'other') : ''
  const isKnown = value === '' || value === 'shipment' || arrivals.some((one) => keyOf(one) === value)
  return (
    <section className="expected" aria-label={t('Expected and scanned')}>
      <div className="scan-side-head">
        <h2>{t('Expected and scanned')}</h2>
      </div>
      <select
        className="plain-select page-select"
        aria-label={t('Delivery')}
        value={isKnown ? value : 'other'}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{t('Everything on its way')}</option>
        {shipment ? <option value="shipment">{t('Shipment {{shipment_id}}', { shipment_id: shipment })}</option> : null}
        {isKnown ? null : <option value="other">{t('As filtered')}</option>}
        {arrivals.map((one) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {`${formats.day(one.day)} · ${one.carrier ?? t('No carrier')} · ${one.scanned}/${one.expected}`}
          </option>
        ))}
      </select>
      <div className="expected-numbers">
        <div>
          <span>{t('Scanned')}</span>
          <strong>{formats.number(scanned)}</strong>
        </div>
        <div>
          <span>{t('Due')}</span>
          <strong>{formats.number(expected)}</strong>
        </div>
        <div>
          <span>{t('To come')}</span>
          <strong>{formats.number(expected - scanned)}</strong>
        </div>
      </div>
      <Bar part={scanned} whole={expected} />
      {shipmentId && shipmentId !== shipment ? (
        <Button
          size="small"
          text={t('Count shipment {{shipment_id}}', { shipment_id: shipmentId })}
          onClick={() => set({ ...none, shipment: shipmentId })}
        />
      ) : null}
    </section>
  )
})
