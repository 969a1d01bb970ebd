import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gradingSheetRows } from '../../src/server/areas/garment-specs/grading-rows.ts'
import { gradingFaults } from '../../src/shared/areas/garment-specs/rules.ts'
import { offerOf } from '../../src/shared/areas/launch/rules.ts'
import { standings } from '../../src/shared/areas/style-surveys/rules.ts'

const digits = fc.stringMatching(/^[1-9]\d{5,18}$/)
const tail = fc.constantFrom('', '?spm=a2615.1', '?sk=consign&a=1#top')

describe('the offer of a 1688 link', () => {
  // Would catch: two ways of writing a link that are told as two offers.
  it('is the same number however the link is written', () => {
    const forms = [
      (id: string, end: string) => `https://detail.1688.com/offer/${id}.html${end}`,
      (id: string, end: string) => `http://m.1688.com/offer/${id}${end}`,
      (id: string, end: string) => `https://detail.1688.com/offer/000${id.slice(0, 17)}.html${end}`,
      (id: string) => `https://m.1688.com/page?offerId=${id}`,
    ]
    fc.assert(
      fc.property(digits, tail, (id, end) => {
        expect(forms.map((form) => offerOf(form(id, end)))).toEqual([id, id, id.slice(0, 17), id])
      }),
    )
  })

  // Would catch: a text that throws, and another shop's number taken for an offer of 1688.
  it('is nothing of whatever else is written', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), digits, (text, id) => {
        expect(offerOf(text)).toBeNull()
        expect(offerOf(`https://not1688.com/offer/${id}.html`)).toBeNull()
        expect(offerOf(`https://1688.com.shop.cn/offer/${id}.html`)).toBeNull()
      }),
    )
  })
})

const sizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL']
/** A grading without fault: neighbours, none backwards, in any order of rows. */
const good = fc.tuple(fc.nat(4), fc.array(fc.nat(60), { minLength: 1, maxLength: 5 })).chain(([first, jumps]) => {
  const rows = jumps
    .slice(0, sizes.length - first)
    .map((increment_mm, at) => ({ our_size: sizes[first + at] ?? '', increment_mm: at === 0 ? null : increment_mm }))
  return fc.shuffledSubarray(rows, { minLength: rows.length })
})
const byPlace = (row: { our_size: string }) => sizes.indexOf(row.our_size)

describe('faults of a grading', () => {
  // Would catch: a grading that is right and refused because of the order of its rows, and one that its own measures contradict.
  it('are none where sizes are neighbours and grow, and the measures say the same', () => {
    fc.assert(
      fc.property(good, fc.integer({ min: 100, max: 900 }), (rows, from) => {
        let measure = from
        const specs = new Map(
          rows
            .toSorted((a, b) => byPlace(a) - byPlace(b))
            .map(({ our_size, increment_mm }) => {
              measure += increment_mm ?? 0
              return [our_size, measure] as const
            }),
        )
        expect(gradingFaults(rows, sizes)).toEqual([])
        expect(gradingFaults(rows, sizes, { specs })).toEqual([])
      }),
    )
  })

  // Would catch: a jump backwards, or a lost neighbour, that is told at another row or not at all.
  it('are told at the row that has them', () => {
    fc.assert(
      fc.property(good, fc.nat(), fc.integer({ min: 1, max: 60 }), (rows, pick, less) => {
        const at = pick % rows.length
        const backwards = rows.map((row, index) => (index === at ? { ...row, increment_mm: -less } : row))
        expect(gradingFaults(backwards, sizes)).toEqual([{ at, fault: 'backwards' }])
        const places = rows.map(byPlace)
        const isInside = places.some((place) => place < (places[at] ?? 0)) && places.some((p) => p > (places[at] ?? 0))
        fc.pre(isInside)
        const lost = rows[at]?.our_size
        const left = rows.filter((_, index) => index !== at)
        const after = left.findIndex((row) => byPlace(row) === (places[at] ?? 0) + 1)
        expect(gradingFaults(left, sizes)).toEqual([{ at: after, fault: 'gap', size: lost }])
      }),
    )
  })
})

const specs = fc.uniqueArray(fc.tuple(fc.constantFrom(...sizes), fc.integer({ min: 100, max: 900 })), {
  selector: ([size]) => size,
})

describe('the sheet of a grading', () => {
  // Would catch: a sheet of the app's own that the app refuses: a point measured in S and L alone, one that is graded and not measured,
  // measures that go the wrong way, a grading that they contradict.
  it('has no fault, whatever is measured and graded', () => {
    fc.assert(
      fc.property(specs, good, fc.boolean(), (measured, graded, isGraded) => {
        const rows = isGraded ? graded.toSorted((a, b) => byPlace(a) - byPlace(b)) : []
        const jumps = rows.slice(1).map(({ our_size, increment_mm }, at) => ({
          ...{ point: 'Waist', from_size: rows[at]?.our_size ?? '', to_size: our_size },
          increment_mm: increment_mm ?? 0,
        }))
        const sheet = gradingSheetRows({
          sizes,
          points: ['Chest', 'Waist'].map((point) => ({
            point,
            measures: measured.map(([size, spec_mm]) => ({ size, spec_mm })),
          })),
          grading: rows.map(({ our_size }) => ({ vendor_size: `v${our_size}`, our_size })),
          jumps,
        })
        expect(new Set(sheet.map(({ our_size }) => our_size))).toEqual(
          new Set(isGraded ? rows.map(({ our_size }) => our_size) : sizes),
        )
        const judged = sheet.map(({ our_size, point, increment }) => ({
          ...{ our_size, point },
          increment_mm: increment === null ? null : Math.round(increment * 10),
        }))
        for (const [point, own] of Map.groupBy(judged, (row) => row.point)) {
          const standing = new Map(point === 'Waist' ? jumps.map((jump) => [jump.to_size, jump.increment_mm]) : [])
          if (point !== null) expect(gradingFaults(own, sizes, { specs: new Map(measured), standing })).toEqual([])
        }
      }),
    )
  })
})

const design = fc.array(fc.record({ reviewer: fc.string(), score: fc.integer({ min: 1, max: 5 }) }), { maxLength: 8 })

describe('standings of a survey', () => {
  // Would catch: a rank that the order of designs or reviewers moves, ranks that are shared wrongly, a mean outside its scores.
  it('rank by the mean alone, and those alike share', () => {
    fc.assert(
      fc.property(fc.array(design, { maxLength: 12 }), (designs) => {
        const all = standings(designs)
        expect(standings(designs.toReversed()).toReversed()).toEqual(all)
        expect(standings(designs.map((own) => own.toReversed())).map(({ rank }) => rank)).toEqual(
          all.map(({ rank }) => rank),
        )
        for (const [at, one] of all.entries()) {
          const scores = designs[at]?.map(({ score }) => score) ?? []
          expect(one.scores).toBe(scores.length)
          expect(one.rank === null).toBe(scores.length === 0)
          if (one.mean === null || one.spread === null || one.least === null || one.most === null) continue
          expect([one.least, one.most]).toEqual([Math.min(...scores), Math.max(...scores)])
          expect(one.least - 1e-9 <= one.mean && one.mean <= one.most + 1e-9).toBe(true)
          expect(one.spread <= (one.most - one.least) / 2 + 1e-9).toBe(true)
          const better = all.filter(({ mean }) => mean !== null && one.mean !== null && mean > one.mean + 1e-9)
          expect(one.rank).toBe(better.length + 1)
        }
      }),
    )
  })
})
