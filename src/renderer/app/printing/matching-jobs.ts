import type { TFunction } from 'i18next'
import type { PrintJob } from '../../../shared/bridge.ts'
import { reprintReasonNames } from '../../../shared/domain/printing.ts'
import { jobKindName } from '../../actions/print/print-kinds.ts'

interface Wanted {
  words: string
  kind: PrintJob['kind'] | null
  t: TFunction
}

/** Jobs of a kind in whose texts, as the reader sees them, every word stands. */
export function matchingJobs(jobs: readonly PrintJob[], { words, kind, t }: Wanted): PrintJob[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return jobs
    .filter((job) => kind === null || job.kind === kind)
    .filter((job) => wanted.length === 0 || hasAll(textOf(job, t), wanted))
}

function hasAll(text: string, wanted: readonly string[]): boolean {
  return wanted.every((word) => text.includes(word))
}

function textOf({ title, printer, problem, reprint, kind }: PrintJob, t: TFunction): string {
  const reason = reprint ? [t(reprintReasonNames[reprint.reason]), reprint.remark] : []
  return [title, printer, problem && t(problem, { defaultValue: problem }), t(jobKindName(kind)), ...reason]
    .join(' ')
    .toLowerCase()
}
