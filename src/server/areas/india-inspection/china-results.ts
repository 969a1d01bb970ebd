import type { ChinaResult } from '../../../shared/areas/india-inspection/shapes.ts'
import { failedOf, passedOf } from '../../../shared/areas/qc-boxes/quantities.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { type InspectionWire, inspectionsOf } from '../inspection/save-inspection.ts'
import { type QcLineFacts, qcLineFacts } from '../qc-boxes/box-rows.ts'
import { allOfChina, atSites } from '../qc-boxes/sites.ts'

/** What China found of each SKU that a box has in India; none of a box that China never had. */
export async function chinaResults(db: Db, boxId: string, inIndia: readonly QcLineFacts[]): Promise<ChinaResult[]> {
  const { rows } = await rowsOf({ box_id: col.text, site_id: col.text })`
    SELECT q.box_id, q.site_id FROM qc_box q WHERE q.box_id = ${boxId} AND ${atSites(allOfChina)}`.execute(db)
  const [place] = rows
  if (place === undefined) return []
  const there = new Map((await qcLineFacts(db, [place])).map((line) => [line.nm_sku, line]))
  const inspections = await inspectionsOf(db, place)
  return inIndia.flatMap((line) => {
    const china = there.get(line.nm_sku)
    return china ? [resultOf(china, line, inspections)] : []
  })
}

function resultOf(china: QcLineFacts, india: QcLineFacts, inspections: readonly InspectionWire[]): ChinaResult {
  const { nm_sku, declared, missing, excess, on_hold } = china
  const judging = inspections.flatMap((inspection) =>
    inspection.lines.filter((line) => line.nm_sku === nm_sku).map((line) => ({ ...line, inspection })),
  )
  const last = judging.at(-1)?.inspection
  const passed = passedOf(china)
  const skipped = judging.reduce(
    (sum, { passed: let_go, inspection: { kind } }) => sum + (kind === 'skip' ? let_go : 0),
    0,
  )
  return {
    ...{ nm_sku, declared, missing, excess, on_hold, passed },
    failed: failedOf(china),
    // Skipped pieces that were taken back and judged since are among the judged ones.
    skipped: last?.kind === 'skip' ? Math.min(passed, skipped) : 0,
    sampled: judging.reduce((sum, { sampled }) => sum + sampled, 0),
    defects: inspections.flatMap(({ number, defects }) =>
      defects
        .filter((defect) => defect.nm_sku === nm_sku)
        .map(({ nm_sku: _, ...defect }) => ({ ...defect, inspection: number })),
    ),
    last: last ? lastOf(last) : null,
    disagreed: Math.min(failedOf(india), passed),
  }
}

function lastOf({ number, kind, computed, verdict, override_reason, at, by }: InspectionWire): ChinaResult['last'] {
  return { number, kind, computed, verdict, override_reason, at, by }
}
