/** A number as people write it, as whole parts: "1.35" with 3 digits is 1350. Null for nothing; undefined for what is none, or is finer. */
export function readParts(text: string, digits: number): number | null | undefined {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/[,。｡]/, '.')
  if (plain === '') return null
  if (!new RegExp(`^\\d{1,9}(\\.\\d{0,${digits}})?$`).test(plain)) return undefined
  return Math.round(Number(plain) * 10 ** digits)
}

/** Whole parts as people write them, without zeros at the end: 1350 with 3 digits is "1.35". */
export const writeParts = (parts: number | null, digits: number): string =>
  parts === null ? '' : String(Number((parts / 10 ** digits).toFixed(digits)))
