/** A text of ASCII and common Chinese signs as Chinese Excel saves it. Throws for a sign of more than two bytes. */
export function gb18030(text: string): Buffer {
  const codes = twoByteCodes()
  const bytes = [...text].map((sign) => {
    if (sign < '\u0080') return Buffer.from(sign)
    const code = codes.get(sign)
    if (code === undefined) throw new Error(`${sign} has no two-byte code`)
    return code
  })
  return Buffer.concat(bytes)
}

/** Node decodes this encoding and does not write it: the table is its decoder, read backwards. */
function twoByteCodes(): Map<string, Buffer> {
  const decoder = new TextDecoder('gb18030')
  const codes = new Map<string, Buffer>()
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const bytes = Buffer.from([lead, trail])
      if (trail !== 0x7f) codes.set(decoder.decode(bytes), bytes)
    }
  }
  return codes
}
