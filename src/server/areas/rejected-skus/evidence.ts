import { sql } from 'kysely'
import { rejectedMessages } from '../../../shared/areas/rejected-skus/rules.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { assertImages } from '../inspection/save-inspection.ts'
import type { QcBoxFacts } from '../qc-boxes/box-rows.ts'

interface Rejected {
  box: QcBoxFacts
  sku_id: string
}

/**
 * Further photographs of rejected pieces: they stand by the inspection that rejected them last, beside the defect where it is of one
 * SKU, and so go with a return note. Throws for pictures that are not the caller's own, or that two vendors would be shown.
 */
export async function addEvidence(
  tx: Tx,
  context: Pick<CallContext, 'caller'>,
  rejected: readonly Rejected[],
  imageIds: readonly string[],
): Promise<void> {
  const [first] = rejected
  if (imageIds.length === 0 || first === undefined) return
  if (rejected.some(({ box }) => box.vendor_id !== first.box.vendor_id))
    throw invalidInput('Please select only one vendor.')
  await assertImages(tx, context, first.box, imageIds)
  const { rows } = await rowsOf({ inspection_id: col.text, defect_id: col.textOrNull })`
    SELECT i.inspection_id, CASE WHEN count(DISTINCT i.sku_id) = 1 THEN min(f.id::text) END AS defect_id
    FROM (SELECT DISTINCT ON (r.box_id, r.sku_id) r.sku_id, i.id AS inspection_id
      FROM unnest(${rejected.map(({ box }) => box.box_id)}::uuid[], ${rejected.map(({ box }) => box.site_id)}::uuid[],
        ${rejected.map(({ sku_id }) => sku_id)}::uuid[]) AS r (box_id, site_id, sku_id)
      JOIN qc_inspection i ON i.box_id = r.box_id AND i.site_id = r.site_id
      JOIN qc_inspection_line il ON il.inspection_id = i.id AND il.sku_id = r.sku_id AND il.failed > 0
      ORDER BY r.box_id, r.sku_id, i.number DESC) i
    LEFT JOIN qc_defect f ON f.inspection_id = i.inspection_id AND f.sku_id = i.sku_id
    GROUP BY 1 ORDER BY 1`.execute(tx)
  if (rows.length === 0) throw invalidInput(rejectedMessages.notInspected)
  await sql`
    INSERT INTO qc_photo (image_id, inspection_id, defect_id, position)
    SELECT p.image_id, i.inspection_id, i.defect_id,
      p.place + coalesce((SELECT max(x.position) FROM qc_photo x WHERE x.inspection_id = i.inspection_id), 0)
    FROM unnest(${rows.map((row) => row.inspection_id)}::uuid[], ${rows.map((row) => row.defect_id)}::uuid[])
      AS i (inspection_id, defect_id)
    CROSS JOIN unnest(${imageIds}::uuid[]) WITH ORDINALITY AS p (image_id, place)`.execute(tx)
}
