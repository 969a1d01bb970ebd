import type { AnyJobKind } from '../jobs/define-job.ts'
import { exportJob } from './exports/export-jobs.ts'

/** Every kind of long work that this server can do. */
export const jobKinds: readonly AnyJobKind[] = [exportJob]
