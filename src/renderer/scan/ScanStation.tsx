import './station.css'
import { Button } from '@blueprintjs/core'
import { Cross, Duplicate, More, Tick, Undo } from '@blueprintjs/icons'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../actions/say.ts'
import { useUnsaved } from '../app/unsaved.ts'
import { key } from '../i18n/formats.ts'
import { Shortcut } from '../kit/KeyMenu.tsx'
import { useConfirm } from '../kit/useConfirm.tsx'
import { sessionAtom } from '../session/session.ts'
import { useLocale } from '../table/words.ts'
import { QueueNote } from './QueueNote.tsx'
import { ScanField } from './ScanField.tsx'
import type { AnsweredScan, ListedScan, QueueState, ScanQueue } from './scan-queue.ts'
import type { StationResult } from './scan-station.ts'
import { playSound, readSoundSettings, type Sound } from './sounds.ts'
import { isFromBefore, scansOf, useUndoLast } from './use-undo-last.ts'

/** How an outcome looks and sounds: each told apart by colour, shape, words and sound. */
export interface StationLook {
  /** English, and the key of its translation. */
  label: string
  tone: 'good' | 'warn' | 'bad' | 'other' | 'neutral'
  sound: Sound | null
}

/** Of what every station has; its own outcomes stand beside them. */
const usualLooks: Readonly<Record<string, StationLook>> = {
  waiting: { label: key('Read'), tone: 'neutral', sound: null },
  undoing: { label: key('Being taken back'), tone: 'neutral', sound: null },
  unknown: { label: key('Code not known'), tone: 'bad', sound: 'unknown' },
  refused: { label: key('Refused'), tone: 'bad', sound: 'unknown' },
  taken_back: { label: key('Taken back'), tone: 'neutral', sound: 'undone' },
}

const marks = { good: Tick, warn: Duplicate, bad: Cross, other: Duplicate, neutral: More } as const

interface ScanStationProps<R extends StationResult> {
  queue: ScanQueue<R>
  /** By outcome; `expected` of what the queue foresees. */
  looks: Readonly<Record<string, StationLook>>
  /** What a scan asks for here, what takes one back, and which outcomes can be. */
  action: string
  undo: string
  taken: readonly string[]
  /** Codes that ask for something else than a piece does: whole boxes. Without an `undo` they are not taken back here. */
  boxes?: { is: (code: string) => boolean; action: string; undo: string | null; place: string }
  /** Where the scan belongs: a shelf, a box; null while that is not known. */
  place: string | null
  /** Whether a scan kept with this place belongs here: the queue is one for all passes, orders and counts. */
  isHere: (place: string | null) => boolean
  /** A place in words, where it is kept as more than its name. */
  placeWords?: (place: string) => string
  /**
   * A code that says something else than a piece, the shelf itself: `done` when it was understood, `asked` when the screen itself lets hear
   * what comes of it. A promise is of a command that the server does: null once it is done, or why it was not, to be heard and shown.
   */
  before?: (code: string) => 'done' | 'asked' | Promise<string | null> | null
  /** Why nothing can be scanned now. */
  closed?: string | null
  /** Said of a piece that is scanned while its place is not known; left out where a place is not asked for. */
  needsPlace?: string
  label: string
  placeholder: string
  /** Said while nothing was scanned. */
  ready: { title: string; text: string }
  /** Beside the field. */
  tools?: ReactNode
  /** At the end of the large mark: what the scan is about. */
  about?: (result: R) => ReactNode
  /** At the side of the station. */
  children?: ReactNode
  onAnswered?: (results: readonly R[]) => void
}

