import type { z } from 'zod'
import {
  isLooserPlan,
  type OfferedPieces,
  type PlanRules,
  sampleBy,
} from '../../../shared/areas/inspection/looser-plans.ts'
import type { Aqls } from '../../../shared/areas/inspection/sampling.ts'
import type { looserPlan } from '../../../shared/areas/inspection/shapes.ts'
import { hasRight } from '../../../shared/areas.ts'
import type { CallContext, Db } from '../../http/call.ts'
import { forbidden, invalidInput } from '../../http/errors.ts'
import type { QcBoxFacts, QcLineFacts } from '../qc-boxes/box-rows.ts'
import { leadAt } from '../qc-boxes/sites.ts'
import type { Judgement } from './judgement.ts'
import {
  type Lot,
  type LotCell,
  type LotKind,
  type LotWish,
  lotScope,
  lotsOf,
  type PlanWish,
  planWish,
  rulesFor,
  type SettingsComparison,
  togetherOf,
} from './lots.ts'

/** What was asked of the pieces of a looser plan, and what the settings ask of the same ones. */
export type LooserPlan = z.output<typeof looserPlan>

interface Planned {
  kind: LotKind
  wish: PlanWish
  after: ReadonlyMap<string, number>
  /** By that wish. */
  lots: readonly Lot[]
}

/** Lots that are not frozen, by their keys, beside what the settings ask. Empty when the wish is what the settings say. */
export async function compareWithSettings(
  db: Db,
  box: QcBoxFacts,
  lines: readonly QcLineFacts[],
  { kind, wish, after, lots }: Planned,
): Promise<Map<string, SettingsComparison>> {
  const settings = await planWish(db, box, lines, {})
  if (isSame(wish, settings, lines)) return new Map()
  const usual = await lotsOf(db, box, lines, { kind, wish: settings, after })
  return new Map(
    lots.flatMap((lot): [string, SettingsComparison][] => {
      if (lot.id !== null) return []
      const own = new Set(lot.cells.filter(({ offered }) => offered > 0).map(cellKey))
      const others = usual.filter(({ cells }) => cells.some((cell) => own.has(cellKey(cell))))
      const cells = [lot, ...others].flatMap((each) => each.cells)
      const offered = new Map(cells.map((cell) => [cellKey(cell), offeredIn(cell)]))
      const leavesFrozen = others.some(({ id }) => id !== null)
      const rules = (of: PlanWish): PlanRules => {
        const { whose: _, ...own } = rulesFor(
          of,
          cells.map(({ line }) => line),
        )
        return { ...own, scope: lotScope(kind, of.scope) }
      }
      return [[lot.key, { ...bothOver(rules(wish), rules(settings), offered), offered, leavesFrozen }]]
    }),
  )
}

function bothOver(asked: PlanRules, settings: PlanRules, offered: ReadonlyMap<string, OfferedPieces>) {
  const pieces = [...offered.values()]
  return {
    asked: { ...asked, sample_size: sampleBy(asked, pieces) },
    settings: { ...settings, sample_size: sampleBy(settings, pieces) },
  }
}

const cellKey = ({ line }: LotCell) => `${line.box_id}|${line.sku_id}`

function offeredIn({ line, sscc, offered }: LotCell): OfferedPieces {
  return { box: sscc, style_colour: togetherOf('style_colour', line), pieces: offered }
}

/** Whether no lot of these lines, of one style or of several, is planned otherwise. */
function isSame(one: PlanWish, other: PlanWish, lines: readonly QcLineFacts[]): boolean {
  const text = (wish: PlanWish, of: readonly QcLineFacts[]) => {
    const { procedure, level, scope, aqls } = rulesFor(wish, of)
    return [procedure, level, scope, ...aqlsInOrder(aqls)].join('|')
  }
  return [lines, ...lines.map((line) => [line])].every((of) => text(one, of) === text(other, of))
}

const aqlsInOrder = ({ critical, major, minor }: Aqls) => [critical, major, minor]

const isWished = ({ procedure, level, aqls, scope }: { [K in keyof LotWish]: LotWish[K] | undefined }) =>
  [procedure, level, aqls, scope].some((each) => each !== undefined)

/**
 * Whether an inspection begins lots by a looser plan than the settings': what to keep of it, null where it begins none. Throws 403
 * when the caller is no lead, and 400 without a reason. A lot that was begun goes on with its plan, whoever inspects it.
 */
export async function looserPlanOf(
  db: Db,
  { caller }: Pick<CallContext, 'caller'>,
  { box, lines, said, judged }: LooserQuestion,
  planned: Planned,
): Promise<{ plan: LooserPlan; reason: string } | null> {
  if (!isWished(said)) return null
  const compared = await compareWithSettings(db, box, lines, planned)
  const skus = new Set(judged)
  const looser = planned.lots.flatMap(({ key, cells }) => {
    const each = compared.get(key)
    const isBegun = cells.some(({ line }) => line.box_id === box.box_id && skus.has(line.nm_sku))
    return each && isBegun && (each.leavesFrozen || isLooserPlan(each.asked, each.settings)) ? [each] : []
  })
  const [first] = looser
  if (first === undefined) return null
  const all = new Map(looser.flatMap(({ offered }) => [...offered]))
  const { asked, settings } = bothOver(first.asked, first.settings, all)
  const plan = { ...asked, settings }
  const values = { asked: plan.sample_size, settings: plan.settings.sample_size }
  if (!hasRight(caller, leadAt[box.site_kind]))
    throw forbidden(
      'This plan is looser than the settings (to look at: {{asked}}, by the settings: {{settings}}). Only a lead may choose it, with a reason.',
      values,
    )
  if (!said.looser_reason) throw invalidInput('This plan is looser than the settings. Please say why.', { values })
  return { plan, reason: said.looser_reason }
}

interface LooserQuestion {
  box: QcBoxFacts
  lines: readonly QcLineFacts[]
  said: Pick<Judgement, 'procedure' | 'level' | 'aqls' | 'scope' | 'looser_reason'>
  /** NM SKUs. */
  judged: readonly string[]
}

/** In the codes of the trade, for files and histories: `S-1, AQL 0/2.5/4.0, style_colour, n 5 (settings: II, …, n 20)`; `reduced II, …` by another table. */
export function looserText({ settings, ...asked }: LooserPlan): string {
  const text = ({ procedure, level, aqls, scope, sample_size }: LooserPlan['settings']) =>
    `${procedure === 'normal' ? '' : `${procedure} `}${level}, AQL ${aqlsInOrder(aqls).join('/')}, ${scope}, n ${sample_size}`
  return `${text(asked)} (settings: ${text(settings)})`
}
