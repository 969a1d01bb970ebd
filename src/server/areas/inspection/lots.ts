import { sql } from 'kysely'
import { z } from 'zod'
import type { OfferedPieces, PlanRules } from '../../../shared/areas/inspection/looser-plans.ts'
import { aqls, inspectionLevels, planProcedures } from '../../../shared/areas/inspection/master-tables.ts'
import {
  cartonsToOpen,
  type DrawnUnits,
  type LotScope,
  lotScopes,
  planNumbers,
  sampleOfCartons,
  spreadSample,
} from '../../../shared/areas/inspection/sampling.ts'
import { aqlsOf, type QcSettings } from '../../../shared/areas/inspection/settings.ts'
import type { samplingPlan } from '../../../shared/areas/inspection/shapes.ts'
import { isAbout, type LotRules, ruleSource, strictestOf } from '../../../shared/areas/inspection/stricter-rules.ts'
import { toLookAtIn } from '../../../shared/areas/inspection/to-look-at.ts'
import {
  computedVerdict,
  type HeldLook,
  lackingIn,
  noTally,
  type Tally,
} from '../../../shared/areas/inspection/verdict.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { type QcBoxFacts, type QcLineFacts, qcLineFacts } from '../qc-boxes/box-rows.ts'
import { heldLooks, heldSeen, lookedAt } from './held-looks.ts'
import { readQcSettings } from './settings.ts'

/** Pieces that one sample judges. */
export interface Lot {
  /** site.id: no lot is judged at two sites. */
  site_id: string
  key: string
  /** The key without the number of a shipment's later lots. */
  group: string
  /** qc_lot.id; null until its first inspection freezes the plan. */
  id: string | null
  plan: FrozenPlan
  /** Of all inspections of the lot so far. */
  tally: Tally
  /** What it counts of pieces on hold in the box that was asked for, by NM SKU. */
  held: ReadonlyMap<string, HeldLook>
  cells: LotCell[]
  /** Pieces of the cells that are still to be judged and that the tally does not count. */
  unseen: number
  /** Boxes other than the one that was asked for of which pieces were looked at. */
  opened_elsewhere: number
}

/** A lot that nobody has begun, beside the settings. */
export interface SettingsComparison {
  /** Samples of the same pieces, which are more than those of the lot where the settings cut larger lots. */
  asked: PlanRules & { sample_size: number }
  settings: PlanRules & { sample_size: number }
  /** The pieces, each once: those of the lot and of the lots that the settings put them in. */
  offered: ReadonlyMap<string, OfferedPieces>
  /** The settings' lot of its pieces is frozen: another one would leave its tally behind. */
  leavesFrozen: boolean
}

export type LotWish = Partial<Omit<PlanRules, 'aqls'>> & { aqls?: Partial<PlanRules['aqls']> | undefined }

const begunColumns = { scope: z.enum(lotScopes), is_own: col.flag }

/**
 * Normal inspection by what the company has set, for the goods of each lot the strictest of it, but for what is wished; a round that began with one scope goes on with it, and so does a box whose
 * pieces are in the frozen lot of its shipment, whatever the company sets afterwards.
 */
export async function planWish(
  db: Db,
  box: QcBoxFacts,
  lines: readonly QcLineFacts[],
  wish: { [K in keyof LotWish]: LotWish[K] | undefined },
): Promise<PlanWish> {
  const { rows } = await rowsOf(begunColumns)`
    SELECT l.scope, l.is_own FROM (
      SELECT l.scope, l.plan, EXISTS (SELECT 1 FROM qc_inspection_lot il JOIN qc_inspection i ON i.id = il.inspection_id
        WHERE il.lot_id = l.id AND i.box_id = ${box.box_id} AND i.site_id = ${box.site_id}) AS is_own
      FROM qc_lot l WHERE l.site_id = ${box.site_id} AND l.lot_group = ANY(${presentGroups(box, lines)}::text[])) l
    WHERE l.is_own OR (l.scope = 'shipment' AND l.plan -> 'boxes' ? ${box.sscc})
    ORDER BY l.is_own DESC LIMIT 1`.execute(db)
  const begun = rows[0]
  const settings = await readQcSettings(db, box.site_kind)
  const strictest = await strictestFor(db, box, lines, settings)
  const wished = definedOf(wish.aqls ?? {})
  return {
    procedure: wish.procedure ?? 'normal',
    scope: (begun?.is_own && begun.scope) || (wish.scope ?? begun?.scope ?? settings.lot_scope),
    rulesOf: (styles) => {
      const { level, aqls, whose } = strictest(styles)
      const isWished = (what: (typeof whose)[number]['what']) =>
        what === 'level' ? wish.level !== undefined : wished[what] !== undefined
      return {
        level: wish.level ?? level,
        aqls: { ...aqls, ...wished },
        whose: whose.filter(({ what }) => !isWished(what)),
      }
    },
  }
}

