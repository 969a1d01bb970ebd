import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useRefresh } from '../../../actions/useRows.ts'
import { useUnsaved } from '../../../app/unsaved.ts'
import type { ListedScan, ScanQueue } from '../../../kit/scan/scan-queue.ts'
import { playSound, readSoundSettings } from '../../../kit/scan/sounds.ts'
import { useUserId } from '../../../table/use-user-id.ts'
import { openDoor } from './door-queue.ts'
import { type DoorResult, looks, mostUrgent, type Standing } from './outcomes.ts'

export type DoorScan = ListedScan<DoorResult>

/** What is still expected is looked at anew once scans halt for so long, and now and then while they do not. */
const haltMillis = 700
const longestMillis = 6_000

/** A scan without an answer is drawn after this long: nobody sees a difference below, and drawing it holds up the answer. */
const unansweredMillis = 60

/** The scan station: what was scanned, and what can be done about it. */
export function useDoor(site: string | null) {
  const userId = useUserId()
  const door = useMemo(() => openDoor(userId), [userId])
  const { queue } = door
  const subscribe = useMemo(() => drawnOnce(queue), [queue])
  const state = useSyncExternalStore(subscribe, queue.state)
  /** The large mark shows the last scan, or the one taken back since. */
  const [takenBack, setTakenBack] = useState<string | null>(null)
  const [isFull, setFull] = useState(false)
  const expectAnew = useExpectAnew()
  // They would be gone with the page, which says otherwise when somebody else signs in.
  useUnsaved(!state.isKept && state.waiting > 0)

  useEffect(
    () =>
      queue.onAnswers((answered) => {
        const outcome = mostUrgent(answered.flatMap(({ result }) => result?.outcome ?? []))
        const sound = outcome && looks[outcome].sound
        if (sound) playSound(sound, readSoundSettings())
        expectAnew()
      }),
    [queue, expectAnew],
  )

  const scan = useCallback(
    (code: string) => {
      const record = queue.scan(code, 'inward', site)
      // Asked for only where something changes: React may draw at once even for the same value, before the scan is sent.
      if (isFull !== (record === null)) setFull(record === null)
      if (takenBack !== null) setTakenBack(null)
      if (record === null) playSound('unknown', readSoundSettings())
    },
    [queue, site, isFull, takenBack],
  )
  const undo = useCallback(
    (scanId: string) => {
      queue.undo(scanId, 'undo')
      setTakenBack(scanId)
    },
    [queue],
  )
  const undoLast = useCallback(() => {
    const last = queue.state().listed.find(canUndo)
    if (last) undo(last.record.scan_id)
  }, [queue, undo])
  const last = state.listed.find(({ record }) => record.scan_id === takenBack) ?? state.listed[0]
  return { door, state, last, isFull, scan, undo, undoLast }
}

/** Answers are drawn at once; scans with their answer, or without it where it takes its time. */
function drawnOnce({ subscribe, state }: ScanQueue<DoorResult>): ScanQueue<DoorResult>['subscribe'] {
  return (changed) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let { waiting } = state()
    const draw = () => {
      clearTimeout(timer)
      timer = undefined
      changed()
    }
    const stop = subscribe(() => {
      const isScan = state().waiting > waiting
      waiting = state().waiting
      if (isScan) timer ??= setTimeout(draw, unansweredMillis)
      else draw()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }
}

/** Loads anew what is expected, a moment after scans were answered and not after each. */
function useExpectAnew(): () => void {
  const refresh = useRefresh()
  const latest = useRef(refresh)
  latest.current = refresh
  const asked = useRef<{ since: number; timer: ReturnType<typeof setTimeout> } | null>(null)
  useEffect(() => () => clearTimeout(asked.current?.timer), [])
  return useCallback(() => {
    const since = asked.current?.since ?? performance.now()
    clearTimeout(asked.current?.timer)
    const left = since + longestMillis - performance.now()
    const timer = setTimeout(
      () => {
        asked.current = null
        void latest.current(['chinaQc.getAwaitingInwardBoxes'])
      },
      Math.max(0, Math.min(haltMillis, left)),
    )
    asked.current = { since, timer }
  }, [])
}

/** Taken, or still on its way to be. */
export function canUndo({ record, undo }: DoorScan): boolean {
  return undo === null && (record.result === null || record.result.outcome === 'inwarded')
}

export function standingOf({ record, undo }: DoorScan): Standing {
  if (undo) return undo.result === null ? 'undoing' : undo.result.outcome
  return record.result?.outcome ?? 'waiting'
}

/** The answer that says most of a scan now. */
export function resultOf({ record, undo }: DoorScan): DoorResult | null {
  return undo?.result ?? record.result
}
