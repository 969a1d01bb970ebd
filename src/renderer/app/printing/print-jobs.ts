import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PrintJob } from '../../../shared/bridge.ts'
import { host } from '../../host/host.ts'

const KEY = ['print-jobs']

/** Milliseconds: what a burst of events changes is drawn once. */
const gathering = 100

/** What was heard since the list was last asked for: its answer may be older. */
const heardSinceAsked = new Map<string, PrintJob>()

const none: readonly PrintJob[] = []

/** Every print job of this computer, newest first; asked for once, then kept up by what the host tells. */
export function usePrintJobs() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async () => {
      heardSinceAsked.clear()
      const jobs = await host.print.jobs()
      return mergeJobs(jobs, heardSinceAsked.values())
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { jobs: data ?? none, error, isLoading: isPending, reload: () => void refetch() }
}

/** Put once, in the header: brings what the host tells into the list. */
export function useJobNews(): void {
  const client = useQueryClient()
  useEffect(() => listen(client), [client])
}

function listen(client: QueryClient): () => void {
  const fresh = new Map<string, PrintJob>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    const heard = [...fresh.values()]
    fresh.clear()
    client.setQueryData<PrintJob[]>(KEY, (known) => known && mergeJobs(known, heard))
  }
  const stop = host.print.onJob((job) => {
    heardSinceAsked.set(job.id, job)
    fresh.set(job.id, job)
    timer ??= setTimeout(flush, gathering)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** The known jobs with what was heard since, newest first. What was heard last of a job holds. */
export function mergeJobs(known: readonly PrintJob[], heard: Iterable<PrintJob>): PrintJob[] {
  const jobs = new Map(known.map((job) => [job.id, job]))
  let isLonger = false
  for (const job of heard) {
    isLonger ||= !jobs.has(job.id)
    jobs.set(job.id, job)
  }
  const merged = [...jobs.values()]
  return isLonger ? merged.sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0)) : merged
}
