import { z } from 'zod'
import { severities } from '../../kernel/reasons.ts'
import { type Aql, aqls, type InspectionLevel, inspectionLevels } from './master-tables.ts'
import type { Aqls } from './sampling.ts'

export const stricterOwners = ['category', 'vendor'] as const

const aql = z.enum(['0', ...aqls]).nullable()

/** What QC asks of the styles of a category, or of a vendor's goods, beside the settings; null: nothing of its own. */
export const stricterRule = z.object({
  by: z.enum(stricterOwners),
  /** The category's name, or the vendor's code. */
  of: z.string().trim().min(1).max(60),
  level: z.enum(inspectionLevels).nullable(),
  aql_critical: aql,
  aql_major: aql,
  aql_minor: aql,
})
export type StricterRule = z.output<typeof stricterRule>

export const mostStricterRules = 200

/** Whose level or AQL a plan goes by, where it is not that of the settings. */
export const ruleSource = z.object({
  what: z.enum(['level', ...severities]),
  by: z.enum(stricterOwners),
  of: z.string(),
})
export type RuleSource = z.output<typeof ruleSource>

/** By what a lot is sampled. */
export interface LotRules {
  level: InspectionLevel
  aqls: Aqls
  whose: RuleSource[]
}

/** English, and the keys of their translations. */
export const stricterMessages = {
  twice: 'A category or vendor has two rows: “{{of}}”.',
  empty: 'The row of “{{of}}” sets neither a level nor an AQL.',
  order: 'In the row of “{{of}}” worse defects have a looser AQL than lesser ones.',
  unknown: 'There is no vendor {{of}}.',
} as const

const plain = (text: string) => text.trim().toLowerCase()

/** Whether a row is about these goods: the categories of their styles, and their vendor's code. */
export function isAbout(rule: StricterRule, goods: { categories: readonly string[]; vendor: string }): boolean {
  if (rule.by === 'vendor') return plain(rule.of) === plain(goods.vendor)
  return goods.categories.some((category) => plain(category) === plain(rule.of))
}

/** What is wrong with the rows, the first fault of all; null where nothing is. */
export function stricterFault(rules: readonly StricterRule[]): { message: string; of: string } | null {
  const seen = new Set<string>()
  for (const { by, of, level, ...row } of rules) {
    const key = `${by} ${plain(of)}`
    if (seen.has(key)) return { message: stricterMessages.twice, of }
    seen.add(key)
    const set = [row.aql_critical, row.aql_major, row.aql_minor].filter((each) => each !== null)
    if (level === null && set.length === 0) return { message: stricterMessages.empty, of }
    if (set.some((each, at) => Number(each) > Number(set[at + 1] ?? each)))
      return { message: stricterMessages.order, of }
  }
  return null
}

/**
 * The strictest level and AQLs of the settings and of the rows about a lot. A worse defect never has the looser AQL: a row that tightens a lesser
 * severity alone tightens the worse ones with it.
 */
export function strictestOf(settings: Pick<LotRules, 'level' | 'aqls'>, rules: readonly StricterRule[]): LotRules {
  let { level } = settings
  const strict: Aqls = { ...settings.aqls }
  const whose = new Map<RuleSource['what'], RuleSource>()
  for (const rule of rules) {
    const { by, of } = rule
    if (rule.level !== null && inspectionLevels.indexOf(rule.level) > inspectionLevels.indexOf(level)) {
      level = rule.level
      whose.set('level', { what: 'level', by, of })
    }
    // From minor to critical: each is at least as strict as the lesser one.
    let least: '0' | Aql | null = null
    for (const what of ['minor', 'major', 'critical'] as const) {
      const own = rule[`aql_${what}`]
      if (own !== null && (least === null || Number(own) < Number(least))) least = own
      if (least === null || Number(least) >= Number(strict[what])) continue
      strict[what] = least
      whose.set(what, { what, by, of })
    }
  }
  const order = ['level', ...severities] as const
  return { level, aqls: strict, whose: order.flatMap((what) => whose.get(what) ?? []) }
}
