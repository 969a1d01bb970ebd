import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type RefusalReason, refusalReasons } from '../../../shared/domain/reasons.ts'
import { ReasonOptions } from '../ReasonOptions.tsx'

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
  const select = useRef<HTMLSelectElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  // A save that was refused leads to what is missing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new try moves the focus, not typing.
  useEffect(() => {
    if (isTried) (reason === '' ? select.current : remark.trim() === '' ? text.current : null)?.focus()
  }, [isTried])
  return (
    <div className="order-refusal">
      <label>
        {t('Reason')}
        <select
          ref={select}
          value={reason}
          required
          aria-invalid={isTried && reason === ''}
          onChange={(event) => onChange({ reason: refusalReasons.find((known) => known === event.target.value) ?? '' })}
        >
          <ReasonOptions />
        </select>
      </label>
      <label>
        {t('Remark')}
        <textarea
          ref={text}
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
