import type { InspectionProposal } from '../../../shared/areas/india-inspection/shapes.ts'
import {
  type LotResult,
  resultOf,
  switchingOf,
  switchingReason,
  tableOf,
} from '../../../shared/areas/india-inspection/switching.ts'
import {
  isLooserPlan,
  type OfferedPieces,
  type PlanRules,
  sampleBy,
} from '../../../shared/areas/inspection/looser-plans.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { frozenPlan, offeredOf, planOf, planWish, rulesFor, togetherOf } from '../inspection/lots.ts'
import type { QcBoxFacts, QcLineFacts } from '../qc-boxes/box-rows.ts'
import { allOfIndia, atSites } from '../qc-boxes/sites.ts'

/** What is looked back on: with so many lots the rules come to where all of them would. */
const MOST_INSPECTIONS = 1_000

/** The lots that are shown beside the reason. */
const SHOWN = 10

/** How the vendor's lots in India would have this box inspected, were the switching rules of ISO 2859-1 followed. */
export async function inspectionProposal(
  db: Db,
  box: QcBoxFacts,
  lines: readonly QcLineFacts[],
): Promise<InspectionProposal> {
  const lots = await judgedLots(db, box.vendor_id)
  const now = switchingOf(lots)
  const { whose: _, ...usual } = rulesFor(await planWish(db, box, lines, {}), lines)
  const { level, aqls } = usual
  const asked = { ...usual, procedure: tableOf(now.procedure) }
  const offered = lines.map(
    (line): OfferedPieces => ({
      box: box.sscc,
      style_colour: togetherOf('style_colour', line),
      pieces: offeredOf('inspection', line),
    }),
  )
  const sampled = (rules: PlanRules) => ({ ...rules, sample_size: sampleBy(rules, offered) })
  return {
    procedure: now.procedure,
    ...switchingReason(now),
    ...{ plan_procedure: asked.procedure, level, aqls },
    takes_lead: isLooserPlan(sampled(asked), sampled(usual)),
    lots: lots.slice(-SHOWN).map(({ accepted, at }) => ({ accepted, at: at.toISOString() })),
  }
}

const lotColumns = {
  plan: frozenPlan,
  at: col.instant,
  sampled: col.number,
  critical: col.number,
  major: col.number,
  minor: col.number,
}

/** A vendor's lots on their original inspection in India, in the order in which their samples were last added to; open ones are left out. */
async function judgedLots(db: Db, vendorId: string): Promise<(LotResult & { at: Date })[]> {
  const { rows } = await rowsOf(lotColumns)`
    WITH recent AS (SELECT i.id FROM qc_box q JOIN qc_inspection i ON i.box_id = q.box_id AND i.site_id = q.site_id
      WHERE q.vendor_id = ${vendorId} AND ${atSites(allOfIndia)} AND i.kind = 'inspection'
      ORDER BY i.at DESC, i.id DESC LIMIT ${MOST_INSPECTIONS})
    SELECT ${planOf('l')} AS plan, max(i.at) AS at, sum(t.sampled)::int AS sampled, sum(t.critical)::int AS critical,
      sum(t.major)::int AS major, sum(t.minor)::int AS minor
    FROM qc_lot l JOIN qc_inspection_lot t ON t.lot_id = l.id JOIN qc_inspection i ON i.id = t.inspection_id
    WHERE l.id IN (SELECT lot_id FROM qc_inspection_lot WHERE inspection_id IN (SELECT id FROM recent))
      AND l.plan ->> 'kind' = 'inspection'
    GROUP BY l.id ORDER BY max(i.at), l.id`.execute(db)
  return rows.flatMap(({ plan, at, ...tally }) => {
    const result = resultOf(plan, tally)
    return result ? [{ ...result, at }] : []
  })
}
