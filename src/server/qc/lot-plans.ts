import type { z } from 'zod'
import type { samplingPlan } from '../../shared/contract/qc-shapes.ts'
import {
  type Aqls,
  cartonsToOpen,
  type InspectionLevel,
  type LotScope,
  planNumbers,
} from '../../shared/domain/sampling.ts'
import { spreadSample } from '../../shared/domain/sampling-spread.ts'
import { togetherOf } from './lot-keys.ts'
import type { QcLineFacts } from './qc-lines.ts'

export type PlanWire = z.output<typeof samplingPlan>

/** Of the lot as it stands now. */
type NotFrozen = 'lot_key' | 'is_frozen' | 'tally' | 'computed' | 'held' | 'unseen' | 'opened_elsewhere' | 'by_settings'

/** What `qc_lot.plan` keeps: a plan as it was when the lot was first inspected. */
export interface FrozenPlan extends Omit<PlanWire, NotFrozen> {
  /** SSCCs of the boxes that its pieces lie in. */
  boxes: string[]
}

/** Waiting pieces, or failed ones that are looked at again. */
export type LotKind = FrozenPlan['kind']

export interface PlanWish {
  level: InspectionLevel
  aqls: Aqls
  scope: LotScope
}

/** Pieces of one SKU in one box of a lot. */
export interface LotCell {
  line: QcLineFacts
  sscc: string
  box_no: string
  /** Those that are still to be judged. */
  offered: number
}

export function offeredOf(kind: LotKind, line: QcLineFacts): number {
  return kind === 'inspection' ? line.to_inspect + line.on_hold : line.failed
}

/** Failed pieces that are judged again are lots of their own box. */
export function lotScope(kind: LotKind, scope: LotScope): LotScope {
  return kind === 'reinspection' && scope === 'shipment' ? 'style_colour' : scope
}

/** Cells by what is judged together: the whole box, or each style and colour. Keys are parts of a lot's key. */
export function groupsOf(scope: LotScope, cells: readonly LotCell[]): Map<string, LotCell[]> {
  return Map.groupBy(cells, ({ line }) => togetherOf(scope, line))
}

/** The plan of a lot that nobody has inspected. Null when nothing of it is to be judged. */
export function newPlan(kind: LotKind, wish: PlanWish, lot: readonly LotCell[]): FrozenPlan | null {
  const offered = lot.filter((cell) => cell.offered > 0)
  const [first] = offered
  if (first === undefined) return null
  const lotSize = offered.reduce((sum, cell) => sum + cell.offered, 0)
  const numbers = planNumbers(lotSize, wish.level, wish.aqls)
  const boxes = [...new Set(offered.map((cell) => cell.sscc))]
  const drawable = offered.map(({ line, sscc, box_no, offered: pieces }) => ({
    nm_sku: line.nm_sku,
    sscc,
    box_no,
    pieces,
  }))
  const ofOneStyle = wish.scope === 'box' ? null : first.line
  return {
    kind,
    scope: wish.scope,
    style_id: ofOneStyle?.style_id ?? null,
    color: ofOneStyle?.color ?? null,
    color_zh: ofOneStyle?.color_zh ?? null,
    lot_size: lotSize,
    level: wish.level,
    aqls: wish.aqls,
    ...numbers,
    boxes,
    cartons: boxes.length,
    cartons_to_open: cartonsToOpen(boxes.length),
    sample: spreadSample(numbers.sample_size, drawable),
  }
}
