import { lineKey } from '../../../../shared/areas/shipments/packing.ts'
import type { Boxes, DraftBox, PackingLine } from './packing-draft.ts'

/**
 * What was done to the boxes, in order, whether typed, pasted, filled or distributed: one way back for all of it. `S` is what is kept
 * of a draft.
 */
export interface PackingHistory<S> {
  readonly past: readonly Step<S>[]
  readonly future: readonly S[]
}

interface Step<S> {
  readonly before: S
  /** The cell that was typed in, while it is: its strokes are one step. */
  readonly cell: string | null
}

export const noHistory = { past: [], future: [] } as const

const most = 200

/** A change is noted; strokes in the same cell add to one step. */
export function noted<S>({ past, future }: PackingHistory<S>, before: S, cell: string | null): PackingHistory<S> {
  const last = past.at(-1)
  if (cell !== null && last?.cell === cell && future.length === 0) return { past, future }
  return { past: [...past.slice(1 - most), { before, cell }], future: [] }
}

/** The cell is left: what is typed next in it is another step. */
export function settled<S>(history: PackingHistory<S>): PackingHistory<S> {
  const last = history.past.at(-1)
  if (!last || last.cell === null) return history
  return { ...history, past: [...history.past.slice(0, -1), { ...last, cell: null }] }
}

/** The last step taken back; null when there is none. */
export function undone<S>({ past, future }: PackingHistory<S>, now: S): { history: PackingHistory<S>; to: S } | null {
  const last = past.at(-1)
  return last ? { history: { past: past.slice(0, -1), future: [now, ...future] }, to: last.before } : null
}

/** The last step that was taken back is done again; null when there is none. */
export function redone<S>({ past, future }: PackingHistory<S>, now: S): { history: PackingHistory<S>; to: S } | null {
  const [to, ...rest] = future
  return to === undefined ? null : { history: { past: [...past, { before: now, cell: null }], future: rest }, to }
}

/** What discarding would lose. */
export interface PackingLoss {
  /** Boxes that are new or differ from what is saved, and the pieces in them. */
  boxes: number
  pieces: number
  /** Saved boxes that were removed: they come back. */
  removed: number
}

export function lossOf(boxes: Boxes, saved: Boxes, lines: readonly PackingLine[]): PackingLoss {
  const keys = lines.map(lineKey)
  const contents = (box: DraftBox) =>
    JSON.stringify([box.box_no, box.tracking_id, box.weight, keys.map((key) => box.pieces[key])])
  const known = new Set(saved.map(contents))
  const changed = boxes.filter((box) => !known.has(contents(box)))
  const ids = new Set(boxes.map(({ id }) => id))
  const piecesIn = (box: DraftBox) => Object.values(box.pieces).reduce((sum, n) => sum + n, 0)
  return {
    boxes: changed.length,
    pieces: changed.reduce((sum, box) => sum + piecesIn(box), 0),
    removed: saved.filter(({ id }) => !ids.has(id)).length,
  }
}
