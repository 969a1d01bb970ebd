import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isLooserPlan,
  type OfferedPieces,
  type PlanRules,
  sampleBy,
} from '../../src/shared/areas/inspection/looser-plans.ts'
import { aqls, inspectionLevels, planProcedures } from '../../src/shared/areas/inspection/master-tables.ts'
import { type Aqls, lotScopes } from '../../src/shared/areas/inspection/sampling.ts'

const house: PlanRules = {
  procedure: 'normal',
  level: 'II',
  aqls: { critical: '0', major: '2.5', minor: '4.0' },
  scope: 'style_colour',
}

function isLooser(wish: Partial<PlanRules>, offered: readonly OfferedPieces[], settings = house): boolean {
  const asked = { ...settings, ...wish }
  return isLooserPlan(
    { ...asked, sample_size: sampleBy(asked, offered) },
    { ...settings, sample_size: sampleBy(settings, offered) },
  )
}

const lot = (pieces: number, style_colour = 'red', box = '1'): OfferedPieces => ({ box, style_colour, pieces })

describe('a plan beside the settings', () => {
  it('is looser by a lower level, and not by a higher one', () => {
    // Would catch: 5 of 72 looked at instead of 20 without a word; an inspector who may not look at more.
    expect([sampleBy(house, [lot(72)]), sampleBy({ ...house, level: 'S-1' }, [lot(72)])]).toEqual([20, 5])
    expect(isLooser({ level: 'S-1' }, [lot(72)])).toBe(true)
    expect(isLooser({ level: 'III' }, [lot(72)])).toBe(false)
    expect(isLooser({}, [lot(72)])).toBe(false)
  })

  it('is no looser where the smaller level asks the same', () => {
    // Would catch: a lead wanted for a choice that changes nothing.
    expect(isLooser({ level: 'I' }, [lot(8)])).toBe(false)
  })

  it('is looser by a higher AQL, also where as many are looked at, and by a smaller sample whatever the AQL', () => {
    // Would catch: a lot that may have ten bad pieces instead of five; a strict AQL that is chosen for its smaller sample.
    const wish = (change: Partial<Aqls>) => ({ aqls: { ...house.aqls, ...change } })
    expect(isLooser(wish({ minor: '6.5' }), [lot(280)])).toBe(true)
    expect(isLooser(wish({ critical: '0.65' }), [lot(280)])).toBe(true)
    expect(isLooser(wish({ major: '1.0' }), [lot(200)])).toBe(false)
    expect(isLooser(wish({ major: '1.0' }), [lot(60)])).toBe(true)
  })

  it('is looser by larger lots of the same pieces, or by smaller ones where these have fewer to look at', () => {
    // Would catch: ten colours judged by the sample of one; one lot cut in two whose samples are smaller than its own.
    const colours = ['red', 'blue', 'green', 'black'].map((colour) => lot(60, colour))
    expect(isLooser({ scope: 'box' }, colours)).toBe(true)
    const boxes = ['1', '2', '3', '4'].map((box) => lot(60, 'red', box))
    expect(isLooser({ scope: 'shipment' }, boxes)).toBe(true)
    expect(isLooser({ scope: 'box' }, [lot(60)])).toBe(false)
    const halves = [lot(15, 'red', '1'), lot(15, 'red', '2')]
    expect(isLooser({ scope: 'style_colour' }, halves, { ...house, scope: 'shipment' })).toBe(true)
    expect(isLooser({ scope: 'shipment' }, halves)).toBe(false)
  })
})

const anyOffered = fc.array(
  fc.record({
    box: fc.constantFrom('1', '2', '3'),
    style_colour: fc.constantFrom('red', 'blue'),
    pieces: fc.nat(2_000),
  }),
  { maxLength: 8 },
)
const anyRules = fc.record({
  procedure: fc.constantFrom(...planProcedures),
  level: fc.constantFrom(...inspectionLevels),
  scope: fc.constantFrom(...lotScopes),
  aqls: fc.record({
    critical: fc.constantFrom('0' as const, ...aqls),
    major: fc.constantFrom('0' as const, ...aqls),
    minor: fc.constantFrom('0' as const, ...aqls),
  }),
})

describe('another table than that of normal inspection', () => {
  it('reduced is looser whatever else is chosen, tightened is not', () => {
    // Would catch: 50 of 1,200 looked at by the numbers of reduced inspection as if that were the 32 of a lower level; a tightened plan
    // that only a lead may choose.
    expect(isLooser({ procedure: 'reduced' }, [lot(280)])).toBe(true)
    const low: PlanRules = { ...house, level: 'I' }
    expect(sampleBy({ ...low, procedure: 'reduced', level: 'III' }, [lot(1_200)])).toBe(50)
    expect(isLooser({ procedure: 'reduced', level: 'III' }, [lot(1_200)], low)).toBe(true)
    expect(isLooser({ procedure: 'tightened' }, [lot(280)])).toBe(false)
    expect(isLooser({ procedure: 'tightened', level: 'S-1' }, [lot(1_200)])).toBe(true)
  })

  it('tightened never looks at fewer pieces than normal, whatever the AQLs', () => {
    // Would catch: an arrow of one table that leads the common sample of several severities past that of another.
    fc.assert(
      fc.property(anyOffered, anyRules, (offered, rules) => {
        const by = (procedure: PlanRules['procedure']) => sampleBy({ ...rules, procedure }, offered)
        expect(by('tightened')).toBeGreaterThanOrEqual(by('normal'))
      }),
    )
  })
})

it('of two plans for the same pieces a lower level is never the stricter one, and none is looser than itself', () => {
  // Would catch: a level whose arrows make it look at more than the next one, by which a looser plan would pass as strict.
  fc.assert(
    fc.property(anyOffered, anyRules, anyRules, (offered, one, other) => {
      expect(isLooser(one, offered, one)).toBe(false)
      const sizes = [one, other].map((rules) => sampleBy({ ...one, level: rules.level }, offered))
      const general = ['I', 'II', 'III']
      const [a, b] = [general.indexOf(one.level), general.indexOf(other.level)]
      if (a >= 0 && a <= b) expect(sizes[0]).toBeLessThanOrEqual(sizes[1] ?? 0)
    }),
  )
})
