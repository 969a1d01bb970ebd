import type { PrintJob, PrintJobState } from '../../../shared/bridge.ts'
import { key } from '../../i18n/key.ts'
import type { Tone } from '../../kit/StatusTag.tsx'

/** What needs a person first. */
export const jobStates: readonly PrintJobState[] = ['failed', 'queued', 'sent', 'printed']

export const stateWords: Readonly<Record<PrintJobState, { word: string; tone: Tone }>> = {
  failed: { word: key('Failed'), tone: 'bad' },
  queued: { word: key('Waiting'), tone: 'active' },
  sent: { word: key('Sent to printer'), tone: 'good' },
  printed: { word: key('Printed'), tone: 'good' },
}

export function countByState(jobs: readonly PrintJob[]): Record<PrintJobState, number> {
  const counts = { failed: 0, queued: 0, sent: 0, printed: 0 }
  for (const { state } of jobs) counts[state] += 1
  return counts
}
