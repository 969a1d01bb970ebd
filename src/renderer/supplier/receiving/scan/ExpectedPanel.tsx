import { Button } from '@blueprintjs/core'
import { memo, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import type { ScanQueue } from '../../../scan/scan-queue.ts'
import type { ListState } from '../../../table/list-state.ts'
import { type Arrival, Bar, isDelivery, ofDelivery, sumOf, useArrivals } from '../ArrivalsTab.tsx'
import { type InwardState, type inwardParams, noCarrier } from '../inward-params.ts'
import type { DoorResult } from './outcomes.ts'

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
  const all = useArrivals(here)
  const { arrivals } = all
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
    <Expected
      title={t('Expected and scanned')}
      taken={t('Scanned')}
      expected={expected}
      scanned={scanned}
      isKnown={(state.shipment ? ofShipment : all).data !== undefined}
      label={t('Delivery')}
      value={isKnown ? value : 'other'}
      onChoose={choose}
      choices={[
        ...(shipment ? [['shipment', t('Shipment {{shipment_id}}', { shipment_id: shipment })] as const] : []),
        ...(isKnown ? [] : [['other', t('As filtered')] as const]),
        ...arrivals.map(
          (one) =>
            [
              keyOf(one),
              `${formats.day(one.day)} · ${one.carrier ?? t('No carrier')} · ${one.scanned}/${one.expected}`,
            ] as const,
        ),
      ]}
    >
      {shipmentId && shipmentId !== shipment ? (
        <Button
          size="small"
          text={t('Count shipment {{shipment_id}}', { shipment_id: shipmentId })}
          onClick={() => set({ ...none, shipment: shipmentId })}
        />
      ) : null}
    </Expected>
  )
})

interface ExpectedProps {
  title: string
  /** What is said of those that came. */
  taken: string
  expected: number
  scanned: number
  /** False until the server has said it: a zero would say that nothing comes. */
  isKnown: boolean
  /** Of the choice; without one everything on its way is counted. */
  label: string
  value: string
  choices: readonly (readonly [value: string, label: string])[]
  onChoose: (value: string) => void
  children?: ReactNode
}

/** Came, due and still to come, of what is chosen. */
export function Expected(props: ExpectedProps) {
  const { title, taken, expected, scanned, isKnown, label, value, choices, onChoose, children } = props
  const { t } = useTranslation()
  const { number } = useFormats()
  const numbers = [
    [taken, scanned],
    [t('Due'), expected],
    [t('To come'), expected - scanned],
  ] as const
  return (
    <section className="expected" aria-label={title}>
      <div className="scan-side-head">
        <h2>{title}</h2>
      </div>
      <select
        className="plain-select page-select"
        aria-label={label}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">{t('Everything on its way')}</option>
        {choices.map(([one, said]) => (
          <option key={one} value={one}>
            {said}
          </option>
        ))}
      </select>
      <div className="expected-numbers">
        {numbers.map(([said, count]) => (
          <div key={said}>
            <span>{said}</span>
            <strong>{isKnown ? number(count) : '–'}</strong>
          </div>
        ))}
      </div>
      <Bar part={scanned} whole={expected} />
      {children}
    </section>
  )
}

export type DoorQueue = ScanQueue<DoorResult>

/** A scan without an answer is drawn after this long: nobody sees a difference below, and drawing it holds up the answer. */
const unansweredMillis = 60
const unseenMillis = 250

/**
 * For the large mark. Answers are drawn at once. What the station knows beforehand is drawn within the next frame, when the scan has
 * been sent and no frame can be missed; other scans with their answer, or without it where that takes its time.
 */
export function atOnce(queue: DoorQueue): DoorQueue['subscribe'] {
  return drawn(queue, (pen, isScan) => {
    if (!isScan) pen.now()
    else if (queue.state().listed[0]?.foreseen) pen.withFrame()
    else pen.within(unansweredMillis)
  })
}

/** For what stands beside the mark: drawn once that is painted, since every row that moves would hold it up. */
export function behind(queue: DoorQueue): DoorQueue['subscribe'] {
  return drawn(queue, (pen, isScan) => (isScan ? pen.within(unansweredMillis) : pen.afterFrame()))
}

/** `tell` is told of every change, and whether it is a scan that waits. */
function drawn(
  { subscribe, state }: DoorQueue,
  tell: (pen: ReturnType<typeof makePen>, isScan: boolean) => void,
): DoorQueue['subscribe'] {
  return (changed) => {
    const pen = makePen(changed)
    let { waiting } = state()
    const stop = subscribe(() => {
      const isScan = state().waiting > waiting
      waiting = state().waiting
      tell(pen, isScan)
    })
    return () => {
      pen.drop()
      stop()
    }
  }
}

/** Draws all that changed, when the soonest of what was asked for is due. */
function makePen(draw: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  const drop = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    timer = undefined
    frame = 0
  }
  const now = () => {
    drop()
    draw()
  }
  return {
    drop,
    now,
    within(millis: number) {
      timer ??= setTimeout(now, millis)
    },
    withFrame() {
      frame ||= requestAnimationFrame(() => flushSync(now))
    },
    afterFrame() {
      // A page that nobody sees makes no frames.
      timer ??= setTimeout(now, unseenMillis)
      frame ||= requestAnimationFrame(() => {
        clearTimeout(timer)
        timer = setTimeout(now, 0)
      })
    },
  }
}
