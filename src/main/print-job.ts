import { z } from 'zod'
import type { FileCall, PrintJob } from '../shared/bridge.ts'
import { reprintReasons } from '../shared/domain/printing.ts'
import { fileCall, labelSize, printKind } from './shapes.ts'

/**
 * How far one handing over to the system came; written before the step it names is taken. `handing`: it may have arrived
 * there. `held`: it is in the queue and waits for the second word. `releasing`: that word may have been said. `out`: it was.
 */
export interface Handing {
  way: 'held' | 'one-shot'
  at: 'handing' | 'held' | 'releasing' | 'out'
  ticket: string
  reference: string | null
}

/** A job with what is needed to print it, and how far that came. */
export interface LedgerJob extends PrintJob {
  call: FileCall
  handing: Handing | null
  /** Taken back by the user: failed, and nothing that anybody still has to look after. */
  isTakenBack?: true
}

const handing: z.ZodType<Handing> = z.object({
  way: z.enum(['held', 'one-shot']),
  at: z.enum(['handing', 'held', 'releasing', 'out']),
  ticket: z.string(),
  reference: z.string().nullable(),
})

/** Test pages are main's own calls, so the rule for calls of the screen is not theirs. */
const anyCall = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  body: z.unknown().exactOptional(),
})

const common = {
  id: z.string(),
  kind: z.union([printKind, z.literal('test')]),
  title: z.string(),
  printer: z.string(),
  paper: labelSize,
  copies: z.number(),
  state: z.enum(['queued', 'sent', 'printed', 'failed']),
  problem: z.string().exactOptional(),
  createdAt: z.string(),
}

export const ledgerJob: z.ZodType<LedgerJob> = z.object({
  ...common,
  reprint: z.object({ of: z.string(), reason: z.enum(reprintReasons), remark: z.string() }).exactOptional(),
  isTakenBack: z.literal(true).exactOptional(),
  call: anyCall,
  handing: handing.nullable(),
})

/** A job as the version before the journal kept it. */
export const earlierJob = z.object({ ...common, call: fileCall, reference: z.string().nullable() })

export type EarlierJob = z.infer<typeof earlierJob>

/** Nothing more will be heard of it and nobody has to look after it: such jobs may be forgotten. */
export function isOver({ state, handing, isTakenBack }: LedgerJob): boolean {
  return state === 'printed' || isTakenBack === true || (state === 'sent' && handing?.way === 'one-shot')
}

/** As the screens see it. */
export function shownJob({ call: _call, handing: _handing, isTakenBack: _taken, ...shown }: LedgerJob): PrintJob {
  return shown
}
