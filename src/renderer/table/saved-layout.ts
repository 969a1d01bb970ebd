/** How a user likes a table: kept per user and table, as the preference `table.<id>`. */
export interface TableLayout {
  order: string[]
  hidden: string[]
  pinned: string[]
  /** Pixels, of the columns that were resized. */
  widths: Record<string, number>
  isDense: boolean
}

export interface ColumnHints {
  readonly id: string
  readonly pinned?: boolean
  readonly hidden?: boolean
  readonly shownFrom?: number
}

/** The columns as a list of so many pixels' screen starts with them. */
export function forScreen<C extends ColumnHints>(columns: readonly C[], pixels: number): readonly C[] {
  return columns.map((column) =>
    column.shownFrom === undefined || column.shownFrom <= pixels ? column : { ...column, hidden: true },
  )
}

export function startLayout(columns: readonly ColumnHints[]): TableLayout {
  const ids = (test: (column: ColumnHints) => boolean | undefined) => columns.filter(test).map(({ id }) => id)
  return {
    order: ids(() => true),
    hidden: ids((c) => c.hidden),
    pinned: ids((c) => c.pinned),
    widths: {},
    isDense: true,
  }
}

/** A kept layout brought up to date: columns that are gone leave, new ones come in at their place in the code. */
export function fitLayout(saved: Partial<TableLayout> | null, columns: readonly ColumnHints[]): TableLayout {
  const start = startLayout(columns)
  if (!saved || !Array.isArray(saved.order)) return start
  const ids = new Set(start.order)
  const known = saved.order.filter((id, at, all) => ids.has(id) && all.indexOf(id) === at)
  const fresh = start.order.filter((id) => !known.includes(id))
  const order = fresh.reduce((list, id) => insertAfter(list, id, start.order[start.order.indexOf(id) - 1]), known)
  const only = (list: unknown, fallback: string[]) =>
    Array.isArray(list)
      ? [...list.filter((id): id is string => ids.has(id)), ...fallback.filter((id) => fresh.includes(id))]
      : fallback
  return {
    order,
    // In the order of the code, as it is kept: an order of its own would look like a change.
    hidden: start.order.filter((id) => only(saved.hidden, start.hidden).includes(id)),
    pinned: only(saved.pinned, start.pinned),
    widths: readWidths(saved.widths, ids),
    isDense: typeof saved.isDense === 'boolean' ? saved.isDense : start.isDense,
  }
}

function insertAfter(list: readonly string[], id: string, before: string | undefined): string[] {
  const at = before === undefined ? 0 : list.indexOf(before) + 1
  return [...list.slice(0, at), id, ...list.slice(at)]
}

function readWidths(saved: unknown, ids: ReadonlySet<string>): Record<string, number> {
  if (typeof saved !== 'object' || saved === null) return {}
  const sound = ([id, width]: [string, unknown]) =>
    ids.has(id) && typeof width === 'number' && width >= 40 && width <= 1200
  return Object.fromEntries(Object.entries(saved).filter(sound)) as Record<string, number>
}

export function isLayout(saved: unknown): saved is Partial<TableLayout> {
  return typeof saved === 'object' && saved !== null && !Array.isArray(saved)
}
