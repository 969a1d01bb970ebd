import { Button } from '@blueprintjs/core'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useSay } from '../../actions/say.ts'
import { QueueNote } from '../../scan/QueueNote.tsx'
import type { QueueState, ScanQueue } from '../../scan/scan-queue.ts'
import type { StationResult } from '../../scan/scan-station.ts'
import { playSound, readSoundSettings } from '../../scan/sounds.ts'
import { useLocale } from '../../table/words.ts'
import { outboxEntries } from './outbox-entries.ts'

/** The state of a queue, with `onAnswered` told of what the server answers while the screen is open. */
export function useQueue<R extends StationResult>(
  queue: ScanQueue<R>,
  onAnswered: (results: readonly R[]) => void,
): QueueState<R> {
  const latest = useRef(onAnswered)
  latest.current = onAnswered
  useEffect(
    () =>
      queue.onAnswers((answered) => {
        const results = answered.flatMap(({ record }) => record.result ?? [])
        const isBad = results.some(({ outcome }) => outcome === 'refused')
        playSound(isBad ? 'unknown' : 'good', readSoundSettings())
        latest.current(results)
      }),
    [queue],
  )
  return useSyncExternalStore(queue.subscribe, queue.state)
}

interface OutboxProps<R extends StationResult> {
  title: string
  state: QueueState<R>
  queue: Pick<ScanQueue<R>, 'drop'>
  /** Among those of other places. */
  isHere?: (place: string | null) => boolean
  /** Beside what was taken. */
  more?: (result: R) => ReactNode
  /** Brings what was refused back to where it was entered, and says whether it could; left out while something else stands there. */
  onAgain?: ((place: string) => boolean) | undefined
}

/**
 * What was sent from here, the newest first: without a connection it waits on this device and is sent once. What was refused stays until it
 * is put right or left.
 */
export function Outbox<R extends StationResult>(props: OutboxProps<R>) {
  const { title, state, queue, isHere = () => true, more, onAgain } = props
  const { t, time } = useLocale()
  const say = useSay()
  const listed = outboxEntries(state.listed, isHere)
  if (listed.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      {!state.isSaved ? <QueueNote state={state} isFull={false} of="entries" /> : null}
      <ul className="facility-cards" aria-label={title}>
        {listed.map(({ record: { scan_id, code, place, result, scanned_at } }) => (
          <li
            key={scan_id}
            className="facility-card"
            data-tone={result === null ? undefined : result.outcome === 'refused' ? 'bad' : 'good'}
          >
            <span className="facility-card-text">
              <b>
                {result === null
                  ? t('Kept on this device. It is sent when the connection is back.')
                  : say.message(result.message, result.values)}
              </b>
              <span className="muted">{`${time(scanned_at)} · ${code}`}</span>
            </span>
            {result !== null && result.outcome !== 'refused' ? more?.(result) : null}
            {result?.outcome === 'refused' && onAgain && place !== null ? (
              <Button text={t('Put it right')} onClick={() => onAgain(place) && queue.drop(scan_id)} />
            ) : null}
            {result?.outcome === 'refused' ? (
              <Button variant="minimal" text={t('Leave it')} onClick={() => queue.drop(scan_id)} />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
