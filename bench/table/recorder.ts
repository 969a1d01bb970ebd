/** What a page saw between `start` and `stop`. */
export interface Seen {
  /** Milliseconds between one frame and the next. */
  frames: number[]
  /** Frames with a place in the list where no row with words stood. */
  blank: number
  /** Frames with a placeholder of a row that is still being fetched. */
  waiting: number
  /** Tasks of more than 50 ms. */
  longTasks: number
}

export interface Recorder {
  start(): void
  stop(): Seen
  /** The words of the rows in sight, from the top. */
  firstRows(): string
  /** Calls `act`, and gives the milliseconds until other rows than before are painted. */
  untilOther(act: () => void): Promise<number>
  /** The same from the next event of that kind, by the browser's own time of it. */
  untilOtherAfter(event: 'click' | 'input' | 'keydown'): void
  took(): Promise<number>
}

declare global {
  interface Window {
    recorder: Recorder
  }
}

/**
 * Runs in the page, before its own scripts. Rows are looked at when a frame is about to be painted: an element that changes its
 * size in every frame has the browser tell so after the scripts and the layout of that frame.
 */
export function installRecorder(): void {
  const viewport = () => document.querySelector('.dt-grid, .ag-grid-viewport')
  const rowAt = (x: number, y: number) => document.elementFromPoint(x, y)?.closest('.dt-row, .ag-row, .dt-skeleton-row')
  let seen: Seen = { frames: [], blank: 0, waiting: 0, longTasks: 0 }
  let isOn = false
  let took: Promise<number> = Promise.resolve(0)

  new PerformanceObserver((list) => {
    if (isOn) seen.longTasks += list.getEntries().length
  }).observe({ type: 'longtask' })

  const look = () => {
    const box = viewport()?.getBoundingClientRect()
    if (!isOn || !box) return
    const places = [0.12, 0.3, 0.5, 0.7, 0.9].map((share) => rowAt(box.left + 60, box.top + box.height * share))
    if (places.some((row) => row?.classList.contains('dt-skeleton-row'))) seen.waiting += 1
    else if (places.some((row) => !row?.textContent)) seen.blank += 1
  }

  const start = () => {
    seen = { frames: [], blank: 0, waiting: 0, longTasks: 0 }
    isOn = true
    const probe = document.createElement('div')
    probe.style.cssText = 'position:fixed;top:0;left:0;width:1px;height:1px;contain:strict;visibility:hidden'
    document.body.append(probe)
    new ResizeObserver(look).observe(probe)
    let last = 0
    const frame = (now: number) => {
      if (!isOn) return probe.remove()
      if (last > 0) seen.frames.push(now - last)
      last = now
      probe.style.width = probe.style.width === '1px' ? '2px' : '1px'
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  }

  const firstRows = () => {
    const box = viewport()?.getBoundingClientRect()
    if (!box) return ''
    const rows = [48, 80, 112].map((down) => rowAt(box.left + 60, box.top + down)?.textContent ?? '')
    return rows.join('\n')
  }

  const painted = () =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now())
        port2.postMessage(null)
      })
    })

  const other = async (before: string, since: number) => {
    for (;;) {
      const at = await painted()
      const now = firstRows()
      if (now !== before && now.trim() !== '') return at - since
      if (at - since > 20_000) throw new Error('The same rows for 20 s.')
    }
  }

  window.recorder = {
    start,
    stop() {
      isOn = false
      return seen
    },
    firstRows,
    untilOther(act) {
      const before = firstRows()
      const since = performance.now()
      act()
      return other(before, since)
    },
    untilOtherAfter(event) {
      const before = firstRows()
      took = new Promise((resolve, reject) => {
        const listen = ({ timeStamp }: Event) => other(before, timeStamp).then(resolve, reject)
        document.addEventListener(event, listen, { capture: true, once: true })
      })
      // Whoever asks by `took` hears of a failure.
      took.catch(() => {})
    },
    took: () => took,
  }
}
