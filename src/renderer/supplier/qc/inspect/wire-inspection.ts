import type { CallInput } from '../../../actions/calls.ts'
import type { BoxDetails } from '../box/box-data.ts'
import { type ChecklistDraft, tickedOf } from '../checklist/checklist-draft.ts'
import { type InspectionDraft, judgedOf, judgedSum, lookedOf } from './draft.ts'
import type { Standing } from './lot-states.ts'
import { pointsOf } from './measure-points.ts'

/** Answers to what is asked now, and by what is judged. */
export function wireChecklist(
  draft: ChecklistDraft,
  { checklist: { items, version }, settings }: Pick<BoxDetails, 'checklist' | 'settings'>,
) {
  const checklist = tickedOf(draft, items)
  return {
    ...(checklist.length > 0 && { checklist }),
    checklist_version: version,
    settings_version: settings.version,
  }
}

/** The inspection as the call takes it: only SKUs of which something is judged or looked at. */
export function wireInspection(
  {
    box,
    lines,
    measures,
    checklist,
    settings,
  }: Pick<BoxDetails, 'box' | 'lines' | 'measures'> & Partial<Pick<BoxDetails, 'checklist' | 'settings'>>,
  draft: InspectionDraft,
  { verdict, isLooser }: Pick<Standing, 'verdict' | 'isLooser'>,
): CallInput<'inspection.verifyQcInspection'> {
  return {
    box_id: box.box_id,
    version: box.version,
    ...draft.wish,
    lines: lines.flatMap((line) => {
      const judged = judgedOf(draft, line)
      const sampled = lookedOf(draft, line.nm_sku)
      return judgedSum(judged) + sampled === 0 ? [] : { nm_sku: line.nm_sku, ...judged, sampled, from: draft.source }
    }),
    defects: draft.defects.flatMap(({ nm_sku, code, reason, severity, units, isFurther, remark, imageIds }) =>
      reason === ''
        ? []
        : {
            nm_sku,
            reason,
            severity,
            units: units ?? 0,
            is_further: isFurther,
            remark: remark.trim(),
            image_ids: [...imageIds],
            ...(code && { defect_code: code }),
          },
    ),
    measurements: lines.flatMap((line) => {
      const own = draft.measured[line.nm_sku] ?? {}
      return pointsOf(line, measures, draft.points).flatMap(({ point, spec_mm, tolerance_mm }) =>
        (own[point] ?? []).flatMap((actual_mm, at) =>
          actual_mm === null ? [] : { nm_sku: line.nm_sku, piece: at + 1, point, spec_mm, tolerance_mm, actual_mm },
        ),
      )
    }),
    image_ids: [...draft.imageIds],
    ...(draft.cartons !== null && { cartons_opened: draft.cartons }),
    verdict: verdict ?? 'mixed',
    // Kept only where something is overruled.
    ...(draft.overrideReason.trim() && { override_reason: draft.overrideReason.trim() }),
    ...(isLooser && draft.looserReason?.trim() && { looser_reason: draft.looserReason.trim() }),
    ...(checklist && settings && wireChecklist(draft, { checklist, settings })),
    ...(draft.remark.trim() && { remark: draft.remark.trim() }),
  }
}