const ofStyle = { id: col.text, category: col.text }

/** The strictest of the settings and of what is asked of these styles and their vendor. */
async function strictestFor(
  db: Db,
  { supplier_id: vendor }: Pick<QcBoxFacts, 'supplier_id'>,
  lines: readonly Pick<QcLineFacts, 'style_uuid'>[],
  settings: QcSettings,
): Promise<PlanWish['rulesOf']> {
  const { level, stricter } = settings
  const usual = { level, aqls: aqlsOf(settings) }
  if (stricter.length === 0) return () => strictestOf(usual, [])
  const ids = [...new Set(lines.map(({ style_uuid }) => style_uuid))]
  const { rows } = await rowsOf(ofStyle)`SELECT id, category FROM style WHERE id = ANY(${ids}::uuid[])`.execute(db)
  return (styles) => {
    const categories = rows.flatMap(({ id, category }) => (styles.includes(id) ? category : []))
    return strictestOf(
      usual,
      stricter.filter((rule) => isAbout(rule, { categories, vendor })),
    )
  }
}

function definedOf<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}

/**
 * The lots of a box, frozen or as they would be planned: each in the present round of the styles that are in it. `lines` are
 * those of the box. Failed pieces that are judged again are a lot of their own box, new after every inspection that failed
 * some of them (`after`: its number, by NM SKU).
 */
export async function lotsOf(
  db: Db,
  box: QcBoxFacts,
  lines: readonly QcLineFacts[],
  { kind, wish: wished, after }: { kind: LotKind; wish: PlanWish; after: ReadonlyMap<string, number> },
): Promise<Lot[]> {
  const scope = lotScope(kind, wished.scope)
  const wish = { ...wished, scope }
  const groups = groupsOf(scope, await cellsOf(db, box, lines, { kind, scope }))
  const keyed = [...groups].flatMap(([of, all]) => {
    const own = all.filter(({ line }) => line.box_id === box.box_id).map(({ line }) => line)
    if (own.length === 0) return []
    const round = roundOf(scope, box, own)
    const failed = kind === 'inspection' ? null : Math.max(0, ...own.map(({ nm_sku }) => after.get(nm_sku) ?? 0))
    const cells = scope === 'box' ? all : all.filter(({ line }) => line.round === round)
    return { group: groupKey(scope, box, failed === null ? `r${round}` : `r${round}.${failed}`, of), cells }
  })
  const frozen = await frozenLots(
    db,
    box.site_id,
    keyed.map(({ group }) => group),
  )
  const ids = frozen.map(({ id }) => id)
  const held = await heldLooks(db, box.box_id, ids)
  const seen = await heldSeen(db, ids)
  const looked = await lookedAt(db, ids)
  return keyed.flatMap(({ group, cells }): Lot[] => {
    const known = frozen.filter((lot) => lot.lot_group === group)
    const mine = scope === 'shipment' ? known.find(({ plan }) => plan.boxes.includes(box.sscc)) : known[0]
    if (mine) {
      const { id, lot_key, plan, tally, opened } = mine
      const inPlan = cells.filter(({ sscc }) => plan.boxes.includes(sscc))
      const lotCells = inPlan.map((cell) => ({
        ...cell,
        unseen: cell.offered - Math.min(cell.line.on_hold, seen(id, cell.line)),
        looked: looked(id, cell.line),
      }))
      const opened_elsewhere = opened.filter((each) => each !== box.box_id).length
      const own = held.get(id) ?? new Map()
      return [
        {
          ...{ site_id: box.site_id, key: lot_key, group, id, plan, tally },
          ...{ held: own, cells: lotCells, unseen: unseenIn(lotCells), opened_elsewhere },
        },
      ]
    }
    // Boxes that were counted after the lot of their shipment was frozen are the next lot.
    const free = cells.filter(({ sscc }) => !known.some(({ plan }) => plan.boxes.includes(sscc)))
    const plan = newPlan(kind, wish, free)
    const key = `${group}|${known.length + 1}`
    if (!plan?.boxes.includes(box.sscc)) return []
    const now = { cells: free, unseen: unseenIn(free), opened_elsewhere: 0 }
    return [{ site_id: box.site_id, key, group, id: null, plan, tally: noTally, held: new Map(), ...now }]
  })
}

