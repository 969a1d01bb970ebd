import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineKey } from '../../../shared/areas/shipments/packing.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { draftKey, useSavedDraft } from '../../kit/drafts.ts'
import { showToast } from '../../kit/Toasts.tsx'
import { useUserId } from '../../session/use-user-id.ts'
import type { PlatformRow } from './platform-columns.tsx'
import {
  faultOf,
  type PlatformDraft,
  type PlatformItem,
  scheduleItems,
  typeQuantity,
  undoPlan,
} from './platform-draft.ts'

const nothing: PlatformDraft = {}

function isDraft(saved: unknown): saved is PlatformDraft {
  return (
    typeof saved === 'object' &&
    saved !== null &&
    Object.values(saved).every((line: unknown) => typeof line === 'object' && line !== null && 'order_id' in line)
  )
}

/** What is typed on the platform: kept on this workstation until it is saved, all lines by one call. */
export function usePlatformDraft(items: readonly PlatformItem[]) {
  const { t } = useTranslation()
  const say = useSay()
  const [saved, changeKept] = useSavedDraft(draftKey(useUserId(), 'shipping-platform'), isDraft)
  const draft = saved ?? nothing
  const what = t('Quantities on the shipping platform')
  useUnsaved(saved !== null, what)
  const { known, learn } = useKnown(items)
  const rows = useDraftRows(items, draft)

  const change = useCallback(
    (next: (now: PlatformDraft) => PlatformDraft) =>
      changeKept((now) => {
        const changed = next(now ?? nothing)
        return Object.keys(changed).length === 0 ? null : changed
      }),
    [changeKept],
  )
  const type = useCallback(
    (item: PlatformItem, field: 'ready' | 'oos', quantity: number | null) =>
      change((now) => typeQuantity(now, item, field, quantity)),
    [change],
  )
  const save = useAction(
    async (typed: PlatformDraft, options) => {
      const before = new Map([...known].filter(([key]) => key in typed))
      const reply = await api.orders.saveScheduleQuantity({ items: scheduleItems(typed) }, options)
      return { ...reply, before }
    },
    {
      what,
      refresh: ['orders.getShippingItems'],
      done: ({ data }, typed) => {
        learn(data.items)
        // Lines typed on while the save was under way stay in the draft.
        change((now) => Object.fromEntries(Object.entries(now).filter(([key, line]) => typed[key] !== line)))
        return t('Quantities saved.')
      },
      undo: async ({ before }, typed) => {
        await takeBack(typed, before)
        learn([...before.values()])
      },
      failed: ({ code, message, details: { values } }) => {
        if (values?.order_id === undefined || code === 'unreachable') return false
        const place = [values.order_id, values.nm_sku].join(' · ')
        showToast({ tone: 'error', text: say.message(message, values), more: `${place} ${values.expected ?? ''}` })
        return true
      },
    },
  )
  return { draft, rows, known, change, type, save }
}

async function takeBack(typed: PlatformDraft, before: ReadonlyMap<string, PlatformItem>): Promise<void> {
  const { recover, schedule } = undoPlan(typed, before)
  for (const order of recover) await api.orders.recoverOosOrder(order)
  if (schedule.length > 0) await api.orders.saveScheduleQuantity({ items: schedule })
}

/** Every line seen on this visit, or saved: the sums of the draft also count lines of other tabs, and a search hides chosen ones. */
function useKnown(items: readonly PlatformItem[]) {
  const [known, keep] = useState<ReadonlyMap<string, PlatformItem>>(new Map())
  const learn = useCallback(
    (seen: readonly PlatformItem[]) =>
      keep((now) => new Map([...now, ...seen.map((item) => [lineKey(item), item] as const)])),
    [],
  )
  useEffect(() => learn(items), [items, learn])
  return { known, learn }
}

/** Rows that did not change stay the same values, so that typing draws one row anew. */
function useDraftRows(items: readonly PlatformItem[], draft: PlatformDraft): readonly PlatformRow[] {
  const last = useRef(new Map<string, PlatformRow>())
  return useMemo(() => {
    const rows = items.map((item): PlatformRow => {
      const id = lineKey(item)
      const typed = draft[id]
      const before = last.current.get(id)
      if (before?.item === item && before.typed === typed) return before
      return { id, item, typed, fault: faultOf(item, typed) }
    })
    last.current = new Map(rows.map((row) => [row.id, row]))
    return rows
  }, [items, draft])
}
