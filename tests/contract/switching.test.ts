import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type LotResult,
  type Procedure,
  proposedRules,
  resultOf,
  switchingOf,
  switchingReason,
} from '../../src/shared/areas/india-inspection/switching.ts'
import { isLooserPlan, sampleBy } from '../../src/shared/areas/inspection/looser-plans.ts'
import { aqls, inspectionLevels, planNumbers } from '../../src/shared/areas/inspection/sampling.ts'
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
  const plan = (size: number, wish = usual) => ({ ...planNumbers(size, 'II', wish), aqls: wish })
  const seen = (size: number, found: Partial<Record<'critical' | 'major' | 'minor', number>> = {}) => ({
    ...{ sampled: planNumbers(size, 'II', usual).sample_size, critical: 0, major: 0, minor: 0 },
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

  it('tightened never looks at fewer pieces, nor takes more defects, than the settings do', () => {
    // Catches a "tightened" plan that is looser: a stricter AQL alone looks at fewer pieces of a small lot.
    fc.assert(
      fc.property(rules, offered, (settings, pieces) => {
        const asked = { ...settings, ...proposedRules('tightened', settings, pieces) }
        const of = (each: typeof settings) => ({ aqls: each.aqls, sample_size: sampleBy(each, pieces) })
        if (asked.level !== 'III') expect(isLooserPlan(of(asked), of(settings))).toBe(false)
        expect(Number(asked.aqls.major)).toBeLessThanOrEqual(Number(settings.aqls.major))
      }),
    )
  })

  it('normal is as the settings say, reduced a level below, and a lead’s where it looks at fewer', () => {
    // Catches a reduced plan that takes more defects, or one that is offered to everybody.
    fc.assert(
      fc.property(rules, offered, (settings, pieces) => {
        const { level, aqls: same } = settings
        expect(proposedRules('normal', settings, pieces)).toEqual({ level, aqls: same })
        const reduced = proposedRules('reduced', settings, pieces)
        expect(reduced.aqls).toEqual(same)
        expect(inspectionLevels.indexOf(reduced.level)).toBe(Math.max(0, inspectionLevels.indexOf(level) - 1))
      }),
    )
  })

  it.each([
    // 500 pieces by II: H, 50 units. Tightened: major 1.5 takes 2, minor 2.5 takes 3, as in Table 2-B.
    [500, 'II', 50, 2, 3],
    // 30 pieces: the stricter AQLs at II look at 8 of them, the settings at 20; at III at all 30, by the numbers of G.
    [30, 'III', 30, 1, 2],
  ])('tightened, %i pieces: level %s, %i units', (size, level, units, major, minor) => {
    const settings = { level: 'II', aqls: aqlsOf(qcSettingDefaults), scope: 'style_colour' } as const
    const pieces = [{ box: '1', style_colour: 'a', pieces: size }]
    const asked = proposedRules('tightened', settings, pieces)
    const numbers = planNumbers(size, asked.level, asked.aqls)
    expect(asked.level).toBe(level)
    expect(numbers.sample_size).toBe(units)
    expect([numbers.limits.major.accept, numbers.limits.minor.accept]).toEqual([major, minor])
  })
})
