import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { column, exampleRow, type Made, type SheetColumn, sheet } from '../../src/shared/kernel/sheet.ts'
import { amountOf, readWritten, type WrittenCell, writtenValue } from '../../src/shared/kernel/sheet-cells.ts'

const colours = { red: { en: 'Red', zh: '红色' }, dark_blue: { en: 'Dark blue', zh: '深蓝' } }

const kinds = {
  price: column.money(['INR'], 'Price', '价格', { required: true }),
  priceInMany: column.money(['CNY', 'USD', 'JPY', 'KWD'], 'Price', '价格', {}),
  weight: column.decimal('Weight (kg)', '重量', { decimals: 3, most: 100 }),
  girth: column.decimal('Girth (cm)', '围度', { decimals: 1, takesComma: true }),
  due: column.date('Due', '日期', {}),
  colour: column.choice(colours, 'Colour', '颜色', { example: 'red' }),
  fragile: column.yesNo('Fragile', '易碎', {}),
  tracking: column.code('trackingId', 'Tracking ID', '运单号', { maxLength: 60 }),
  remark: column.text('Remark', '备注', {}),
  picture: column.link('Picture', '图片', { maxLength: 60 }),
} satisfies Record<string, Made<unknown>>

const told = sheet({ name: 'told', noRows: 'Nothing', columns: kinds })

function columnOf(key: keyof typeof kinds): SheetColumn {
  const found = told.columns.find((each) => each.key === key)
  if (!found) throw new Error(`no column ${key}`)
  return found
}

/** The value, or what would be right. */
function read(key: keyof typeof kinds, text: string, kind: WrittenCell['kind'] = 'text'): unknown {
  const reading = readWritten(columnOf(key), { kind, text })
  return 'value' in reading ? reading.value : `✗ ${reading.expected}`
}

describe('a tracking id that is none', () => {
  const nothing = 'Letters and digits as printed on the order or label.'
  it.each([
    ['SF 1234 5678', 'SF12345678'],
    ['#sf１２３４５６７８。', 'SF12345678'],
    ['JD-12_3456', 'JD-123456'],
    // Two, one with a word beside it, and too little of one: nothing to propose.
    ['SF12345678 SF12345679', nothing],
    ['SF12345678/79', nothing],
    ['运单 SF12345678', nothing],
    ['SF 12', nothing],
    ['SF12345678号', nothing],
  ])('%s: %s', (text, expected) => {
    // Would catch: a blank typed into a number, told as a fault and not how it is right; and two numbers proposed as one.
    expect(read('tracking', text)).toBe(`✗ ${expected}`)
  })
})

describe('a measure', () => {
  // Would catch: a sheet that refuses what the field on screen takes, and 1,200 cm read as 1.2.
  it('is read with a decimal comma', () => {
    expect([read('girth', '64,5'), read('girth', '64.5'), read('girth', '1,200'), read('girth', '64,')]).toEqual([
      ...[64.5, 64.5, 1_200, '✗ A number such as 0.75.'],
    ])
  })
})

describe('words', () => {
  // Would catch: an export of Chinese names that changes each of them when it comes in again.
  it('in Chinese keep their own brackets and commas, others are made plain', () => {
    expect(read('remark', '胸围（半），ＸＬ码\u200b')).toBe('胸围（半），XL码')
    expect(read('remark', 'Ｃｈｅｓｔ（half）')).toBe('Chest(half)')
  })
})

