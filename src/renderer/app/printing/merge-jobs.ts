import type { PrintJob } from '../../../shared/bridge.ts'

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
