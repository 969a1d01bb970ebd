import { Button } from '@blueprintjs/core'
import type { CountPlaceRow, StockCountRow } from '../../../shared/areas/stock-counts/shapes.ts'
import { MenuButton } from '../../actions/files.tsx'
import { key, listed } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { useLocale } from '../../table/words.ts'
import { isOpenTo, placeWords, standingOf } from './place-words.ts'
import { type PlaceTurns, usePlaceTurns } from './use-place-turns.tsx'

interface CountPlacesProps {
  count: StockCountRow
  places: readonly CountPlaceRow[]
  /** Counts a place by scan. */
  onScan: (place: string) => void
}

/** The places of a count: who counts each, what was counted there, and what may be done next. */
export function CountPlaces({ count, places, onScan }: CountPlacesProps) {
  const { t } = useLocale()
  const turns = usePlaceTurns(count)
  const isOpen = count.state === 'OPEN' && count.may_count
  const knowsBooks = places.some(({ uncounted_skus }) => uncounted_skus !== null)
  const fields: ShownField<CountPlaceRow>[] = [
    { id: 'place', header: key('Shelf'), kind: 'code', of: (row, words) => placeWords(row, words.t) },
    {
      id: 'counter',
      header: key('Who counts'),
      of: (row, words) => standingOf(row, words.t),
      hint: (row, words) => (row.since ? words.instant(row.since, count) : ''),
      mark: (row) => (row.state === 'untouched' ? 'muted' : undefined),
    },
    {
      ...{ id: 'counted_skus', header: key('SKUs counted'), kind: 'count' },
      of: (row) => row.counted_skus,
      // Whoever took the place over has not counted them.
      hint: (row, words) =>
        row.again_skus > 0
          ? words.t('{{n}} of these SKUs were counted before this turn and not again yet.', { n: row.again_skus })
          : '',
    },
    { id: 'counted', header: key('Pieces'), kind: 'pieces', of: (row) => row.counted },
    { id: 'counted_by', header: key('Counted by'), of: (row) => listed(row.counted_by) || null },
    ...(knowsBooks
      ? [
          {
            ...{ id: 'uncounted', header: key('SKUs not counted'), kind: 'count' as const },
            of: (row: CountPlaceRow) => row.uncounted_skus,
          },
        ]
      : []),
    ...(isOpen
      ? [
          {
            ...{ id: 'turns', header: key('Actions'), kind: 'end' as const, isQuiet: true },
            of: (row: CountPlaceRow) => <PlaceActions place={row} turns={turns} onScan={onScan} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <FieldTable
        className="plain-scroll count-table"
        label={t('Places')}
        fields={fields}
        rows={[...places]}
        rowKey={({ place }) => place}
      />
      {turns.dialog}
    </>
  )
}

function PlaceActions({
  place,
  turns,
  onScan,
}: { place: CountPlaceRow; turns: PlaceTurns } & Pick<CountPlacesProps, 'onScan'>) {
  const { t } = useLocale()
  const items = turns.of(place)
  return (
    <span className="count-place-actions">
      {isOpenTo(place) ? (
        <Button size="small" variant="minimal" text={t('Scan here')} onClick={() => onScan(place.place)} />
      ) : null}
      {items.length > 0 ? <MenuButton text={t('More')} items={items} isRunning={turns.isRunning} /> : null}
    </span>
  )
}
