import { useTranslation } from 'react-i18next'
import { refusalReasons } from '../../shared/domain/reasons.ts'

/** The specification's reasons to choose one from, and none yet. */
export function ReasonOptions() {
  const { t } = useTranslation()
  return (
    <>
      <option value="">{t('Choose a reason')}</option>
      {refusalReasons.map((reason) => (
        <option key={reason} value={reason}>
          {t(reason)}
        </option>
      ))}
    </>
  )
}
