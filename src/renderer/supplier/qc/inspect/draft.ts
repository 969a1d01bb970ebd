import type { Aql, InspectionLevel, PlanProcedure } from '../../../../shared/areas/inspection/master-tables.ts'
import type { LotScope } from '../../../../shared/areas/inspection/sampling.ts'
import { type RefusalReason, reasonUsually, type Severity } from '../../../../shared/kernel/reasons.ts'
import { listed } from '../../../i18n/formats.ts'
import type { GridEdit, GridValues } from '../../../kit/quantity-grid/grid-model.ts'
import { setQuantities } from '../../../kit/quantity-grid/grid-model.ts'
import type { QcLine } from '../box/box-data.ts'
import type { ChecklistDraft } from '../checklist/checklist-draft.ts'
import { deviation, isOut, type MeasurePoint, type OwnPoint } from './measure-points.ts'

/** Which pieces are judged: those that wait, those on hold, or again those that failed. */
export const sources = ['to_inspect', 'on_hold', 'failed'] as const
export type Source = (typeof sources)[number]

export const judgedLayers = ['passed', 'failed', 'on_hold'] as const
export type JudgedLayer = (typeof judgedLayers)[number]
export type Judged = Record<JudgedLayer, number>

export interface DefectDraft {
  /** Within this draft only. */
  readonly id: number
  readonly nm_sku: string
  /** Of the defect library, where it was counted by its tile. */
  readonly code?: string | null
  readonly reason: RefusalReason | ''
  readonly severity: Severity
  readonly units: number | null
  readonly isFurther: boolean
  readonly remark: string
  /** The remark that the measurements made; where it reads otherwise by now, it is the inspector's. */
  readonly measuredRemark?: string
  readonly imageIds: readonly string[]
}

/** What is wished of a plan that is not frozen yet; what is left out is as the company has set. */
export interface PlanWish {
  readonly procedure?: PlanProcedure
  readonly level?: InspectionLevel
  readonly aqls?: Partial<Record<Severity, '0' | Aql>>
  readonly scope?: LotScope
}

/** An inspection while it is made. */
export interface InspectionDraft extends ChecklistDraft {
  readonly source: Source
  readonly wish: PlanWish
  /** By style and SKU, so that typing in one style draws that one anew. */
  readonly judged: Readonly<Record<string, GridValues>>
  /** Units looked at, by SKU, as typed: `lookedOf` counts. */
  readonly looked: Readonly<Record<string, number>>
  readonly defects: readonly DefectDraft[]
  /** Millimetres by SKU and point; piece 1 first, null where nothing was measured. */
  readonly measured: Readonly<Record<string, Readonly<Record<string, readonly (number | null)[]>>>>
  readonly points: readonly OwnPoint[]
  readonly imageIds: readonly string[]
  readonly cartons: number | null
  readonly overrideReason: string
  /** Why the plan is looser than the settings. */
  readonly looserReason?: string
  readonly remark: string
}

export function emptyInspection(source: Source): InspectionDraft {
  return {
    source,
    wish: {},
    judged: {},
    looked: {},
    defects: [],
    measured: {},
    points: [],
    imageIds: [],
    cartons: null,
    overrideReason: '',
    remark: '',
  }
}

export function isInspectionDraft(saved: unknown): saved is InspectionDraft {
  const wanted = ['source', 'wish', 'judged', 'looked', 'defects', 'measured', 'points', 'imageIds', 'remark']
  return typeof saved === 'object' && saved !== null && wanted.every((name) => name in saved)
}

/** Where an inspection starts: with what waits, then what is on hold, then what failed. */
export function firstSource(quantities: Record<Source, number>): Source {
  return sources.find((source) => quantities[source] > 0) ?? 'to_inspect'
}

export function judgedOf(draft: InspectionDraft, { style_id, nm_sku }: Pick<QcLine, 'style_id' | 'nm_sku'>): Judged {
  const cell = draft.judged[style_id]?.[nm_sku]
  return { passed: cell?.passed ?? 0, failed: cell?.failed ?? 0, on_hold: cell?.on_hold ?? 0 }
}

export function judgedSum({ passed, failed, on_hold }: Judged): number {
  return passed + failed + on_hold
}

/** Every piece of these SKUs that is not judged yet goes to one layer. */
export function fillRest(draft: InspectionDraft, lines: readonly QcLine[], layer: JudgedLayer): InspectionDraft {
  const judged: Record<string, GridValues> = { ...draft.judged }
  for (const line of lines) {
    const now = judgedOf(draft, line)
    const left = line.quantities[draft.source] - judgedSum(now)
    if (left <= 0) continue
    judged[line.style_id] = { ...judged[line.style_id], [line.nm_sku]: { ...now, [layer]: now[layer] + left } }
  }
  return { ...draft, judged }
}

