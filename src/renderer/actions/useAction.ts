import { useCallback, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../api/api-error.ts'
import type { CallOptions } from '../api/client.ts'
import { newKey } from '../api/client.ts'
import { forgetUnsaved, noteUnsaved } from '../app/unsaved.ts'
import { useNoteLost } from '../kit/StepButton.tsx'
import { closeToast, showToast } from '../kit/Toasts.tsx'
import { problemOf, showFailure, useSay } from './say.ts'
import { type Refreshed, useRefresh } from './useRows.ts'

export interface ActionOptions<I, R> {
  /** What to say when it worked, already translated; null says nothing. Left out: the server's own words. */
  done?: (reply: R, input: I) => string | null
  /** What to say, already translated, when nothing was changed after all: no success, and nothing to take back. */
  nothing?: (reply: R, input: I) => string | null
  /** Offered for some seconds after success. */
  undo?: (reply: R, input: I, options: CallOptions) => Promise<unknown>
  /** False: this one has no way back by a press. */
  canUndo?: (input: I) => boolean
  /** Names the message of a success: that of a later action on the same record takes its place, with its Undo. Left out: each stands by itself. */
  doneId?: string
  /** What the connection mark calls it while it is not saved, already translated; left out, the screen's title. */
  what?: string
  /** What to load anew, by call or area; left out: everything on screen. */
  refresh?: readonly Refreshed[]
  /** A conflict (409) loads anew all that is on screen, beside what is said of it: what was agreed to may have changed. */
  looksAgain?: boolean
  /** Shows the failure itself and gives true; then no toast is shown. */
  failed?: (error: ApiError, input: I) => boolean
  /**
   * Names the message of a failure: a later one takes its place, and a success takes it away. Left out: of this use of the action; where one
   * use serves several records at once, each has its own.
   */
  failureId?: string
}

export interface Action<I, R> {
  /** Gives the reply, or undefined when it failed: the user has been told. */
  run: (input: I) => Promise<R | undefined>
  isRunning: boolean
  error: ApiError | null
  clearError: () => void
}

type Work<I, R> = (input: I, options: CallOptions) => Promise<R>

/**
 * One thing a user does. A success is a toast (with Undo where it can be undone), a failure a toast in the reader's language;
 * a stale row offers "Look again", a lost connection "Try again" under the same key, so that the server does the work once.
 */
export function useAction<I, R>(work: Work<I, R>, options: ActionOptions<I, R> = {}): Action<I, R> {
  const [running, setRunning] = useState(0)
  const [error, setError] = useState<ApiError | null>(null)
  const { t } = useTranslation()
  const say = useSay()
  const refresh = useRefresh()
  const noteLost = useNoteLost()
  const id = useId()
  const named = { failureId: `action-${id}`, ...options }
  const latest = useRef({ work, options: named, t, say, refresh })
  latest.current = { work, options: named, t, say, refresh }

  const attempt = useCallback(
    async (input: I, key: string): Promise<R | undefined> => {
      const label = latest.current.options.what ?? screenTitle()
      setRunning((count) => count + 1)
      setError(null)
      noteLost(false)
      noteUnsaved({ id: key, kind: 'sending', label })
      try {
        const reply = await latest.current.work(input, { key })
        forgetUnsaved(key)
        succeed(latest.current, reply, input)
        return reply
      } catch (failure) {
        const problem = problemOf(failure)
        const again = () => void attempt(input, key)
        setError(problem)
        noteLost(isLost(problem))
        if (isLost(problem)) noteUnsaved({ id: key, kind: 'lost', label, again })
        else forgetUnsaved(key)
        fail(latest.current, problem, input, again)
        return undefined
      } finally {
        setRunning((count) => count - 1)
      }
    },
    [noteLost],
  )

  const lastKey = useRef('')
  const run = useCallback(
    (input: I) => {
      // Done anew by hand: what the connection lost before is not sent a second time.
      forgetUnsaved(lastKey.current)
      lastKey.current = newKey()
      return attempt(input, lastKey.current)
    },
    [attempt],
  )
  const clearError = useCallback(() => setError(null), [])
  return { run, isRunning: running > 0, error, clearError }
}

interface Surroundings<I, R> {
  options: ActionOptions<I, R>
  t: (key: string) => string
  say: ReturnType<typeof useSay>
  refresh: ReturnType<typeof useRefresh>
}

function succeed<I, R>({ options, t, say, refresh }: Surroundings<I, R>, reply: R, input: I): void {
  void refresh(options.refresh)
  if (options.failureId) closeToast(options.failureId)
  const nothing = options.nothing?.(reply, input) ?? null
  if (nothing !== null) {
    showToast({ tone: 'info', text: nothing })
    return
  }
  const words = options.done ? options.done(reply, input) : messageOf(reply, say.message)
  if (words === null) return
  const { undo, canUndo = () => true } = options
  const takeBack =
    undo &&
    canUndo(input) &&
    (() =>
      void runUndo({ say, refresh, refreshNames: options.refresh, t }, () => undo(reply, input, { key: newKey() })))
  const named = options.doneId === undefined ? {} : { id: options.doneId }
  showToast({
    ...named,
    tone: 'success',
    text: words,
    ...(takeBack ? { actions: [{ label: t('Undo'), run: takeBack }] } : {}),
  })
}

/** No answer is known: it may have been done. Pressed again, it is the same press. */
export function isLost({ code }: ApiError): boolean {
  return code === 'unreachable' || code === 'unavailable'
}

/** Where the user is: the window's title says the screen first. */
function screenTitle(): string {
  return document.title.split(' · ')[0] ?? ''
}

function messageOf(reply: unknown, message: (text: string) => string): string | null {
  const said = typeof reply === 'object' && reply !== null && 'message' in reply ? reply.message : undefined
  return typeof said === 'string' && said !== '' ? message(said) : null
}

interface UndoSurroundings {
  say: ReturnType<typeof useSay>
  refresh: ReturnType<typeof useRefresh>
  refreshNames: readonly Refreshed[] | undefined
  t: (key: string) => string
}

async function runUndo(
  { say, refresh, refreshNames, t }: UndoSurroundings,
  undo: () => Promise<unknown>,
): Promise<void> {
  try {
    await undo()
    // Before it is said: the next click is made on what stands there now.
    await refresh(refreshNames)
    showToast({ tone: 'info', text: t('Undone') })
  } catch (failure) {
    showFailure(problemOf(failure), { say, t })
    await refresh(refreshNames)
  }
}

function fail<I, R>(
  { options, t, say, refresh }: Surroundings<I, R>,
  error: ApiError,
  input: I,
  again: () => void,
): void {
  if (options.looksAgain && error.status === 409) void refresh()
  if (error.code === 'cancelled' || options.failed?.(error, input)) return
  const wayOn =
    error.code === 'stale'
      ? [{ label: t('Look again'), run: () => void refresh() }]
      : isLost(error)
        ? [{ label: t('Try again'), run: again }]
        : []
  // What was typed was not saved: that is not missed by who looked away.
  const stays = error.code === 'stale'
  showFailure(error, { say, t }, { actions: wayOn, stays, ...(options.failureId && { id: options.failureId }) })
}
