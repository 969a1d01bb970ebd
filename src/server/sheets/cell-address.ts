/** 1 → "A", 27 → "AA". */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

/** The column of "C4" or "$C$4" as 3; 0 when there are no letters. */
export function columnOf(address: string): number {
  let column = 0
  for (let index = 0; index < address.length; index++) {
    const code = address.charCodeAt(index) & ~32
    if (code >= 65 && code <= 90) column = column * 26 + code - 64
    else if (column > 0) break
  }
  return column
}

/** The row of "C4" as 4; NaN when there is none. */
export function rowOf(address: string): number {
  return Number(address.replace(/[^0-9]/g, '') || Number.NaN)
}
