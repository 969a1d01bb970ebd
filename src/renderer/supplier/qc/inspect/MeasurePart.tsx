import { Button } from '@blueprintjs/core'
import { type KeyboardEvent as ReactKeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { centimetres, readCentimetres } from '../../../../shared/kernel/centimetres.ts'
import { CentimetresInput } from '../../../kit/CentimetresInput.tsx'
import { DecimalInput } from '../../../kit/DecimalInput.tsx'
import { caretOf, nextPlace } from '../../../kit/quantities.tsx'
import { Callout, EmptyState } from '../../../kit/states.tsx'
import { useLocale } from '../../../table/words.ts'
import type { BoxDetails, QcLine } from '../box/box-data.ts'
import {
  addSizeDefect,
  type InspectionDraft,
  lookedOf,
  outOfTolerance,
  setLooked,
  setMeasured,
  sizeDefect,
} from './draft.ts'
import { deviation, isOut, type MeasurePoint, pointsOf } from './measure-points.ts'
import type { ChangeDraft } from './use-inspection.ts'

interface MeasurePartProps {
  draft: InspectionDraft
  lines: readonly QcLine[]
  measures: BoxDetails['measures']
  change: ChangeDraft
}

/** Measurements of the pieces that were looked at, SKU by SKU, against the style's table. */
export function MeasurePart({ draft, lines, measures, change }: MeasurePartProps) {
  const { t, name, number } = useLocale()
  const id = useId()
  const first = lines.find((line) => lookedOf(draft, line.nm_sku) > 0) ?? lines[0]
  const [chosen, setChosen] = useState('')
  const line = lines.find((one) => one.nm_sku === chosen) ?? first
  if (!line) return <EmptyState title={t('Nothing waits for inspection')} />
  const points = pointsOf(line, measures, draft.points)
  const pieces = lookedOf(draft, line.nm_sku)
  const more = () => change((now) => setLooked(now, line.nm_sku, pieces + 1))
  return (
    <>
      <div className="qc-part-head">
        <h3>{t('Measurements')}</h3>
        <label className="sr-only" htmlFor={id}>
          {t('NM SKU')}
        </label>
        <select id={id} className="text-field" value={line.nm_sku} onChange={({ target }) => setChosen(target.value)}>
          {lines.map((one) => (
            <option key={one.nm_sku} value={one.nm_sku}>
              {`${one.nm_sku} · ${name(one.color, one.color_zh)} · ${one.size} (${number(lookedOf(draft, one.nm_sku))})`}
            </option>
          ))}
        </select>
        <Button
          size="small"
          text={t('One piece more')}
          disabled={pieces >= line.quantities[draft.source]}
          onClick={more}
        />
      </div>
      {points.length === 0 ? (
        <p className="muted">{t('This style has no table of measurements for size {{size}}.', { size: line.size })}</p>
      ) : pieces === 0 ? (
        <p className="muted">{t('No piece of this SKU was looked at yet: only those are measured.')}</p>
      ) : (
        <>
          <MeasureGrid key={line.nm_sku} {...{ line, points, pieces, draft, change }} />
          <SizeDefect {...{ line, points, draft, change }} />
        </>
      )}
      <AddPoint
        known={points.map(({ point }) => point)}
        onAdd={(point) =>
          change((now) => ({
            ...now,
            points: [...now.points, { ...point, style_id: line.style_id, size: line.size }],
          }))
        }
      />
    </>
  )
}

/** Pieces out of tolerance are bad pieces: they reach the tally as a defect, with one press. */
function SizeDefect({ line: { nm_sku }, points, draft, change }: Omit<MeasureGridProps, 'pieces'>) {
  const { t, plural } = useLocale()
  const out = outOfTolerance(draft, nm_sku, points)
  if (out.pieces === 0) return null
  const known = sizeDefect(draft, nm_sku)
  if (known && (known.units ?? 0) >= out.pieces)
    return <p className="muted">{t('Counted as a size defect (defect {{n}}).', { n: known.id })}</p>
  return (
    <div className="qc-size-defect">
      <Callout tone="warn">
        {plural(
          out.pieces,
          '1 piece is out of tolerance and not in the tally.',
          '{{n}} pieces are out of tolerance and not in the tally.',
        )}{' '}
        <Button
          size="small"
          text={known ? t('Count it with the size defect') : t('Add as size defect')}
          onClick={() => change((now) => addSizeDefect(now, nm_sku, out))}
        />
      </Callout>
    </div>
  )
}

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
  const { t, name, number } = useLocale()
  const table = useRef<HTMLTableElement>(null)
  const measured = draft.measured[line.nm_sku] ?? {}
  const keyDown = (event: ReactKeyboardEvent<HTMLInputElement>) => {
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

interface MeasureInputProps {
  point: MeasurePoint
  /** Millimetres. */
  value: number | null
  label: string
  row: number
  column: number
  onChange: (mm: number | null) => void
  onKeyDown: (event: ReactKeyboardEvent<HTMLInputElement>) => void
}

/** A length in centimetres with one decimal; out of tolerance it is marked at once, with how far off it is. */
export function MeasureInput({ point, value, label, row, column, onChange, onKeyDown }: MeasureInputProps) {
  const out = value !== null && isOut(point, value)
  return (
    <span className="qc-measure" data-out={out || undefined}>
      <CentimetresInput value={value} label={label} place={{ row, column }} onChange={onChange} onKeyDown={onKeyDown} />
      <span className="qc-off">{value === null ? '' : deviation(point, value)}</span>
    </span>
  )
}

interface AddPointProps {
  /** Those that are there already. */
  known: readonly string[]
  onAdd: (point: { point: string; spec_mm: number; tolerance_mm: number }) => void
}

/** A point of measure that the style's own table lacks. */
export function AddPoint({ known, onAdd }: AddPointProps) {
  const { t } = useTranslation()
  const id = useId()
  const [point, setPoint] = useState('')
  const [spec, setSpec] = useState('')
  const [tolerance, setTolerance] = useState('1')
  const spec_mm = readCentimetres(spec)
  const tolerance_mm = /^0([.,]0)?$/.test(tolerance.trim()) ? 0 : readCentimetres(tolerance)
  const isSound = point.trim() !== '' && !known.includes(point.trim()) && spec_mm != null && tolerance_mm != null
  const add = () => {
    if (!isSound) return
    onAdd({ point: point.trim(), spec_mm, tolerance_mm })
    setPoint('')
    setSpec('')
  }
  return (
    <form
      className="qc-add-point"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <div className="field">
        <label className="field-label" htmlFor={`${id}point`}>
          {t('Another point')}
        </label>
        <input
          id={`${id}point`}
          className="text-field"
          maxLength={80}
          value={point}
          onChange={({ target }) => setPoint(target.value)}
        />
      </div>
      <div className="field">
        <label className="field-label" htmlFor={`${id}spec`}>
          {t('Spec, cm')}
        </label>
        <DecimalInput id={`${id}spec`} value={spec} onChange={setSpec} />
      </div>
      <div className="field">
        <label className="field-label" htmlFor={`${id}tolerance`}>
          {t('Tolerance, cm')}
        </label>
        <DecimalInput id={`${id}tolerance`} value={tolerance} onChange={setTolerance} />
      </div>
      <Button type="submit" text={t('Add point')} disabled={!isSound} />
    </form>
  )
}
