import { useTranslation } from 'react-i18next'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useFormats } from '../../i18n/formats.ts'
import { ScrollPart } from '../../kit/Page.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import type { ListState } from '../../table/list-state.ts'
import { askedOf } from '../../table/list-state.ts'
import { deliveryWords, type InwardState, inwardParams, noCarrier } from './inward-params.ts'

/** What was shipped by day and carrier, and how much of it came; today first. A line opens the boxes still to come. */
export function ArrivalsTab({ address }: { address: ListState<typeof inwardParams> }) {
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
    address.set({ tab: 'awaiting', from: day, to: day, carrier: carrier ?? noCarrier, q: '', shipment: '' }, 'push')
  return (
    <ScrollPart className="arrivals" label={t('Arrivals')}>
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
    </ScrollPart>
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

type Data = CallData<'receiving.getAwaitingInwardBoxes'>
export type Arrival = NonNullable<Data['arrivals']>[number]

const none: Arrival[] = []
const noSites: NonNullable<Data['sites']> = []

/**
 * What was expected by day and carrier, and how much of it came; with the sites where a scanner may stand. Whoever asks alike shares
 * the answer, which is loaded anew again and again while scans come in.
 */
export function useArrivals(filter: { site?: string; shipment_id?: string } = {}, options: { enabled?: boolean } = {}) {
  const found = useAnswer('receiving.getAwaitingInwardBoxes', { part: 'arrivals', ...filter }, options)
  return { ...found, arrivals: found.data?.arrivals ?? none, sites: found.data?.sites ?? noSites }
}

export interface Expected {
  expected: number
  scanned: number
}

export function sumOf(arrivals: readonly Arrival[]): Expected {
  return arrivals.reduce<Expected>(
    (sum, { expected, scanned }) => ({ expected: sum.expected + expected, scanned: sum.scanned + scanned }),
    { expected: 0, scanned: 0 },
  )
}

/** A delivery was chosen in the address. */
export function isDelivery(state: InwardState): boolean {
  return Object.keys(askedOf(inwardParams, state, deliveryWords)).length > 0
}

/** Those of the days and the carrier that the address names. */
export function ofDelivery(arrivals: readonly Arrival[], { from, to, carrier }: InwardState): readonly Arrival[] {
  return arrivals.filter(
    (one) =>
      (from === '' || one.day >= from) &&
      (to === '' || one.day <= to) &&
      (carrier === '' || (one.carrier ?? noCarrier) === carrier),
  )
}

/** How much of a whole is there; the numbers stand beside it. */
export function Bar({ part, whole }: { part: number; whole: number }) {
  const share = whole === 0 ? 0 : Math.min(1, part / whole)
  return (
    <span className="share-bar" aria-hidden="true" data-full={share === 1}>
      <span style={{ width: `${share * 100}%` }} />
    </span>
  )
}
