import type { QueueState } from '../../scan/scan-queue.ts'
import type { StationResult } from '../../scan/scan-station.ts'
import { useLocale } from '../../table/words.ts'
import { placeWords } from './stage-queue.ts'

const most = 10

/** What was entered and is not sent yet, the newest first; nothing while the server takes each at once. */
export function WaitingEntries({ state: { unsent, isStuck } }: { state: QueueState<StationResult> }) {
  const { t, time, plural } = useLocale()
  if (unsent.length === 0 || !isStuck) return null
  return (
    <section className="stage-waiting" aria-label={t('Waiting on this device')}>
      <strong>
        {plural(unsent.length, '1 entry waits, kept on this device', '{{n}} entries wait, kept on this device')}
      </strong>
      <ul>
        {unsent
          .slice(-most)
          .toReversed()
          .map(({ scan_id, code, place, scanned_at }) => (
            <li key={scan_id}>
              <span className="muted">{time(scanned_at)}</span> {placeWords(place ?? '', t)}: {code}
            </li>
          ))}
      </ul>
    </section>
  )
}
