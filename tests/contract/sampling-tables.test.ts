import { describe, expect, it } from 'vitest'
import {
  type Aql,
  aqls,
  type CodeLetter,
  codeLetter,
  type InspectionLevel,
  type PlanProcedure,
  planFor,
} from '../../src/shared/areas/inspection/master-tables.ts'
import { planNumbers } from '../../src/shared/areas/inspection/sampling.ts'
import { computedVerdict, noTally } from '../../src/shared/areas/inspection/verdict.ts'

/**
 * The master tables for single sampling of ISO 2859-1:1999 by column, from letter A to R, 'v' for the first plan below and '^' for the first
 * above: typed for this test alone from the sources that docs/sampling.md names.
 */
type Columns = Record<Aql, string>
const table2A: Columns = {
  '0.65': 'v v v v v 0 ^ v 1 2 3 5 7 10 14 21',
  '1.0': 'v v v v 0 ^ v 1 2 3 5 7 10 14 21 ^',
  '1.5': 'v v v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^',
  '2.5': 'v v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^',
  '4.0': 'v 0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^',
  '6.5': '0 ^ v 1 2 3 5 7 10 14 21 ^ ^ ^ ^ ^',
}
const table2B: Columns = {
  '0.65': 'v v v v v v 0 v v 1 2 3 5 8 12 18',
  '1.0': 'v v v v v 0 v v 1 2 3 5 8 12 18 ^',
  '1.5': 'v v v v 0 v v 1 2 3 5 8 12 18 ^ ^',
  '2.5': 'v v v 0 v v 1 2 3 5 8 12 18 ^ ^ ^',
  '4.0': 'v v 0 v v 1 2 3 5 8 12 18 ^ ^ ^ ^',
  '6.5': 'v 0 v v 1 2 3 5 8 12 18 ^ ^ ^ ^ ^',
}
const table2C: Columns = {
  '0.65': 'v v v v v 0 ^ v v 1 2 3 5 6 8 10',
  '1.0': 'v v v v 0 ^ v v 1 2 3 5 6 8 10 ^',
  '1.5': 'v v v 0 ^ v v 1 2 3 5 6 8 10 ^ ^',
  '2.5': 'v v 0 ^ v v 1 2 3 5 6 8 10 ^ ^ ^',
  '4.0': 'v 0 ^ v v 1 2 3 5 6 8 10 ^ ^ ^ ^',
  '6.5': '0 ^ v v 1 2 3 5 6 8 10 ^ ^ ^ ^ ^',
}
const letters: readonly CodeLetter[] = [...'ABCDEFGHJKLMNPQR'] as CodeLetter[]
const usualSizes = [2, 3, 5, 8, 13, 20, 32, 50, 80, 125, 200, 315, 500, 800, 1_250, 2_000]
const reducedSizes = [2, 2, 2, 3, 5, 8, 13, 20, 32, 50, 80, 125, 200, 315, 500, 800]

/** Sample and acceptance number where a table leads from a letter. */
function leadsTo(table: Columns, sizes: readonly number[], letter: CodeLetter, aql: Aql): { n: number; ac: number } {
  const column = table[aql].split(' ')
  let row = letters.indexOf(letter)
  while (column[row] === 'v') row += 1
  while (column[row] === '^') row -= 1
  return { n: sizes[row] ?? 0, ac: Number(column[row]) }
}

interface Compared {
  lot: number
  level: InspectionLevel
  aql: Aql
  n: number
  ac: number
  re: number
}

const bounds = [8, 15, 25, 50, 90, 150, 280, 500, 1_200, 3_200, 10_000, 35_000, 150_000, 500_000]
const lots = [2, ...bounds.flatMap((bound) => [bound, bound + 1])]

/** One severity at both sides of every boundary of the three general levels: 522 lots. */
const cases = lots.flatMap((lot) =>
  (['I', 'II', 'III'] as const).flatMap((level) => aqls.map((aql) => ({ lot, level, aql }))),
)

const tables: readonly [PlanProcedure, string, Columns, readonly number[]][] = [
  ['normal', '2-A', table2A, usualSizes],
  ['tightened', '2-B', table2B, usualSizes],
  ['reduced', '2-C', table2C, reducedSizes],
]

describe.each(tables)('%s inspection by table %s of ISO 2859-1:1999', (procedure, _, table, sizes) => {
  it('is what every letter and AQL leads to', () => {
    // Would catch: a cell of the table that was typed from memory and is wrong in the older test as well.
    const cells = letters.flatMap((letter) =>
      aqls.map((aql) => {
        const { size, accept } = planFor(letter, aql, procedure)
        return [letter, aql, { n: size, ac: accept }]
      }),
    )
    expect(cells).toEqual(
      letters.flatMap((letter) => aqls.map((aql) => [letter, aql, leadsTo(table, sizes, letter, aql)])),
    )
  })

  it('is what a lot of each of the 522 boundary cases is planned and judged by, with no gap between accept and reject', () => {
    // Would catch: a procedure that is made of the numbers of another table (a stricter AQL, a lower level); the gap of older editions.
    const by = ({ level, aql }: (typeof cases)[number]) => ({
      procedure,
      level,
      aqls: { critical: aql, major: aql, minor: aql },
    })
    const ours = cases.map((each): Compared => {
      const { sample_size: n, accept: ac, reject: re } = planNumbers(each.lot, by(each)).limits.major
      return { ...each, n, ac, re }
    })
    const standard = cases.map((each): Compared => {
      const { n, ac } = leadsTo(table, sizes, codeLetter(each.lot, each.level), each.aql)
      return { ...each, n: Math.min(n, each.lot), ac, re: ac + 1 }
    })
    expect(ours).toHaveLength(522)
    expect(ours).toEqual(standard)
    const verdicts = cases.map((each, at) => {
      const { n = 0, ac = 0 } = standard[at] ?? {}
      const plan = planNumbers(each.lot, by(each))
      return [ac, ac + 1].map((major) => computedVerdict(plan, { ...noTally, sampled: n, major }))
    })
    expect(new Set(verdicts.map(String))).toEqual(new Set(['accept,reject']))
  })
})
