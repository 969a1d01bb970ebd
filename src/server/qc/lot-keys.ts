import { type LotScope, lotScopes } from '../../shared/domain/sampling.ts'
import type { QcBoxFacts } from './qc-box-rows.ts'
import type { QcLineFacts } from './qc-lines.ts'

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
export function groupKey(scope: LotScope, box: QcBoxFacts, round: string, together: string): string {
  return [scope, scope === 'shipment' ? box.shipment_uuid : box.box_id, round, together].join('|')
}

/** The keys of every lot that waiting pieces of a box could now belong to, whatever the scope. */
export function presentGroups(box: QcBoxFacts, lines: readonly QcLineFacts[]): string[] {
  const groups = lotScopes.flatMap((scope) =>
    lines.map((line) => groupKey(scope, box, `r${roundOf(scope, box, [line])}`, togetherOf(scope, line))),
  )
  return [...new Set(groups)]
}
