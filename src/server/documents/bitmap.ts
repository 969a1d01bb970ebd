import type { DotBox } from './dots.ts'

/** Black and white dots, one byte each (1 is black), row by row. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly dots: Uint8Array
}

export function emptyBitmap(width: number, height: number): Bitmap {
  return { width, height, dots: new Uint8Array(width * height) }
}

/** Fills a box; what lies outside the bitmap is left out. */
export function fillBox(bitmap: Bitmap, box: DotBox, dot: 0 | 1): void {
  const left = Math.max(0, box.x)
  const right = Math.min(bitmap.width, box.x + box.width)
  const bottom = Math.min(bitmap.height, box.y + box.height)
  if (right <= left) return
  for (let y = Math.max(0, box.y); y < bottom; y++)
    bitmap.dots.fill(dot, y * bitmap.width + left, y * bitmap.width + right)
}

/** Sets the dots that are black in `stamp`; what lies outside the bitmap is left out. */
export function stampOn(bitmap: Bitmap, stamp: Bitmap, at: { x: number; y: number }, dot: 0 | 1 = 1): void {
  for (let row = 0; row < stamp.height; row++) {
    const y = at.y + row
    if (y < 0 || y >= bitmap.height) continue
    for (let column = 0; column < stamp.width; column++) {
      const x = at.x + column
      if (x < 0 || x >= bitmap.width || stamp.dots[row * stamp.width + column] !== 1) continue
      bitmap.dots[y * bitmap.width + x] = dot
    }
  }
}

/** The part of a bitmap inside a box of its own dots. */
export function cropped(bitmap: Bitmap, { x, y, width, height }: DotBox): Bitmap {
  const part = emptyBitmap(width, height)
  for (let row = 0; row < height; row++) {
    const start = (y + row) * bitmap.width + x
    part.dots.set(bitmap.dots.subarray(start, start + width), row * width)
  }
  return part
}

/** The smallest box that holds all black dots; null for a white bitmap. */
export function inkBox({ width, height, dots }: Bitmap): DotBox | null {
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y++) {
    const row = dots.subarray(y * width, (y + 1) * width)
    const first = row.indexOf(1)
    if (first < 0) continue
    left = Math.min(left, first)
    right = Math.max(right, row.lastIndexOf(1))
    top = Math.min(top, y)
    bottom = y
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}
