import { memo, type MouseEvent as ReactMouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type Locale, useLocale } from '../../../table/words.ts'
import { useLook } from './door-side.ts'
import { useResultWords } from './LastScan.tsx'
import { OutcomeMark } from './OutcomeMark.tsx'
import type { DoorResult, Standing } from './outcomes.ts'
import { boxOf, canUndo, type DoorScan, resultOf, standingOf } from './use-door.tsx'

interface ScanListProps {
  listed: readonly DoorScan[]
  onUndo: (scan: DoorScan) => void
}

/** Pixels, as in the stylesheet. */
const rowHeight = 32

const good: readonly Standing[] = ['inwarded', 'expected', 'undone', 'waiting', 'undoing']

/** The last scans, newest first. */
export function ScanList({ listed, onUndo }: ScanListProps) {
  const { t } = useTranslation()
  const words = useLocale()
  const say = useResultWords()
  const [, setSearch] = useSearchParams()
  const [isFiltered, setFiltered] = useState(false)
  const [isScrolled, setScrolled] = useState(false)
  /** Drawn while the list stands at its top, as it does while scanning: every further row would cost each scan its part. */
  const [inSight, setInSight] = useState(30)
  const rows = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (rows.current === null) return
    // One more than fits: without it the list could not be scrolled.
    const watch = new ResizeObserver(([entry]) =>
      setInSight(Math.ceil((entry?.contentRect.height ?? 0) / rowHeight) + 1),
    )
    watch.observe(rows.current)
    return () => watch.disconnect()
  }, [])
  const shown = isFiltered ? listed.filter((scan) => !good.includes(standingOf(scan))) : listed
  const press = (event: ReactMouseEvent) => {
    const pressed =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-undo], [data-trace]') : null
    const { undo, trace } = pressed?.dataset ?? {}
    const scan = listed.find(({ record }) => record.scan_id === undo)
    if (scan) onUndo(scan)
    if (trace) {
      setSearch((before) => {
        before.set('trace', trace)
        return before
      })
    }
  }
  return (
    <section className="scan-list" aria-label={t('Last scans')}>
      <div className="scan-list-head">
        <h2>{t('Last scans')}</h2>
        <label className="check-label">
          <input type="checkbox" checked={isFiltered} onChange={({ target }) => setFiltered(target.checked)} />
          {t('Only problems')}
        </label>
      </div>
      {shown.length === 0 ? (
        <p className="scan-list-empty muted">
          {isFiltered ? t('No problems: every scan was taken.') : t('Scans are listed here, the newest first.')}
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons in it are pressed by keys */}
      <ol
        ref={rows}
        className="scan-rows"
        onClick={press}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('Last scans')}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 0)}
      >
        {shown.slice(0, isScrolled ? shown.length : inSight).map((scan) => (
          <ScanRow key={scan.record.scan_id} {...{ scan, words, say }} />
        ))}
      </ol>
    </section>
  )
}

interface ScanRowProps {
  scan: DoorScan
  words: Locale
  say: (result: DoorResult) => string
}

/** One scan. Its buttons are heard by the list. Drawn again only when something became of this scan. */
export const ScanRow = memo(function ScanRow({ scan, words, say }: ScanRowProps) {
  const { record } = scan
  const standing = standingOf(scan)
  const { label, tone } = useLook()(standing)
  const result = resultOf(scan)
  const box = boxOf(scan)
  return (
    <li className="scan-row" data-tone={tone} data-standing={standing} data-scan={record.scan_id}>
      <time className="scan-row-time" dateTime={record.scanned_at}>
        {words.time(record.scanned_at)}
      </time>
      <span className="scan-row-outcome">
        <OutcomeMark standing={standing} size={14} />
        {words.t(label)}
      </span>
      <button type="button" className="scan-row-code code" data-trace={box?.sscc ?? record.code} tabIndex={-1}>
        {record.code}
      </button>
      {box ? (
        <span className="scan-row-about" title={result ? say(result) : undefined}>
          <b>{box.box_no}</b> · {box.shipment_id} · {words.name(box.supplier_name, box.supplier_name_zh)}
        </span>
      ) : (
        <span className="scan-row-about">{result ? say(result) : ''}</span>
      )}
      <span className="scan-row-pieces">{box && !box.counts_hidden ? words.number(box.pieces) : ''}</span>
      {canUndo(scan) ? (
        <button type="button" className="dt-button" data-undo={record.scan_id}>
          {words.t('Undo')}
        </button>
      ) : (
        <span />
      )}
    </li>
  )
})