/** A scan station: pieces by their codes, one after another, without touching screen or mouse; nothing is lost without a connection. */
export function ScanStation<R extends StationResult>(props: ScanStationProps<R>) {
  const { queue, action, undo, boxes, taken, place, before, closed = null, children } = props
  const { t } = useTranslation()
  const looks: Readonly<Record<string, StationLook>> = { ...usualLooks, ...props.looks }
  const all = useSyncExternalStore(queue.subscribe, queue.state)
  const state = { ...all, listed: scansOf(all.listed, props.isHere) }
  const [openedAt] = useState(() => new Date().toISOString())
  const [isFull, setFull] = useState(false)
  /** The large mark shows the last scan, or the one taken back since. */
  const [takenBack, setTakenBack] = useState<string | null>(null)
  /** The last scan was not taken, and is in no list. */
  const [missed, setMissed] = useState<Missed | null>(null)
  const say = useSay()
  const confirm = useConfirm()
  const session = useAtomValue(sessionAtom)
  const isOnlyLooking = session.state === 'signed-in' && session.user.true_role !== null
  // They would be gone with the page, which says otherwise when somebody else signs in.
  useUnsaved(!state.isSaved && state.waiting > 0)
  const latest = useRef({ looks, taken, onAnswered: props.onAnswered })
  latest.current = { looks, taken, onAnswered: props.onAnswered }
  useEffect(() => {
    const resultsOf = (answered: readonly AnsweredScan<R>[]) => answered.flatMap(({ record }) => record.result ?? [])
    const stop = queue.onAnswers((answered) => {
      // What was heard with the scan itself is not heard again, but where the server says something else.
      const news = answered.flatMap(({ record: { result }, foreseen }) =>
        result && !(foreseen && latest.current.taken.includes(result.outcome)) ? result.outcome : [],
      )
      const looked = news.map((outcome) => latest.current.looks[outcome])
      const sound = looked.toSorted((a, b) => urgency(b) - urgency(a))[0]?.sound
      if (sound) playSound(sound, readSoundSettings())
      latest.current.onAnswered?.(resultsOf(answered))
    })
    // Whoever leaves while scans are on their way comes to a page that must not stay as it was before them.
    return () => {
      stop()
      if (queue.state().waiting === 0) return
      const last = queue.onAnswers((answered) => {
        latest.current.onAnswered?.(resultsOf(answered))
        if (queue.state().waiting === 0) last()
      })
    }
  }, [queue])
  const tellCommand = (code: string, why: string | null) => {
    playSound(why === null ? 'good' : 'unknown', readSoundSettings())
    setMissed(why === null ? null : { code, why })
  }
  const scan = (code: string) => {
    setMissed(null)
    const command = before?.(code) ?? null
    if (command === 'done') return playSound('good', readSoundSettings())
    if (command === 'asked') return
    if (command !== null) return void command.then((why) => tellCommand(code, why))
    const isBox = boxes?.is(code) === true
    if (place === null && !isBox && props.needsPlace !== undefined) {
      playSound('unknown', readSoundSettings())
      return setMissed({ code, why: props.needsPlace })
    }
    const record = queue.scan(code, isBox ? boxes.action : action, isBox ? boxes.place : place)
    setFull(record === null)
    setTakenBack(null)
    const sound = record && queue.state().listed[0]?.foreseen ? looks.expected?.sound : null
    if (sound) playSound(sound, readSoundSettings())
  }
  const undoOf = ({ record, undo: back }: ListedScan<R>) => {
    if (back !== null || (record.result !== null && !taken.includes(record.result.outcome))) return null
    return record.action === action ? undo : record.action === boxes?.action ? boxes.undo : null
  }
  const canUndo = (one: ListedScan<R>) => undoOf(one) !== null
  const takeBack = (one: ListedScan<R>) => {
    setMissed(null)
    queue.undo(one.record.scan_id, undoOf(one) ?? undo)
    setTakenBack(one.record.scan_id)
  }
  const undoLast = useUndoLast({
    listed: () => scansOf(queue.state().listed, props.isHere),
    canUndo,
    openedAt,
    undo: takeBack,
    ask({ record: { code, result } }) {
      const what = result ? say.message(result.message, result.values) : ''
      return confirm.ask({
        title: t('Take an earlier scan back?'),
        text: t('Not the last scan, but {{code}} is taken back. {{what}}', { code, what }),
        confirm: t('Take it back'),
        isDangerous: true,
      })
    },
  })
  const looking = isOnlyLooking ? t('You are looking as another role: nothing can be changed.') : closed
  return (
    <div className="scan-station" data-alone={children === undefined}>
      <div className="scan-main">
        <div className="scan-top">
          <ScanField
            size="large"
            label={props.label}
            placeholder={props.placeholder}
            closed={looking}
            onScan={({ code }) => scan(code)}
            onNotTaken={(code, why) => setMissed({ code, why })}
            onUndo={() => void undoLast()}
          />
          <div className="scan-tools">
            {props.tools}
            <Button
              icon={<Undo />}
              size="large"
              text={t('Undo the last scan')}
              aria-keyshortcuts="Control+Z"
              disabled={!state.listed.some(canUndo)}
              endIcon={<Shortcut keys="Ctrl+Z" />}
              onClick={() => void undoLast()}
            />
            <QueueNote state={state} isFull={isFull} />
          </div>
        </div>
        {missed ? (
          <NotTaken {...missed} />
        ) : (
          <LastOfStation {...props} looks={looks} state={state} takenBack={takenBack} openedAt={openedAt} />
        )}
        <section className="scan-list" aria-label={t('Last scans')}>
          <div className="scan-list-head">
            <h2>{t('Last scans')}</h2>
          </div>
          {state.listed.length === 0 ? (
            <p className="scan-list-empty muted">{t('Scans are listed here, the newest first.')}</p>
          ) : null}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
          <ol className="scan-rows" tabIndex={0} aria-label={t('Last scans')}>
            {state.listed.slice(0, 50).map((one) => (
              <StationRow
                key={one.record.scan_id}
                scan={one}
                look={looks[standingOf(one)]}
                {...(props.placeWords && { placeWords: props.placeWords })}
                {...(canUndo(one) && { onUndo: () => takeBack(one) })}
              />
            ))}
          </ol>
        </section>
      </div>
      {children === undefined ? null : <aside className="scan-side">{children}</aside>}
      {confirm.dialog}
    </div>
  )
}

