import type { Bitmap } from './bitmap.ts'

/** Begins a command, an escape or a line, or is more than one byte: everything but the other printable ASCII. */
const UNSAFE = /[^ -[\]`-}]/g

/**
 * ^FD with its text. What a printer could read as a command, an escape or a line's end, and all that is not ASCII, is
 * written in hexadecimal (^FH): no name of a vendor reaches it as anything but text.
 */
export function fieldData(text: string): string {
  const bytes = Buffer.from(text, 'utf8').toString('latin1')
  const data = bytes.replace(UNSAFE, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
  return data === text ? `^FD${data}` : `^FH^FD${data}`
}

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

/**
 * The bars of a Code 128 as what ^BC must be told to print the very same bars: start set, changes of set and FNC1 are named
 * one by one (mode N), so nothing is left to the printer's own choice of sets, which differs from model to model.
 */

/** Widths of the 106 characters and of stop, by value. */
const PATTERNS =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232'

const START = { A: 103, B: 104, C: 105 } as const
const INVOKED_START: Readonly<Record<number, string>> = { [START.A]: '>9', [START.B]: '>:', [START.C]: '>;' }
/** Characters that invoke instead of printing, so they are invoked themselves. */
const INVOKED_SIGN: Readonly<Record<string, string>> = { '>': '>0', '^': '><', '~': '>=' }
const FNC1 = 102
const STOP_RUNS = 7

type Set = keyof typeof START

const values = new Map(Array.from({ length: 106 }, (_, value) => [PATTERNS.slice(value * 6, value * 6 + 6), value]))

/** Field data of ^BC in mode N. Throws for bars that are no Code 128 of printable characters. */
export function code128Data(runs: readonly number[]): string {
  const symbols: number[] = []
  for (let at = 0; at < runs.length - STOP_RUNS; at += 6) {
    const value = values.get(runs.slice(at, at + 6).join(''))
    if (value === undefined) throw new RangeError('These bars are no Code 128.')
    symbols.push(value)
  }
  const [start = 0, ...rest] = symbols
  let set = setOf(start)
  let data = INVOKED_START[start] ?? ''
  // The last is the check character, which the printer adds.
  for (const value of rest.slice(0, -1)) {
    const next = changeOf(value, set)
    if (next === null) data += signOf(value, set)
    else {
      data += `>${{ C: 5, B: 6, A: 7 }[next]}`
      set = next
    }
  }
  return data
}

function setOf(start: number): Set {
  const set = (['A', 'B', 'C'] as const).find((one) => START[one] === start)
  if (set === undefined) throw new RangeError('A Code 128 begins with its set.')
  return set
}

function changeOf(value: number, set: Set): Set | null {
  if (value === 99 && set !== 'C') return 'C'
  if (value === 100 && set !== 'B') return 'B'
  if (value === 101 && set !== 'A') return 'A'
  return null
}

function signOf(value: number, set: Set): string {
  if (value === FNC1) return '>8'
  if (set === 'C') return String(value).padStart(2, '0')
  if (value > 94 || (set === 'A' && value > 63)) throw new RangeError('This Code 128 holds what is not printable.')
  const sign = String.fromCharCode(value + 32)
  return INVOKED_SIGN[sign] ?? sign
}
