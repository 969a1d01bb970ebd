import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asRead, isRebuilt } from '../../src/renderer/supplier/assortments/mix.ts'
import {
  afterVerdict,
  giveStruck,
  noneStruck,
  onCards,
  strike,
} from '../../src/renderer/supplier/catalogue/wall-cursor.ts'
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

  // Would catch: keys struck faster than pages come that are lost at each page's end, or that land on the card beside their own.
  it('gives 64 keys 64 verdicts of the right cards, whenever the pages come', () => {
    const all = Array.from({ length: 64 }, (_, card) => card)
    const keysBetween = fc.array(fc.nat(30), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(keysBetween, fc.integer({ min: 8, max: 20 }), (turns, size) => {
        const judged: number[] = []
        const pass = (card: number) => judged.push(card) > 0
        let [loaded, at, keys, waiting] = [size, 0, 64, noneStruck]
        const press = () => {
          if (at === loaded) waiting = strike(waiting, 'pass') ?? waiting
          else if (pass(at)) at = afterVerdict(at, loaded)
        }
        for (const count of [...turns, keys]) {
          for (let key = 0; key < count && keys > 0; key++, keys--) press()
          loaded = Math.min(loaded + size, 64)
          const given = giveStruck(all.slice(0, loaded), at, waiting, pass)
          at = given.at
          waiting = given.left
        }
        while (waiting.passes > 0) {
          loaded = Math.min(loaded + size, 64)
          const given = giveStruck(all.slice(0, loaded), at, waiting, pass)
          at = given.at
          waiting = given.left
        }
        expect(judged).toEqual(all)
      }),
    )
  })

  // Would catch: a verdict of the card behind the one that its key was struck for, since a key before it could not be kept.
  it('keeps no verdict behind another key, and lets the last one be taken back', () => {
    const two = [0, 0].reduce((now) => strike(now, 'pass') ?? now, noneStruck)
    expect(strike({ ...two, isClosed: true }, 'pass')).toBeNull()
    expect([strike(two, 'fail'), strike(two, 'undo')]).toEqual([null, { passes: 1, isClosed: false }])
    expect(strike(noneStruck, 'undo')).toBeNull()
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
