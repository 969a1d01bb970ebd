import { flushSync } from 'react-dom'
import type { ScanQueue } from '../../../kit/scan/scan-queue.ts'
import type { DoorResult } from './outcomes.ts'

export type DoorQueue = ScanQueue<DoorResult>

/** A scan without an answer is drawn after this long: nobody sees a difference below, and drawing it holds up the answer. */
const unansweredMillis = 60
const unseenMillis = 250

/**
 * For the large mark. Answers are drawn at once. What the station knows beforehand is drawn within the next frame, when the scan has
 * been sent and no frame can be missed; other scans with their answer, or without it where that takes its time.
 */
export function atOnce(queue: DoorQueue): DoorQueue['subscribe'] {
  return drawn(queue, (pen, isScan) => {
    if (!isScan) pen.now()
    else if (queue.state().listed[0]?.foreseen) pen.withFrame()
    else pen.within(unansweredMillis)
  })
}

/** For what stands beside the mark: drawn once that is painted, since every row that moves would hold it up. */
export function behind(queue: DoorQueue): DoorQueue['subscribe'] {
  return drawn(queue, (pen, isScan) => (isScan ? pen.within(unansweredMillis) : pen.afterFrame()))
}

/** `tell` is told of every change, and whether it is a scan that waits. */
function drawn(
  { subscribe, state }: DoorQueue,
  tell: (pen: ReturnType<typeof makePen>, isScan: boolean) => void,
): DoorQueue['subscribe'] {
  return (changed) => {
    const pen = makePen(changed)
    let { waiting } = state()
    const stop = subscribe(() => {
      const isScan = state().waiting > waiting
      waiting = state().waiting
      tell(pen, isScan)
    })
    return () => {
      pen.drop()
      stop()
    }
  }
}

/** Draws all that changed, when the soonest of what was asked for is due. */
function makePen(draw: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  const drop = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    timer = undefined
    frame = 0
  }
  const now = () => {
    drop()
    draw()
  }
  return {
    drop,
    now,
    within(millis: number) {
      timer ??= setTimeout(now, millis)
    },
    withFrame() {
      frame ||= requestAnimationFrame(() => flushSync(now))
    },
    afterFrame() {
      // A page that nobody sees makes no frames.
      timer ??= setTimeout(now, unseenMillis)
      frame ||= requestAnimationFrame(() => {
        clearTimeout(timer)
        timer = setTimeout(now, 0)
      })
    },
  }
}
