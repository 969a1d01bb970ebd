import { TickCircle } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import type { Outcome } from './upload-state.ts'

/** What the file came to, in three numbers. */
export function UploadOutcome({ data, about }: { data: Outcome; about?: ReactNode }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const numbers = [
    [t('Rows taken'), data.rows_taken],
    [t('Rows unchanged'), data.rows_unchanged],
    [t('Rows refused'), data.rows_refused],
  ] as const
  return (
    <div className="upload-done" role="status">
      <TickCircle size={28} className="upload-tick" />
      <h2>{t('The file was taken')}</h2>
      <dl className="upload-numbers">
        {numbers.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formats.number(value)}</dd>
          </div>
        ))}
      </dl>
      {about}
    </div>
  )
}
