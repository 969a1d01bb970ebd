import { type ReactNode, useRef } from 'react'
import { type ActionOptions, useAction } from '../actions/useAction.ts'
import type { CallOptions } from '../api/client.ts'
import { type Question, useConfirm } from '../kit/useConfirm.tsx'
import { type ReasonQuestion, useReason } from './fields.tsx'

/** With usual reasons a reason is asked for; without, only whether it is meant. */
export type AskedQuestion = (Question & { usual?: never }) | Omit<ReasonQuestion, 'run'>

interface Reasoned {
  /** English where a usual one was chosen; empty where none was asked for. */
  reason: string
}

export interface AskedOptions<I, R> extends ActionOptions<I & Reasoned, R> {
  /** Null: nothing is asked, it runs at once. */
  ask: (about: I) => AskedQuestion | null
  /** Once it went through. */
  after?: (reply: R, about: I) => unknown
}

export interface AskedAction<I> {
  /** Asks, and does it when the user agrees. */
  ask: (...about: object extends I ? [about?: I] : [about: I]) => void
  isRunning: boolean
  dialog: ReactNode
}

/**
 * An action that cannot be taken lightly: it asks first what `ask` says, then runs.
 * `const cancel = useAskedAction(({ reason }, options) => api…, { ask: () => ({ draft, title, text, confirm, usual }) })`,
 * `onClick={() => cancel.ask()}` and `{cancel.dialog}`. A question for a reason stays open, with what was typed, when it failed.
 */
export function useAskedAction<R, I extends object = Record<never, never>>(
  work: (about: I & Reasoned, options: CallOptions) => Promise<R>,
  { ask, after, ...options }: AskedOptions<I, R>,
): AskedAction<I> {
  const reason = useReason()
  const confirm = useConfirm()
  const action = useAction(work, options)
  const latest = useRef({ ask, after })
  latest.current = { ask, after }
  const run = async (about: I, why: string) => {
    const reply = await action.run({ ...about, reason: why })
    if (reply !== undefined) await latest.current.after?.(reply, about)
    return reply !== undefined
  }
  const begin = async (about: I) => {
    const question = latest.current.ask(about)
    if (question?.usual) reason.ask({ ...question, run: (why) => run(about, why) })
    else if (question === null || (await confirm.ask(question))) await run(about, '')
  }
  return {
    ask: (about?: I) => void begin(about ?? ({} as I)),
    isRunning: action.isRunning,
    dialog: (
      <>
        {reason.dialog}
        {confirm.dialog}
      </>
    ),
  }
}
