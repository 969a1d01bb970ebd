import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../actions/useAction.ts'
import { api } from '../../../api/client.ts'
import { useUnsaved } from '../../../app/unsaved.ts'
import { draftKey, useKeptDraft } from '../../../kit/use-kept-draft.ts'
import { useUserId } from '../../../table/use-user-id.ts'
import type { AfterCommand, BoxDetails } from '../box/use-box-data.ts'
import { type CountDraft, countSums, emptyCount, isCountDraft, isEmptyCount, wireCount } from './count-draft.ts'

/** The count of a box while it is made: kept on this workstation until it is saved. */
export function useCountDraft(details: BoxDetails, take: (after: AfterCommand) => void) {
  const { t } = useTranslation()
  const { box, lines, blind_count } = details
  const [kept, keep] = useKeptDraft(draftKey(useUserId(), `qc.count.${box.sscc}`), isCountDraft)
  const draft = kept ?? emptyCount
  const what = t('Count of box {{box_no}}', { box_no: box.box_no })
  useUnsaved(kept !== null, what)
  const change = useCallback(
    (next: (now: CountDraft) => CountDraft) =>
      keep((now) => {
        const changed = next(now ?? emptyCount)
        return isEmptyCount(changed) && changed.isBlind === undefined ? null : changed
      }),
    [keep],
  )
  const discard = useCallback(() => keep(() => null), [keep])
  const isBlind = draft.isBlind ?? blind_count
  const sums = useMemo(() => countSums(lines, draft), [lines, draft])
  const save = useAction(
    (_: undefined, options) => {
      const { ownerId, remark } = draft
      return api.chinaQc.verifyQuantity(
        {
          box_id: box.box_id,
          version: box.version,
          action: 'count',
          lines: wireCount(lines, draft),
          is_blind: isBlind,
          ...(ownerId && { owner_id: ownerId }),
          ...(remark.trim() && { remark: remark.trim() }),
        },
        options,
      )
    },
    { what },
  )
  const recount = useAction(
    (_: undefined, options) =>
      api.chinaQc.verifyQuantity({ box_id: box.box_id, version: box.version, action: 'recount' }, options),
    { what },
  )
  return {
    draft,
    isTyped: kept !== null && !isEmptyCount(draft),
    change,
    discard,
    isBlind,
    sums,
    isSaving: save.isRunning || recount.isRunning,
    save: async () => {
      const reply = await save.run(undefined)
      if (!reply) return false
      discard()
      take(reply.data)
      return true
    },
    recount: async () => {
      const reply = await recount.run(undefined)
      if (reply) take(reply.data)
    },
  }
}

export type Counting = ReturnType<typeof useCountDraft>
