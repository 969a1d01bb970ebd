import { Button } from '@blueprintjs/core'
import { Trash } from '@blueprintjs/icons'
import { useId } from 'react'
import { refusalReasons } from '../../../../shared/domain/reasons.ts'
import { severities } from '../../../../shared/domain/sampling.ts'
import { QuantityInput } from '../../../kit/QuantityInput.tsx'
import { useWords } from '../../../table/words.ts'
import { ReasonOptions } from '../../ReasonOptions.tsx'
import type { QcLine } from '../box/use-box-data.ts'
import { PhotoField } from '../photos/PhotoField.tsx'
import type { DefectDraft } from './inspection-draft.ts'
import { defectField, type PhotosOf } from './photo-problem.ts'
import { severityWords } from './plan-words.ts'

interface DefectRowProps {
  defect: DefectDraft
  lines: readonly QcLine[]
  onChange: (to: Partial<DefectDraft>) => void
  onRemove: () => void
  photos: PhotosOf
}

/** One kind of defect on so many units of a SKU. */
export function DefectRow({ defect, lines, onChange, onRemove, photos }: DefectRowProps) {
  const { t, name } = useWords()
  const id = useId()
  const { nm_sku, reason, severity, units, isFurther, remark, imageIds } = defect
  return (
    <article className="qc-defect" data-severity={severity} aria-label={`${t('Defect')} ${defect.id}`}>
      <div className="qc-defect-fields">
        <div className="field">
          <label className="field-label" htmlFor={`${id}reason`}>
            {t('Reason')}
          </label>
          <select
            id={`${id}reason`}
            className="text-field"
            value={reason}
            onChange={({ target }) => onChange({ reason: refusalReasons.find((one) => one === target.value) ?? '' })}
          >
            <ReasonOptions />
          </select>
        </div>
        <div className="field">
          <label className="field-label" htmlFor={`${id}sku`}>
            {t('NM SKU')}
          </label>
          <select
            id={`${id}sku`}
            className="text-field"
            value={nm_sku}
            onChange={({ target }) => onChange({ nm_sku: target.value })}
          >
            {lines.map((line) => (
              <option key={line.nm_sku} value={line.nm_sku}>
                {`${line.nm_sku} · ${name(line.color, line.color_zh)} · ${line.size}`}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label className="field-label" htmlFor={`${id}severity`}>
            {t('Severity')}
          </label>
          <select
            id={`${id}severity`}
            className="text-field"
            value={severity}
            onChange={({ target }) =>
              onChange({ severity: severities.find((one) => one === target.value) ?? severity })
            }
          >
            {severities.map((one) => (
              <option key={one} value={one}>
                {t(severityWords[one])}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <span className="field-label">{t('Units')}</span>
          <QuantityInput
            value={units}
            label={`${t('Units')}, ${t('Defect')} ${defect.id}`}
            isInvalid={units === 0}
            onChange={(n) => onChange({ units: n })}
          />
        </div>
        <Button
          variant="minimal"
          icon={<Trash size={14} />}
          aria-label={t('Take out defect {{n}}', { n: defect.id })}
          title={t('Take out')}
          onClick={onRemove}
        />
      </div>
      <div className="qc-defect-fields qc-defect-more">
        <div className="field qc-defect-remark">
          <label className="field-label" htmlFor={`${id}remark`}>
            {t('Remark')}
          </label>
          <input
            id={`${id}remark`}
            className="text-field"
            value={remark}
            maxLength={500}
            autoComplete="off"
            placeholder={t('What is wrong, in your own words')}
            onChange={({ target }) => onChange({ remark: target.value })}
          />
        </div>
        <label className="check-label">
          <input
            type="checkbox"
            checked={isFurther}
            onChange={({ target }) => onChange({ isFurther: target.checked })}
          />
          {t('On units with a worse defect')}
        </label>
      </div>
      <PhotoField
        value={imageIds}
        label={t('Photos of defect {{n}}', { n: defect.id })}
        onChange={(ids) => onChange({ imageIds: ids })}
        place={{ ...photos.place, field: defectField(defect.id) }}
        gone={photos.gone}
      />
    </article>
  )
}
