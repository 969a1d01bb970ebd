import { Button } from '@blueprintjs/core'
import { ArrowLeft } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { conditionWords } from '../../../shared/areas/stock-counts/lists.ts'
import { type CountLineRow, type CountPlaceRow, countConditions } from '../../../shared/areas/stock-counts/shapes.ts'
import type { CallData } from '../../actions/calls.ts'
import { key } from '../../i18n/formats.ts'
import { RowPlace } from '../../i18n/place.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page } from '../../kit/Page.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import { Callout } from '../../kit/states.tsx'
import { ScanStation, type StationLook } from '../../scan/ScanStation.tsx'
import { useStationAnswer } from '../../scan/use-station-answer.ts'
import { useUserId } from '../../session/use-user-id.ts'
import { useLocale } from '../../table/words.ts'
import { countText, readCountAt } from './count-at.ts'
import { countQueue } from './count-queue.ts'
import { isOpenTo, placeWords, standingOf } from './place-words.ts'
import { usePlaceTurns } from './use-place-turns.tsx'

const looks: Readonly<Record<string, StationLook>> = {
  counted: { label: key('Piece counted'), tone: 'good', sound: 'good' },
}

interface CountScanProps {
  number: string
  /** Where it is counted; empty while no shelf was scanned. Stands in the address, so that a reloaded station is where it was. */
  shelf: string
  onShelf: (shelf: string) => void
  onBack: () => void
}

/** Counting by scan: first the shelf, then every piece on it. */
export function CountScan({ number, onBack, ...station }: CountScanProps) {
  const { t } = useTranslation()
  const found = useStationAnswer('stockCounts.getStockCount', { number })
  return (
    <Page
      title={t('Count {{number}} by scan', { number })}
      tools={<Button icon={<ArrowLeft />} text={t('Back to the count')} onClick={onBack} />}
    >
      <Loaded answer={found} missing={t('There is no such stock count.')}>
        {(whole) => (
          <RowPlace value={whole.count}>
            <Station {...whole} {...station} onAnswered={() => void found.reload()} />
          </RowPlace>
        )}
      </Loaded>
    </Page>
  )
}

interface StationProps
  extends Pick<CallData<'stockCounts.getStockCount'>, 'count' | 'places'>,
    Pick<CountScanProps, 'shelf' | 'onShelf'> {
  onAnswered: () => void
}

function Station({ count, places, shelf, onShelf, onAnswered }: StationProps) {
  const { t } = useLocale()
  const queue = countQueue(useUserId())
  const [condition, setCondition] = useState<CountLineRow['condition']>('good')
  const [pieces, setPieces] = useState<number | null>(1)
  const here = places.find((one) => one.place === shelf)
  const shelfOf = (code: string) => places.find((one) => one.place.toUpperCase() === code.trim().toUpperCase())
  const isOpen = here !== undefined && isOpenTo(here)
  const quantity = pieces === null || pieces < 1 ? 1 : pieces
  return (
    <ScanStation
      queue={queue}
      looks={looks}
      action="count"
      undo="undo"
      taken={['counted']}
      place={isOpen ? countText({ number: count.number, place: here.place, condition, quantity }) : null}
      isHere={(of) => readCountAt(of).number === count.number}
      before={(code) => {
        // Many at once are typed for one scan: the next stands for one piece again.
        setPieces(1)
        const named = shelfOf(code)
        if (named === undefined) return null
        onShelf(named.place)
        return 'done'
      }}
      closed={closedWords(count, t)}
      needsPlace={here ? standingOf(here, t) : t('Scan the shelf first.')}
      label={here ? t('Pieces in {{place}}', { place: placeWords(here, t) }) : t('Shelf')}
      placeholder={here ? t('Scan every piece, or the next shelf') : t('Scan the shelf, or choose it at the side')}
      ready={
        here && isOpen
          ? {
              title: t('Ready: {{shelf}}', { shelf: placeWords(here, t) }),
              text: t('Scan every piece, or the next shelf'),
            }
          : { title: t('Ready to count'), text: t('First the shelf, then every piece on it.') }
      }
      onAnswered={onAnswered}
      tools={
        <>
          <select
            className="plain-select page-select"
            aria-label={t('Condition')}
            value={condition}
            onChange={({ target }) => setCondition(target.value as CountLineRow['condition'])}
          >
            {countConditions.map((one) => (
              <option key={one} value={one}>
                {t(conditionWords[one])}
              </option>
            ))}
          </select>
          <span className="count-pieces">
            <span>{t('Pieces of the next scan')}</span>
            <QuantityInput value={pieces} label={t('Pieces of the next scan')} onChange={setPieces} />
          </span>
        </>
      }
    >
      <ShelfPanel count={count} here={here} />
      <h2>{t('Places')}</h2>
      <PlaceChoice places={places} shelf={shelf} onShelf={onShelf} />
    </ScanStation>
  )
}

function closedWords({ state, may_count }: StationProps['count'], t: (key: string) => string): string | null {
  if (state !== 'OPEN') return t('This count is over.')
  return may_count ? null : t('You may not count what lies at this site.')
}

/** The shelf that is being counted: who has it, and how it ends. */
function ShelfPanel({ count, here }: { count: StationProps['count']; here: CountPlaceRow | undefined }) {
  const { t } = useLocale()
  const turns = usePlaceTurns(count)
  if (here === undefined) return null
  return (
    <section className="count-shelf" aria-label={t('Shelf')}>
      <strong>{placeWords(here, t)}</strong>
      {isOpenTo(here) ? (
        <>
          <p>{t('{{pieces}} pcs of {{skus}} SKUs counted', { pieces: here.counted, skus: here.counted_skus })}</p>
          {here.again_skus > 0 ? (
            <p>{t('{{n}} of these SKUs were counted before this turn and not again yet.', { n: here.again_skus })}</p>
          ) : null}
        </>
      ) : (
        <Callout tone="warn">{standingOf(here, t)}</Callout>
      )}
      <div className="count-turns">
        {turns.of(here).map(([text, run]) => (
          <Button key={text} text={text} disabled={turns.isRunning} onClick={run} />
        ))}
      </div>
      {turns.dialog}
    </section>
  )
}

function PlaceChoice({ places, shelf, onShelf }: Pick<StationProps, 'places' | 'shelf' | 'onShelf'>) {
  const { t, number } = useLocale()
  return (
    <ul className="count-places">
      {places.map((one) => (
        <li key={one.place}>
          <button type="button" aria-pressed={one.place === shelf} onClick={() => onShelf(one.place)}>
            <b>{placeWords(one, t)}</b>
            <span>
              {[
                one.state === 'untouched' ? '' : standingOf(one, t),
                one.counted > 0 ? t('{{n}} pcs', { n: number(one.counted) }) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
