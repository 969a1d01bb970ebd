import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type LotResult,
  type Procedure,
  resultOf,
  switchingOf,
  switchingReason,
  tableOf,
} from '../../src/shared/areas/india-inspection/switching.ts'
import { isLooserPlan, type PlanRules, sampleBy } from '../../src/shared/areas/inspection/looser-plans.ts'
import { aqls, inspectionLevels } from '../../src/shared/areas/inspection/master-tables.ts'
import { type PlanBy, planNumbers } from '../../src/shared/areas/inspection/sampling.ts'
import { aqlsOf, qcSettingDefaults } from '../../src/shared/areas/inspection/settings.ts'

const accepted: LotResult = { accepted: true, points: 2 }
const refused: LotResult = { accepted: false, points: 0 }

/** `a` accepted (2 points), `A` accepted with 3, `z` accepted with none, `r` refused. */
const lots = (text: string): LotResult[] =>
  [...text].map((each) => {
    if (each === 'r') return refused
    return { accepted: true, points: each === 'A' ? 3 : each === 'z' ? 0 : 2 }
  })

const procedureAfter = (text: string) => switchingOf(lots(text)).procedure

describe('the switching rules of ISO 2859-1', () => {
  // Catches a rule that switches a lot too early or too late, or forgets to begin anew.
  it.each<[string, Procedure]>([
    ['', 'normal'],
    ['r', 'normal'],
    ['rr', 'tightened'],
    ['raaar', 'tightened'],
    // Six lots with two refused at their ends: no five in a row hold both.
    ['raaaar', 'normal'],
    ['rraaaa', 'tightened'],
    ['rraaaaa', 'normal'],
    ['rraaaaraaaa', 'tightened'],
    // The lots before the change do not count on: one refused after it is one.
    ['rraaaaar', 'normal'],
    ['rrrrrr', 'tightened'],
    ['rrrrrrr', 'discontinued'],
    ['rrarararararr', 'discontinued'],
    ['rrrrrrrr', 'discontinued'],
    ['rrrrrrra', 'tightened'],
    ['rrrrrrraaaaa', 'normal'],
    // 30 points: 15 lots of 2, or 10 of 3.
    ['aaaaaaaaaaaaaa', 'normal'],
    ['aaaaaaaaaaaaaaa', 'reduced'],
    ['AAAAAAAAAA', 'reduced'],
    ['AAAAAAAAA', 'normal'],
    // A lot that a stricter AQL would not have taken begins the score anew, and so does a refused one.
    ['AAAAAAAAAzA', 'normal'],
    ['aaaaaaaaaaaaaaraaaaaaaaaaaaaa', 'normal'],
    ['AAAAAAAAAAr', 'normal'],
    ['AAAAAAAAAArr', 'normal'],
    ['AAAAAAAAAArrr', 'tightened'],
  ])('%s: %s', (text, procedure) => {
    expect(procedureAfter(text)).toBe(procedure)
  })

  const anyLots = fc.array(fc.constantFrom(...'aAzr'), { maxLength: 60 }).map((each) => each.join(''))

  it('never loosens on a refused lot, and never tightens on an accepted one', () => {
    // Catches a switch the wrong way round, whatever the history.
    const strictness: Record<Procedure, number> = { reduced: 0, normal: 1, tightened: 2, discontinued: 3 }
    fc.assert(
      fc.property(anyLots, (text) => {
        const before = strictness[procedureAfter(text)]
        expect(strictness[procedureAfter(`${text}r`)]).toBeGreaterThanOrEqual(before)
        expect(strictness[procedureAfter(`${text}a`)]).toBeLessThanOrEqual(before)
      }),
    )
  })

  it('comes to normal with ten accepted lots at most, and says in its reason what was counted', () => {
    // Catches a vendor that no good lot frees again; a reason with an empty blank.
    fc.assert(
      fc.property(anyLots, (text) => {
        expect(['normal', 'reduced']).toContain(procedureAfter(`${text}zzzzzzzzzz`))
        const { reason, values } = switchingReason(switchingOf(lots(text)))
        for (const [, name = ''] of reason.matchAll(/\{\{(\w+)\}\}/g)) expect(values[name], reason).toBeTypeOf('number')
      }),
    )
    expect(switchingReason(switchingOf(lots('aarar')))).toMatchObject({ values: { refused: 2, lots: 3, accepted: 0 } })
  })
})

