/** The ids with one of them moved by so many places; it stops at either end. */
export function movedBy(ids: readonly string[], id: string, places: number): string[] {
  const from = ids.indexOf(id)
  if (from < 0) return [...ids]
  const to = Math.min(ids.length - 1, Math.max(0, from + places))
  const rest = ids.filter((one) => one !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

/** With what was just sent: at the end, or in the place of what it was drawn on. What is there already stays single. */
export function withPhoto(ids: readonly string[], id: string, replaces: string | null): string[] {
  const kept = replaces === null ? [...ids] : ids.map((one) => (one === replaces ? id : one))
  return [...new Set(kept.includes(id) ? kept : [...kept, id])]
}
