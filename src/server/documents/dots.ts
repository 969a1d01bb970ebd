import type { ZplResolution } from '../../shared/domain/printing.ts'
import { QR_QUIET_MODULES, QUIET_MODULES } from './codes.ts'
import { type Box, type Code128Mark, DOT_MM, type LineMark, type QrMark, type RectMark } from './label-model.ts'

/** Marks on the grid of a label printer's head: x, y and sizes are whole dots. */

export interface DotBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A code whose modules are all `module` dots wide. */
export interface DotCode extends DotBox {
  readonly module: number
}

/** 203 dpi heads are built with 8 dots/mm, 300 dpi heads with 11.8. */
export function dotsPerMm(resolution: ZplResolution): number {
  return resolution === 203 ? 8 : resolution / 25.4
}

/** Edges are rounded, not sizes: what touches in millimetres touches in dots. */
export function boxDots({ x, y, width, height }: Box, perMm: number): DotBox {
  const left = Math.round(x * perMm)
  const top = Math.round(y * perMm)
  return {
    x: left,
    y: top,
    width: Math.round((x + width) * perMm) - left,
    height: Math.round((y + height) * perMm) - top,
  }
}

export function lineDots({ x1, y1, x2, y2, thickness }: LineMark, perMm: number): DotBox {
  if (x1 !== x2 && y1 !== y2) throw new RangeError('Lines on labels run across or down.')
  const thick = thicknessDots(thickness, perMm)
  const x = Math.round(Math.min(x1, x2) * perMm)
  const y = Math.round(Math.min(y1, y2) * perMm)
  const across = y1 === y2
  return across
    ? { x, y: Math.round(y1 * perMm - thick / 2), width: Math.round(Math.max(x1, x2) * perMm) - x, height: thick }
    : { x: Math.round(x1 * perMm - thick / 2), y, width: thick, height: Math.round(Math.max(y1, y2) * perMm) - y }
}

/** A rectangle and the thickness of its edge, which fills it where the mark has none. */
export function rectDots({ box, thickness }: RectMark, perMm: number): DotBox & { readonly edge: number } {
  const dots = boxDots(box, perMm)
  return {
    ...dots,
    edge: thickness === undefined ? Math.min(dots.width, dots.height) : thicknessDots(thickness, perMm),
  }
}

/** The head's whole-dot module that comes nearest to the drawing's and keeps its quiet zones in the room. */
export function code128Dots({ box, room, dots, runs }: Code128Mark, perMm: number): DotCode {
  const modules = runs.reduce((sum, run) => sum + run, 0)
  const module = moduleDots(dots, perMm, Math.floor(room.width * perMm) / (modules + 2 * QUIET_MODULES))
  const { y, height } = boxDots(box, perMm)
  const width = modules * module
  const x = centred(
    box.x + box.width / 2,
    width,
    { from: room.x, size: room.width, quiet: QUIET_MODULES * module },
    perMm,
  )
  return { x, y, width, height, module }
}

export function qrDots({ box, room, dots, side }: QrMark, perMm: number): DotCode {
  const across = Math.floor(Math.min(room.width, room.height) * perMm)
  const module = moduleDots(dots, perMm, across / (side + 2 * QR_QUIET_MODULES))
  const width = side * module
  const quiet = QR_QUIET_MODULES * module
  const x = centred(box.x + box.width / 2, width, { from: room.x, size: room.width, quiet }, perMm)
  const y = centred(box.y + box.height / 2, width, { from: room.y, size: room.height, quiet }, perMm)
  return { x, y, width, height: width, module }
}

function moduleDots(drawn: number, perMm: number, most: number): number {
  return Math.max(1, Math.min(Math.round(drawn * DOT_MM * perMm), Math.floor(most)))
}

interface Span {
  readonly from: number
  readonly size: number
  readonly quiet: number
}

function centred(middle: number, width: number, { from, size, quiet }: Span, perMm: number): number {
  const least = Math.ceil(from * perMm - 1e-6) + quiet
  const most = Math.floor((from + size) * perMm + 1e-6) - quiet - width
  return Math.max(least, Math.min(most, Math.round(middle * perMm - width / 2)))
}

function thicknessDots(mm: number, perMm: number): number {
  return Math.max(1, Math.round(mm * perMm))
}
