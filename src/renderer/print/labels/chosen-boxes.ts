export interface LabelledBox {
  box_no: string
  items: readonly { nm_sku: string; quantity: number }[]
}

/**
 * Boxes as somebody names them: "BX-1, 3-5". A name counts before a range of numbers; nothing named means all.
 * @returns `unknown`: what no box is called
 */
export function chosenBoxes<B extends Pick<LabelledBox, 'box_no'>>(
  text: string,
  boxes: readonly B[],
): { boxes: readonly B[]; unknown: readonly string[] } {
  const named = text.split(/[,，、;；\s]+/).filter((part) => part !== '')
  if (named.length === 0) return { boxes, unknown: [] }
  const chosen = new Set<B>()
  const unknown: string[] = []
  for (const part of named) {
    const found = boxesNamed(part, boxes)
    if (found.length === 0) unknown.push(part)
    for (const box of found) chosen.add(box)
  }
  return { boxes: boxes.filter((box) => chosen.has(box)), unknown }
}

function boxesNamed<B extends Pick<LabelledBox, 'box_no'>>(part: string, boxes: readonly B[]): readonly B[] {
  const same = boxes.filter(({ box_no }) => box_no.toUpperCase() === part.toUpperCase())
  const [, from, to] = /^(\d+)[-–](\d+)$/.exec(part) ?? []
  if (same.length > 0 || from === undefined || to === undefined) return same
  return boxes.filter(
    ({ box_no }) => /^\d+$/.test(box_no) && Number(box_no) >= Number(from) && Number(box_no) <= Number(to),
  )
}

/** Pieces of each SKU in boxes: as many labels as pieces. */
export function piecesIn(boxes: readonly LabelledBox[]): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const { items } of boxes)
    for (const { nm_sku, quantity } of items) pieces.set(nm_sku, (pieces.get(nm_sku) ?? 0) + quantity)
  return pieces
}
