import { Button } from '@blueprintjs/core'
import { ArrowLeft } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CountLineRow, countConditions } from '../../../shared/areas/stock-counts/calls.ts'
import { conditionWords } from '../../../shared/areas/stock-counts/lists.ts'
import type { CallData } from '../../actions/calls.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page } from '../../kit/Page.tsx'
import { ScanStation, type StationLook } from '../../scan/ScanStation.tsx'
import { scanStation } from '../../scan/scan-station.ts'
import { useStationAnswer } from '../../scan/use-station-answer.ts'
import { useUserId } from '../../session/use-user-id.ts'
import { useLocale } from '../../table/words.ts'
import { placeWords } from './StockCountDrawer.tsx'

type Result = CallData<'stockCounts.scanCounted'>['results'][number]
type Condition = CountLineRow['condition']

/** Of a scan of this station: `number place condition`. */
const joined = (number: string, place: string, condition: Condition) => [number, condition, place].join(' ')

const openQueue = scanStation<Omit<Result, 'outcome'> & { scan_id: string; outcome: string }>({
  name: 'stock-count',
  taken: ['counted'],
  none: { nm_sku: null, counted: null },
  async send(batch, options) {
    const [first] = batch
    const [number = '', condition = 'good', ...place] = (first?.place ?? '').split(' ')
    const scans = batch.map(({ code, scan_id, takesBack }) => ({
      ...{ code, scan_id, place: place.join(' '), condition: condition as Condition },
      ...(takesBack && { takes_back: takesBack }),
    }))
    const { data } = await api.stockCounts.scanCounted(
      { number, action: first?.action === 'undo' ? 'undo' : 'count', scans },
      options,
    )
    return data.results
  },
})

const looks: Readonly<Record<string, StationLook>> = {
  counted: { label: key('Piece counted'), tone: 'good', sound: 'good' },
}

/** Counting by scan: first the shelf, then every piece on it. */
export function CountScan({ number, onBack }: { number: string; onBack: () => void }) {
  const { t } = useTranslation()
  const found = useStationAnswer('stockCounts.getStockCount', { number })
  return (
    <Page
      title={t('Count {{number}} by scan', { number })}
      tools={<Button icon={<ArrowLeft />} text={t('Back to the count')} onClick={onBack} />}
    >
      <Loaded answer={found} missing={t('There is no such stock count.')}>
        {(whole) => <Station {...whole} onAnswered={() => void found.reload()} />}
      </Loaded>
    </Page>
  )
}

function Station({ count, places, onAnswered }: CallData<'stockCounts.getStockCount'> & { onAnswered: () => void }) {
  const { t, number: shown } = useLocale()
  const queue = openQueue(useUserId())
  const [place, setPlace] = useState<string | null>(null)
  const [condition, setCondition] = useState<Condition>('good')
  const here = places.find((one) => one.place === place)
  const shelfOf = (code: string) => places.find((one) => one.place.toUpperCase() === code.trim().toUpperCase())
  return (
    <ScanStation
      queue={queue}
      looks={looks}
      action="count"
      undo="undo"
      taken={['counted']}
      place={place === null ? null : joined(count.number, place, condition)}
      isHere={(of) => of?.split(' ', 1)[0] === count.number}
      before={(code) => {
        const shelf = shelfOf(code)
        if (shelf === undefined) return null
        setPlace(shelf.place)
        return 'done'
      }}
      closed={count.state === 'OPEN' ? null : t('This count is over.')}
      needsPlace={t('Scan the shelf first.')}
      label={here ? t('Pieces in {{place}}', { place: placeWords(here, t) }) : t('Shelf')}
      placeholder={here ? t('Scan every piece, or the next shelf') : t('Scan the shelf, or choose it at the side')}
      ready={{ title: t('Ready to count'), text: t('First the shelf, then every piece on it.') }}
      onAnswered={onAnswered}
      tools={
        <select
          className="plain-select page-select"
          aria-label={t('Condition')}
          value={condition}
          onChange={({ target }) => setCondition(target.value as Condition)}
        >
          {countConditions.map((one) => (
            <option key={one} value={one}>
              {t(conditionWords[one])}
            </option>
          ))}
        </select>
      }
    >
      <h2>{t('Places')}</h2>
      <ul className="count-places">
        {places.map((one) => (
          <li key={one.place}>
            <button type="button" aria-pressed={one.place === place} onClick={() => setPlace(one.place)}>
              <b>{placeWords(one, t)}</b>
              <span>{one.counted > 0 ? t('{{n}} pcs', { n: shown(one.counted) }) : ''}</span>
            </button>
          </li>
        ))}
      </ul>
    </ScanStation>
  )
}
