/**
 * Typed or pasted text as a whole number of pieces: full-width digits made plain, blanks and thousands separators dropped.
 * null when nothing is left; a minus sign, a fraction or letters are refused with undefined, never silently changed.
 */
export function readQuantity(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').replace(/[\s\u200B-\u200F\uFEFF]/g, '')
  if (plain === '') return null
  const digits = /^\d{1,3}(,\d{3})+$/.test(plain) ? plain.replaceAll(',', '') : plain.replace(/\.0+$/, '')
  if (!/^\d{1,9}$/.test(digits)) return undefined
  return Number(digits)
}

/** More digits than pieces ever come in: a code, typed or scanned into a cell. */
export function isTooLong(text: string): boolean {
  return /^\d{7,}$/.test(text.normalize('NFKC').replace(/[\s,]/g, ''))
}

/** Whether a key may be typed into a number field: the specification blocks the minus sign; other letters are no use either. */
export function isQuantityKey(key: string): boolean {
  return key.length > 1 || /^[0-9０-９]$/.test(key)
}
