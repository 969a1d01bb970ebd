import type { TFunction } from 'i18next'
import { z } from 'zod'
import type { FacilityOrderRow } from '../../../shared/areas/facilities/calls.ts'
import { jobKey } from '../../../shared/areas/facilities/lists.ts'
import {
  planStage,
  type Stage,
  type StageLine,
  stageLedger,
  stages,
  stageWords,
} from '../../../shared/areas/facilities/stage-ledger.ts'
import { type RefusalReason, refusalReasons } from '../../../shared/kernel/reasons.ts'
import { problemOf } from '../../actions/say.ts'
import { api } from '../../api/client.ts'
import { key, listed } from '../../i18n/formats.ts'
import type { ListedScan } from '../../scan/scan-queue.ts'
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
  listed(lines.map(({ nm_sku, quantity }) => `${nm_sku} ×${quantity}`))

/** The lines of an entry: as typed, or the piece that was scanned. */
export function readLines(code: string, quantity: number): StageEntry[] {
  const typed = code.split(', ').map((line) => /^(\S+) ×(\d+)$/.exec(line))
  return typed.every((line) => line !== null)
    ? typed.map(([, nm_sku = '', pieces]) => ({ nm_sku, quantity: Number(pieces) }))
    : [{ nm_sku: code.trim(), quantity }]
}

const isTyped = (code: string): boolean => code.split(', ').every((line) => /^\S+ ×\d+$/.test(line))

export interface RefusedEntry {
  record: ScanRecord<StationResult>
  at: StageAt
  result: StationResult
}

/**
 * Typed entries that the server refused, the newest first, until they are typed again or left: whatever was sent after them, their
 * pieces have not moved. A scan is told at its station.
 */
export function refusedEntries(listed: readonly ListedScan<StationResult>[]): readonly RefusedEntry[] {
  return listed.flatMap(({ record }) => (isTyped(record.code) ? refusedEntry(record) : []))
}

export function refusedEntry(record: ScanRecord<StationResult>): RefusedEntry[] {
  const { place, result } = record
  const at = readStageAt(place)
  return at !== null && result?.outcome === 'refused' ? [{ record, at, result }] : []
}

export const stageEntryWords = {
  moved: key('{{pieces}} pcs into “{{into_key}}”.'),
  takenBack: key('{{pieces}} pcs taken back from “{{into_key}}”.'),
} as const

/** Where an entry's pieces go, in words; '' of one that another version kept. */
export function placeWords(place: string, t: TFunction): string {
  const at = readStageAt(place)
  return at === null ? '' : `${at.order} · ${t(stageWords[at.into])}`
}

/** Orders as they stand once what waits on this device is sent; an entry that the server would refuse moves nothing. */
export function withUnsent(
  rows: readonly FacilityOrderRow[],
  unsent: readonly ScanRecord<StationResult>[],
): readonly FacilityOrderRow[] {
  if (unsent.length === 0) return rows
  const after = new Map(rows.map((row) => [jobKey(row), row]))
  for (const record of unsent) {
    const at = readStageAt(record.place)
    const row = at && after.get(jobKey({ facility: at.facility, order_action_id: at.order }))
    if (at && row) after.set(jobKey(row), moved(row, at, record))
  }
  return rows.map((row) => after.get(jobKey(row)) ?? row)
}

function moved(row: FacilityOrderRow, at: StageAt, { code, takesBack }: ScanRecord<StationResult>): FacilityOrderRow {
  const is_undo = at.is_undo !== (takesBack !== null)
  let { lines } = row
  for (const { nm_sku, quantity } of readLines(code, at.quantity)) {
    const line = lines.find((one) => one.nm_sku === nm_sku)
    const asked = { nm_sku, into: at.into, from: at.from, is_undo, quantity }
    const plan = line && planStage(line, asked, row.cutting_tolerance_percent)
    if (line === undefined || plan === undefined || 'refused' in plan) return row
    const after = plan.moves.reduce<StageLine>((before, { kind, quantity }) => {
      const outcome = stageLedger.move(before, kind, quantity)
      return 'line' in outcome ? outcome.line : before
    }, line)
    lines = lines.map((one) => (one === line ? { ...line, ...after } : one))
  }
  const sums = stageLedger.sum(lines)
  const to_make = sums.pending + sums.cutting + sums.stitching + sums.finishing + sums.checking + sums.rework
  return { ...row, ...sums, to_make, lines }
}

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
