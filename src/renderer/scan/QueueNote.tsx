import { useTranslation } from 'react-i18next'
import { useLocale } from '../table/words.ts'
import type { QueueState } from './scan-queue.ts'

interface QueueNoteProps<R> {
  state: QueueState<R>
  isFull: boolean
}

/** How many scans wait for the server and since when; nothing while none does. */
export function QueueNote<R>({ state, isFull }: QueueNoteProps<R>) {
  const { t } = useTranslation()
  const words = useLocale()
  const { waiting, oldest, isStuck, isSaved: isKept } = state
  if (isFull) {
    return (
      <p className="queue-note" data-tone="bad" role="alert">
        {t('Too many scans wait for the server. Please stop until they are sent.')}
      </p>
    )
  }
  if (!isKept) {
    return (
      <p className="queue-note" data-tone="bad" role="alert">
        {t('This computer cannot keep scans: do not close this page while some wait.')}
      </p>
    )
  }
  if (waiting === 0) return <p className="queue-note">{t('All scans are sent.')}</p>
  return (
    <p className="queue-note" data-tone={isStuck ? 'warn' : undefined} role={isStuck ? 'alert' : undefined}>
      {isStuck && oldest
        ? words.plural(waiting, '1 scan waits, kept on this computer', '{{n}} scans wait, kept on this computer') +
          ` · ${t('the oldest of {{at}}', { at: words.instant(oldest) })}`
        : words.plural(waiting, '1 scan is being sent', '{{n}} scans are being sent')}
    </p>
  )
}
