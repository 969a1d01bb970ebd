/**
 * The tables of ISO 2859-1:1999 for single sampling: Table 1, and the master tables 2-A (normal), 2-B (tightened) and 2-C (reduced
 * inspection). docs/sampling.md says where each number comes from.
 */
export const inspectionLevels = ['S-1', 'S-2', 'S-3', 'S-4', 'I', 'II', 'III'] as const
export type InspectionLevel = (typeof inspectionLevels)[number]

export const aqls = ['0.65', '1.0', '1.5', '2.5', '4.0', '6.5'] as const
export type Aql = (typeof aqls)[number]

/** By which master table a lot is planned: 2-A, 2-B or 2-C. */
export const planProcedures = ['normal', 'tightened', 'reduced'] as const
export type PlanProcedure = (typeof planProcedures)[number]

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'L', 'M', 'N', 'P', 'Q', 'R'] as const
export type CodeLetter = (typeof letters)[number]

/** By letter, from A to R. Normal and tightened inspection have the same; reduced looks at fewer. */
const usualSizes = [2, 3, 5, 8, 13, 20, 32, 50, 80, 125, 200, 315, 500, 800, 1_250, 2_000]
const sampleSizes: Record<PlanProcedure, readonly number[]> = {
  normal: usualSizes,
  tightened: usualSizes,
  reduced: [2, 2, 2, 3, 5, 8, 13, 20, 32, 50, 80, 125, 200, 315, 500, 800],
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

/** The master tables by column, from letter A to R: acceptance numbers, 'v' for the first plan below, '^' for the first above. */
const acceptance: Record<PlanProcedure, Record<Aql, string>> = {
  normal: {
    '0.65': 'v v v v v 0 ^ v 1 2 3 5 7 10 14 21',
    '1.0': 'v v v v 0 ^ v 1 2 3 5 7 10 14 21 ^',
    '1.5': 'v v v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^',
    '2.5': 'v v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^',
    '4.0': 'v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^',
    '6.5': '0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^ ^',
  },
  tightened: {
    '0.65': 'v v v v v v 0 v v 1 2 3 5 8 12 18',
    '1.0': 'v v v v v 0 v v 1 2 3 5 8 12 18 ^',
    '1.5': 'v v v v 0 v v 1 2 3 5 8 12 18 ^ ^',
    '2.5': 'v v v 0 v v 1 2 3 5 8 12 18 ^ ^ ^',
    '4.0': 'v v 0 v v 1 2 3 5 8 12 18 ^ ^ ^ ^',
    '6.5': 'v 0 v v 1 2 3 5 8 12 18 ^ ^ ^ ^ ^',
  },
  reduced: {
    '0.65': 'v v v v v 0 ^ v v 1 2 3 5 6 8 10',
    '1.0': 'v v v v 0 ^ v v 1 2 3 5 6 8 10 ^',
    '1.5': 'v v v 0 ^ v v 1 2 3 5 6 8 10 ^ ^',
    '2.5': 'v v 0 ^ v v 1 2 3 5 6 8 10 ^ ^ ^',
    '4.0': 'v 0 ^ v v 1 2 3 5 6 8 10 ^ ^ ^ ^',
    '6.5': '0 ^ v v 1 2 3 5 6 8 10 ^ ^ ^ ^ ^',
  },
}

/** Code letter of Table 1. Throws for a lot of no pieces. */
export function codeLetter(lotSize: number, level: InspectionLevel): CodeLetter {
  if (!Number.isSafeInteger(lotSize) || lotSize < 1) throw new RangeError(`no lot has ${lotSize} pieces`)
  const row = lotBounds.findIndex((bound) => lotSize <= bound)
  return lettersByLevel[level].at(row) as CodeLetter
}

/** The plan of a procedure's table, with the letter and the sample of the row that the arrows lead to. */
export function planFor(
  letter: CodeLetter,
  aql: Aql,
  procedure: PlanProcedure,
): { code: CodeLetter; size: number; accept: number } {
  const column = acceptance[procedure][aql].split(' ')
  let row = letters.indexOf(letter)
  while (column[row] === 'v') row += 1
  while (column[row] === '^') row -= 1
  const code = letters[row] as CodeLetter
  return { code, size: sampleSizeOf(code, procedure), accept: Number(column[row]) }
}

export function sampleSizeOf(letter: CodeLetter, procedure: PlanProcedure): number {
  return sampleSizes[procedure][letters.indexOf(letter)] as number
}

/** Whether a letter stands for a larger sample than another. */
export function isAfter(letter: CodeLetter, other: CodeLetter): boolean {
  return letters.indexOf(letter) > letters.indexOf(other)
}

/** The next stricter AQL; the strictest of our tables has none before it, and is given back. */
export function stricterAql(aql: Aql): Aql {
  return aqls[Math.max(0, aqls.indexOf(aql) - 1)] ?? aql
}
