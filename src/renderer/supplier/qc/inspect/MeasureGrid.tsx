import { type KeyboardEvent, useRef } from 'react'
import { caretOf, nextPlace } from '../../../kit/sheet-keys.ts'
import { useWords } from '../../../table/words.ts'
import type { QcLine } from '../box/use-box-data.ts'
import { type InspectionDraft, setMeasured } from './inspection-draft.ts'
import { MeasureInput } from './MeasureInput.tsx'
import { centimetres, isOut, type MeasurePoint } from './measure-points.ts'
import type { ChangeDraft } from './use-inspection.ts'

interface MeasureGridProps {
  line: QcLine
  points: readonly MeasurePoint[]
  /** So many pieces were looked at, and can be measured. */
  pieces: number
  draft: InspectionDraft
  change: ChangeDraft
}

/** Points down, pieces across, typed like a sheet. */
export function MeasureGrid({ line, points, pieces, draft, change }: MeasureGridProps) {
  const { t, name, number } = useWords()
  const table = useRef<HTMLTableElement>(null)
  const measured = draft.measured[line.nm_sku] ?? {}
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const field = event.currentTarget
    const at = { row: Number(field.dataset.row), column: Number(field.dataset.col) }
    const press = { key: event.key, shiftKey: event.shiftKey, ...caretOf(field) }
    const next = nextPlace(at, press, { rows: points.length, columns: pieces })
    if (!next) return
    event.preventDefault()
    table.current?.querySelector<HTMLElement>(`[data-row="${next.row}"][data-col="${next.column}"]`)?.focus()
  }
  return (
    <div className="qc-table">
      <table ref={table} className="plain-table">
        <thead>
          <tr>
            <th>{t('Point of measure')}</th>
            <th className="end">{t('Spec, cm')}</th>
            <th className="end">{t('Tolerance, cm')}</th>
            {Array.from({ length: pieces }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its number
              <th key={at} className="end">
                {t('Piece {{n}}', { n: at + 1 })}
              </th>
            ))}
            <th className="end">{t('Out of tolerance')}</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point, row) => {
            const values = measured[point.point] ?? []
            const out = values.filter((mm) => mm !== null && isOut(point, mm)).length
            const label = name(point.point, point.point_zh)
            return (
              <tr key={point.point}>
                <td>{label}</td>
                <td className="end">{centimetres(point.spec_mm)}</td>
                <td className="end">±{centimetres(point.tolerance_mm)}</td>
                {Array.from({ length: pieces }, (_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its number
                  <td key={at} className="end">
                    <MeasureInput
                      point={point}
                      value={values[at] ?? null}
                      label={`${label}, ${t('Piece {{n}}', { n: at + 1 })}`}
                      row={row}
                      column={at}
                      onChange={(mm) =>
                        change((now) => setMeasured(now, line.nm_sku, { point: point.point, piece: at + 1 }, mm))
                      }
                      onKeyDown={keyDown}
                    />
                  </td>
                ))}
                <td className={out > 0 ? 'end qc-bad' : 'end muted'}>{number(out)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