describe('amounts', () => {
  it.each([
    ['12.5', 'text', 1250],
    ['12.50', 'text', 1250],
    ['1，234，567.89', 'text', 123_456_789],
    ['１２．５０', 'text', 1250],
    ['INR 12', 'text', 1200],
    ['12 inr', 'text', 1200],
    ['₹12.05', 'text', 1205],
    ['0.29', 'number', 29],
    ['12.100000000000001', 'number', 1210],
    ['0.30000000000000004', 'number', 30],
    ['-0', 'text', 0],
    // 4.35 × 100 is 434.99999999999994 in binary: an amount must never pass through it.
    ['4.35', 'number', 435],
    ['4.35', 'text', 435],
  ] as const)('%s (%s) is %d minor units', (text, kind, minor) => {
    expect(read('price', text, kind)).toEqual({ minor, currency: 'INR' })
  })

  it.each([
    ['12.345', '✗ Fewer digits behind the decimal point.'],
    ['USD 12', '✗ This sheet takes amounts in another currency.'],
    ['INR 12 INR', '✗ An amount such as 12.50.'],
    ['¥12', '✗ An amount such as 12.50.'],
    ['1,23', '✗ An amount such as 12.50.'],
    ['1.234,50', '✗ An amount such as 12.50.'],
    ['1e3', '✗ An amount such as 12.50.'],
    ['twelve', '✗ An amount such as 12.50.'],
    ['-3', '✗ An amount such as 12.50.'],
    ['12345678901', '✗ A smaller number.'],
    ['', '✗ A value is needed here.'],
  ])('%s is refused: a wrong price would be paid', (text, expected) => {
    expect(read('price', text)).toBe(expected)
  })

  it('of several currencies each says its own, with as many decimals as it has', () => {
    expect(read('priceInMany', '12.50 usd')).toEqual({ minor: 1250, currency: 'USD' })
    expect(read('priceInMany', 'JPY 1200')).toEqual({ minor: 1200, currency: 'JPY' })
    expect(read('priceInMany', '1.234 KWD')).toEqual({ minor: 1234, currency: 'KWD' })
    expect(read('priceInMany', 'JPY 12.5')).toBe('✗ Fewer digits behind the decimal point.')
    expect(read('priceInMany', '12.50')).toBe('✗ An amount with its currency, such as 12.50 USD.')
    // ¥ is yuan and yen: guessing would be wrong by a factor of twenty.
    expect(read('priceInMany', '¥12')).toBe('✗ An amount such as 12.50.')
    expect(read('priceInMany', '')).toBeNull()
  })

  it('come back as they were written, whatever the amount', () => {
    const currency = fc.constantFrom('CNY', 'USD', 'JPY', 'KWD')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), currency, (minor, code) => {
        const value = { minor, currency: code }
        expect(read('priceInMany', writtenValue(columnOf('priceInMany'), value))).toEqual(value)
        if (code !== 'USD') return
        expect(read('price', amountOf(value), 'number')).toEqual({ minor, currency: 'INR' })
      }),
    )
  })
})

describe('decimals', () => {
  it.each([
    ['0.75', 0.75],
    ['１．５', 1.5],
    ['1.500', 1.5],
    ['0', 0],
    ['100', 100],
  ])('%s is %d', (text, value) => {
    expect(read('weight', text)).toBe(value)
  })

  it('are held to their bounds and digits: a weight of 1.2345 kg was meant otherwise', () => {
    expect(read('weight', '1.2345')).toBe('✗ Fewer digits behind the decimal point.')
    expect(read('weight', '100.001')).toBe('✗ ≤ 100')
    expect(read('weight', '-1')).toBe('✗ ≥ 0')
    expect(read('weight', '1,5')).toBe('✗ A number such as 0.75.')
    expect(read('weight', '1', 'boolean')).toBe('✗ A number such as 0.75.')
  })
})

describe('days', () => {
  it.each([
    '2026-03-04',
    '2026/3/4',
    '2026.03.04',
    '2026年3月4日',
    '２０２６年３月４日',
    '20260304',
    '4 Mar 2026',
    '4-March-2026',
    'Mar 4, 2026',
    '2026-03-04T00:00:00',
    '2026/3/4 0:00:00',
  ])('%s is 4 March', (text) => {
    expect(read('due', text)).toBe('2026-03-04')
  })

  // Would catch: a day written as India writes it, refused as doubtful although there is no month 18.
  it.each(['18/03/2026', '03/18/2026', '18.3.2026'])('%s is 18 March', (text) => {
    expect(read('due', text)).toBe('2026-03-18')
  })

  it.each([
    ['03/04/2026', '✗ Day and month can be mistaken for each other here: write the date as 2026-03-14.'],
    ['3-4-26', '✗ Day and month can be mistaken for each other here: write the date as 2026-03-14.'],
    ['31/02/2027', '✗ There is no such day: write the date as 2026-03-14.'],
    ['18/13/2027', '✗ There is no such day: write the date as 2026-03-14.'],
    ['2026-02-29', '✗ A date such as 2026-03-14.'],
    ['2026-13-01', '✗ A date such as 2026-03-14.'],
    ['2026-3/4', '✗ A date such as 2026-03-14.'],
    ['tomorrow', '✗ A date such as 2026-03-14.'],
    ['0026-03-04', '✗ A date such as 2026-03-14.'],
    ['2026-03-04 13:30', '✗ A date such as 2026-03-14.'],
  ])('%s is refused: no day may be guessed', (text, expected) => {
    expect(read('due', text)).toBe(expected)
  })

  it('a real date is a day, a bare number of days is none', () => {
    expect(read('due', '2026-03-04', 'date')).toBe('2026-03-04')
    expect(read('due', '46085', 'number')).toBe('✗ A date such as 2026-03-14.')
  })
})

