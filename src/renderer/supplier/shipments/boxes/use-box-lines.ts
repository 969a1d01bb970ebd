import { useMemo, useRef } from 'react'
import type { BoxLine } from './box-columns.tsx'
import { type Box, type BoxEdits, shownText } from './box-edits.ts'

/** Boxes with what was typed; lines that did not change stay the same values, so that typing draws one row anew. */
export function useBoxLines(
  boxes: readonly Box[],
  edits: BoxEdits,
  faults: ReadonlyMap<string, string>,
): readonly BoxLine[] {
  const last = useRef(new Map<string, BoxLine>())
  return useMemo(() => {
    const lines = boxes.map((box): BoxLine => {
      const typed = edits[box.box_no]
      const line: BoxLine = {
        box,
        tracking: shownText(box, edits, 'tracking_id'),
        weight: shownText(box, edits, 'weight'),
        size: shownText(box, edits, 'size'),
        isTrackingTyped: typed?.tracking_id !== undefined,
        isWeightTyped: typed?.weight !== undefined,
        isSizeTyped: typed?.size !== undefined,
        trackingFault: faults.get(`${box.box_no} tracking_id`),
        weightFault: faults.get(`${box.box_no} weight`),
        sizeFault: faults.get(`${box.box_no} size`),
      }
      const before = last.current.get(box.box_no)
      return before !== undefined && isSame(before, line) ? before : line
    })
    last.current = new Map(lines.map((line) => [line.box.box_no, line]))
    return lines
  }, [boxes, edits, faults])
}

function isSame(a: BoxLine, b: BoxLine): boolean {
  return (Object.keys(a) as (keyof BoxLine)[]).every((key) => a[key] === b[key])
}