const unseenIn = (cells: readonly LotCell[]) => cells.reduce((sum, { unseen }) => sum + unseen, 0)

/** What of a lot's sample is still to be looked at, as it stands now. */
export function toSeeIn({ plan, tally, cells }: Lot): DrawnUnits[] {
  const rows = cells.map(({ line, sscc, box_no, unseen, looked }) => ({
    nm_sku: line.nm_sku,
    sscc,
    box_no,
    pieces: Math.max(0, unseen),
    looked,
  }))
  return toLookAtIn({ sample: plan.sample, lacking: lackingIn(plan, tally) }, rows)
}

async function cellsOf(
  db: Db,
  box: QcBoxFacts,
  lines: readonly QcLineFacts[],
  { kind, scope }: { kind: LotKind; scope: LotScope },
): Promise<LotCell[]> {
  const cell = (of: { sscc: string; box_no: string }) => (line: QcLineFacts) => ({
    line,
    sscc: of.sscc,
    box_no: of.box_no,
    offered: offeredOf(kind, line),
    unseen: offeredOf(kind, line),
    looked: 0,
  })
  if (scope !== 'shipment') return lines.map(cell(box))
  const { rows: others } = await rowsOf({ box_id: col.text, sscc: col.text, box_no: col.text, site_id: col.text })`
    SELECT q.box_id, q.site_id, b.sscc, b.box_no FROM qc_box q JOIN box b ON b.id = q.box_id
    WHERE q.shipment_id = ${box.shipment_uuid} AND q.site_id = ${box.site_id} AND q.uncounted = 0
    ORDER BY b.position`.execute(db)
  const all = Map.groupBy(await qcLineFacts(db, others), (line) => line.box_id)
  // Asked for as if it were counted: it lies beside those that are.
  const isAhead = !all.has(box.box_id) && lines.every((line) => line.uncounted === 0)
  if (isAhead)
    return [...lines.map(cell(box)), ...others.flatMap((other) => (all.get(other.box_id) ?? []).map(cell(other)))]
  return others.flatMap((other) => (all.get(other.box_id) ?? []).map(cell(other)))
}

interface Frozen {
  id: string
  lot_group: string
  lot_key: string
  plan: FrozenPlan
  tally: Tally
  /** box.id of those of which pieces were looked at. */
  opened: string[]
}

const aql = z.enum(['0', ...aqls])

const limitsOfSample = z.object({
  code: col.text,
  sample_size: col.number,
  accept: col.number,
  reject: col.number,
})

/** `qc_lot.plan` as it is read. */
export const frozenPlan = z.object({
  boxes: col.texts,
  code: col.text,
  style_id: col.textOrNull,
  color: col.textOrNull,
  color_zh: col.textOrNull,
  procedure: z.enum(planProcedures),
  level: z.enum(inspectionLevels),
  aqls: z.object({
    minor: aql,
    critical: aql,
    major: aql,
  }),
  whose: z.array(ruleSource),
  scope: z.enum(lotScopes),
  kind: z.enum(['inspection', 'reinspection']),
  lot_size: col.number,
  sample_size: col.number,
  limits: z.object({
    minor: limitsOfSample,
    critical: limitsOfSample,
    major: limitsOfSample,
  }),
  cartons: col.number,
  cartons_to_open: col.number,
  sample: z.array(z.object({ nm_sku: col.text, sscc: col.text, box_no: col.text, units: col.number })),
})

/** `qc_lot.plan` as it is read: lots that were begun before a category or vendor could be stricter say nothing of whose rules held. */
export const planOf = (lot: 'l' | 't') => sql`'{"whose": []}'::jsonb || ${sql.ref(`${lot}.plan`)}`

const frozenLotColumns = {
  minor: col.number,
  critical: col.number,
  major: col.number,
  sampled: col.number,
  id: col.text,
  lot_key: col.text,
  lot_group: col.text,
  plan: frozenPlan,
  opened: col.texts,
}

