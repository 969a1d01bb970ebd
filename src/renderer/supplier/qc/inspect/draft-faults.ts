import type { ChecklistItem } from '../../../../shared/areas/inspection/checklist.ts'
import { severities } from '../../../../shared/kernel/reasons.ts'
import { key } from '../../../i18n/formats.ts'
import type { QcLine } from '../box/box-data.ts'
import { checklistFaultOf } from '../checklist/checklist-draft.ts'
import { type DefectDraft, describedUnits, type InspectionDraft, judgedOf, judgedSum, lookedOf } from './draft.ts'
import { passingOf, type Standing } from './lot-states.ts'

/** Why the inspection cannot be saved so: English, the key of its translation, with the values of its blanks. */
export interface Fault {
  nm_sku: string | null
  part: 'pieces' | 'sample' | 'defects' | 'verdict' | 'checklist'
  message: string
  values?: Record<string, string | number>
}

/** What the server would refuse, said while it is typed; the first is shown beside the save. */
export function draftFaults(
  draft: InspectionDraft,
  lines: readonly QcLine[],
  { standing, isLead, items = [] }: { standing: Standing; isLead: boolean; items?: readonly ChecklistItem[] },
): Fault[] {
  const defects = Map.groupBy(draft.defects, (defect) => defect.nm_sku)
  return [
    ...(standing.verdict === null
      ? [{ nm_sku: null, part: 'pieces' as const, message: key('Say how many pieces passed, failed or are on hold.') }]
      : []),
    ...draft.defects.flatMap(defectFault),
    ...lines.flatMap((line) => skuFaults(draft, line, defects.get(line.nm_sku) ?? [])),
    ...standing.lots.flatMap(({ uncovered }) =>
      uncovered.map((nm_sku) => ({
        nm_sku,
        part: 'defects' as const,
        message: key('{{nm_sku}}: failed pieces need a defect with reason and remark.'),
      })),
    ),
    ...holdFault(draft, standing),
    ...looserFault(draft, standing, isLead),
    ...verdictFault(draft, standing, isLead),
    ...checkFault(draft, items, { standing, isLead }),
  ]
}

function defectFault({ nm_sku, reason, remark, units }: DefectDraft): Fault[] {
  const missing = reason === '' || remark.trim() === '' || units === null || units < 1
  if (!missing) return []
  return [{ nm_sku, part: 'defects', message: key('{{nm_sku}}: a defect needs a reason, units and a remark.') }]
}

function skuFaults(draft: InspectionDraft, line: QcLine, defects: readonly DefectDraft[]): Fault[] {
  const { nm_sku, quantities } = line
  const judged = judgedSum(judgedOf(draft, line))
  const available = quantities[draft.source]
  const looked = lookedOf(draft, nm_sku)
  const units = describedUnits(defects)
  const fault = (part: Fault['part'], message: string, values: Record<string, number>): Fault[] => [
    { nm_sku, part, message, values },
  ]
  if (judged > available)
    return fault('pieces', key('{{nm_sku}}: {{judged}} pcs judged, but only {{available}} wait.'), {
      judged,
      available,
    })
  if (units > judged)
    return fault('defects', key('{{nm_sku}}: {{units}} units with a defect, but only {{judged}} pcs are judged.'), {
      units,
      judged,
    })
  if (looked > judged)
    return fault('pieces', key('{{nm_sku}}: {{looked}} pcs looked at, but only {{judged}} are judged.'), {
      looked,
      judged,
    })
  return furtherFault(nm_sku, defects)
}

/** A further defect lies on units that have one at least as bad. */
function furtherFault(nm_sku: string, defects: readonly DefectDraft[]): Fault[] {
  const isLoose = defects.some((further) => {
    if (!further.isFurther) return false
    const asBad = severities.slice(0, severities.indexOf(further.severity) + 1)
    return (further.units ?? 0) > describedUnits(defects.filter(({ severity }) => asBad.includes(severity)))
  })
  if (!isLoose) return []
  return [
    {
      nm_sku,
      part: 'defects',
      message: key('{{nm_sku}}: a further defect is on units that have one at least as bad.'),
    },
  ]
}

/** Whoever finds pieces on hold wants to know what they wait for. */
function holdFault({ remark }: InspectionDraft, { judged }: Standing): Fault[] {
  if (judged.on_hold === 0 || remark.trim() !== '') return []
  return [{ nm_sku: null, part: 'verdict', message: key('Please say in the remark why pieces are on hold.') }]
}

function checkFault(
  draft: InspectionDraft,
  items: readonly ChecklistItem[],
  { standing, isLead }: { standing: Standing; isLead: boolean },
): Fault[] {
  const fault = checklistFaultOf(draft, items, { passing: passingOf(standing.lots), isLead })
  return fault === null ? [] : [{ nm_sku: null, part: 'checklist', ...fault }]
}

function looserFault(draft: InspectionDraft, standing: Standing, isLead: boolean): Fault[] {
  const fault = (message: string): Fault[] => [{ nm_sku: null, part: 'sample', message }]
  if (!standing.isLooser) return []
  if (!isLead) return fault(key('This plan is looser than the settings. Only a lead may choose it, with a reason.'))
  if (draft.looserReason?.trim()) return []
  return fault(key('This plan is looser than the settings. Please say why.'))
}

function verdictFault(draft: InspectionDraft, { isContrary }: Standing, isLead: boolean): Fault[] {
  if (!isContrary) return []
  if (!isLead)
    return [
      {
        nm_sku: null,
        part: 'verdict',
        message: key('This goes against the sample. Only a lead may overrule it, with a reason.'),
      },
    ]
  if (draft.overrideReason.trim() !== '') return []
  return [
    { nm_sku: null, part: 'verdict', message: key('This goes against the sample. Please say why it is overruled.') },
  ]
}
