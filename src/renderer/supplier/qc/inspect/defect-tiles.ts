import {
  type DefectCategory,
  defectCategories,
  type KnownDefect,
} from '../../../../shared/areas/inspection/defect-library.ts'
import { type RefusalReason, reasonUsually, refusalReasons, type Severity } from '../../../../shared/kernel/reasons.ts'
import { addDefect, changeDefect, type DefectDraft, type InspectionDraft, removeDefect } from './draft.ts'

/** What one row of the tiles counts: a defect that the library knows, or a reason of a refusal as it is. */
export interface TileRow {
  /** Of the library; null for a plain reason. */
  code: string | null
  reason: RefusalReason
  name: string
  name_zh: string
  /** How bad it usually is. */
  severity: Severity
}

export interface TileGroup {
  category: DefectCategory | 'reasons'
  rows: readonly TileRow[]
}

/** The library by category, in its order, and the thirteen reasons behind it. */
export function tileGroups(library: readonly KnownDefect[]): readonly TileGroup[] {
  const byCategory = Map.groupBy(library, ({ category }) => category)
  const known = (Object.keys(defectCategories) as DefectCategory[]).flatMap((category) => {
    const rows = byCategory.get(category) ?? []
    return rows.length > 0 ? [{ category, rows }] : []
  })
  const reasons = refusalReasons.map((reason) => {
    const { zh: name_zh, severity } = reasonUsually[reason]
    return { code: null, reason, name: reason, name_zh, severity }
  })
  return [...known, { category: 'reasons', rows: reasons }]
}

const isOfTile = (row: TileRow, severity: Severity) => (defect: DefectDraft) =>
  (defect.code ?? null) === row.code &&
  defect.reason === row.reason &&
  defect.severity === severity &&
  !defect.isFurther

/** Units that a tile has counted, of one SKU or of all. */
export function unitsAt(
  draft: Pick<InspectionDraft, 'defects'>,
  row: TileRow,
  severity: Severity,
  sku?: string,
): number {
  return draft.defects
    .filter(isOfTile(row, severity))
    .filter(({ nm_sku }) => sku === undefined || nm_sku === sku)
    .reduce((sum, { units }) => sum + (units ?? 0), 0)
}

interface Press {
  sku: string
  row: TileRow
  severity: Severity
  by: 1 | -1
}

/**
 * One unit more or less of a SKU with that defect. A defect of the library says itself what is wrong, in both languages; of a plain reason
 * the inspector does. The last unit takes the defect with it.
 */
export function pressTile(draft: InspectionDraft, { sku, row, severity, by }: Press): InspectionDraft {
  const found = draft.defects.filter(({ nm_sku }) => nm_sku === sku).find(isOfTile(row, severity))
  if (found === undefined) {
    if (by < 0) return draft
    const { code, reason } = row
    return addDefect(draft, sku, {
      ...{ code, reason, severity },
      remark: code === null ? '' : `${row.name} ${row.name_zh}`,
    })
  }
  const units = (found.units ?? 0) + by
  return units < 1 ? removeDefect(draft, found.id) : changeDefect(draft, found.id, { units })
}
