import { failedOf, passedOf, type QcQuantities } from '../../../../shared/domain/qc-quantities.ts'

export type PartName = 'passed' | 'failed' | 'on_hold' | 'to_inspect' | 'uncounted' | 'missing'

export interface Part {
  name: PartName
  pieces: number
}

/**
 * The balance of a box: declared + excess is the sum of these parts, wherever passed and failed pieces went since. Parts without
 * pieces are left out.
 */
export function balanceParts(q: QcQuantities): Part[] {
  const parts: Part[] = [
    { name: 'passed', pieces: passedOf(q) },
    { name: 'failed', pieces: failedOf(q) },
    { name: 'on_hold', pieces: q.on_hold },
    { name: 'to_inspect', pieces: q.to_inspect },
    { name: 'uncounted', pieces: q.uncounted },
    { name: 'missing', pieces: q.missing },
  ]
  return parts.filter(({ pieces }) => pieces > 0)
}
