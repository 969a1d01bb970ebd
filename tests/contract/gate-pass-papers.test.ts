import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indianWords, rupeesInWords } from '../../src/shared/areas/gate-passes/amount-words.ts'
import {
  faultOfRules,
  rateOf,
  stateWarning,
  type TaxRules,
  taxOn,
} from '../../src/shared/areas/gate-passes/documents.ts'
import { hsnSummary } from '../../src/shared/areas/gate-passes/hsn-summary.ts'
import { chineseAmount } from '../../src/shared/kernel/chinese-amount.ts'

const sizes: Readonly<Record<string, number>> = { Crore: 10_000_000, Lakh: 100_000, Thousand: 1_000, Hundred: 100 }
const plain = new Map(Array.from({ length: 100 }, (_, number) => [indianWords(number), number]))

/** Reads words back, by another way than they are made: from the right, each size multiplies what stands before it. */
function numberOf(text: string): number {
  const words = text.split(' ')
  const at = ['Crore', 'Lakh', 'Thousand', 'Hundred'].find((size) => words.includes(size))
  if (at === undefined) return plain.get(text) ?? Number.NaN
  const place = words.lastIndexOf(at)
  const rest = words.slice(place + 1).join(' ')
  return numberOf(words.slice(0, place).join(' ')) * (sizes[at] ?? 0) + (rest === '' ? 0 : numberOf(rest))
}

describe('an amount in words', () => {
  // Would catch: "Twenty-Zero", a lakh that is called a hundred thousand, a place that is left out.
  it('is said by crore, lakh and thousand', () => {
    const said = [0, 19, 20, 21, 100, 101, 1_000, 99_999, 100_000, 10_000_000, 1_234_567_890].map(indianWords)
    expect(said).toEqual([
      ...['Zero', 'Nineteen', 'Twenty', 'Twenty-One', 'One Hundred', 'One Hundred One', 'One Thousand'],
      ...['Ninety-Nine Thousand Nine Hundred Ninety-Nine', 'One Lakh', 'One Crore'],
      'One Hundred Twenty-Three Crore Forty-Five Lakh Sixty-Seven Thousand Eight Hundred Ninety',
    ])
    expect([rupeesInWords(0), rupeesInWords(100_050), rupeesInWords(5)]).toEqual([
      ...['Rupees Zero Only', 'Rupees One Thousand and Fifty Paise Only', 'Rupees Zero and Five Paise Only'],
    ])
    expect(plain.size).toBe(100)
  })

  // Would catch: two amounts that are said alike, or a number that loses a part.
  it('says the number, whatever it is', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999_999), (number) => {
        expect(numberOf(indianWords(number))).toBe(number)
      }),
    )
  })
})

const line = fc.record({
  hs_code: fc.constantFrom('61091000', '62034200', null),
  rate: fc.constantFrom(5, 18),
  quantity: fc.integer({ min: 1, max: 1_000 }),
  unit_minor: fc.option(fc.constant(100)),
  value_minor: fc.nat(10_000_000),
  tax_minor: fc.nat(100_000),
})

describe('a pass that is made', () => {
  const [haryana, delhi] = ['06AAACS1429B1Z8', '07AAACS1429D1ZT']
  const pass = { type: 'stock_transfer' as const, from_gstin: haryana, to_gstin: delhi }

  // Would catch: goods packed for another state before anybody hears of the invoice, the value and the e-way bill that they need.
  it('warns where its goods go to another state, and there alone', () => {
    expect(stateWarning(pass)?.values).toEqual({ from: '06 Haryana', to: '07 Delhi' })
    expect(stateWarning({ ...pass, to_gstin: haryana })).toBeNull()
    expect(stateWarning({ ...pass, to_gstin: '06AAACX1429B1Z1' })).toBeNull()
    expect(stateWarning({ ...pass, to_gstin: null })).toBeNull()
    expect(stateWarning({ ...pass, is_return: true })).toBeNull()
    expect(stateWarning({ ...pass, type: 'returnable' })).toBeNull()
  })
})

