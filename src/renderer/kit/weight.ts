import { plainDigits, plainText } from '../../shared/kernel/codes.ts'

/** The most that a box may weigh, in grams. */
const heaviestBox = 1_000_000

/**
 * Kilograms as typed ("12.5", "12,5", "１２．５ kg") in whole grams, `most` at most; null when empty, undefined when it is no such
 * weight.
 */
export function readKilograms(text: string, most = heaviestBox): number | null | undefined {
  const plain = plainText(plainDigits(text))
    .replace(/\s*(kg|千克|公斤)$/i, '')
    .replace(',', '.')
  if (plain === '') return null
  if (!/^\d{1,6}(\.\d{0,3})?$/.test(plain)) return undefined
  const grams = Math.round(Number(plain) * 1_000)
  return grams >= 1 && grams <= most ? grams : undefined
}

/** Grams as kilograms without needless zeros; empty for none. */
export function writeKilograms(grams: number | null | undefined): string {
  return grams ? String(grams / 1_000) : ''
}
