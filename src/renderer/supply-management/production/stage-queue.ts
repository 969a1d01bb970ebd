import { z } from 'zod'
import { type Stage, stages, stageWords } from '../../../shared/areas/facilities/stage-ledger.ts'
import { type RefusalReason, refusalReasons } from '../../../shared/kernel/reasons.ts'
import { problemOf } from '../../actions/say.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { mayPass, type StationResult, scanStation } from '../../scan/scan-station.ts'
import type { ScanRecord } from '../../scan/scan-store.ts'

const stage = z.enum(stages)
const shape = z.object({
  facility: z.string(),
  order: z.string(),
  into: stage,
  from: stage,
  is_undo: z.boolean(),
  reason: z.enum(['', ...refusalReasons]),
  /** Of one scan. */
  quantity: z.int(),
})

/** Which pieces an entry moves: what the queue keeps as its place. */
export interface StageAt {
  facility: string
  order: string
  into: Stage
  from: Stage
  is_undo: boolean
  reason: RefusalReason | ''
  quantity: number
}

export const stageText = (at: StageAt): string => JSON.stringify(at)

export function readStageAt(text: string | null): StageAt | null {
  try {
    return shape.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    // Written by another version.
    return null
  }
}

export interface StageEntry {
  nm_sku: string
  quantity: number
}

/** Several lines that are typed go as one entry, which moves all of them or none. */
export const linesText = (lines: readonly StageEntry[]): string =>
  lines.map(({ nm_sku, quantity }) => `${nm_sku} ×${quantity}`).join(', ')

/** The lines of an entry: as typed, or the piece that was scanned. */
export function readLines(code: string, quantity: number): StageEntry[] {
  const typed = code.split(', ').map((line) => /^(\S+) ×(\d+)$/.exec(line))
  return typed.every((line) => line !== null)
    ? typed.map(([, nm_sku = '', pieces]) => ({ nm_sku, quantity: Number(pieces) }))
    : [{ nm_sku: code.trim(), quantity }]
}

export const stageEntryWords = {
  moved: key('{{pieces}} pcs into “{{into_key}}”.'),
  takenBack: key('{{pieces}} pcs taken back from “{{into_key}}”.'),
} as const

type Result = StationResult

async function send(record: ScanRecord<Result>, signal: AbortSignal): Promise<Result> {
  const { code, scan_id, place, takesBack } = record
  const at = readStageAt(place)
  const lines = readLines(code, at?.quantity ?? 1)
  const is_undo = at?.is_undo !== (takesBack !== null)
  try {
    const { into, from, order = '', facility, reason } = at ?? ({} as Partial<StageAt>)
    await api.facilities.updateProductionStatus(
      {
        ...(facility && { facility }),
        order_action_id: order,
        status: into ?? 'pending',
        ...(from && { from }),
        is_undo,
        lines,
        ...(reason && { reason }),
      },
      { key: scan_id, signal },
    )
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    return {
      scan_id,
      code,
      outcome: takesBack === null ? 'moved' : 'taken_back',
      message: is_undo ? stageEntryWords.takenBack : stageEntryWords.moved,
      values: { pieces, into_key: stageWords[into ?? 'pending'] },
    }
  } catch (failure) {
    if (mayPass(failure) === 'again') throw failure
    const { message, details } = problemOf(failure)
    return { scan_id, code, outcome: 'refused', message: details.message_key ?? message, values: details.values ?? {} }
  }
}

/** Pieces moved by scan and by hand. Each entry is sent under its own id as the key, so that the server moves its pieces once. */
export const stageQueue = scanStation<Result>({
  name: 'facility-stages',
  taken: ['moved'],
  none: {},
  async send(batch, { signal }) {
    const results: Result[] = []
    for (const record of batch) results.push(await send(record, signal))
    return results
  },
})
