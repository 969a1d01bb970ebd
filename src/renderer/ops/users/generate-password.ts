/** Nothing that is read or heard as another: no 0 and o, no 1, l and i. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 4

/** A password to hand over, for instance "k7tm-q2wx-9fhr-pd4s": about 79 bits, easy to read aloud. */
export function generatePassword(): string {
  return Array.from({ length: groups }, () => Array.from({ length: groupLength }, randomSign).join('')).join('-')
}

function randomSign(): string {
  const most = 256 - (256 % signs.length)
  // Signs at the end of a byte's range would come up more often.
  for (;;) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < most) return signs[byte % signs.length] ?? ''
  }
}
