import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { type CallData, type CallInput, type CallName, callByName, contractOf } from './calls.ts'
import { nextPlace, type Place } from './next-place.ts'

/** Names of calls that answer `rows`, by cursor or by page. */
export type RowsCallName = { [N in CallName]: CallData<N> extends { rows: unknown[] } ? N : never }[CallName]

export type RowOf<N extends RowsCallName> = CallData<N> extends { rows: (infer R)[] } ? R : never

export interface Rows<R> {
  rows: R[]
  /** Known for calls that answer by page only; others ask `useCounts`. */
  total: number | undefined
  /** Nothing to show yet: no answer, or one without rows from an earlier visit that is asked for again. */
  isLoading: boolean
  isFetching: boolean
  /** These rows answer what was asked before, and are shown while the new answer is awaited: nobody may choose or act on them. */
  isOld: boolean
  isError: boolean
  error: ApiError | null
  hasMore: boolean
  loadMore: () => void
  reload: () => Promise<unknown>
}

interface PageOfRows<R> {
  rows: R[]
  next_cursor?: string | null
  page?: number
  pages?: number
  total?: number
}

/** The input without what the hook itself turns: `cursor` and `page`. */
export type ListInput<N extends CallName> = Omit<CallInput<N>, 'cursor' | 'page' | 'part'>

/**
 * A list that grows page by page. Earlier rows stay on screen while a changed filter loads. `refresh: ['orders.getOrders']`
 * of an action loads it anew.
 */
export function useRows<N extends RowsCallName>(
  name: N,
  input: ListInput<N>,
  options: { enabled?: boolean } = {},
): Rows<RowOf<N>> {
  const query = useInfiniteQuery<PageOfRows<RowOf<N>>, ApiError, { pages: PageOfRows<RowOf<N>>[] }, unknown[], Place>({
    queryKey: [name, input],
    enabled: options.enabled ?? true,
    initialPageParam: isPaged(name) ? { page: 1 } : {},
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await callByName(name)({ ...input, ...pageParam, ...rowsAlone(name) } as CallInput<N>, {
        signal,
      })
      return data as unknown as PageOfRows<RowOf<N>>
    },
    getNextPageParam: nextPlace,
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages])
  const isAskedAgain = query.isFetching && !query.isFetchedAfterMount && !query.isPlaceholderData
  return {
    rows,
    total: pages?.[0]?.total,
    isLoading: query.isPending || (isAskedAgain && rows.length === 0),
    isFetching: query.isFetching,
    isOld: query.isPlaceholderData,
    isError: query.isError,
    error: query.error,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    reload: () => query.refetch(),
  }
}

/** Calls whose answer has the counts of its tabs beside it are asked for rows alone: counts come by themselves. */
function rowsAlone(name: CallName): object {
  const { gives } = contractOf(name)
  return 'json' in gives && gives.hasQuantityMap ? { part: 'rows' } : {}
}

function isPaged(name: string): boolean {
  return name === 'orders.getPendingOrders' || name === 'orders.getConfirmedOrders'
}

/** All rows of a list by cursor that match, page after page and `most` of them at most; for work on more than is on screen. */
export async function allRows<N extends RowsCallName>(
  name: N,
  input: ListInput<N>,
  { most = Number.POSITIVE_INFINITY, signal }: { most?: number; signal?: AbortSignal } = {},
): Promise<RowOf<N>[]> {
  const rows: RowOf<N>[] = []
  let cursor: string | null | undefined = null
  do {
    const { data } = await callByName(name)({ ...input, cursor } as unknown as CallInput<N>, signal ? { signal } : {})
    const page = data as unknown as PageOfRows<RowOf<N>>
    rows.push(...page.rows)
    cursor = page.next_cursor
  } while (cursor && rows.length < most)
  return rows.slice(0, most)
}

/** The counts behind a list's tabs, by a call of their own so that they never block rows. Empty until known: those of another filter are none. */
export function useCounts<N extends RowsCallName>(name: N, input: ListInput<N>): Record<string, number> {
  const query = useQuery<Record<string, number>, ApiError>({
    queryKey: [name, 'counts', input],
    queryFn: async ({ signal }) => {
      const { data } = await callByName(name)({ ...input, part: 'counts' } as unknown as CallInput<N>, { signal })
      return (data as unknown as { counts?: Record<string, number> }).counts ?? {}
    },
  })
  return query.data ?? {}
}

export interface Answer<D> {
  data: D | undefined
  isLoading: boolean
  isFetching: boolean
  isError: boolean
  error: ApiError | null
  reload: () => Promise<unknown>
}

/** One call's answer, kept and refreshed by name. */
export function useAnswer<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: { enabled?: boolean; everyMs?: number } = {},
): Answer<CallData<N>> {
  const query = useQuery<CallData<N>, ApiError>({
    queryKey: [name, input],
    enabled: options.enabled ?? true,
    refetchInterval: options.everyMs ?? false,
    queryFn: async ({ signal }) => (await callByName(name)(input, { signal })).data,
  })
  const { data, isPending, isFetching, isError, error } = query
  return { data, isLoading: isPending, isFetching, isError, error, reload: () => query.refetch() }
}

/** What can be loaded anew by its name: a call, all calls of an area, or what is kept under a name of our own. */
export type Refreshed = CallName | keyof Client | 'print-choices'

/** Loads anew what is named (`orders.getOrders`, or a whole area `orders`); with nothing named, all that is on screen. */
export function useRefresh(): (names?: readonly Refreshed[]) => Promise<void> {
  const client = useQueryClient()
  return (names) =>
    client.invalidateQueries(
      names
        ? {
            predicate: ({ queryKey: [key] }) =>
              names.some((name) => key === name || String(key).startsWith(`${name}.`)),
          }
        : {},
    )
}
