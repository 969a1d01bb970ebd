import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallData } from '../../actions/calls.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'

type Found = CallData<'house.findTraced'>

const patience = 150
/** A code traced a moment ago is asked for once. */
const freshMillis = 5_000

function request(text: string) {
  return {
    queryKey: ['house.findTraced', { text }],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Found> =>
      (await api.house.findTraced({ text }, { signal })).data,
    staleTime: freshMillis,
  }
}

/** What the text may be, asked for when typing rests; a request whose answer nobody waits for any more is cancelled. */
export function useFind(text: string) {
  const [asked, ask] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => ask(text), patience)
    return () => clearTimeout(timer)
  }, [text])
  const query = useQuery<Found, ApiError>({
    ...request(asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  return { ...query, askNow: ask, isCurrent: asked === text && !query.isPlaceholderData }
}

/** Looks one code up at once, as a scanner wants it; only the last one asked for is answered, others give null. */
export function useLookUp(): (text: string) => Promise<Found | null> {
  const client = useQueryClient()
  const turn = useRef(0)
  return useCallback(
    async (text) => {
      turn.current += 1
      const own = turn.current
      const found = await client.fetchQuery(request(text)).catch(() => null)
      return own === turn.current ? found : null
    },
    [client],
  )
}