/** Of several answers at once the one that wants a look most is heard. */
const urgency = (look: StationLook | undefined) =>
  look === undefined ? 4 : { bad: 4, other: 3, warn: 2, good: 1, neutral: 0 }[look.tone]

function standingOf<R extends StationResult>({ record, undo, foreseen }: ListedScan<R>): string {
  if (undo) return undo.result === null ? 'undoing' : undo.result.outcome
  return record.result?.outcome ?? (foreseen ? 'expected' : 'waiting')
}

const resultOf = <R extends StationResult>({ record, undo, foreseen }: ListedScan<R>): R | null =>
  undo?.result ?? record.result ?? foreseen

interface LastProps<R extends StationResult> extends Pick<ScanStationProps<R>, 'looks' | 'ready' | 'about'> {
  state: QueueState<R>
  takenBack: string | null
  openedAt: string
}

interface Missed {
  code: string
  /** In the reader's language. */
  why: string
}

/** In the place of the last scan: one that counts for nothing, and why. */
function NotTaken({ code, why }: Missed) {
  const { t } = useTranslation()
  return (
    <div className="last-scan" data-tone="bad" data-standing="missed">
      <div className="last-scan-mark">
        <Cross size={52} aria-hidden="true" />
      </div>
      <div className="last-scan-words" role="alert">
        <strong>{t('Not taken: {{code}}', { code })}</strong>
        <p>{why}</p>
      </div>
    </div>
  )
}

/** What the eye meets first: what became of the last scan, to be seen from two metres. */
function LastOfStation<R extends StationResult>(props: LastProps<R>) {
  const { looks, ready, about, state, takenBack, openedAt } = props
  const { t } = useTranslation()
  const say = useSay()
  const [newest] = state.listed
  const fresh = newest && isFromBefore(newest, openedAt) ? undefined : newest
  const last = state.listed.find(({ record }) => record.scan_id === takenBack) ?? fresh
  const standing = last && standingOf(last)
  const look = standing === undefined ? undefined : looks[standing]
  const result = last && resultOf(last)
  // What is taken back is shown as it was taken.
  const shown = last?.record.result ?? result
  const isHeld = state.isStuck && (standing === 'waiting' || standing === 'undoing' || standing === 'expected')
  const words = isHeld
    ? t('Kept on this computer. It is sent when the connection is back.')
    : result
      ? say.message(result.message, result.values)
      : last?.record.code
  const Mark = marks[look?.tone ?? 'neutral']
  return (
    <div
      className="last-scan"
      data-tone={look?.tone ?? 'neutral'}
      data-standing={standing ?? 'ready'}
      data-scan={last?.record.scan_id}
    >
      <div className="last-scan-mark">
        <Mark size={52} aria-hidden="true" />
      </div>
      <div className="last-scan-words" role="status">
        <strong>{look ? t(look.label) : ready.title}</strong>
        <p>{last ? words : ready.text}</p>
      </div>
      {shown && about ? about(shown) : null}
    </div>
  )
}

interface RowProps<R extends StationResult> {
  scan: ListedScan<R>
  look: StationLook | undefined
  placeWords?: (place: string) => string
  onUndo?: () => void
}

function StationRow<R extends StationResult>({ scan, look, placeWords = String, onUndo }: RowProps<R>) {
  const { t, instant, time } = useLocale()
  const say = useSay()
  const { record } = scan
  const result = resultOf(scan)
  const tone = look?.tone ?? 'neutral'
  const Mark = marks[tone]
  return (
    <li className="scan-row" data-tone={tone} data-standing={standingOf(scan)}>
      <time className="scan-row-time" dateTime={record.scanned_at} title={instant(record.scanned_at)}>
        {time(record.scanned_at)}
      </time>
      <span className="scan-row-outcome">
        <Mark size={14} aria-hidden="true" />
        {look ? t(look.label) : ''}
      </span>
      <span className="scan-row-code code">{record.code}</span>
      <span className="scan-row-about">
        {result ? say.message(result.message, result.values) : placeWords(record.place ?? '')}
      </span>
      <span className="scan-row-pieces" />
      {onUndo ? (
        <button type="button" className="dt-button" onClick={onUndo}>
          {t('Undo')}
        </button>
      ) : (
        <span />
      )}
    </li>
  )
}
