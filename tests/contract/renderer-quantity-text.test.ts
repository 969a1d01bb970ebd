import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPointKey, isQuantityKey, readQuantity } from '../../src/renderer/kit/quantities.tsx'

describe('a number field', () => {
  test('any whole number reads as itself, also full-width, in Devanagari, spaced or with separators (pastes from WPS and WeChat)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (pieces) => {
        const wide = [...String(pieces)].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
        const hindi = [...String(pieces)].map((digit) => '०१२३४५६७८९'[Number(digit)]).join('')
        const texts = [String(pieces), wide, hindi, `\u3000${pieces} `, pieces.toLocaleString('en-GB'), `${pieces}.00`]
        return texts.every((text) => readQuantity(text) === pieces)
      }),
    )
  })

  test.each([['-5'], ['－5'], ['1.5'], ['12a'], ['1,5'], ['1e3'], ['12,34,567'], ['9999999999']])(
    '%s is refused, not turned into another number',
    (text) => {
      expect(readQuantity(text)).toBeUndefined()
    },
  )

  test('nothing is nothing, not zero', () => {
    expect(readQuantity('')).toBeNull()
    expect(readQuantity(' \u200B')).toBeNull()
  })

  test('the minus sign cannot be typed; digits and editing keys can', () => {
    expect(['-', '－', '+', 'e', '.', ' '].some(isQuantityKey)).toBe(false)
    expect(['0', '9', '５', '५', 'Backspace', 'ArrowLeft', 'Tab'].every(isQuantityKey)).toBe(true)
  })

  // Would catch: a point that is dropped as it is typed, which makes 125 of 12.5.
  test('what parts a number is written, and refused with it', () => {
    const points = ['.', ',', '．', '，', '。']
    expect(points.every(isPointKey)).toBe(true)
    expect(points.some((point) => readQuantity(`12${point}5`) !== undefined)).toBe(false)
    expect(['5', '-', 'o', '/', 'Enter'].some(isPointKey)).toBe(false)
  })
})