async function frozenLots(db: Db, siteId: string, groups: readonly string[]): Promise<Frozen[]> {
  if (groups.length === 0) return []
  const { rows } = await rowsOf(frozenLotColumns)`
    SELECT l.id, l.lot_group, l.lot_key, ${planOf('l')} AS plan, coalesce(sum(il.sampled), 0)::int AS sampled, coalesce(sum(il.critical), 0)::int AS critical,
      coalesce(sum(il.major), 0)::int AS major, coalesce(sum(il.minor), 0)::int AS minor,
      coalesce(array_agg(DISTINCT i.box_id) FILTER (WHERE il.sampled > 0), '{}') AS opened
    FROM qc_lot l LEFT JOIN qc_inspection_lot il ON il.lot_id = l.id LEFT JOIN qc_inspection i ON i.id = il.inspection_id
    WHERE l.site_id = ${siteId} AND l.lot_group = ANY(${groups}::text[]) GROUP BY l.id ORDER BY l.id`.execute(db)
  return rows.map(({ id, lot_group, lot_key, plan, opened, ...tally }) => ({
    ...{ id, lot_group, lot_key, plan, opened },
    tally,
  }))
}

/** One command at a time plans the lots of a shipment at a site: two that begin together would not see each other's boxes. */
export async function holdShipmentsLots(tx: Tx, box: QcBoxFacts, { scope }: PlanWish): Promise<void> {
  if (scope !== 'shipment') return
  const { shipment_uuid: id, site_id: at } = box
  await sql`INSERT INTO qc_lot_turn (shipment_id, site_id) VALUES (${id}, ${at}) ON CONFLICT DO NOTHING`.execute(tx)
  await sql`SELECT shipment_id FROM qc_lot_turn WHERE shipment_id = ${id} AND site_id = ${at} FOR NO KEY UPDATE`.execute(
    tx,
  )
}

/**
 * Freezes the plans of lots with their first inspection and holds them until the transaction ends, so that two inspectors
 * of one lot add to the same tally one after the other. Gives them as they then are.
 */
export async function holdLots(tx: Tx, lots: readonly Lot[]): Promise<(Lot & { id: string })[]> {
  const [first] = lots
  if (first === undefined) return []
  const { site_id } = first
  const sorted = [...lots].sort((a, b) => (a.key < b.key ? -1 : 1))
  const ids = newIds(sorted.length)
  const keys = sorted.map(({ key }) => key)
  await sql`
    INSERT INTO qc_lot (id, site_id, lot_group, lot_key, scope, lot_size, plan)
    SELECT * FROM unnest(${ids}::uuid[], ${sorted.map((lot) => lot.site_id)}::uuid[],
      ${sorted.map(({ group }) => group)}::text[], ${keys}::text[], ${sorted.map(({ plan }) => plan.scope)}::text[],
      ${sorted.map(({ plan }) => plan.lot_size)}::int[], ${sorted.map(({ plan }) => JSON.stringify(plan))}::jsonb[])
    ON CONFLICT (site_id, lot_key) DO NOTHING`.execute(tx)
  await sql`SELECT id FROM qc_lot WHERE site_id = ${site_id} AND lot_key = ANY(${keys}::text[])
    ORDER BY lot_key FOR NO KEY UPDATE`.execute(tx)
  const frozen = await frozenLots(
    tx,
    site_id,
    sorted.map(({ group }) => group),
  )
  return sorted.map((lot) => {
    const held = frozen.find(({ lot_key }) => lot_key === lot.key)
    if (held === undefined) throw new Error(`lot ${lot.key} was not frozen`)
    const { id, plan, tally } = held
    return { ...lot, id, plan, tally }
  })
}

/** `beside`: of a lot that is not frozen, by a wish of the inspector. */
export function planWire(
  lot: Lot,
  refused: PlanWire['refused'],
  beside?: Pick<SettingsComparison, 'asked' | 'settings'>,
): PlanWire {
  const { boxes: _boxes, ...plan } = lot.plan
  const { key: lot_key, tally, unseen, opened_elsewhere } = lot
  const held = [...lot.held].map(([nm_sku, look]) => ({ nm_sku, ...look }))
  const computed = computedVerdict(plan, tally)
  const by_settings = beside ? { ...beside.settings, asked_size: beside.asked.sample_size } : null
  const is_frozen = lot.id !== null
  const to_look_at = toSeeIn(lot)
  return {
    ...plan,
    lot_key,
    is_frozen,
    tally,
    computed,
    to_look_at,
    unseen,
    opened_elsewhere,
    refused,
    held,
    by_settings,
  }
}

/** What of its box or shipment a piece is judged together with. */
export function togetherOf(scope: LotScope, line: Pick<QcLineFacts, 'style_uuid' | 'color'>): string {
  return scope === 'box' ? '' : `${line.style_uuid}|${line.color}`
}

/**
 * The round of a lot with these lines of its box. A lot of one style begins anew when that style is reverted; one that mixes styles
 * when any is.
 */
