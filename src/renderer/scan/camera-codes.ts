/** A code in a picture; its middle in parts of the picture's width and height. */
export interface SeenCode {
  text: string
  x: number
  y: number
}

/** The one code that the camera is pointed at: a box label shows two more, as a scanner's ray hits one of them. */
export function aimedAt(seen: readonly SeenCode[]): string[] {
  const far = ({ x, y }: SeenCode) => Math.hypot(x - 0.5, y - 0.5)
  const [nearest] = seen.toSorted((a, b) => far(a) - far(b))
  return nearest ? [nearest.text] : []
}

/** Milliseconds that a code must be out of sight before it counts as scanned again. */
const forgets = 1_500

/**
 * Makes scans of what is seen picture after picture: a code that stays in sight, or is missed for a moment, is one scan. However long a slow
 * device takes from picture to picture, only one without the code says that it is gone.
 */
export function makeSightings(): (seen: readonly string[], at: number) => string[] {
  const lastSeen = new Map<string, number>()
  return (seen, at) => {
    const codes = [...new Set(seen.map(bare))].filter((code) => code !== '')
    const news = codes.filter((code) => !lastSeen.has(code))
    for (const code of codes) lastSeen.set(code, at)
    for (const [code, last] of lastSeen) if (at - last > forgets) lastSeen.delete(code)
    return news
  }
}

/** GS1 codes begin with a separator, which a scanner does not send. */
function bare(code: string): string {
  return code.replaceAll('\u001d', '').normalize('NFKC').trim()
}
