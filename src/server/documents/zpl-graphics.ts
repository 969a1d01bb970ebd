import type { Bitmap } from './bitmap.ts'

/** How often the next sign stands: G to Y are 1 to 19, g to z are 20 to 400 in twenties. */
const ONES = 'GHIJKLMNOPQRSTUVWXY'
const TWENTIES = 'ghijklmnopqrstuvwxyz'
const MOST_REPEATED = 400

/** A bitmap in the form that ~DG and ^GF take: hexadecimal rows with ZPL's own compression, which every ZPL printer reads. */
export interface Graphic {
  readonly bytesPerRow: number
  /** of the picture, not of its text */
  readonly bytes: number
  readonly data: string
}

export function graphicOf(bitmap: Bitmap): Graphic {
  const bytesPerRow = Math.ceil(bitmap.width / 8)
  let data = ''
  const { width, height, dots } = bitmap
  for (let row = 0; row < height; row++) {
    const at = row * width
    const isRepeated = row > 0 && Buffer.compare(dots.subarray(at - width, at), dots.subarray(at, at + width)) === 0
    data += isRepeated ? ':' : compressed(rowHex(bitmap, row, bytesPerRow))
  }
  return { bytesPerRow, bytes: bytesPerRow * bitmap.height, data }
}

function rowHex({ width, dots }: Bitmap, row: number, bytesPerRow: number): string {
  const packed = Buffer.alloc(bytesPerRow)
  const start = row * width
  for (let x = 0; x < width; x++) if (dots[start + x] === 1) packed[x >> 3] = (packed[x >> 3] ?? 0) | (0x80 >> (x & 7))
  return packed.toString('hex').toUpperCase()
}

function compressed(hex: string): string {
  const [, kept = '', tail = ''] = /^(.*?)(0*|F*)$/.exec(hex) ?? []
  const runs = kept.replace(/(.)\1*/g, (run, digit: string) => repeated(run.length) + digit)
  if (tail === '') return runs
  return runs + (tail.startsWith('0') ? ',' : '!')
}

/** A count in front of a sign; none means once. */
function repeated(count: number): string {
  if (count === 1) return ''
  const full = Math.floor(count / MOST_REPEATED)
  const rest = count - full * MOST_REPEATED
  const twenties = Math.floor(rest / 20)
  return 'z'.repeat(full) + (TWENTIES[twenties - 1] ?? '') + (ONES[(rest % 20) - 1] ?? '')
}
