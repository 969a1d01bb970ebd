import { useCallback, useEffect, useRef, useState } from 'react'
import type { DraftContent } from '../../../shared/areas/production/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useLocale } from '../../table/words.ts'

/** Of typing, until it is saved. */
const PAUSE_MS = 800

/** One's own draft of an order as the server keeps it: read once, changed here, saved after a pause; and who else has one. */
export function useOrderDraft({ order_action_id, version }: { order_action_id: string; version: number }) {
  const { t } = useLocale()
  const answer = useAnswer('production.getOrderActionDraft', { order_action_id })
  const [typed, setTyped] = useState<DraftContent | null>(null)
  const saved = useRef<number | null>(null)
  const read = answer.data?.draft ?? null
  if (answer.data !== undefined && saved.current === null) saved.current = read?.version ?? 0
  const save = useAction(
    (content: DraftContent, options) =>
      api.production.updateOrder(
        { order_action_id, version, is_draft: true, draft_version: saved.current ?? 0, content },
        options,
      ),
    { done: () => null, refresh: [], what: t('Draft of {{order}}', { order: order_action_id }) },
  )
  const { run } = save
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(
      () =>
        void run(typed).then((reply) => {
          if (reply) saved.current = reply.data.draft_version
        }),
      PAUSE_MS,
    )
    return () => clearTimeout(timer)
  }, [typed, run])
  const content = typed ?? read?.content ?? {}
  const latest = useRef(content)
  latest.current = content
  const change = useCallback((more: DraftContent) => {
    latest.current = { ...latest.current, ...more }
    setTyped(latest.current)
  }, [])
  return {
    isLoaded: answer.data !== undefined,
    content,
    change,
    /** The order changed since the draft was typed over it. */
    isOld: read !== null && read.order_version < version,
    others: answer.data?.others ?? [],
    isSaving: save.isRunning,
  }
}
