import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spreadSample } from '../../src/shared/areas/inspection/sampling.ts'
import { toLookAtIn } from '../../src/shared/areas/inspection/to-look-at.ts'

const cell = (at: number, pieces: number, looked = 0) => ({
  nm_sku: `S${at % 3}`,
  sscc: `B${Math.floor(at / 3)}`,
  box_no: String(Math.floor(at / 3)),
  pieces,
  looked,
})
const sumOf = (rows: readonly { units: number }[]) => rows.reduce((sum, { units }) => sum + units, 0)

// Would catch: the plan of a lot's second box asking for the whole sample again; two to look at where one waits.
it('asks for what the sample lacks and never for more than waits, in the lot and of each SKU in each box', () => {
  const some = fc.array(fc.record({ before: fc.nat(40), gone: fc.nat(40), looked: fc.nat(40) }), {
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(some, fc.nat(80), fc.nat(80), (lot, size, lacking) => {
      const sample = spreadSample(
        size,
        lot.map(({ before }, at) => cell(at, before)),
      )
      const now = lot.map(({ before, gone, looked }, at) =>
        cell(at, Math.max(0, before - gone), Math.min(gone, looked)),
      )
      const rows = toLookAtIn({ sample, lacking }, now)
      const waiting = now.reduce((sum, { pieces }) => sum + pieces, 0)
      expect(sumOf(rows)).toBe(Math.min(lacking, waiting))
      for (const { sscc, nm_sku, units } of rows) {
        expect(units).toBeGreaterThan(0)
        expect(units).toBeLessThanOrEqual(now.find((one) => one.sscc === sscc && one.nm_sku === nm_sku)?.pieces ?? 0)
      }
    }),
  )
})

it('is the sample itself while nobody looked, and less of a row for each of its units that was looked at', () => {
  // Would catch: colours and sizes of a sample that move when the first of them is looked at.
  const lot = [cell(0, 30), cell(3, 50), cell(1, 20)]
  const sample = spreadSample(20, lot)
  expect(toLookAtIn({ sample, lacking: 20 }, lot)).toEqual(sample)
  const first = sample[0]?.units ?? 0
  const [one = cell(0, 30), ...others] = lot
  expect(toLookAtIn({ sample, lacking: 20 - first }, [{ ...one, looked: first }, ...others])).toEqual(sample.slice(1))
})
