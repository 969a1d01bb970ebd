import { z } from 'zod'
import type { FileCall, PrintJob, PrintJobState } from '../shared/bridge.ts'
import { reprintReasons } from '../shared/domain/printing.ts'
import { kept } from './kept.ts'
import { fileCall, labelKind, labelSize } from './shapes.ts'

/** A job with what is needed to print it again: where its PDF comes from, and the system's name for it once handed over. */
export interface LedgerJob extends PrintJob {
  call: FileCall
  reference: string | null
}

const job: z.ZodType<LedgerJob> = z.object({
  id: z.string(),
  kind: z.union([labelKind, z.literal('test')]),
  title: z.string(),
  printer: z.string(),
  paper: labelSize,
  copies: z.number(),
  state: z.enum(['queued', 'sent', 'printed', 'failed']),
  problem: z.string().exactOptional(),
  reprint: z.object({ of: z.string(), reason: z.enum(reprintReasons), remark: z.string() }).exactOptional(),
  createdAt: z.string(),
  call: fileCall,
  reference: z.string().nullable(),
})

const most = 200

/** Every print job of this computer, newest first, kept over restarts. */
export interface PrintLedger {
  list(): PrintJob[]
  find(id: string): LedgerJob | undefined
  inState(state: PrintJobState): LedgerJob[]
  add(job: LedgerJob): PrintJob
  /** Moves a job on; `problem` goes unless the new state names one. */
  move(id: string, change: Pick<LedgerJob, 'state'> & Partial<Pick<LedgerJob, 'problem' | 'reference'>>): PrintJob
}

export function openPrintLedger(onChange: (job: PrintJob) => void): PrintLedger {
  const file = kept<LedgerJob[]>('print-ledger', z.array(job), [])
  const find = (id: string) => file.get().find((one) => one.id === id)
  const tell = (changed: LedgerJob) => {
    const shown = withoutCall(changed)
    onChange(shown)
    return shown
  }
  return {
    list: () => file.get().map(withoutCall),
    find,
    inState: (state) => file.get().filter((one) => one.state === state),
    add(added) {
      file.set([added, ...file.get()].slice(0, most))
      return tell(added)
    },
    move(id, change) {
      const before = find(id)
      if (before === undefined) throw new Error(`print job ${id} left the ledger while it was printed`)
      const { problem: _, ...rest } = before
      const after = { ...rest, ...change }
      file.set(file.get().map((one) => (one.id === id ? after : one)))
      return tell(after)
    },
  }
}

function withoutCall({ call: _call, reference: _reference, ...shown }: LedgerJob): PrintJob {
  return shown
}
