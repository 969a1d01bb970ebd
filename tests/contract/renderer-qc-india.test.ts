import { describe, expect, it } from 'vitest'
import { isAsProposed } from '../../src/renderer/supplier/qc/inspect/ProposedPlan.tsx'
import { nextStep } from '../../src/renderer/supplier/qc-india/boxes/IndiaActions.tsx'
import { indiaColumns } from '../../src/renderer/supplier/qc-india/boxes/IndiaBoxes.tsx'
import { rateOf } from '../../src/renderer/supplier/qc-india/disagreements/Disagreements.tsx'
import { sectionPath } from '../../src/renderer/supplier/qc-india/section-path.ts'
import { indiaSections } from '../../src/renderer/supplier/qc-india/sections.tsx'
import { checkWidth } from '../../src/renderer/table/column-layout.ts'
import { forScreen } from '../../src/renderer/table/saved-layout.ts'
import { indiaQcBoxes } from '../../src/shared/areas/india-qc/lists.ts'
import { allowedIndiaActions } from '../../src/shared/areas/india-qc/status.ts'
import { countedArrivals } from '../../src/shared/areas/india-receiving/rules.ts'
import { qcPieces } from '../../src/shared/areas/qc-boxes/quantities.ts'
import { fileFields } from '../../src/shared/kernel/field.ts'

describe('what a station counts', () => {
  const arrivals = [
    { number: 'EXP-1', closed_at: '2026-11-20T00:00:00Z' },
    { number: 'EXP-2', closed_at: null },
    { number: 'EXP-3', closed_at: null },
  ]
  const counted = (chosen: string, last: string) =>
    countedArrivals(arrivals, { chosen, last }).counted.map(({ number }) => number)

  // Would catch: 0 / 0 / 0 after a late box of a closed arrival, and no way to count everything again.
  it('is the arrival of the last box, also one that was closed, or all that are open', () => {
    expect(counted('', 'EXP-1')).toEqual(['EXP-1'])
    expect(countedArrivals(arrivals, { chosen: '', last: 'EXP-1' }).choices).toHaveLength(3)
    expect(counted('', '')).toEqual(['EXP-2', 'EXP-3'])
    expect(counted('EXP-3', 'EXP-1')).toEqual(['EXP-3'])
    expect(counted('', 'GONE')).toEqual(['EXP-2', 'EXP-3'])
  })
})

describe('the list of boxes in India', () => {
  // Would catch: a wider column that makes people scroll sideways on the commonest laptops, or on a tablet with its menu closed.
  it.each([
    [1280, 216],
    [1366, 216],
    [1024, 48],
  ])('fits %i pixels', (pixels, menu) => {
    const width = forScreen(indiaColumns, pixels).reduce((sum, one) => sum + (one.hidden ? 0 : one.width), checkWidth)
    expect(width).toBeLessThanOrEqual(pixels - menu - 16)
  })

  // Would catch: a column that somebody shows and whose export the server refuses.
  it('can be exported as it is shown', () => {
    const known = fileFields(indiaQcBoxes.fields).map(({ id }) => id)
    const ids = indiaColumns.flatMap((column) => column.exports?.map(({ id }) => id) ?? [column.id])
    expect(ids.filter((id) => !known.includes(id))).toEqual([])
  })
})

describe('the parts of the platform', () => {
  // Would catch: two parts under one word of the address, of which only the first could be opened.
  it('have an address each', () => {
    const paths = indiaSections.map(({ key }) => sectionPath(key))
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths[0]).toBe('/supplier/qc-platform-india')
    expect(sectionPath('boxes', { supplier: 'GZ01' })).toBe('/supplier/qc-platform-india?supplier=GZ01')
    expect(sectionPath('disagreements', { by: 'style' })).toContain('?part=disagreements&by=style')
  })
})

// Would catch: a box in India that offers China's next step, an invoice or the way back to its vendor.
it('the next step of a box in India is one of India', () => {
  const box = (held: Partial<typeof qcPieces.nothing>, more = {}) => ({
    ...{ ...qcPieces.nothing, ...held, open_missing: 0, open_excess: 0, inspections: 1 },
    ...more,
  })
  expect(nextStep(allowedIndiaActions(box({ to_inspect: 4, passed: 2 })))).toBe('inspect')
  expect(nextStep(allowedIndiaActions(box({ missing: 1, to_inspect: 4 }, { open_missing: 1 })))).toBe('settle')
  expect(nextStep(allowedIndiaActions(box({ passed: 3, failed: 1 })))).toBeNull()
})

// Would catch: a press offered for what is the plan already, or none where only an AQL differs.
it('a proposal is taken when table, level and every AQL are as it says', () => {
  const aqls = { critical: '0', major: '1.5', minor: '2.5' } as const
  const proposal = { plan_procedure: 'tightened', level: 'II', aqls } as const
  const plan = { procedure: 'tightened', level: 'II', aqls: { ...aqls } } as const
  expect(isAsProposed(plan, proposal)).toBe(true)
  expect(isAsProposed({ ...plan, procedure: 'normal' }, proposal)).toBe(false)
  expect(isAsProposed({ ...plan, aqls: { ...aqls, minor: '4.0' } }, proposal)).toBe(false)
  expect(isAsProposed({ ...plan, level: 'III' }, proposal)).toBe(false)
})

// Would catch: a rate of all rows that is the mean of theirs: a vendor of three pieces would weigh as much as one of thousands.
it('the rate of disagreement over all is of all pieces', () => {
  expect(
    rateOf([
      { judged: 3, failed: 3 },
      { judged: 997, failed: 7 },
    ]),
  ).toBe(0.01)
  expect(rateOf([])).toBeNull()
})
