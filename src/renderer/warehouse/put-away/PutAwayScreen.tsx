import './put-away.css'
import { Button } from '@blueprintjs/core'
import { Minus, Plus } from '@blueprintjs/icons'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allRows, useRefresh } from '../../actions/useRows.ts'
import { key, useNamed } from '../../i18n/formats.ts'
import { RowPlace } from '../../i18n/place.ts'
import { Page } from '../../kit/Page.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import { Callout } from '../../kit/states.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { ScanStation, type StationLook } from '../../scan/ScanStation.tsx'
import { factsKey, keepFacts, keptFacts } from '../../scan/station-facts.ts'
import { useStationAnswer } from '../../scan/use-station-answer.ts'
import { useUserId } from '../../session/use-user-id.ts'
import { useLocale } from '../../table/words.ts'
import { type PutAwayResult, placeText, putAwayQueue, shelfOf } from './put-away-queue.ts'

const looks: Readonly<Record<string, StationLook>> = {
  put_away: { label: key('On the shelf'), tone: 'good', sound: 'good' },
  undone: { label: key('Taken back'), tone: 'neutral', sound: 'undone' },
  not_here: { label: key('Not on the floor'), tone: 'warn', sound: 'elsewhere' },
  unknown: { label: key('Nobody knows this code'), tone: 'bad', sound: 'unknown' },
  not_undone: { label: key('Not taken back'), tone: 'bad', sound: 'unknown' },
}

const siteKey = 'selvedge.put-away-site'
/** The shelf that is filled here outlives a reload: what is scanned next must not wait for its label. */
const shelfKey = (site: string) => `selvedge.put-away-shelf ${site}`

/** Goods go from the floor to shelves by scan: the shelf first, then pieces or whole boxes. No mouse, no keyboard. */
export function PutAwayScreen() {
  const { t, name } = useLocale()
  const userId = useUserId()
  const queue = useMemo(() => putAwayQueue(userId), [userId])
  const choices = useStationAnswer('stock.stockChoices', {}).data
  const sites = choices?.sites.filter(({ may_change }) => may_change) ?? []
  const [chosen, choose] = useState(() => localStorage.getItem(siteKey) ?? '')
  const site = sites.length === 1 ? (sites[0]?.site ?? '') : sites.some((one) => one.site === chosen) ? chosen : ''
  const shelves = useShelves(site)
  const [shelf, setShelf] = useShelf(site)
  const [pieces, setPieces] = useState(1)
  const lookAgain = useRefresh()
  const place = shelf === null || site === '' ? null : placeText({ site, shelf, pieces })
  const change = (next: string) => {
    localStorage.setItem(siteKey, next)
    choose(next)
  }
  const before = (code: string) => {
    const named = shelfOf(code, site, shelves)
    if (named === null) {
      // Many at once are typed for one scan: the next stands for one piece again.
      setPieces(1)
      return null
    }
    setShelf(named)
    return 'done' as const
  }
  const asks =
    site === ''
      ? {
          label: t('Choose your site first'),
          title: t('Choose your site'),
          text: t('Then scan a shelf, and the goods that go on it.'),
        }
      : shelf === null
        ? { label: t('Scan a shelf first'), title: t('Scan a shelf'), text: t('Then the goods that go on it.') }
        : {
            label: t('Scan goods or boxes for {{shelf}}, or the next shelf', { shelf }),
            title: t('Ready: {{shelf}}', { shelf }),
            text: t('Scan what goes on this shelf.'),
          }
  const closed = site === '' ? t('Say first at which site you stand.') : null
  return (
    <Page title={t('Put on shelves')}>
      <RowPlace value={{ site }}>
        <div className="put-away">
          <ScanStation<PutAwayResult>
            queue={queue}
            looks={looks}
            action="put_away"
            undo="undo"
            taken={['put_away']}
            place={place}
            isHere={() => true}
            before={before}
            needsPlace={t('This code is no shelf of {{site}}. Scan a shelf first.', { site })}
            closed={closed}
            label={asks.label}
            placeholder={t('Scan it, or type its code and press Enter')}
            ready={asks}
            tools={
              <>
                {sites.length > 1 ? (
                  <select
                    className="plain-select page-select"
                    aria-label={t('Site or shop')}
                    value={site}
                    onChange={({ target }) => change(target.value)}
                  >
                    {site === '' ? <option value="">{t('Which site?')}</option> : null}
                    {sites.map((one) => (
                      <option key={one.site} value={one.site}>
                        {`${one.site} · ${name(one.name, one.name_zh)}`}
                      </option>
                    ))}
                  </select>
                ) : null}
                <Pieces pieces={pieces} onChange={setPieces} />
              </>
            }
            about={(result) => <About result={result} />}
            onAnswered={() => void lookAgain(['stock.getWarehouseShelves'])}
          >
            <ShelfPanel site={site} shelf={shelf} shelves={shelves} onChoose={setShelf} />
          </ScanStation>
        </div>
      </RowPlace>
    </Page>
  )
}

