import { severities } from '../../kernel/reasons.ts'
import type { PlanProcedure } from './master-tables.ts'
import { type Aqls, isLooser, type LotScope, type PlanBy, planNumbers } from './sampling.ts'

/** By what lots are cut and sampled: as the settings say, or as an inspector wishes. */
export interface PlanRules extends PlanBy {
  scope: LotScope
}

/** Pieces of one style and colour in one box that are to be judged. */
export interface OfferedPieces {
  box: string
  style_colour: string
  pieces: number
}

const lotOf: Record<LotScope, (offered: OfferedPieces) => string> = {
  style_colour: ({ box, style_colour }) => `${box}|${style_colour}`,
  box: ({ box }) => box,
  shipment: ({ style_colour }) => style_colour,
}

/** How many of these pieces are looked at by the rules: the samples of all lots that they are cut into. */
export function sampleBy({ scope, ...by }: PlanRules, offered: readonly OfferedPieces[]): number {
  let sum = 0
  for (const lot of Map.groupBy(offered, lotOf[scope]).values()) {
    const size = lot.reduce((all, { pieces }) => all + pieces, 0)
    if (size > 0) sum += planNumbers(size, by).sample_size
  }
  return sum
}

/** What a plan asks of some pieces. */
export interface Asked {
  procedure: PlanProcedure
  aqls: Aqls
  sample_size: number
}

/**
 * Whether a plan lets more through than the settings' plan for the same pieces: a smaller sample, a higher AQL of any severity, or
 * reduced inspection, whose table takes more defects of a sample. Whatever else was chosen, fewer pieces looked at find fewer of the worst defects. Who plans so needs a lead's right and a reason.
 */
export function isLooserPlan(asked: Asked, settings: Asked): boolean {
  return (
    asked.sample_size < settings.sample_size ||
    byStrictness.indexOf(asked.procedure) < byStrictness.indexOf(settings.procedure) ||
    severities.some((severity) => isLooser(asked.aqls[severity], settings.aqls[severity]))
  )
}

const byStrictness: readonly PlanProcedure[] = ['reduced', 'normal', 'tightened']