describe('the sums by HSN', () => {
  // Would catch: a paisa that the halves of the tax lose or win between the groups and the whole.
  it('add up to the paper, to the paisa', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), fc.boolean(), (lines, isSameState) => {
        const of = (each: 'quantity' | 'value_minor' | 'tax_minor') => lines.reduce((sum, one) => sum + one[each], 0)
        // Papers of before halved the tax of the whole, so that of a line may be odd.
        const tax = of('tax_minor')
        const cgst = isSameState ? Math.floor(tax / 2) : 0
        const [igst, sgst] = isSameState ? [0, tax - cgst] : [tax, 0]
        const sums = hsnSummary(lines, { igst_minor: igst, cgst_minor: cgst })
        const all = (name: 'quantity' | 'value_minor' | 'igst_minor' | 'cgst_minor' | 'sgst_minor') =>
          sums.reduce((sum, one) => sum + one[name], 0)
        expect([all('quantity'), all('value_minor')]).toEqual([of('quantity'), of('value_minor')])
        expect([all('igst_minor'), all('cgst_minor'), all('sgst_minor')]).toEqual([igst, cgst, sgst])
        // A sum of nothing but goods of unknown worth would stand on the paper as 0.00.
        const known = (hs: string | null, rate: number) =>
          lines.some((one) => one.hs_code === hs && one.rate === rate && one.unit_minor !== null)
        expect(sums.map(({ is_known }) => is_known)).toEqual(sums.map(({ hsn, rate }) => known(hsn, rate)))
        expect(new Set(sums.map(({ hsn, rate }) => `${hsn} ${rate}`)).size).toBe(sums.length)
      }),
    )
  })
})

describe('an amount in Chinese', () => {
  // Would catch: a zero that is said twice or not at all, a group of nothing that leaves its 万, an amount without its 整.
  it('is said as banks read it', () => {
    const said = [0, 5, 10, 105, 1_000_001, 10_000_000, 1_234_560, 100_500_000, 10_000_000_001, 20_030_004_000].map(
      (minor) => chineseAmount(minor, 'CNY').replace('人民币', ''),
    )
    expect(said).toEqual([
      ...['零元整', '伍分', '壹角整', '壹元零伍分', '壹万元零壹分', '壹拾万元整', '壹万贰仟叁佰肆拾伍元陆角整'],
      ...['壹佰万伍仟元整', '壹亿元零壹分', '贰亿零叁拾万零肆拾元整'],
    ])
    expect(chineseAmount(150, 'INR')).toBe('印度卢比壹元伍角整')
    expect(chineseAmount(150, 'JPY')).toBe('日元壹佰伍拾元整')
  })
})

describe('the tax within a state', () => {
  // Would catch: 8.33 of CGST beside 8.34 of SGST on one line, or halves of a tax that was rounded before it was halved.
  it('is half the rate twice, rounded alike; between states the whole rate once', () => {
    expect(taxOn(33_330, 5, true)).toEqual({ igst: 0, cgst: 833, sgst: 833 })
    expect(taxOn(33_330, 5, false)).toEqual({ igst: 1_667, cgst: 0, sgst: 0 })
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.constantFrom(0, 3, 5, 12, 18, 28), (value, rate) => {
        const { cgst, sgst } = taxOn(value, rate, true)
        expect([cgst, Math.abs(cgst - (value * rate) / 200) <= 0.5]).toEqual([sgst, true])
      }),
    )
  })
})

describe('the rate on a piece', () => {
  const rules: TaxRules = {
    ...{ from: '2026-01-01', eway_threshold_minor: 5_000_000 },
    hsn_rates: [
      { hsn: '42', percent: 18 },
      { hsn: '4202', percent: 12 },
    ],
    rates: [
      { up_to_minor: 250_000, percent: 5 },
      { up_to_minor: null, percent: 18 },
    ],
  }

  // Would catch: a bag that is taxed as a shirt of its price, or a chapter that wins over its heading.
  it('goes by the longest HSN code, and by value where none fits', () => {
    const rate = (hs: string | null, rupees: number) => rateOf(rules, rupees * 100, hs)
    expect([
      rate('42021200', 100),
      rate('4205', 9_000),
      rate('6109', 2_500),
      rate('6109', 2_501),
      rate(null, 1),
    ]).toEqual([...[12, 18, 5, 18, 5]])
    expect(rate('4202.12', 100)).toBe(12)
  })

  // Would catch: rules under which a day, a value or a code has two rates or none.
  it('is one, whatever is set', () => {
    expect(faultOfRules([rules])).toBeNull()
    expect(faultOfRules([rules, rules])).toBe('Each day may stand once.')
    expect(faultOfRules([{ ...rules, rates: rules.rates.slice(0, 1) }])).toBe(
      'The last rate by value has no limit, and only that.',
    )
    const falling = [
      { up_to_minor: 5, percent: 1 },
      { up_to_minor: 5, percent: 1 },
      { up_to_minor: null, percent: 1 },
    ]
    expect(faultOfRules([{ ...rules, rates: falling }])).toBe('The limits of rates by value rise.')
    const twice = [
      { hsn: '42', percent: 1 },
      { hsn: '42', percent: 2 },
    ]
    expect(faultOfRules([{ ...rules, hsn_rates: twice }])).toBe('Each HSN code may stand once.')
  })
})
