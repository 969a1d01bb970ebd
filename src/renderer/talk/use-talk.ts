import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TalkMessage } from '../../shared/areas/talk/area.ts'
import type { TalkKind } from '../../shared/areas/talk/rules.ts'
import type { CallData } from '../actions/calls.ts'
import type { Answer } from '../actions/useRows.ts'
import type { ApiError } from '../api/api-error.ts'
import { api } from '../api/client.ts'

export interface TalkThing {
  kind: TalkKind
  /** As people name it: the order, shipment or style ID, or the box's SSCC. */
  code: string
}

type Thread = CallData<'talk.getThread'>

/** While a thread or its tab is on screen, it is asked for so often. */
const everyMs = 8_000

export interface Talk {
  answer: Answer<Thread>
  messages: readonly TalkMessage[]
  unread: number
}

/** A thread as it stands, and how much of it is unread; the drawer's tab and the open thread share one answer. */
export function useTalk({ kind, code }: TalkThing, isOn = true): Talk {
  const query = useQuery<Thread, ApiError>({
    queryKey: ['talk.getThread', { kind, code }],
    queryFn: async ({ signal }) => (await api.talk.getThread({ kind, code }, { signal, isUnseen: true })).data,
    refetchInterval: everyMs,
    enabled: isOn,
    retry: false,
  })
  const { data, isPending, isFetching, isError, error } = query
  return {
    answer: { data, isLoading: isPending, isFetching, isError, error, reload: () => query.refetch() },
    messages: data?.messages ?? [],
    unread: data?.unread ?? 0,
  }
}

/** Messages before those of the thread's last page, as far as they were asked for. */
export function useEarlier({ kind, code }: TalkThing, shown: readonly TalkMessage[]) {
  const [page, setPage] = useState<Pick<Thread, 'messages'> & { has?: boolean }>({ messages: [] })
  const first = page.messages[0] ?? shown[0]
  const load = async () => {
    if (!first) return
    const { data } = await api.talk.getThread({ kind, code, before: first.id })
    setPage({ messages: [...data.messages, ...page.messages], has: data.has_earlier })
  }
  return { messages: page.messages.filter(({ id }) => shown.every((one) => one.id !== id)), has: page.has, load }
}
