import { lineKey } from '../../../../shared/domain/packing.ts'
import { addBox, type Boxes, boxTotal, type DraftBox, type PackingLine } from './draft-boxes.ts'
import { packingSums } from './packing-sums.ts'

/**
 * How pieces that no box holds yet are put into boxes. `solid`: one SKU a box, so many pieces each. `mixed`: so many pieces a
 * box, SKUs one after another. `spread`: so many boxes, every SKU shared out evenly among them.
 */
export type Distribution = 'solid' | 'mixed' | 'spread'

export const mostBoxes = 5_000

type Content = Record<string, number>

/** The boxes with everything missing put into empty ones first, then into new ones. Full boxes stay as they are. */
export function distribute(boxes: Boxes, lines: readonly PackingLine[], how: Distribution, size: number): Boxes {
  const missing = missingOf(boxes, lines)
  if (size < 1 || missing.length === 0) return boxes
  return putIn(boxes, contents(missing, how, size))
}

/** How many boxes a distribution fills. */
export function boxesNeeded(boxes: Boxes, lines: readonly PackingLine[], how: Distribution, size: number): number {
  const missing = missingOf(boxes, lines)
  const total = missing.reduce((sum, { quantity }) => sum + quantity, 0)
  if (size < 1 || total === 0) return 0
  if (how === 'spread') return Math.min(size, total)
  if (how === 'mixed') return Math.ceil(total / size)
  return missing.reduce((sum, { quantity }) => sum + Math.ceil(quantity / size), 0)
}

interface Missing {
  key: string
  quantity: number
}

function missingOf(boxes: Boxes, lines: readonly PackingLine[]): Missing[] {
  const { byLine } = packingSums(boxes, lines)
  return lines
    .map((line) => ({ key: lineKey(line), quantity: byLine.get(lineKey(line))?.missing ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
}

function contents(missing: readonly Missing[], how: Distribution, size: number): Content[] {
  if (how === 'solid') return missing.flatMap((each) => oneAfterAnother([each], size))
  return how === 'mixed' ? oneAfterAnother(missing, size) : sharedOut(missing, size)
}

function oneAfterAnother(missing: readonly Missing[], size: number): Content[] {
  const made: Content[] = []
  let room = 0
  for (const { key, quantity } of missing) {
    let left = quantity
    while (left > 0) {
      if (room === 0) {
        made.push({})
        room = size
      }
      const taken = Math.min(left, room)
      const box = made.at(-1) ?? {}
      box[key] = (box[key] ?? 0) + taken
      left -= taken
      room -= taken
    }
  }
  return made
}

/** Odd pieces go round: the next SKU's start where the last one's ended, so that the boxes differ by one piece at most. */
function sharedOut(missing: readonly Missing[], count: number): Content[] {
  const made: Content[] = Array.from({ length: count }, () => ({}))
  let turn = 0
  for (const { key, quantity } of missing) {
    const each = Math.floor(quantity / count)
    const odd = quantity % count
    made.forEach((box, at) => {
      const isOdd = (at - turn + count) % count < odd
      if (each + (isOdd ? 1 : 0) > 0) box[key] = each + (isOdd ? 1 : 0)
    })
    turn = (turn + odd) % count
  }
  return made.filter((box) => Object.keys(box).length > 0)
}

function putIn(boxes: Boxes, made: readonly Content[]): Boxes {
  const left = [...made]
  const filled: DraftBox[] = boxes.map((box) => {
    const content = boxTotal(box) === 0 ? left.shift() : undefined
    return content === undefined ? box : { ...box, pieces: content }
  })
  return left.reduce<Boxes>((next, pieces) => addBox(next, { pieces }), filled)
}
