/** What tells the time and wakes: the page's, or a test's. */
export interface SilenceClock {
  /** As `performance.now()` and `event.timeStamp`. */
  now(): number
  wake(run: () => void, millis: number): unknown
  cancel(waking: unknown): void
  /** Whether keys wait to be handed on, as far as the browser says. */
  isInputPending(): boolean
}

const pageClock: SilenceClock = {
  now: () => performance.now(),
  wake: (run, millis) => setTimeout(run, millis),
  cancel: (waking) => clearTimeout(waking as ReturnType<typeof setTimeout>),
  // Chromium's own word; others say no.
  isInputPending: () =>
    (navigator as { scheduling?: { isInputPending?: () => boolean } }).scheduling?.isInputPending?.() ?? false,
}

/** Woken so much too late, the page was busy: keys that were pressed meanwhile may not have been handed on yet. */
const late = 40
/** For so long nothing is handed on before a busy page counts as silent. */
const calm = 60
/** After so long without a key a page that is always busy is believed. */
const most = 2_000

/** Watches for a scanner that has stopped. */
export interface Silence {
  /** A key of `at` ms, its own time, was handed on: runs `ended` once none is for `wait` ms. */
  after(at: number, wait: number, ended: (now: number) => void): void
  stop(): void
}

/**
 * Silence is measured by the keys' own times; but a page that was busy hands them on late, so that none may have come for long when the
 * next ones are under way already: it is looked again until the page wakes in time and nothing comes.
 */
export function makeSilence(clock: SilenceClock = pageClock): Silence {
  let waking: unknown = null
  let watched = { at: 0, handedOn: 0, wait: 0, ended: (_now: number) => {} }

  const look = (due: number) => {
    waking = null
    const now = clock.now()
    const { at, handedOn, wait, ended } = watched
    const isBusy = now - due > late || clock.isInputPending()
    const left = now - handedOn > most ? 0 : Math.max(at + wait - now, handedOn + calm - now, isBusy ? calm : 0)
    if (left > 0) wakeIn(left)
    else ended(now)
  }
  const wakeIn = (millis: number) => {
    const due = clock.now() + millis
    waking = clock.wake(() => look(due), millis)
  }
  return {
    after(at, wait, ended) {
      const now = clock.now()
      watched = { at, handedOn: now, wait, ended }
      // One waking for all keys of a code: they come by the dozen.
      if (waking === null) wakeIn(Math.max(5, wait + 5 - (now - at)))
    },
    stop() {
      clock.cancel(waking)
      waking = null
    },
  }
}
