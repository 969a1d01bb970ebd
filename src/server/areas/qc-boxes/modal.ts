import { styleMeasure } from '../../../shared/areas/inspection/shapes.ts'
import { allowed, type Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { toldEvents } from '../../audit/told-words.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Reply, reply } from '../../http/call.ts'
import { holds } from '../../http/right-holders.ts'
import { qcDiscrepancies } from '../counting/discrepancy-rows.ts'
import { checklistFor, refusalsOf } from '../inspection/checklist.ts'
import { compareWithSettings } from '../inspection/looser-plans.ts'
import { type LotKind, lotsOf, type PlanWire, planWire, planWish } from '../inspection/lots.ts'
import { inspectionForVendors, inspectionsOf } from '../inspection/save-inspection.ts'
import { readQcSettings, seenSettings } from '../inspection/settings.ts'
import { loadHistory } from '../orders/order-details.ts'
import { findQcBox, type QcBoxFacts, type QcLineFacts, qcLineFacts, qcLineWire, unknownBox } from './box-rows.ts'
import { type BoxRows, wireBoxes } from './box-wires.ts'
import { type AtQc, actionsAt, discrepancyOwners, eventsAt, inChina, leadAt, movesAt, type QcSites } from './sites.ts'

type Input = Taken<Contract['qcBoxes']['getQcModal']>
type Modal = Gives<Contract['qcBoxes']['getQcModal']>
/** The same of a box wherever it is: `box` is by its country. */
type ModalOf<S extends QcSites> = Omit<Modal, 'box'> & { box: BoxRows[S] }

/** A box with everything that counting and judging it needs. A vendor gets the outcome of its own. */
export async function getQcModal(input: Input, context: CallContext): Promise<Reply<Modal>> {
  const { caller } = context
  const { modal } = await modalAt(inChina(caller), input, context)
  return reply(caller.role === 'vendor' ? forVendors(modal) : modal)
}

/** A box at these sites with everything that counting and judging it needs, and what that was read from. */
export async function modalAt<S extends QcSites>(
  at: AtQc<S>,
  input: Input,
  { db, caller }: Pick<CallContext, 'db' | 'caller'>,
): Promise<{ modal: ModalOf<S>; box: QcBoxFacts; lines: QcLineFacts[] }> {
  const box = await findQcBox(db, at, input.box_id)
  const lines = await qcLineFacts(db, [box])
  const inspections = await inspectionsOf(db, box)
  const told = eventsAt(at.sites)
  const [row] = await wireBoxes(db, at, [box])
  if (row === undefined) throw unknownBox(input.box_id)
  const { blind_count } = await readQcSettings(db, at.sites)
  // A sample says how many pieces were declared: who counts blind does not see it before the count.
  const counted = input.as_declared && !blind_count ? lines.map(asDeclared) : lines
  const modal = {
    box: row,
    lines: lines.map((line) => qcLineWire(line, row.counts_hidden)),
    cases: await qcDiscrepancies(db, box),
    plans: await plansOf(db, box, counted, { input, after: lastFailed(inspections) }),
    measures: await measuresOf(db, lines),
    inspections,
    checklist: await checklistFor(
      db,
      at.sites,
      lines.map(({ style_uuid }) => style_uuid),
    ),
    settings: await seenSettings(db, at.sites),
    owners: await ownersOf(db, at.sites),
    leads: await leadsOf(db, at.sites),
    blind_count,
    history: toldEvents(caller, (await loadHistory(db, told, [box.sscc])).get(box.sscc) ?? []),
    moves: caller.role === 'vendor' ? [] : movesAt(at.sites, box),
  }
  return { modal, box, lines }
}

/** What waits for its count, as if it were counted and right. */
const asDeclared = (line: QcLineFacts): QcLineFacts => ({
  ...line,
  to_inspect: line.to_inspect + line.uncounted,
  uncounted: 0,
})

/** The last inspection that failed pieces of each SKU. */
const lastFailed = (inspections: Modal['inspections']) =>
  new Map(
    inspections.flatMap(({ number, lines }) =>
      lines.filter(({ failed }) => failed > 0).map(({ nm_sku }) => [nm_sku, number] as const),
    ),
  )

async function plansOf(
  db: Db,
  box: QcBoxFacts,
  lines: readonly QcLineFacts[],
  { input, after }: { input: Input; after: ReadonlyMap<string, number> },
): Promise<PlanWire[]> {
  const wish = await planWish(db, box, lines, input)
  const ofKind = async (kind: LotKind) => {
    const lots = await lotsOf(db, box, lines, { kind, wish, after })
    const beside = await compareWithSettings(db, box, lines, { kind, wish, after, lots })
    const refused = await refusalsOf(db, box, lots)
    return lots.map((lot) => planWire(lot, refused.get(lot.key) ?? [], beside.get(lot.key)))
  }
  const again = actionsAt(box.site_kind, box).includes('reinspect') ? await ofKind('reinspection') : []
  return [...(await ofKind('inspection')), ...again]
}

async function measuresOf(db: Db, lines: readonly QcLineFacts[]): Promise<Modal['measures']> {
  const { rows } = await rowsOf(styleMeasure)`
    SELECT s.code AS style_id, m.size, m.point, m.point_zh, m.spec_mm, m.tolerance_mm
    FROM style_measure m JOIN style s ON s.id = m.style_id
    WHERE m.retired_at IS NULL AND m.style_id = ANY(${[...new Set(lines.map((line) => line.style_uuid))]}::uuid[])
      AND m.size = ANY(${[...new Set(lines.map((line) => line.size))]}::text[])
    ORDER BY s.code, (SELECT min(k.size_rank) FROM sku k WHERE k.style_id = m.style_id AND k.size = m.size), m.size, m.position, m.point`.execute(
    db,
  )
  return rows
}

const ownerColumns = { id: col.text, name: col.text }

/** Who may own a discrepancy: people who may count. */
export async function ownersOf(db: Db, sites: QcSites): Promise<Modal['owners']> {
  const { rows } = await rowsOf(ownerColumns)`
    SELECT id, name FROM app_user WHERE is_active AND role = ANY(${[...discrepancyOwners[sites]]}::text[])
    ORDER BY name, id`.execute(db)
  return rows
}

/** Names of who may overrule a sample at these sites: those who lead QC before those who lead everything. */
async function leadsOf(db: Db, sites: QcSites): Promise<string[]> {
  const { rows } = await rowsOf({ name: col.text })`
    SELECT u.name FROM app_user u WHERE u.is_active AND NOT u.is_machine AND ${holds(allowed[leadAt[sites]])}
    ORDER BY u.role IN ('admin', 'super_admin'), u.name, u.id LIMIT 6`.execute(db)
  return rows.map(({ name }) => name)
}

/** Who changed settings. */
const ofUs = { changed_by: null, changed_at: null }

/** What stays in the company: who owns a discrepancy or could, what is noted on one and its end, and why a verdict was overruled. */
function forVendors(modal: Modal): Modal {
  return {
    ...modal,
    owners: [],
    leads: [],
    plans: modal.plans.map((plan) => ({ ...plan, refused: [], whose: [] })),
    checklist: { ...modal.checklist, items: [], bench_all_yes: false, ...ofUs },
    settings: { ...modal.settings, ...ofUs },
    cases: modal.cases.map((each) => ({
      ...each,
      owner_id: '',
      owner: '',
      remark: null,
      outcomes: each.outcomes.map((outcome) => ({ ...outcome, remark: null })),
    })),
    inspections: modal.inspections.map(inspectionForVendors),
  }
}