/** Typed numbers; a SKU with nothing judged leaves the draft. */
export function applyJudged(before: GridValues, edits: readonly GridEdit[]): GridValues {
  const after = setQuantities(before, edits)
  return Object.fromEntries(Object.entries(after).filter(([, cell]) => Object.values(cell).some((n) => n > 0)))
}

/** Units with a defect, those with several once. */
export function describedUnits(defects: readonly DefectDraft[]): number {
  return defects.reduce((sum, { units, isFurther }) => sum + (isFurther ? 0 : (units ?? 0)), 0)
}

/** Units of a SKU that were looked at: as typed, and never fewer than those with a defect. */
export function lookedOf({ looked, defects }: Pick<InspectionDraft, 'looked' | 'defects'>, sku: string): number {
  return Math.max(looked[sku] ?? 0, describedUnits(defects.filter(({ nm_sku }) => nm_sku === sku)))
}

export function setLooked(draft: InspectionDraft, sku: string, units: number | null): InspectionDraft {
  const { [sku]: _, ...others } = draft.looked
  return { ...draft, looked: units === null || units === 0 ? others : { ...others, [sku]: units } }
}

export function addDefect(draft: InspectionDraft, sku: string, like: Partial<DefectDraft> = {}): InspectionDraft {
  const id = Math.max(0, ...draft.defects.map((defect) => defect.id)) + 1
  const defect: DefectDraft = {
    nm_sku: sku,
    reason: '',
    severity: 'major',
    units: 1,
    isFurther: false,
    remark: '',
    imageIds: [],
    ...like,
    id,
  }
  return { ...draft, defects: [...draft.defects, defect] }
}

export function changeDefect(draft: InspectionDraft, id: number, to: Partial<DefectDraft>): InspectionDraft {
  return { ...draft, defects: draft.defects.map((defect) => (defect.id === id ? { ...defect, ...to } : defect)) }
}

export function removeDefect(draft: InspectionDraft, id: number): InspectionDraft {
  return { ...draft, defects: draft.defects.filter((defect) => defect.id !== id) }
}

export function setMeasured(
  draft: InspectionDraft,
  sku: string,
  { point, piece }: { point: string; piece: number },
  mm: number | null,
): InspectionDraft {
  const before = draft.measured[sku]?.[point] ?? []
  const pieces = Array.from({ length: Math.max(before.length, piece) }, (_, at) =>
    at === piece - 1 ? mm : (before[at] ?? null),
  )
  return { ...draft, measured: { ...draft.measured, [sku]: { ...draft.measured[sku], [point]: pieces } } }
}

/** Pieces of a SKU with a measurement out of tolerance, and what was off: "Chest +1.5, Waist -2". */
export function outOfTolerance(
  draft: Pick<InspectionDraft, 'measured'>,
  sku: string,
  points: readonly MeasurePoint[],
): { pieces: number; what: string } {
  const measured = draft.measured[sku] ?? {}
  const pieces = new Set<number>()
  const what = points.flatMap((point) => {
    const off = (measured[point.point] ?? []).flatMap((mm, piece) =>
      mm !== null && isOut(point, mm) ? [[piece, mm] as const] : [],
    )
    for (const [piece] of off) pieces.add(piece)
    const each = [...new Set(off.map(([, mm]) => deviation(point, mm)))]
    return each.length === 0 ? [] : [`${point.point} ${each.join(' ')}`]
  })
  return { pieces: pieces.size, what: listed(what).slice(0, 500) }
}

/**
 * The defect that the measurements of a SKU make: all its pieces out of tolerance once, anew as often as more are measured. What
 * an inspector wrote there stays.
 */
export function addSizeDefect(
  draft: InspectionDraft,
  sku: string,
  { pieces, what }: ReturnType<typeof outOfTolerance>,
): InspectionDraft {
  const known = sizeDefect(draft, sku)
  const said = { units: pieces, remark: what, measuredRemark: what }
  const isWritten = known && known.remark.trim() !== '' && known.remark !== known.measuredRemark
  if (known) return changeDefect(draft, known.id, isWritten ? { units: pieces } : said)
  return addDefect(draft, sku, { reason: sizeReason, severity: reasonUsually[sizeReason].severity, ...said })
}

export function sizeDefect({ defects }: Pick<InspectionDraft, 'defects'>, sku: string): DefectDraft | undefined {
  return defects.find(({ nm_sku, reason }) => nm_sku === sku && reason === sizeReason)
}

const sizeReason = 'Size issue' satisfies RefusalReason

/** Whether anything was done that would be lost. */
export function isWorkedOn(draft: InspectionDraft): boolean {
  return (
    Object.values(draft.judged).some((style) => Object.keys(style).length > 0) ||
    Object.keys(draft.looked).length + draft.defects.length + draft.imageIds.length > 0 ||
    Object.keys(draft.measured).length > 0 ||
    Object.keys(draft.checklist ?? {}).length > 0 ||
    draft.remark !== ''
  )
}
