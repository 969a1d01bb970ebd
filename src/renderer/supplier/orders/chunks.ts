/** A list in parts of at most `size`, in its order. */
export function chunks<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < all.length; at += size) parts.push(all.slice(at, at + size))
  return parts
}
