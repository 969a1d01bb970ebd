import { Button } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readCentimetres } from './measure-points.ts'

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
        <input
          id={`${id}spec`}
          className="text-field end"
          inputMode="decimal"
          value={spec}
          onChange={({ target }) => setSpec(target.value)}
        />
      </div>
      <div className="field">
        <label className="field-label" htmlFor={`${id}tolerance`}>
          {t('Tolerance, cm')}
        </label>
        <input
          id={`${id}tolerance`}
          className="text-field end"
          inputMode="decimal"
          value={tolerance}
          onChange={({ target }) => setTolerance(target.value)}
        />
      </div>
      <Button type="submit" text={t('Add point')} disabled={!isSound} />
    </form>
  )
}
