import { useTranslation } from 'react-i18next'
import { key } from '../i18n/formats.ts'
import { useLocale } from '../table/words.ts'
import type { QueueState } from './scan-queue.ts'

interface QueueNoteProps<R> {
  state: QueueState<R>
  isFull: boolean
  /** What is sent: scans, unless it was typed. */
  of?: keyof typeof noteWords
}

const noteWords = {
  scans: {
    full: key('Too many scans wait for the server. Please stop until they are sent.'),
    lost: key('This computer cannot keep scans: do not close this page while some wait.'),
    sent: key('All scans are sent.'),
    waits: [key('1 scan waits, kept on this computer'), key('{{n}} scans wait, kept on this computer')],
    goes: [key('1 scan is being sent'), key('{{n}} scans are being sent')],
  },
  entries: {
    full: key('Too many entries wait for the server. Please stop until they are sent.'),
    lost: key('This device cannot keep entries: do not close this page while some wait.'),
    sent: key('All entries are sent.'),
    waits: [key('1 entry waits, kept on this device'), key('{{n}} entries wait, kept on this device')],
    goes: [key('1 entry is being sent'), key('{{n}} entries are being sent')],
  },
} as const

/** How many scans or entries wait for the server and since when. */
export function QueueNote<R>({ state, isFull, of = 'scans' }: QueueNoteProps<R>) {
  const { t } = useTranslation()
  const said = noteWords[of]
  const words = useLocale()
  const { waiting, oldest, isStuck, isSaved: isKept } = state
  if (isFull) {
    return (
      <p className="queue-note" data-tone="bad" role="alert">
        {t(said.full)}
      </p>
    )
  }
  if (!isKept) {
    return (
      <p className="queue-note" data-tone="bad" role="alert">
        {t(said.lost)}
      </p>
    )
  }
  if (waiting === 0) return <p className="queue-note">{t(said.sent)}</p>
  return (
    <p className="queue-note" data-tone={isStuck ? 'warn' : undefined} role={isStuck ? 'alert' : undefined}>
      {isStuck && oldest
        ? `${words.plural(waiting, said.waits[0], said.waits[1])} · ${t('the oldest of {{at}}', { at: words.instant(oldest) })}`
        : words.plural(waiting, said.goes[0], said.goes[1])}
    </p>
  )
}