export function roundOf(scope: LotScope, box: Pick<QcBoxFacts, 'round'>, lines: readonly QcLineFacts[]): number {
  return scope === 'box' ? box.round : Math.max(1, ...lines.map((line) => line.round))
}

/** A lot's key without the number of a shipment's later lots. */
export function groupKey(
  scope: LotScope,
  box: Pick<QcBoxFacts, 'shipment_uuid' | 'box_id'>,
  round: string,
  together: string,
): string {
  return [scope, scope === 'shipment' ? box.shipment_uuid : box.box_id, round, together].join('|')
}

/** The keys of every lot that waiting pieces of a box could now belong to, whatever the scope. */
export function presentGroups(box: QcBoxFacts, lines: readonly QcLineFacts[]): string[] {
  const groups = lotScopes.flatMap((scope) =>
    lines.map((line) => groupKey(scope, box, `r${roundOf(scope, box, [line])}`, togetherOf(scope, line))),
  )
  return [...new Set(groups)]
}

export type PlanWire = z.output<typeof samplingPlan>

/** Of the lot as it stands now. */
type NotFrozen =
  | 'lot_key'
  | 'is_frozen'
  | 'refused'
  | 'tally'
  | 'computed'
  | 'to_look_at'
  | 'held'
  | 'unseen'
  | 'opened_elsewhere'
  | 'by_settings'

/** What `qc_lot.plan` keeps: a plan as it was when the lot was first inspected. */
export interface FrozenPlan extends Omit<PlanWire, NotFrozen> {
  /** SSCCs of the boxes that its pieces lie in. */
  boxes: string[]
}

/** Waiting pieces, or failed ones that are looked at again. */
export type LotKind = FrozenPlan['kind']

/** How the lots of a box are to be planned. */
export interface PlanWish extends Pick<PlanRules, 'procedure' | 'scope'> {
  /** Of a lot in which these styles (style.id) lie. */
  rulesOf: (styles: readonly string[]) => LotRules
}

/** The same of one lot. */
export function rulesFor(wish: PlanWish, lines: readonly Pick<QcLineFacts, 'style_uuid'>[]): PlanRules & LotRules {
  const { procedure, scope, rulesOf } = wish
  return { procedure, scope, ...rulesOf([...new Set(lines.map(({ style_uuid }) => style_uuid))]) }
}

/** Pieces of one SKU in one box of a lot, as its plan names them. */
interface PlannedCell {
  line: Pick<QcLineFacts, 'nm_sku' | 'style_uuid' | 'style_id' | 'color' | 'color_zh'>
  sscc: string
  box_no: string
  /** Those that are still to be judged. */
  offered: number
}

/** The same with all that is known of them. */
export interface LotCell extends PlannedCell {
  line: QcLineFacts
  /** Those of `offered` that the tally of the lot does not count. */
  unseen: number
  /** Units that the lot's inspections looked at. */
  looked: number
}

export function offeredOf(kind: LotKind, line: QcLineFacts): number {
  return kind === 'inspection' ? line.to_inspect + line.on_hold : line.failed
}

/** Failed pieces that are judged again are lots of their own box. */
export function lotScope(kind: LotKind, scope: LotScope): LotScope {
  return kind === 'reinspection' && scope === 'shipment' ? 'style_colour' : scope
}

/** Cells by what is judged together: the whole box, or each style and colour. Keys are parts of a lot's key. */
export function groupsOf<C extends { line: Pick<QcLineFacts, 'style_uuid' | 'color'> }>(
  scope: LotScope,
  cells: readonly C[],
): Map<string, C[]> {
  return Map.groupBy(cells, ({ line }) => togetherOf(scope, line))
}

/** The plan of a lot that nobody has inspected. Null when nothing of it is to be judged. */
export function newPlan(kind: LotKind, wish: PlanWish, lot: readonly PlannedCell[]): FrozenPlan | null {
  const offered = lot.filter((cell) => cell.offered > 0)
  const [first] = offered
  if (first === undefined) return null
  const lotSize = offered.reduce((sum, cell) => sum + cell.offered, 0)
  const rules = rulesFor(
    wish,
    offered.map(({ line }) => line),
  )
  const numbers = planNumbers(lotSize, rules)
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
    procedure: wish.procedure,
    level: rules.level,
    aqls: rules.aqls,
    whose: rules.whose,
    ...numbers,
    boxes,
    cartons: boxes.length,
    cartons_to_open: cartonsToOpen(boxes.length),
    sample: (wish.scope === 'shipment' ? sampleOfCartons : spreadSample)(numbers.sample_size, drawable),
  }
}
