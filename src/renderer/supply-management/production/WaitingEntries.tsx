import { Button } from '@blueprintjs/core'
import { useSay } from '../../actions/say.ts'
import type { QueueState } from '../../scan/scan-queue.ts'
import type { StationResult } from '../../scan/scan-station.ts'
import { useLocale } from '../../table/words.ts'
import { placeWords, refusedEntries, type StageAt } from './stage-queue.ts'

const most = 10

interface WaitingEntriesProps {
  state: QueueState<StationResult>
  /** Opens the order of a refused entry where it is typed again. */
  onShow: (at: StageAt) => void
}

/** What was entered and moved nothing: refused by the server, or not sent yet, the newest first; nothing while the server takes each at once. */
export function WaitingEntries({ state, onShow }: WaitingEntriesProps) {
  const { t, time, plural } = useLocale()
  const say = useSay()
  const { unsent, isStuck, listed } = state
  const refused = refusedEntries(listed)
  return (
    <>
      {refused.length > 0 ? (
        <section className="stage-waiting" data-is="refused" aria-label={t('Refused entries')}>
          <strong>
            {plural(
              refused.length,
              '1 entry was refused: its pieces have not moved',
              '{{n}} entries were refused: their pieces have not moved',
            )}
          </strong>
          <ul>
            {refused.slice(0, most).map(({ record: { scan_id, code, place, scanned_at }, at, result }) => (
              <li key={scan_id}>
                <span className="muted">{time(scanned_at)}</span> {placeWords(place ?? '', t)}: {code} ·{' '}
                {say.message(result.message, result.values)}{' '}
                <Button size="small" text={t('Show')} onClick={() => onShow(at)} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {unsent.length > 0 && isStuck ? (
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
      ) : null}
    </>
  )
}
