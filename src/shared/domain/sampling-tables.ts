import type { Aql, InspectionLevel } from './sampling.ts'

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'L', 'M', 'N', 'P', 'Q', 'R'] as const
export type CodeLetter = (typeof letters)[number]

export const sampleSizes: Record<CodeLetter, number> = {
  A: 2,
  B: 3,
  C: 5,
  D: 8,
  E: 13,
  F: 20,
  G: 32,
  H: 50,
  J: 80,
  K: 125,
  L: 200,
  M: 315,
  N: 500,
  P: 800,
  Q: 1_250,
  R: 2_000,
}

/** The largest lot of each row of Table 1; the last row takes all larger ones. */
const lotBounds = [8, 15, 25, 50, 90, 150, 280, 500, 1_200, 3_200, 10_000, 35_000, 150_000, 500_000] as const

/** Table 1 by column: the letter of each row of `lotBounds`, and one more for larger lots. */
const lettersByLevel: Record<InspectionLevel, string> = {
  'S-1': 'AAAABBBBCCCCDDD',
  'S-2': 'AAABBBCCCDDDEEE',
  'S-3': 'AABBCCDDEEFFGGH',
  'S-4': 'AABCCDEEFGGHJJK',
  I: 'AABCCDEFGHJKLMN',
  II: 'ABCDEFGHJKLMNPQ',
  III: 'BCDEFGHJKLMNPQR',
}

/** Table 2-A by column, from letter A to R: acceptance numbers, 'v' for the first plan below, '^' for the first above. */
const acceptance: Record<Aql, string> = {
  '0.65': 'v v v v v 0 ^ v 1 2 3 5 7 10 14 21',
  '1.0': 'v v v v 0 ^ v 1 2 3 5 7 10 14 21 ^',
  '1.5': 'v v v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^',
  '2.5': 'v v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^',
  '4.0': 'v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^',
  '6.5': '0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^ ^',
}

/** Code letter of Table 1. Throws for a lot of no pieces. */
export function codeLetter(lotSize: number, level: InspectionLevel): CodeLetter {
  if (!Number.isSafeInteger(lotSize) || lotSize < 1) throw new RangeError(`no lot has ${lotSize} pieces`)
  const row = lotBounds.findIndex((bound) => lotSize <= bound)
  return lettersByLevel[level].at(row) as CodeLetter
}

/** The plan of Table 2-A, with the letter and the sample of the row that the arrows lead to. */
export function planFor(letter: CodeLetter, aql: Aql): { code: CodeLetter; size: number; accept: number } {
  const column = acceptance[aql].split(' ')
  let row = letters.indexOf(letter)
  while (column[row] === 'v') row += 1
  while (column[row] === '^') row -= 1
  const code = letters[row] as CodeLetter
  return { code, size: sampleSizes[code], accept: Number(column[row]) }
}
