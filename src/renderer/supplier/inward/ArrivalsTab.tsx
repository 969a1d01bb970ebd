import { useTranslation } from 'react-i18next'
import { dayIn, vendorZone } from '../../../shared/domain/order-status.ts'
import { useSay } from '../../actions/say.ts'
import { useFormats } from '../../i18n/formats.ts'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import type { ListState } from '../../table/use-list-state.ts'
import { Bar } from './Bar.tsx'
import { type inwardParams, noCarrier } from './inward-params.ts'
import { type Arrival, sumOf, useArrivals } from './use-arrivals.ts'

/** What was shipped by day and carrier, and how much of it came; today first. A line opens the boxes still to come. */
export function ArrivalsTab({ list }: { list: ListState<typeof inwardParams> }) {
  const { t } = useTranslation()
  const say = useSay()
  const formats = useFormats()
  const { arrivals, data, isError, error, reload } = useArrivals()
  if (isError) return <FailedState text={say.problem(error)} onRetry={() => void reload()} />
  if (!data) return <LoadingRows />
  if (arrivals.length === 0) {
    return (
      <EmptyState
        title={t('No box is on its way')}
        text={t('Boxes come here when their vendor marks the shipment packed and shipped.')}
      />
    )
  }
  // Days are those of the sites.
  const today = dayIn(vendorZone, new Date())
  const days = [...new Set(arrivals.map(({ day }) => day))]
  const open = ({ day, carrier }: Arrival) =>
    list.set({ tab: 'awaiting', from: day, to: day, carrier: carrier ?? noCarrier, q: '', shipment: '' }, 'push')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="arrivals" tabIndex={0} aria-label={t('Arrivals')}>
      {days.map((day) => {
        const ofDay = arrivals.filter((one) => one.day === day)
        const { expected, scanned } = sumOf(ofDay)
        return (
          <section key={day} className="arrival-day">
            <h2>
              {t('Shipped {{day}}', { day: formats.day(day) })}
              {day === today ? (
                <span className="status-tag" data-tone="active">
                  {t('Today')}
                </span>
              ) : null}
              <span className="muted">
                {expected === 1
                  ? t('{{scanned}} of 1 box scanned', { scanned: formats.number(scanned) })
                  : t('{{scanned}} of {{expected}} boxes scanned', {
                      scanned: formats.number(scanned),
                      expected: formats.number(expected),
                    })}
              </span>
            </h2>
            <ul>
              {ofDay.map((one) => (
                <li key={one.carrier}>
                  <ArrivalLine arrival={one} onOpen={() => open(one)} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </section>
  )
}

function ArrivalLine({ arrival, onOpen }: { arrival: Arrival; onOpen: () => void }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const { carrier, expected, scanned, pieces_expected, pieces_scanned } = arrival
  const open = expected - scanned
  return (
    <button type="button" className="arrival" data-full={open === 0} onClick={onOpen}>
      <span className="arrival-carrier">{carrier ?? t('No carrier')}</span>
      <Bar part={scanned} whole={expected} />
      <span className="arrival-number">
        <b>{number(scanned)}</b> / {number(expected)} {t('boxes')}
      </span>
      <span className="arrival-number muted">
        {number(pieces_scanned)} / {number(pieces_expected)} {t('pieces')}
      </span>
      <span className="arrival-open">{open === 0 ? t('All here') : t('{{n}} to come', { n: number(open) })}</span>
    </button>
  )
}
