import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { contract } from '../../../shared/areas.ts'
import { addressOf } from '../../../shared/kernel/call.ts'
import type { CallData } from '../../actions/calls.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { serverAddress, withWhom } from '../../api/send.ts'
import { askWhoIAm } from '../../session/renew-session.ts'
import { watchNews } from './watch.ts'

type NoticePage = CallData<'notices.getNotices'>
type NoticePages = InfiniteData<NoticePage, string | null>

export type Notice = NoticePage['rows'][number]

/** Named as its call is, so that actions refresh it by that name. */
const queryKey = ['notices.getNotices']
const jobsKey = ['frame.getJobs', {}]

export interface Notices {
  rows: Notice[]
  /** Counted up to 100. */
  unread: number
  isLoading: boolean
  /** They were read at least once: none is known by then, too. */
  isKnown: boolean
  isFetching: boolean
  error: ApiError | null
  hasMore: boolean
  loadMore: () => void
  /** Only the newest again: the list was closed. */
  fold: () => void
  reload: () => void
}

/** The reader's notices, the one told last first, kept live while this is on screen. */
export function useNotices(userId: string): Notices {
  const client = useQueryClient()
  const query = useInfiniteQuery<NoticePage, ApiError, NoticePages, string[], string | null>({
    queryKey,
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }) => (await api.notices.getNotices({ cursor: pageParam }, { signal })).data,
    getNextPageParam: (page) => page.next_cursor,
  })
  useEffect(() => {
    const { path } = addressOf(contract.notices.streamNotices, {})
    // Another person, another stream: it is theirs whose session it was opened with.
    return watchNews({
      url: `${serverAddress()}${withWhom(path)}#${userId}`,
      onLost: () => void askWhoIAm(),
      onNews(version, jobs) {
        // One stream tells of both: a browser holds few connections open.
        const knownJobs = client.getQueryData<CallData<'frame.getJobs'>>(jobsKey)?.version
        if (jobs === null || jobs !== knownJobs) void client.invalidateQueries({ queryKey: jobsKey })
        const known = client.getQueryData<NoticePages>(queryKey)?.pages[0]?.version
        if (version === null || version !== known) void client.invalidateQueries({ queryKey })
      },
    })
  }, [client, userId])
  const pages = query.data?.pages
  return {
    rows: useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages]),
    unread: pages?.[0]?.unread ?? 0,
    isLoading: query.isPending,
    isKnown: pages !== undefined,
    isFetching: query.isFetching,
    error: query.error,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    fold: () =>
      client.setQueryData<NoticePages>(
        queryKey,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: [null] },
      ),
    reload: () => void query.refetch(),
  }
}
