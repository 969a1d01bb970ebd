import { describe, expect, it } from 'vitest'
import { type Procedure, proposedRules } from '../../src/shared/areas/india-inspection/switching.ts'
import {
  type Aql,
  aqls,
  type CodeLetter,
  codeLetter,
  type InspectionLevel,
  planFor,
  planNumbers,
  sampleSizes,
} from '../../src/shared/areas/inspection/sampling.ts'

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
const letters = Object.keys(sampleSizes) as CodeLetter[]
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
  letter: CodeLetter
  aql: Aql
  ours: { n: number; ac: number }
  standard: { n: number; ac: number }
}

const bounds = [8, 15, 25, 50, 90, 150, 280, 500, 1_200, 3_200, 10_000, 35_000, 150_000, 500_000]
const lots = [2, ...bounds.flatMap((bound) => [bound, bound + 1])]

/** What a procedure proposes for one lot of one severity, beside its table, at both sides of every boundary of the three general levels. */
function compared(procedure: Procedure, table: Columns, sizes: readonly number[]): Compared[] {
  return lots.flatMap((lot) =>
    (['I', 'II', 'III'] as const).flatMap((level) =>
      aqls.map((aql) => {
        const settings = { level, aqls: { critical: aql, major: aql, minor: aql }, scope: 'box' as const }
        const rules = proposedRules(procedure, settings, [{ box: '1', style_colour: 'S', pieces: lot }])
        const { sample_size, accept } = planNumbers(lot, rules.level, rules.aqls).limits.major
        const letter = codeLetter(lot, level)
        const { n, ac } = leadsTo(table, sizes, letter, aql)
        return {
          ...{ lot, level, letter, aql },
          ...{ ours: { n: sample_size, ac: accept }, standard: { n: Math.min(n, lot), ac } },
        }
      }),
    ),
  )
}

const isSame = ({ ours, standard }: Compared) => ours.n === standard.n && ours.ac === standard.ac
const isUpTo =
  (last: CodeLetter) =>
  ({ letter }: Compared) =>
    letters.indexOf(letter) <= letters.indexOf(last)

describe('the master tables of ISO 2859-1', () => {
  it('2-A is what normal inspection goes by, at every letter and AQL', () => {
    // Would catch: a cell of the table that was typed from memory and is wrong in the older test as well.
    const cells = letters.flatMap((letter) =>
      aqls.map((aql) => {
        const { size, accept } = planFor(letter, aql)
        return [letter, aql, { n: size, ac: accept }]
      }),
    )
    expect(cells).toEqual(
      letters.flatMap((letter) => aqls.map((aql) => [letter, aql, leadsTo(table2A, usualSizes, letter, aql)])),
    )
  })

  it('2-B is what is proposed as tightened where the document says so, and stricter than that elsewhere', () => {
    // Would catch: a tightened proposal that takes more defects than the standard's, or a document that says it is the standard's.
    const all = compared('tightened', table2B, usualSizes).filter(({ aql }) => aql !== '0.65')
    const small = all.filter(isUpTo('J')).filter(({ level, aql }) => level !== 'III' && aql !== '6.5')
    expect(small.filter((one) => !isSame(one))).toEqual([])
    const looser = all.filter(({ ours, standard }) => ours.ac > 0 && ours.ac / ours.n > standard.ac / standard.n)
    expect(looser).toEqual([])
    // What there is no stricter AQL for stays as it is.
    const strictest = compared('tightened', table2B, usualSizes).filter(({ aql }) => aql === '0.65')
    for (const { ours, letter } of strictest.filter(({ lot }) => lot > 2_000))
      expect(ours).toEqual(leadsTo(table2A, usualSizes, letter, '0.65'))
  })

  it('2-C looks at fewer than is proposed as reduced', () => {
    // Would catch: a reduced proposal that looks at fewer pieces than the standard's and takes as many defects.
    const all = compared('reduced', table2C, reducedSizes)
    const looser = all.filter(({ ours, standard }) => ours.n < standard.n && ours.ac >= standard.ac)
    expect(looser).toEqual([])
    expect(all.filter(({ ours, standard }) => ours.n > standard.n).length).toBeGreaterThan(all.length / 2)
    const large = all.filter(({ level, lot }) => level === 'II' && lot > 280)
    const alike = large.filter(({ ours, standard }) => ours.n === standard.n)
    expect([alike.length, large.length]).toEqual([62, 90])
    expect(alike.filter(({ ours, standard }) => ours.ac > standard.ac)).toEqual([])
  })
})
