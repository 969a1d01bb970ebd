import { Tick } from '@blueprintjs/icons'
import { useRef } from 'react'
import { type PickStop, pickStops } from '../../../shared/areas/gate-passes/picking.ts'
import type { GatePassItemRow } from '../../../shared/areas/gate-passes/shapes.ts'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'

type Stop = PickStop<GatePassItemRow>

const keyOf = ({ shelf, item: { nm_sku, condition } }: Stop) => `${shelf ?? ''} ${nm_sku} ${condition}`

/** As many of the stops that are behind stay in sight. */
const MOST_DONE = 5

/** What is still to be picked, and what was ticked off here since the station opened, the last first. */
export function usePickStops(items: readonly GatePassItemRow[]): {
  stops: Stop[]
  done: Stop[]
  isShelf: (code: string) => boolean
} {
  const seen = useRef(new Map<string, Stop>())
  const stops = pickStops(items)
  const open = new Set(stops.map(keyOf))
  for (const stop of stops) {
    const before = seen.current.get(keyOf(stop))
    // Put at the end: the one that was there last is the one ticked last.
    seen.current.delete(keyOf(stop))
    seen.current.set(keyOf(stop), before && before.pieces > stop.pieces ? before : stop)
  }
  const done = [...seen.current].flatMap(([key, stop]) => (open.has(key) ? [] : [stop])).toReversed()
  const shelves = new Set(
    [...seen.current.values()].flatMap(({ shelf, item }) => [
      shelf,
      ...(item.places ?? []).map((place) => place.shelf),
    ]),
  )
  return { stops, done, isShelf: (code) => shelves.has(code) }
}

interface PickListProps {
  stops: readonly Stop[]
  done: readonly Stop[]
  /** False while nobody has said what is left: the line is away, and this computer had no list before. */
  isKnown: boolean
  hasMore: boolean
  /** Where pieces are taken from now; null while nobody said. */
  shelf: string | null
  onShelf: (shelf: string | null) => void
}

/** The walk past the shelves: scanning a shelf, or pressing it, says that pieces come from there; each piece that is scanned is ticked off. */
export function PickList({ stops, done, isKnown, hasMore, shelf, onShelf }: PickListProps) {
  const { t, plural, number: shown } = useLocale()
  const places = Map.groupBy(stops, (stop) => stop.shelf)
  const pieces = stops.reduce((sum, stop) => sum + stop.pieces, 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="pick-list" tabIndex={0} aria-label={t('Pick list')}>
      <div className="pack-sum">
        <h2>{t('Pick list')}</h2>
        {isKnown ? (
          <span>
            {t('{{n}} pcs', { n: shown(pieces) })} · {plural(places.size, '1 place', '{{n}} places')}
          </span>
        ) : null}
      </div>
      {stops.length === 0 ? (
        <p className="muted">
          {isKnown ? t('Nothing is left to pick.') : t('The pick list comes when the server answers.')}
        </p>
      ) : null}
      {[...places].map(([place, own]) => (
        <div key={place ?? ''} className="pick-place">
          {place === null ? (
            <h3>{t('Floor')}</h3>
          ) : (
            <button
              type="button"
              aria-pressed={place === shelf}
              onClick={() => onShelf(place === shelf ? null : place)}
            >
              <b className="code">{place}</b>
              <span>{place === shelf ? t('Taking from here') : t('Take from here')}</span>
            </button>
          )}
          <ul className="pack-left">
            {own.map((stop) => (
              <StopLine key={keyOf(stop)} stop={stop} />
            ))}
          </ul>
        </div>
      ))}
      {hasMore ? <p className="muted">{t('And more: the printed list has all of them.')}</p> : null}
      {done.length > 0 ? (
        <>
          <h3>{t('Picked just now')}</h3>
          <ul className="pack-left pick-done">
            {done.slice(0, MOST_DONE).map((stop) => (
              <StopLine key={keyOf(stop)} stop={stop} isDone />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}

function StopLine({ stop: { shelf, item, pieces }, isDone = false }: { stop: Stop; isDone?: boolean }) {
  const { t, name, number: shown } = useLocale()
  return (
    <li title={item.nm_sku}>
      {isDone ? <Tick aria-label={t('Picked')} /> : null}
      <WithPicture of={item}>{`${item.style_id} ${name(item.color, item.color_zh)} ${item.size}`}</WithPicture>
      {isDone && shelf !== null ? <span className="code">{shelf}</span> : null}
      <b>{shown(pieces)}</b>
    </li>
  )
}