/** The shelf that goods are put on at a site, until the tab is closed. */
function useShelf(site: string): [shelf: string | null, choose: (shelf: string) => void] {
  const [, redraw] = useState(0)
  const choose = (shelf: string) => {
    sessionStorage.setItem(shelfKey(site), shelf)
    redraw((count) => count + 1)
  }
  return [sessionStorage.getItem(shelfKey(site)), choose]
}

/** Codes of a site's shelves: what was known stays while the connection is gone. */
function useShelves(site: string): ReadonlySet<string> {
  const key = factsKey(useUserId(), `shelves ${site}`)
  const [known, setKnown] = useState<{ key: string; shelves: ReadonlySet<string> }>({ key: '', shelves: new Set() })
  useEffect(() => {
    if (site === '') return
    // What this computer last knew of them, until the server says it anew.
    setKnown({ key, shelves: new Set((keptFacts(key) as string[] | undefined) ?? []) })
    const leave = new AbortController()
    allRows('stock.getWarehouseShelves', { site, page_size: 500 }, { signal: leave.signal }).then(
      (rows) => {
        const shelves = rows.map(({ shelf }) => shelf)
        keepFacts(key, shelves)
        setKnown({ key, shelves: new Set(shelves) })
      },
      // Said by the connection mark; the next site asks again.
      () => undefined,
    )
    return () => leave.abort()
  }, [site, key])
  return known.shelves
}

function Pieces({ pieces, onChange }: { pieces: number; onChange: (pieces: number) => void }) {
  const { t } = useTranslation()
  return (
    <fieldset className="put-away-pieces" aria-label={t('Pieces of the next scan')}>
      <span>{t('Pieces of the next scan')}</span>
      <Button
        size="large"
        icon={<Minus />}
        aria-label={t('Take one piece off')}
        disabled={pieces <= 1}
        onClick={() => onChange(pieces - 1)}
      />
      <QuantityInput
        value={pieces}
        label={t('Pieces of the next scan')}
        onChange={(typed) => onChange(typed === null || typed < 1 ? 1 : typed)}
      />
      <Button size="large" icon={<Plus />} aria-label={t('Add one piece')} onClick={() => onChange(pieces + 1)} />
      <Button
        size="large"
        text="+10"
        title={t('Add ten pieces')}
        onClick={() => onChange(pieces === 1 ? 10 : pieces + 10)}
      />
    </fieldset>
  )
}

/** What was put away: its picture, and how many. */
function About({ result: { sku, pieces, values } }: { result: PutAwayResult }) {
  const { t, number } = useLocale()
  const named = useNamed()
  if (sku === null) return null
  // A box may hold many SKUs: its own words say which box it is.
  if (values.box_no)
    return (
      <div className="last-scan-sum">
        <b>{number(pieces)}</b>
      </div>
    )
  return (
    <dl className="last-scan-box">
      <div className="last-scan-pictures">
        <dt className="sr-only">{t('Pictures')}</dt>
        <dd>
          <StylePicture of={sku} size="head" />
        </dd>
      </div>
      <div>
        <dt>{t('Pieces')}</dt>
        <dd>{number(pieces)}</dd>
      </div>
      <div className="last-scan-supplier">
        <dt>{sku.nm_sku}</dt>
        <dd>{named(sku.style_name, sku.style_name_zh)}</dd>
        <dd className="last-scan-more">{`${named(sku.color, sku.color_zh)} · ${sku.size}`}</dd>
      </div>
    </dl>
  )
}

interface ShelfPanelProps {
  site: string
  shelf: string | null
  shelves: ReadonlySet<string>
  onChoose: (shelf: string) => void
}

/** The shelf that is being filled, in large type, and the others to press where there is no label to scan. */
function ShelfPanel({ site, shelf, shelves, onChoose }: ShelfPanelProps) {
  const { t, number } = useLocale()
  const [text, setText] = useState('')
  const answer = useStationAnswer(
    'stock.getWarehouseShelves',
    { site, search: shelf ?? '', page_size: 50 },
    { enabled: site !== '' && shelf !== null },
  )
  const now = answer.data?.rows.find((row) => row.shelf === shelf)
  const shown = [...shelves].filter((one) => one.includes(text.trim().toUpperCase())).slice(0, 60)
  return (
    <>
      <section className="put-away-shelf" aria-label={t('Shelf')} data-chosen={shelf !== null}>
        <span>{t('Shelf')}</span>
        <strong>{shelf ?? '–'}</strong>
        {now ? (
          <p>{t('{{pieces}} pcs of {{skus}} SKUs lie here', { pieces: number(now.pieces), skus: number(now.skus) })}</p>
        ) : null}
      </section>
      {site !== '' && shelves.size === 0 ? (
        <Callout tone="warn">{t('This site has no shelves yet. They come in under Records.')}</Callout>
      ) : null}
      {shelves.size > 0 ? (
        <section className="put-away-shelves" aria-label={t('Shelves')}>
          <h2>{t('Shelves')}</h2>
          <input
            type="search"
            value={text}
            placeholder={t('Find')}
            aria-label={t('Find a shelf')}
            onChange={({ target }) => setText(target.value)}
          />
          <ul>
            {shown.map((one) => (
              <li key={one}>
                <button type="button" aria-pressed={one === shelf} onClick={() => onChoose(one)}>
                  {one}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
