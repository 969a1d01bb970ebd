import { memo } from 'react'
import type { Words } from '../../../table/words.ts'
import { OutcomeMark } from './OutcomeMark.tsx'
import { type DoorResult, looks } from './outcomes.ts'
import { boxOf, canUndo, type DoorScan, resultOf, standingOf } from './use-door.ts'

interface ScanRowProps {
  scan: DoorScan
  words: Words
  say: (result: DoorResult) => string
  time: Intl.DateTimeFormat
}

/** One scan. Its buttons are heard by the list. Drawn again only when something became of this scan. */
export const ScanRow = memo(function ScanRow({ scan, words, say, time }: ScanRowProps) {
  const { record } = scan
  const standing = standingOf(scan)
  const { label, tone } = looks[standing]
  const result = resultOf(scan)
  const box = boxOf(scan)
  return (
    <li className="scan-row" data-tone={tone} data-standing={standing} data-scan={record.scan_id}>
      <time className="scan-row-time" dateTime={record.scanned_at}>
        {time.format(new Date(record.scanned_at))}
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
          <b>{box.box_no}</b> · {words.name(box.supplier_name, box.supplier_name_zh)} · {box.shipment_id}
        </span>
      ) : (
        <span className="scan-row-about">{result ? say(result) : ''}</span>
      )}
      <span className="scan-row-pieces">{box ? words.number(box.pieces) : ''}</span>
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