describe('what a lot adds to the score', () => {
  const usual = aqlsOf(qcSettingDefaults)
  const by = (procedure: PlanBy['procedure'] = 'normal'): PlanBy => ({ procedure, level: 'II', aqls: usual })
  const plan = (size: number, wish = by()) => ({ ...wish, ...planNumbers(size, wish) })
  const seen = (size: number, found: Partial<Record<'critical' | 'major' | 'minor', number>> = {}) => ({
    ...{ sampled: planNumbers(size, by()).sample_size, critical: 0, major: 0, minor: 0 },
    ...found,
  })

  it('is 3 where the next stricter AQL would have taken it as well, 2 where hardly a defect is taken, else nothing', () => {
    // Catches a score that hangs on the wrong row of the table. 500 pieces: H, 50 units; major 2.5 takes 3, minor 4.0 takes 5; at
    // 1.5 and 2.5 it would be 2 and 3.
    expect(resultOf(plan(500), seen(500))).toEqual({ accepted: true, points: 3 })
    expect(resultOf(plan(500), seen(500, { major: 2, minor: 3 }))).toEqual({ accepted: true, points: 3 })
    expect(resultOf(plan(500), seen(500, { major: 3 }))).toEqual({ accepted: true, points: 0 })
    expect(resultOf(plan(500), seen(500, { minor: 4 }))).toEqual({ accepted: true, points: 0 })
    expect(resultOf(plan(500), seen(500, { major: 4 }))).toEqual(refused)
    expect(resultOf(plan(500), seen(500, { critical: 1 }))).toEqual(refused)
    // 30 pieces: major takes 1 of 20.
    expect(resultOf(plan(30), seen(30))).toEqual(accepted)
    expect(resultOf(plan(500), { ...seen(500), sampled: 10 })).toBeNull()
  })
})

describe('the plan that is offered', () => {
  const rules = fc.record({
    level: fc.constantFrom(...inspectionLevels),
    aqls: fc.constantFrom(
      aqlsOf(qcSettingDefaults),
      { critical: '0', major: '0.65', minor: '1.0' } as const,
      ...aqls.map((aql) => ({ critical: '0', major: aql, minor: aql }) as const),
    ),
    scope: fc.constantFrom('style_colour', 'box', 'shipment'),
  })
  const offered = fc.array(
    fc.record({
      box: fc.constant('1'),
      style_colour: fc.constantFrom('a', 'b'),
      pieces: fc.integer({ min: 1, max: 4_000 }),
    }),
    { minLength: 1, maxLength: 4 },
  )

  it('tightened never looks at fewer pieces, nor takes more defects, than the settings do; reduced is a lead’s', () => {
    // Catches a "tightened" plan that is looser, one that everybody may loosen, a procedure that changes the company's level or AQLs.
    fc.assert(
      fc.property(rules, offered, (settings, pieces) => {
        const usual: PlanRules = { procedure: 'normal', ...settings }
        const of = (procedure: Procedure) => {
          const asked = { ...usual, procedure: tableOf(procedure) }
          return { ...asked, sample_size: sampleBy(asked, pieces) }
        }
        for (const strict of ['normal', 'tightened', 'discontinued'] as const)
          expect(isLooserPlan(of(strict), of('normal')), strict).toBe(false)
        expect(isLooserPlan(of('reduced'), of('normal'))).toBe(true)
      }),
    )
  })

  it.each([
    // 500 pieces by II: H, 50 units. Tightened: major 2.5 takes 2, minor 4.0 takes 3.
    ['tightened', 500, 50, 2, 3],
    // 30 pieces: D; tightened, minor 4.0 leads to F, and there major 2.5 to G: all 30, since 32 are not there.
    ['tightened', 30, 30, 1, 2],
    // What is inspected after inspection was discontinued is inspected tightened.
    ['discontinued', 500, 50, 2, 3],
    // 500 pieces, reduced: H has 20 units, where major 2.5 takes 2 and minor 4.0 takes 3.
    ['reduced', 500, 20, 2, 3],
  ] as const)('%s, %i pieces: %i units', (procedure, size, units, major, minor) => {
    // Catches a table that a procedure does not go by, or the gap between accept and reject that older editions have.
    const numbers = planNumbers(size, { procedure: tableOf(procedure), level: 'II', aqls: aqlsOf(qcSettingDefaults) })
    expect(numbers.sample_size).toBe(units)
    expect([numbers.limits.major.accept, numbers.limits.minor.accept]).toEqual([major, minor])
    expect([numbers.limits.major.reject, numbers.limits.minor.reject]).toEqual([major + 1, minor + 1])
  })
})
