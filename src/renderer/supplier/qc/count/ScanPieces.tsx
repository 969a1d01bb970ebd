import { Button } from '@blueprintjs/core'
import { useMemo, useRef, useState } from 'react'
import { offerPageScan } from '../../../scan/page-scans.ts'
import { ScanField } from '../../../scan/ScanField.tsx'
import { playSound, readSoundSettings } from '../../../scan/sounds.ts'
import { useLocale } from '../../../table/words.ts'
import type { QcLine } from '../box/box-data.ts'
import {
  addExtra,
  type CountDraft,
  type Scanned,
  type ScannedPiece,
  scannedPiece,
  scanPiece,
  unscanPiece,
} from './count-draft.ts'

interface ScanPiecesProps {
  lines: readonly QcLine[]
  draft: CountDraft
  onChange: (next: (now: CountDraft) => CountDraft) => void
}

/** Counting by scanner: every scan is one piece more; what is not of this box is said at once, and can be added. */
export function ScanPieces({ lines, draft, onChange }: ScanPiecesProps) {
  const { t, name, number, plural } = useLocale()
  const [last, setLast] = useState<Scanned | null>(null)
  /** Codes that are not of this box, until somebody counts or dismisses each: pieces are in the hand of who scans on. */
  const [foreign, setForeign] = useState<readonly string[]>([])
  const bySku = useMemo(() => new Map(lines.map((line) => [line.nm_sku, line])), [lines])
  // Two scans within one frame: the second starts from what the first made.
  const latest = useRef(draft)
  latest.current = draft
  const past = useRef<ScannedPiece[]>([])
  const scan = (code: string) => {
    const scanned = scanPiece(latest.current, bySku, code)
    setLast(scanned)
    const isPiece = scanned.outcome === 'counted' || scanned.outcome === 'extra'
    if (scanned.outcome !== 'box') playSound(isPiece ? 'good' : 'unknown', readSoundSettings())
    // The next box has come onto the table: what was counted of this one stays as its draft.
    if (scanned.outcome === 'box') return void offerPageScan(code)
    if (scanned.outcome === 'unknown') {
      setForeign((now) => [...now, scanned.sku])
      return
    }
    const sku = scanned.outcome === 'counted' ? scanned.line.nm_sku : scanned.sku
    past.current.push(scannedPiece(latest.current, bySku, sku))
    latest.current = scanned.draft
    onChange((now) => {
      const again = scanPiece(now, bySku, code)
      return 'draft' in again ? again.draft : now
    })
  }
  const undo = () => {
    const piece = past.current.pop()
    if (piece === undefined) return
    onChange((now) => unscanPiece(now, bySku, piece))
    setLast(null)
  }
  const add = (sku: string) => {
    past.current.push(scannedPiece(latest.current, bySku, sku))
    latest.current = addExtra(latest.current, sku)
    onChange((now) => addExtra(now, sku))
    // Whoever scanned it twice has two of it in the hand; the second is then counted by the next press.
    dismiss(sku)
  }
  const dismiss = (sku: string) => {
    setForeign((now) => now.toSpliced(now.indexOf(sku), 1))
    setLast(null)
  }
  return (
    <div className="qc-scan" data-outcome={last?.outcome}>
      <ScanField label={t('Scan pieces')} placeholder={t('NM SKU')} onScan={({ code }) => scan(code)} onUndo={undo} />
      <div className="qc-scan-last" role="status">
        {last === null ? (
          <span className="muted">{t('Each scan is one piece. Ctrl+Z takes the last one back.')}</span>
        ) : last.outcome === 'box' ? (
          <strong>{t('{{code}} is the code of a box, not of a piece', { code: last.sku })}</strong>
        ) : last.outcome === 'unknown' ? (
          <strong>{t('{{sku}} is not of this box', { sku: last.sku })}</strong>
        ) : (
          <>
            <strong className="code">{last.outcome === 'counted' ? last.line.nm_sku : last.sku}</strong>
            {last.outcome === 'counted' ? (
              <span>{`${name(last.line.color, last.line.color_zh)} · ${last.line.size}`}</span>
            ) : (
              <span>{t('not declared')}</span>
            )}
            <b className="qc-scan-count">{number(last.counted)}</b>
          </>
        )}
      </div>
      {foreign.length > 0 ? (
        <ul className="qc-scan-foreign" aria-label={t('Not of this box')}>
          {[...new Set(foreign)].map((sku) => (
            <li key={sku}>
              <strong className="code">{sku}</strong>
              <span className="muted">
                {plural(foreign.filter((one) => one === sku).length, '1 scan', '{{n}} scans')}
              </span>
              <Button size="small" text={t('Count it as excess')} onClick={() => add(sku)} />
              <Button size="small" variant="minimal" text={t('Laid aside')} onClick={() => dismiss(sku)} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
