/** Rows of ~DG and ^GF: hexadecimal with counts (G–Y, g–z), the rest of a row (`,` white, `!` black) and the row above (`:`). */
export function graphicRows(data: string, bytesPerRow: number): Uint8Array[] {
  const digits = bytesPerRow * 2
  const rows: string[] = []
  let row = ''
  let count = 0
  const add = (text: string) => {
    row += text
    if (row.length > digits) throw new Error('A row of a picture is too long.')
    if (row.length < digits) return
    rows.push(row)
    row = ''
  }
  for (const sign of data) {
    if (/[G-Y]/.test(sign)) count += sign.charCodeAt(0) - 'G'.charCodeAt(0) + 1
    else if (/[g-z]/.test(sign)) count += 20 * (sign.charCodeAt(0) - 'g'.charCodeAt(0) + 1)
    else if (/[0-9A-F]/.test(sign)) {
      add(sign.repeat(count || 1))
      count = 0
    } else if (sign === ',' || sign === '!') add((sign === ',' ? '0' : 'F').repeat(digits - row.length))
    else if (sign === ':' && row === '') add(rows.at(-1) ?? '0'.repeat(digits))
    else throw new Error(`A picture holds ${JSON.stringify(sign)}.`)
  }
  if (row !== '' || count !== 0) throw new Error('A picture ends in the middle of a row.')
  return rows.map((hex) => Buffer.from(hex, 'hex'))
}
