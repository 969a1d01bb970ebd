import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatSscc,
  gs1CheckDigit,
  makeSscc,
  parseSscc,
  SSCC_LENGTH,
  ssccElement,
  ssccFault,
} from '../../src/shared/kernel/sscc.ts'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''))
const parts = fc.integer({ min: 4, max: 12 }).chain((length) =>
  fc.record({
    extension: fc.integer({ min: 0, max: 9 }),
    prefix: digits(length),
    serial: fc.bigInt({ min: 0n, max: 10n ** BigInt(16 - length) - 1n }),
  }),
)
const sscc = parts.map(({ extension, prefix, serial }) => makeSscc(extension, prefix, serial))

describe('SSCC', () => {
  // The weights begun from the wrong end give other digits: GS1 publishes these examples.
  it.each([
    ['37610425002123456', 9],
    ['629104150021', 3],
  ])('has the check digit that GS1 gives for %s', (body, expected) => {
    expect(gs1CheckDigit(body)).toBe(expected)
  })

  it('is 18 digits that keep extension, prefix and serial in their places', () => {
    fc.assert(
      fc.property(parts, ({ extension, prefix, serial }) => {
        const made = makeSscc(extension, prefix, serial)
        expect(made).toMatch(/^[0-9]{18}$/)
        expect(made.slice(0, 1 + prefix.length)).toBe(`${extension}${prefix}`)
        expect(BigInt(made.slice(1 + prefix.length, -1))).toBe(serial)
        expect(ssccFault(made)).toBeNull()
      }),
    )
  })

  // A check that forgets a position lets a mistyped box through.
  it('is refused when any single digit is wrong', () => {
    const position = fc.integer({ min: 0, max: SSCC_LENGTH - 1 })
    fc.assert(
      fc.property(sscc, position, fc.integer({ min: 1, max: 9 }), (good, at, by) => {
        const wrong = (Number(good[at]) + by) % 10
        const bad = good.slice(0, at) + wrong + good.slice(at + 1)
        expect(ssccFault(bad)).toBe('wrong-check-digit')
        expect(parseSscc(bad)).toBeNull()
      }),
    )
  })

  it('is read back from print, from a scan and from bare digits', () => {
    fc.assert(
      fc.property(sscc, fc.integer({ min: 4, max: 12 }), (good, prefixLength) => {
        const forms = [good, formatSscc(good, prefixLength), ssccElement(good), `]C1${ssccElement(good)}`, ` ${good}\n`]
        for (const form of forms) expect(parseSscc(form)).toBe(good)
      }),
    )
  })

  it('shows its parts apart under the bars', () => {
    expect(formatSscc('369012340000010009')).toBe('(00) 3 6901234 000001000 9')
  })

  // Full-width or Arabic digits would pass \d-like checks and break the bars.
  it.each(['', '12', '３69012340000010009', '36901234000001000x', '3690123400000100091'])('is not %j', (text) => {
    expect(parseSscc(text)).toBeNull()
  })

  it.each([
    ['extension of two digits', () => makeSscc(10, '6901234', 1)],
    ['prefix too short', () => makeSscc(0, '690', 1)],
    ['prefix too long', () => makeSscc(0, '6901234567890', 1)],
    ['prefix with a letter', () => makeSscc(0, '69O1234', 1)],
    ['serial over its digits', () => makeSscc(0, '6901234', 1_000_000_000)],
    ['negative serial', () => makeSscc(0, '6901234', -1)],
    ['broken serial', () => makeSscc(0, '6901234', 1.5)],
    ['empty body', () => gs1CheckDigit('')],
  ])('is not made from an %s', (_name, make) => {
    expect(make).toThrow(RangeError)
  })
})
