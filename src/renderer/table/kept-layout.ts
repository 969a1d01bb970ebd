/** How a user likes a table: kept on this workstation, per user and table. */
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
}

const storageKey = (userId: string, tableId: string) => `selvedge.table.${userId}.${tableId}`

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
export function fitLayout(kept: Partial<TableLayout> | null, columns: readonly ColumnHints[]): TableLayout {
  const start = startLayout(columns)
  if (!kept || !Array.isArray(kept.order)) return start
  const ids = new Set(start.order)
  const known = kept.order.filter((id, at, all) => ids.has(id) && all.indexOf(id) === at)
  const fresh = start.order.filter((id) => !known.includes(id))
  const order = fresh.reduce((list, id) => insertAfter(list, id, start.order[start.order.indexOf(id) - 1]), known)
  const only = (list: unknown, fallback: string[]) =>
    Array.isArray(list)
      ? [...list.filter((id): id is string => ids.has(id)), ...fallback.filter((id) => fresh.includes(id))]
      : fallback
  return {
    order,
    hidden: only(kept.hidden, start.hidden),
    pinned: only(kept.pinned, start.pinned),
    widths: readWidths(kept.widths, ids),
    isDense: kept.isDense ?? start.isDense,
  }
}

function insertAfter(list: readonly string[], id: string, before: string | undefined): string[] {
  const at = before === undefined ? 0 : list.indexOf(before) + 1
  return [...list.slice(0, at), id, ...list.slice(at)]
}

function readWidths(kept: unknown, ids: ReadonlySet<string>): Record<string, number> {
  if (typeof kept !== 'object' || kept === null) return {}
  const sound = ([id, width]: [string, unknown]) =>
    ids.has(id) && typeof width === 'number' && width >= 40 && width <= 1200
  return Object.fromEntries(Object.entries(kept).filter(sound)) as Record<string, number>
}

export function readLayout(userId: string, tableId: string): Partial<TableLayout> | null {
  const text = localStorage.getItem(storageKey(userId, tableId))
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    return typeof kept === 'object' && kept !== null ? kept : null
  } catch {
    // Not ours or cut short: the columns as they come are better than no table.
    return null
  }
}

export function keepLayout(userId: string, tableId: string, layout: TableLayout): void {
  localStorage.setItem(storageKey(userId, tableId), JSON.stringify(layout))
}
