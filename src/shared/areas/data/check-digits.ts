const gstinDigits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The tax number of a business in India: state, PAN, entity, Z and a check digit (weights 1 and 2 in turn, base 36). */
export function isGstin(text: string): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text)) return false
  const sum = [...text.slice(0, 14)].reduce((total, letter, at) => {
    const product = gstinDigits.indexOf(letter) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return gstinDigits[(36 - (sum % 36)) % 36] === text[14]
}

/** A GTIN of 8, 12, 13 or 14 digits: its last one makes the weighted sum (3 and 1 in turn from the right) end in zero. */
export function isEan(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const digits = [...text].reverse().map(Number)
  return digits.reduce((sum, digit, at) => sum + digit * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0
}
