import { ProgressBar } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { Progress } from '../../api/send.ts'
import { useFormats } from '../../i18n/formats.ts'

/** How far the file has travelled; once it is there, the server reads and checks it. */
export function SendingFile({ name, progress }: { name: string; progress: Progress | null }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const sent = progress?.totalBytes ? progress.sentBytes / progress.totalBytes : 0
  const isThere = sent >= 1
  return (
    <div className="sending" role="status">
      <strong>{name}</strong>
      <ProgressBar stripes={false} animate={false} intent="primary" {...(isThere ? {} : { value: sent })} />
      <span className="muted">
        {isThere || !progress?.totalBytes
          ? t('Checking every row…')
          : t('{{sent}} of {{total}}', {
              sent: formats.bytes(progress.sentBytes),
              total: formats.bytes(progress.totalBytes),
            })}
      </span>
    </div>
  )
}
