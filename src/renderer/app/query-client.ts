import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'

/** What the server owns. A lost connection is tried again twice; an answer, even a refusal, is an answer. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      // Without a network at all another try changes nothing, and the reader waits to be told.
      retry: (count, error) =>
        count < 2 &&
        navigator.onLine &&
        error instanceof ApiError &&
        (error.code === 'unreachable' || error.status === 503),
    },
    mutations: { networkMode: 'always' },
  },
})
