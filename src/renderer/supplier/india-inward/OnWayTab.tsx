import { Button } from '@blueprintjs/core'
import { ArrowLeft, Tick } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { indiaDoorFigures } from '../../../shared/areas/india-receiving/figures.ts'
import { type ArrivalState, arrivalState, isBegun } from '../../../shared/areas/india-receiving/rules.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { EmptyState } from '../../kit/states.tsx'
import type { ListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { Bar } from '../receiving/ArrivalsTab.tsx'
import { type Consignment, useConsignments } from '../receiving/consignments.ts'
import { ComingBoxes, ComingBoxesFile } from './ComingBoxes.tsx'
import { useCloseArrival } from './close-arrival.tsx'
import type { IndiaParams } from './india-params.ts'

/** Export orders and direct shipments on their way, those waited for longest first; one opens its boxes. */
export function OnWayTab({ address }: { address: ListState<IndiaParams> }) {
  const { t } = useTranslation()
  const { consignment, boxes } = address.state
  if (consignment !== '' || boxes) return <BoxesOnWay address={address} />
  return (
    <Consignments
      address={address}
      onAll={() => address.set({ boxes: true }, 'push')}
      all={t('All boxes on the way')}
    />
  )
}

function Consignments({ address, onAll, all }: { address: ListState<IndiaParams>; onAll: () => void; all: string }) {
  const { t } = useTranslation()
  const answer = useConsignments()
  const { begun } = address.state
  const { label, definition } = indiaDoorFigures.indiaArrivalsBegun
  const nothing = (
    <EmptyState
      title={t('Nothing is on its way to India')}
      text={t('Export orders come here when China ships them, and shipments that go to India directly.')}
    />
  )
  return (
    <Loaded answer={answer} empty={{ is: ({ consignments = [] }) => consignments.length === 0, shows: nothing }}>
      {({ consignments = [] }) => (
        <ScrollPart className="arrivals" label={t('On the way')}>
          <div className="coming-head">
            <Button size="small" text={all} onClick={onAll} />
            <Button
              size="small"
              icon={begun ? <Tick /> : undefined}
              active={begun}
              aria-pressed={begun}
              title={t(definition)}
              text={t(label)}
              onClick={() => address.set({ begun: !begun }, 'push')}
            />
            <ComingBoxesFile />
          </div>
          {begun && !consignments.some(isBegun) ? (
            <EmptyState title={t('No arrival waits to be finished')}>
              <Button text={t('Show all')} onClick={() => address.set({ begun: false })} />
            </EmptyState>
          ) : null}
          <Lines of={consignments.filter(begun ? isBegun : isComing)} address={address} />
          {begun ? null : (
            <Lines
              title={t('All here, or closed')}
              of={consignments.filter((one) => !isComing(one))}
              address={address}
            />
          )}
        </ScrollPart>
      )}
    </Loaded>
  )
}

interface LinesProps {
  title?: string
  of: readonly Consignment[]
  address: ListState<IndiaParams>
}

function Lines({ title, of, address }: LinesProps) {
  if (of.length === 0) return null
  return (
    <>
      {title ? <h2 className="coming-title">{title}</h2> : null}
      <ul className="coming-list">
        {of.map((one) => (
          <li key={`${one.origin} ${one.number}`}>
            <ConsignmentLine of={one} onOpen={() => address.set({ consignment: one.number }, 'push')} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Some of its boxes are still to come: what the tab counts. */
export const isComing = ({ expected, scanned, closed_at }: Consignment): boolean =>
  closed_at === null && scanned < expected

const stateOf = ({ expected, scanned, closed_at }: Consignment): ArrivalState =>
  arrivalState({ expected, scanned, isClosed: closed_at !== null })

/** Days after which what is still on its way wants a look. */
const late = { air: 10, sea: 40, road: 20 } as const

function ConsignmentLine({ of, onOpen }: { of: Consignment; onOpen: () => void }) {
  const { t } = useTranslation()
  const { number, plural, day, dayOf } = useLocale()
  const state = stateOf(of)
  const isOpen = state === 'On the way' || state === 'Arriving'
  const isLate = isOpen && of.days_in_transit >= late[of.transport ?? 'sea']
  const open = of.expected - of.scanned
  return (
    <button type="button" className="arrival coming" data-full={open === 0} onClick={onOpen}>
      <span className="coming-name">
        <b className="code">{of.number}</b>
        <span className="muted">
          {[of.carrier, of.transport_document].filter(Boolean).join(' · ') || t('No carrier')}
        </span>
      </span>
      <span className="coming-days" data-tone={isLate ? 'bad' : undefined}>
        {isOpen ? <b>{plural(of.days_in_transit, '1 day in transit', '{{n}} days in transit')}</b> : null}
        <span className="muted">
          {t('Shipped {{day}}', { day: dayOf(of.shipped_at, of) })}
          {of.arrives_on && isOpen ? ` · ${t('expected {{day}}', { day: day(of.arrives_on) })}` : null}
        </span>
      </span>
      <Bar part={of.scanned} whole={of.expected} />
      <span className="arrival-number">
        <b>{number(of.scanned)}</b> / {number(of.expected)} {t('boxes')}
      </span>
      <span className="arrival-number muted">
        {number(of.pieces_scanned)} / {number(of.pieces_expected)} {t('pieces')}
      </span>
      <span className="coming-state">
        <StatusTag status={state} />
        <Wrong of={of} />
      </span>
    </button>
  )
}

type Differences = Pick<Consignment, 'short' | 'damaged' | 'pieces_short' | 'pieces_over'>

function Wrong({ of: { short, damaged, pieces_short, pieces_over } }: { of: Differences }) {
  const { plural } = useLocale()
  return (
    <>
      {short > 0 ? <span data-tone="bad">{plural(short, '1 short box', '{{n}} short boxes')}</span> : null}
      {damaged > 0 ? <span data-tone="warn">{plural(damaged, '1 damaged box', '{{n}} damaged boxes')}</span> : null}
      {pieces_short > 0 ? <span data-tone="bad">{plural(pieces_short, '1 pc short', '{{n}} pcs short')}</span> : null}
      {pieces_over > 0 ? <span data-tone="warn">{plural(pieces_over, '1 pc over', '{{n}} pcs over')}</span> : null}
    </>
  )
}

/** The boxes of one export order that are still to come, or all that are; with the way to close its arrival. */
function BoxesOnWay({ address }: { address: ListState<IndiaParams> }) {
  const { t } = useTranslation()
  const { consignment } = address.state
  const { consignments } = useConsignments({ consignment }, { enabled: consignment !== '' })
  const [of] = consignments
  return (
    <>
      <div className="coming-of">
        <Button
          variant="minimal"
          icon={<ArrowLeft />}
          text={t('All that is on its way')}
          onClick={() => address.set({ consignment: '', boxes: false, q: '' }, 'push')}
        />
        {of ? <ConsignmentHead of={of} address={address} /> : null}
      </div>
      <ComingBoxes address={address} />
    </>
  )
}

function ConsignmentHead({ of, address }: { of: Consignment; address: ListState<IndiaParams> }) {
  const { t } = useTranslation()
  const { number, plural, name } = useLocale()
  const close = useCloseArrival()
  const open = of.expected - of.scanned
  return (
    <>
      <strong className="code">{of.number}</strong>
      <StatusTag status={stateOf(of)} />
      <span>
        {t('{{scanned}} of {{expected}} boxes received', {
          scanned: number(of.scanned),
          expected: number(of.expected),
        })}
      </span>
      <span className="muted">{plural(of.days_in_transit, '1 day in transit', '{{n}} days in transit')}</span>
      <span className="muted">{name(of.site_name, of.site_name_zh)}</span>
      <Wrong of={of} />
      <span className="coming-tools">
        {of.scanned > 0 ? (
          <Button
            variant="minimal"
            text={t('Received boxes')}
            onClick={() => address.set({ tab: 'received' }, 'push')}
          />
        ) : null}
        {of.short + of.damaged > 0 ? (
          <Button
            variant="minimal"
            text={t('Differences')}
            onClick={() => address.set({ tab: 'discrepancies', which: 'all' }, 'push')}
          />
        ) : null}
        {of.closed_at === null && open > 0 ? (
          <Button text={t('Close the arrival…')} loading={close.isRunning} onClick={() => close.ask({ of })} />
        ) : null}
        {of.closed_at === null ? null : (
          <Button text={t('Open the arrival again…')} loading={close.isRunning} onClick={() => close.ask({ of })} />
        )}
      </span>
      {close.dialog}
    </>
  )
}
