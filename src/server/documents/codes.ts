import bwipjs from 'bwip-js/node'
import QRCode from 'qrcode'
import { isEan } from '../../shared/areas/data/check-digits.ts'
import { type BarsMark, type Box, DOT_MM, type Mark, type QrMark } from './label-model.ts'
import { fitText } from './text-fit.ts'
import type { Typeface } from './typeface.ts'

/** White left and right of the bars, in modules. */
export const QUIET_MODULES = 10
/** White all around the modules. */
export const QR_QUIET_MODULES = 4
/** One dot a module is not reliable on a worn head: such a code is not drawn at all. */
const FEWEST_DOTS = 2
const FEWEST_QR_DOTS = 3
const LONGEST_CODE = 80
const LONGEST_QR = 300
const CACHED_CODES = 2_000

const encoded = new Map<string, readonly number[]>()

/** The place for a code: it must hold the quiet zones too. */
export interface CodeRoom {
  readonly box: Box
  /** the widest module wished for, in dots */
  readonly mostDots: number
}

/**
 * Code 128 in the widest whole-dot module that leaves 10 modules of quiet at both sides, centred in its room.
 * @param gs1 FNC1 first; then `data` is a GS1 element string without brackets
 * @returns null when it would need modules under 2 dots, or holds what printable ASCII does not: draw a QR instead
 */
export function code128(data: string, gs1: boolean, room: CodeRoom): BarsMark | null {
  if (data.length > LONGEST_CODE || !/^[\x20-\x7e]+$/.test(data)) return null
  return barsIn(room, { kind: 'code128', data, gs1, runs: code128Runs(data, gs1) })
}

function barsIn(room: CodeRoom, bars: Pick<BarsMark, 'kind' | 'data' | 'gs1' | 'runs'>): BarsMark | null {
  const { runs } = bars
  const modules = runs.reduce((sum, run) => sum + run, 0)
  const fitting = Math.floor(room.box.width / DOT_MM / (modules + 2 * QUIET_MODULES))
  const dots = Math.min(room.mostDots, fitting)
  if (dots < FEWEST_DOTS) return null
  const width = modules * dots * DOT_MM
  return {
    ...bars,
    box: { ...room.box, x: onDot(room.box.x + (room.box.width - width) / 2), y: onDot(room.box.y), width },
    quiet: QUIET_MODULES * dots * DOT_MM,
    room: room.box,
    dots,
  }
}

/**
 * EAN-13 in the widest whole-dot module that leaves 10 modules of quiet at both sides, centred in its room; the guard bars are as high
 * as the others. Throws RangeError for other than 13 digits with a sound check digit.
 * @returns null when it would need modules under 2 dots
 */
export function ean13(digits: string, room: CodeRoom): BarsMark | null {
  if (!/^\d{13}$/.test(digits) || !isEan(digits))
    throw new RangeError('An EAN-13 has 13 digits, the last of which checks the others.')
  const [symbol] = bwipjs.raw({ bcid: 'ean13', text: digits })
  if (!symbol || !('sbs' in symbol)) throw new Error('bwip-js gave no bars for an EAN-13.')
  return barsIn(room, { kind: 'ean13', data: digits, gs1: false, runs: symbol.sbs })
}

/**
 * QR code in the widest whole-dot module that leaves 4 modules of quiet around it, centred in its room.
 * Level Q where that costs no larger module, else M.
 * @returns null when the room is too small for modules of 3 dots
 */
export function qr(data: string, room: CodeRoom): QrMark | null {
  if (data === '' || data.length > LONGEST_QR) return null
  const strong = qrAtLevel(data, 'Q', room)
  if (strong && strong.dots === room.mostDots) return strong
  const plain = qrAtLevel(data, 'M', room)
  return plain && plain.dots > (strong?.dots ?? 0) ? plain : strong
}

function qrAtLevel(data: string, level: 'M' | 'Q', room: CodeRoom): QrMark | null {
  const { modules } = QRCode.create(data.toWellFormed(), { errorCorrectionLevel: level })
  const side = modules.size
  const fitting = Math.floor(Math.min(room.box.width, room.box.height) / DOT_MM / (side + 2 * QR_QUIET_MODULES))
  const dots = Math.min(room.mostDots, fitting)
  if (dots < FEWEST_QR_DOTS) return null
  const width = side * dots * DOT_MM
  const x = onDot(room.box.x + (room.box.width - width) / 2)
  const y = onDot(room.box.y + (room.box.height - width) / 2)
  const quiet = QR_QUIET_MODULES * dots * DOT_MM
  const box = { x, y, width, height: width }
  return { kind: 'qr', box, quiet, room: room.box, dots, data, side, modules: modules.data }
}

function code128Runs(data: string, gs1: boolean): readonly number[] {
  const key = gs1 ? `1${data}` : `0${data}`
  const known = encoded.get(key)
  if (known) return known
  // parsefnc makes ^ an escape, so it is only on where FNC1 is wanted, and the data then holds digits alone.
  if (gs1 && !/^[0-9]+$/.test(data)) throw new RangeError('A GS1-128 element string here is made of digits.')
  const [symbol] = gs1
    ? bwipjs.raw({ bcid: 'code128', text: `^FNC1${data}`, parsefnc: true })
    : bwipjs.raw({ bcid: 'code128', text: data })
  if (!symbol || !('sbs' in symbol)) throw new Error('bwip-js gave no bars for a Code 128.')
  if (encoded.size >= CACHED_CODES) encoded.clear()
  encoded.set(key, symbol.sbs)
  return symbol.sbs
}

function onDot(mm: number): number {
  return Math.round(mm / DOT_MM) * DOT_MM
}

const BAR_DOTS = 3
const QR_DOTS = 4
const TEXT_MM = 3.8

/**
 * A code with its text in a strip of a small label. In this order, the first that prints safely:
 * 1. Code 128 of 3 or 2 dots a module (about 13 letters or 26 digits on 50 mm), text beneath;
 * 2. QR at the left, text beside it (longer codes, and what is not printable ASCII);
 * 3. the text alone, where even a QR of 3 dots a module is too large.
 */
export function smallCode(code: string, strip: Box, { bold }: Typeface): Mark[] {
  const bars = code128(code, false, { box: { ...strip, height: strip.height - TEXT_MM }, mostDots: BAR_DOTS })
  if (bars) {
    const below = { x: strip.x + 2, y: strip.y + strip.height - TEXT_MM, width: strip.width - 4, height: TEXT_MM }
    return [bars, fitText(code, below, { face: bold, size: 3.2, smallest: 2.2, align: 'center', vertical: 'middle' })]
  }
  const square = qr(code, { box: { ...strip, width: strip.height }, mostDots: QR_DOTS })
  const left = strip.x + (square ? strip.height : 2)
  const beside = { ...strip, x: left, width: strip.x + strip.width - 2 - left }
  const text = fitText(code, beside, { face: bold, size: 3.2, smallest: 2.2, lines: 5, vertical: 'middle' })
  return square ? [square, text] : [text]
}
