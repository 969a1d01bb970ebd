import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { type DraftContent, draftContent } from '../../../shared/areas/production/calls.ts'
import type { CallData } from '../../actions/calls.ts'
import { problemOf, useSay } from '../../actions/say.ts'
import { isLost } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api, newKey } from '../../api/client.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { useLocale } from '../../table/words.ts'

/** Of typing, until it is sent; and until it is tried again without a connection. */
const PAUSE_MS = 600
const RETRY_MS = 5_000

/** A value out of its bounds is typed work all the same: the server refuses it, this computer keeps it. */
export const keptContent = z.custom<DraftContent>((value) => {
  const { error } = draftContent.safeParse(value)
  return error === undefined || error.issues.every(({ code }) => boundCodes.has(code))
})
const boundCodes: ReadonlySet<string> = new Set(['too_big', 'too_small', 'invalid_format'])

/** What the server does not have yet, the version of the draft that it was typed over (0: there was none), and that of the order. */
const localShape = z.object({ content: keptContent, base: z.int(), on: z.int().optional() }).nullable()
type Kept = CallData<'production.getOrderActionDraft'>

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * One's own draft of an order. Each keystroke is kept on this computer at once and sent after a pause, one save at a time; a save
 * that fails stays here and is tried again. A draft that was saved elsewhere meanwhile is a conflict: both stay until somebody chooses.
 */
export function useOrderDraft({ order_action_id, version }: { order_action_id: string; version: number }) {
  const { t } = useLocale()
  const say = useSay()
  const client = useQueryClient()
  const answer = useAnswer('production.getOrderActionDraft', { order_action_id })
  const local = useTyped<z.output<typeof localShape>>(
    `production-order.${order_action_id}`,
    localShape,
    null,
    t('Draft of {{order}}', { order: order_action_id }),
  )
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const saved = answer.data?.draft ?? null
  const savedVersion = saved?.version ?? 0
  const typed = local.value
  // The server took it, and this computer was ended before it heard so.
  const isSent = typed !== null && saved !== null && isSame(typed.content, saved.content)
  const isConflict = answer.data !== undefined && typed !== null && !isSent && typed.base !== savedVersion
  const content: DraftContent = typed?.content ?? saved?.content ?? {}
  /** The order's version that was seen when the draft was begun: typing on does not make it one of a newer order. */
  const on = typed?.on ?? saved?.order_version ?? version
  const isOld = on < version

  const latest = useRef({ typed, savedVersion, content, isConflict, on })
  latest.current = { typed, savedVersion, content, isConflict, on }
  const sending = useRef<Promise<boolean> | null>(null)

  /** Sends what is typed until nothing is left; false: something stays here. */
  const flush = (): Promise<boolean> => {
    sending.current ??= send().finally(() => {
      sending.current = null
    })
    return sending.current
  }
  async function send(): Promise<boolean> {
    setSaving(true)
    try {
      let { typed } = latest.current
      while (typed !== null) {
        if (latest.current.isConflict) return false
        const { content, base, on = latest.current.on } = typed
        const input = { order_action_id, version: on, is_draft: true, draft_version: base, content }
        const { data } = await api.production.updateOrder(input, { key: newKey() })
        keep(content, data.draft_version, on)
        setProblem(null)
        local.change((now) =>
          now === null || isSame(now.content, content) ? null : { content: now.content, base: data.draft_version, on },
        )
        const sent = content
        // Typed on while it was sent.
        typed = isSame(latest.current.content, sent)
          ? null
          : { content: latest.current.content, base: data.draft_version, on }
      }
      return true
    } catch (failure) {
      const error = problemOf(failure)
      // A conflict is shown with both values instead.
      if (error.status === 409) await answer.reload()
      else
        setProblem(
          isLost(error)
            ? t('No connection: it is kept here and sent later.')
            : error.status === 400 || error.status === 422
              ? t('A value is out of its bounds: the draft is kept on this computer only.')
              : say.problem(error),
        )
      return false
    } finally {
      setSaving(false)
    }
  }
  /** What the server has now, without asking it again. */
  function keep(content: DraftContent, draft_version: number, order_version: number): void {
    const isGone = draft_version === 0
    client.setQueryData<Kept>(['production.getOrderActionDraft', { order_action_id }], (now) =>
      now === undefined
        ? now
        : {
            ...now,
            draft: isGone
              ? null
              : {
                  content,
                  saved_by: now.draft?.saved_by ?? '',
                  saved_at: new Date().toISOString(),
                  version: draft_version,
                  order_version,
                },
          },
    )
  }

  /** One save of its own: what is typed meanwhile goes after it, over it. */
  async function keepOn(): Promise<boolean> {
    const { content, savedVersion } = latest.current
    const input = { order_action_id, version, is_draft: true, draft_version: savedVersion, content }
    try {
      const { data } = await api.production.updateOrder(input, { key: newKey() })
      keep(content, data.draft_version, version)
      local.change((now) =>
        now === null || isSame(now.content, content)
          ? null
          : { content: now.content, base: data.draft_version, on: version },
      )
      return true
    } catch (failure) {
      const error = problemOf(failure)
      setProblem(isLost(error) ? t('No connection: it is kept here and sent later.') : say.problem(error))
      return false
    }
  }

  const flushed = useRef(flush)
  flushed.current = flush
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins anew with each keystroke.
  useEffect(() => {
    if (typed === null || answer.data === undefined || isConflict) return
    if (isSent) return local.reset()
    const timer = setTimeout(() => void flushed.current(), problem === null ? PAUSE_MS : RETRY_MS)
    return () => clearTimeout(timer)
  }, [typed, answer.data === undefined, isConflict, isSent, problem])
  // A drawer that is closed within the pause sends at once.
  useEffect(() => () => void flushed.current(), [])

  const change = (more: DraftContent) => {
    const next = { ...latest.current.content, ...more }
    latest.current.content = next
    const { savedVersion: base, on } = latest.current
    local.change((now) => ({ content: next, base: now?.base ?? base, on: now?.on ?? on }))
  }
  return {
    isLoaded: answer.data !== undefined,
    content,
    change,
    flush,
    /** Saves the draft as one of the order as it is now. */
    keepOn: async () => {
      await sending.current
      sending.current = keepOn().finally(() => {
        sending.current = null
      })
      await sending.current
    },
    /** Takes the draft away, here and there. */
    drop: () => local.change({ content: {}, base: savedVersion, on: version }),
    /** What is typed here goes over what was saved elsewhere, or gives way to it. */
    settle: (which: 'mine' | 'saved') =>
      which === 'saved' ? local.reset() : local.change((now) => now && { ...now, base: savedVersion }),
    isConflict,
    saved,
    /** The order changed since the draft was begun. */
    isOld,
    /** Nothing is saved over the order before somebody chose between two values. */
    mustChoose: isConflict || isOld,
    others: answer.data?.others ?? [],
    state: problem ?? (isSaving || typed !== null ? t('Saving the draft…') : null),
    hasProblem: problem !== null,
  }
}

export type OrderDraft = ReturnType<typeof useOrderDraft>
