/** A label's dots, 1 is black, row by row. Counts the ink that fell outside. */
export interface Canvas {
  readonly width: number
  readonly height: number
  readonly dots: Uint8Array
  spilled: number
}

export type Ink = 'black' | 'white' | 'reverse'

export function canvasOf(width: number, height: number): Canvas {
  return { width, height, dots: new Uint8Array(width * height), spilled: 0 }
}

export function dot(canvas: Canvas, x: number, y: number, ink: Ink): void {
  if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) {
    canvas.spilled++
    return
  }
  const at = y * canvas.width + x
  canvas.dots[at] = ink === 'reverse' ? 1 - (canvas.dots[at] ?? 0) : ink === 'black' ? 1 : 0
}

export function area(canvas: Canvas, [x, y, width, height]: readonly [number, number, number, number], ink: Ink): void {
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++) dot(canvas, column, row, ink)
}

/** An 8-bit PGM, which every program reads. */
export function pgm({ width, height, dots }: Canvas): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), dots.map((one) => (one === 1 ? 0 : 255))])
}
