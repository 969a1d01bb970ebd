import { useTranslation } from 'react-i18next'
import { type RefusalReason, refusalReasons } from '../../../shared/domain/reasons.ts'

interface RefusalFieldsProps {
  reason: RefusalReason | ''
  remark: string
  /** A save was tried: what is missing is marked. */
  isTried: boolean
  onChange: (change: { reason?: RefusalReason | ''; remark?: string }) => void
}

/** Why pieces are refused: one of the specification's reasons, and a remark. */
export function RefusalFields({ reason, remark, isTried, onChange }: RefusalFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className="order-refusal">
      <label>
        {t('Reason')}
        <select
          value={reason}
          required
          aria-invalid={isTried && reason === ''}
          onChange={(event) => onChange({ reason: refusalReasons.find((known) => known === event.target.value) ?? '' })}
        >
          <option value="">{t('Choose a reason')}</option>
          {refusalReasons.map((known) => (
            <option key={known} value={known}>
              {t(known)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('Remark')}
        <textarea
          rows={1}
          value={remark}
          maxLength={500}
          required
          aria-invalid={isTried && remark.trim() === ''}
          placeholder={t('What is wrong, in your own words')}
          onChange={(event) => onChange({ remark: event.target.value })}
        />
      </label>
    </div>
  )
}
