import { describe, expect, it } from 'vitest'
import { asRead, isRebuilt } from '../../src/renderer/supplier/assortments/mix.ts'
import { afterVerdict, onCards } from '../../src/renderer/supplier/catalogue/wall-cursor.ts'
import type { AssortedStyle } from '../../src/shared/areas/assortments/area.ts'

describe('the wall', () => {
  // Would catch: a key struck once too often that moves the last card a second time.
  it('gives each card one verdict, and a key behind the last one none', () => {
    const judged: number[] = []
    let at = 0
    for (let key = 0; key < 36; key++) {
      if (at < 35) judged.push(at)
      at = afterVerdict(at, 35)
    }
    expect(judged).toEqual(Array.from({ length: 35 }, (_, card) => card))
    expect([onCards(at - 1, 35), onCards(at, 35), onCards(-1, 35)]).toEqual([34, 34, 0])
  })
})

describe('an assortment', () => {
  const style = (status: string) =>
    ({
      style: { catalogue_id: 'CT-000001', status },
      colors: [],
      sizes: [{ size: 'S' }],
      ratio: { S: 1 },
    }) as unknown as AssortedStyle
  const [before, after] = [[style('Pending for Assortment Selection')], [style('Assortment Passed')]]

  // Would catch: an assortment that loses Pass, Fail, Export and Close once one of its styles has its verdict.
  it('is not to be saved because a style of it was judged, and shows the verdict', () => {
    expect(isRebuilt(asRead(before, after), after)).toBe(false)
    expect(asRead(before, after)[0]?.style.status).toBe('Assortment Passed')
  })

  it('is to be saved when its ratio, colours or styles change', () => {
    const [one] = before
    if (!one) throw new Error('no style')
    expect(isRebuilt([{ ...one, ratio: { S: 2 } }], before)).toBe(true)
    expect(isRebuilt([{ ...one, colors: ['Black'] }], before)).toBe(true)
    expect(isRebuilt([], before)).toBe(true)
    expect(isRebuilt([{ ...one, ratio: { S: 1, M: 0 } }], before)).toBe(false)
  })
})
