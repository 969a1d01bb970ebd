/** A cell as it is typed, with what stood there then. */
export interface TypedCell {
  mm: number | null
  is_sure: boolean
  was?: number | null | undefined
}

/** Cells typed otherwise than they stand now: what somebody else saved alike is nothing typed any more. */
export function cellsTyped(
  draft: Readonly<Record<string, TypedCell>>,
  standing: ReadonlyMap<string, number>,
): Map<string, TypedCell> {
  return new Map(Object.entries(draft).filter(([key, { mm }]) => mm !== (standing.get(key) ?? null)))
}

/** Whether a cell was typed over something else than what stands there now: both people are asked before one overwrites the other. */
export const isClash = (cell: TypedCell | undefined, stands: number | null): boolean =>
  cell?.was !== undefined && cell.was !== stands && cell.mm !== stands