describe('choices', () => {
  it.each(['Red', 'red', '红色', 'Red / 红色', '红色 Red', ' ｒｅｄ '])('%s is red in either language', (text) => {
    expect(read('colour', text)).toBe('red')
  })

  it('another value is told what the list has', () => {
    expect(read('colour', 'dark_blue')).toBe('dark_blue')
    expect(read('colour', 'Green')).toBe('✗ Red / 红色 · Dark blue / 深蓝')
    // Nothing that every object has may pass for a choice.
    expect(read('colour', 'constructor')).toBe('✗ Red / 红色 · Dark blue / 深蓝')
  })

  it('yes and no in both languages, and nothing between', () => {
    for (const yes of ['Yes', 'y', '是', 'TRUE', 'Yes 是', '√']) expect(read('fragile', yes)).toBe(true)
    for (const no of ['No', 'n', '否', 'false', 'No 否', '×']) expect(read('fragile', no)).toBe(false)
    expect([read('fragile', '1', 'boolean'), read('fragile', '0', 'boolean')]).toEqual([true, false])
    expect(read('fragile', 'perhaps')).toBe('✗ Yes or no.')
    expect(read('fragile', '')).toBeNull()
  })

  it('come back as they were written', () => {
    for (const key of Object.keys(colours)) expect(read('colour', writtenValue(columnOf('colour'), key))).toBe(key)
    for (const value of [true, false]) expect(read('fragile', writtenValue(columnOf('fragile'), value))).toBe(value)
  })
})

describe('links', () => {
  it.each([
    ['https://shop.example/款/1?a=b#c', 'https://shop.example/%E6%AC%BE/1?a=b#c'],
    [' HTTP://shop.example ', 'http://shop.example/'],
  ])('%s is kept', (text, value) => {
    expect(read('picture', text)).toBe(value)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://shop.example/x',
    'https:shop.example',
    'https:///shop.example',
    '//shop.example/x',
    'shop.example',
    'https://shop.example/a b',
    'https://shop.example/"onload="x',
    'https://shop.example\\@evil.example',
    'java\nscript:alert(1)',
    'https://shop.example/\u202Egpj.exe',
  ])('%s is refused: somebody will click on it', (text) => {
    expect(read('picture', text)).toBe('✗ A web address that begins with https:// or http://.')
  })

  it('no password travels in a sheet, and no address without end', () => {
    expect(read('picture', 'https://me:secret@shop.example/')).toBe('✗ A web address without a user name and password.')
    expect(read('picture', 'https://me@shop.example/')).toBe('✗ A web address without a user name and password.')
    expect(read('picture', `https://shop.example/${'a'.repeat(60)}`)).toBe('✗ The value is too long.')
    // Short as typed, long once written out.
    expect(read('picture', `https://shop.example/${'款'.repeat(10)}`)).toBe('✗ The value is too long.')
  })
})

describe('any cell', () => {
  it('is read or refused, never a broken upload', () => {
    const key = fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[]))
    const kind = fc.constantFrom('text', 'number', 'boolean', 'date' as const)
    fc.assert(
      fc.property(key, kind, fc.string({ unit: 'binary', maxLength: 60 }), (of, as, text) => {
        const reading = readWritten(columnOf(of), { kind: as, text })
        expect('value' in reading || reading.expected.length > 0).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('of a sample is read back as what it shows', () => {
    expect(exampleRow(told)).toMatchObject({ colour: 'red', price: null })
  })
})
