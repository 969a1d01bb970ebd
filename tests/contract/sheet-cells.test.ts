import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { column, exampleRow, type Made, type Money, type SheetColumn, sheet } from '../../src/shared/kernel/sheet.ts'
import { amountOf, readWritten, type WrittenCell, writtenValue } from '../../src/shared/kernel/sheet-cells.ts'
import { makeSscc } from '../../src/shared/kernel/sscc.ts'
import type { DateOrder } from '../../src/shared/kernel/written-units.ts'

const colours = { red: { en: 'Red', zh: '红色' }, dark_blue: { en: 'Dark blue', zh: '深蓝' } }

const kinds = {
  price: column.money(['INR'], 'Price', '价格', { required: true }),
  priceInMany: column.money(['CNY', 'USD', 'JPY', 'KWD'], 'Price', '价格', {}),
  priceInRecords: column.money(['CNY', 'INR', 'USD', 'HKD'], 'Price', '价格', {}),
  netWeight: column.quantity('Net weight (g)', '净重（克）', { unit: 'g' }),
  length: column.decimal('Length (m)', '长度（米）', { decimals: 2, unit: 'm' }),
  shrinkage: column.decimal('Shrinkage (%)', '缩水率', { decimals: 1, unit: 'percent' }),
  pieces: column.quantity('Quantity', '数量', {}),
  country: column.code('recordCode', 'Country', '国家', { maxLength: 2, world: 'country' }),
  zone: column.text('Time zone', '时区', { world: 'time_zone' }),
  box: column.text('Box SSCC', '箱码', { ssccDigits: 14 }),
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

describe('a quantity', () => {
  // Would catch: a weight refused because somebody wrote its unit, or taken in another one; and a weight asked for in pieces.
  it.each([
    ['netWeight', '320 g', 320],
    ['netWeight', '320克', 320],
    ['netWeight', '0.32 kg', 320],
    ['netWeight', '1.5公斤', 1_500],
    ['netWeight', '320.5 g', '✗ A weight in grams, such as 320, 320 g or 0.32 kg.'],
    ['netWeight', '320 lb', '✗ A weight in grams, such as 320, 320 g or 0.32 kg.'],
    ['length', '92.5 m', 92.5],
    ['length', '92,5', '✗ A length in metres, such as 92.5 or 92.5 m.'],
    ['length', '9250 cm', 92.5],
    ['length', '100 yd', '✗ A length in metres, such as 92.5 or 92.5 m.'],
    ['shrinkage', '3.5 %', 3.5],
    ['pieces', '1,20,000', 120_000],
    ['pieces', '80件', 80],
    ['pieces', '1,200 pcs', 1_200],
    ['pieces', '40 boxes', '✗ A whole number of pieces.'],
  ] as const)('of %s: %s', (key, text, value) => {
    expect(read(key, text)).toBe(value)
  })

  it('by its cell’s format or its header', () => {
    const of = (key: keyof typeof kinds, text: string, unit: { cell?: string; header?: string }) => {
      const cell = { kind: 'number', text, ...(unit.cell && { unit: unit.cell }) } as const
      const reading = readWritten(columnOf(key), cell, { unit: unit.header })
      return 'value' in reading ? reading.value : reading.expected
    }
    expect(of('netWeight', '0.32', { header: 'kg' })).toBe(320)
    expect(of('netWeight', '2', { cell: 'kg' })).toBe(2_000)
    expect(of('netWeight', '320', { cell: 'whatever' })).toBe(320)
    expect(of('shrinkage', '0.035', { cell: '%' })).toBe(3.5)
    expect(of('shrinkage', '3.5', {})).toBe(3.5)
  })
})

describe('a country, a zone', () => {
  // Would catch: a vendor's file refused because it says 中国, and a refusal that asks for a code of letters and digits.
  it.each([
    ['country', '中国', 'CN'],
    ['country', 'India', 'IN'],
    ['country', 'IN', 'IN'],
    ['country', '印度', 'IN'],
    ['country', ' china ', 'CN'],
    ['country', '中国大陆', 'CN'],
    ['country', 'Hindostan', '✗ A country: CN or IN, China or India, 中国 or 印度.'],
    ['zone', '中国', 'Asia/Shanghai'],
    ['zone', 'IST', 'Asia/Kolkata'],
    ['zone', 'Asia/Calcutta', 'Asia/Calcutta'],
    ['zone', 'soon', '✗ A time zone such as Asia/Kolkata, or China or India.'],
  ] as const)('%s %s', (key, text, value) => {
    expect(read(key, text)).toBe(value)
  })
})

describe('an SSCC without its leading zeros', () => {
  const whole = makeSscc(0, '6901234', 42)
  // Would catch: boxes that nobody knows because a spreadsheet made a number of their code.
  it('is whole again where its check digit fits, and other numbers stay as they are', () => {
    expect(read('box', whole.slice(1))).toBe(whole)
    expect(read('box', whole)).toBe(whole)
    const short = makeSscc(0, '0012345', 7)
    expect(read('box', String(Number(short)), 'number')).toBe(short)
    const wrong = `${whole.slice(1, -1)}${(Number(whole.at(-1)) + 1) % 10}`
    expect(read('box', wrong)).toBe(wrong)
    expect(read('box', '1024')).toBe('1024')
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
    ['¥12', '✗ This sheet takes amounts in another currency.'],
    ['12-', '✗ An amount such as 12.50.'],
    ['₹ 12 per piece', '✗ An amount such as 12.50.'],
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
    expect(read('priceInMany', '¥12')).toMatch(/^✗ Several currencies have this sign/)
    expect(read('priceInMany', '')).toBeNull()
  })

  // Would catch: prices retyped by hand because their file says ¥, 元, Rs. or lakhs, as people's files do.
  it.each([
    ['¥121', 12_100, 'CNY'],
    ['￥1,234.50', 123_450, 'CNY'],
    ['123元', 12_300, 'CNY'],
    ['123 元/件', 12_300, 'CNY'],
    ['120 rmb', 12_000, 'CNY'],
    ['RMB120', 12_000, 'CNY'],
    ['¥121 RMB', 12_100, 'CNY'],
    ['人民币 88', 8_800, 'CNY'],
    ['Rs. 3,499', 349_900, 'INR'],
    ['Rs.3499/-', 349_900, 'INR'],
    ['₹1,23,499.50', 12_349_950, 'INR'],
    ['3499 rupees', 349_900, 'INR'],
    ['US$ 12', 1_200, 'USD'],
  ] as const)('%s is %d of %s', (text, minor, currency) => {
    expect(read('priceInRecords', text)).toEqual({ minor, currency })
  })

  it('take the currency of their text, their cell’s format, their header or their file, in this order', () => {
    const price = columnOf('priceInRecords')
    const of = (cell: Partial<WrittenCell>, how = {}) => {
      const reading = readWritten(price, { kind: 'number', text: '12', ...cell }, how)
      return 'value' in reading ? (reading.value as Money).currency : `✗ ${reading.expected}`
    }
    expect(of({})).toBe('✗ An amount with its currency, such as 12.50 USD.')
    expect(of({}, { currency: 'INR' })).toBe('INR')
    expect(of({}, { currency: 'INR', unit: 'CNY' })).toBe('CNY')
    expect(of({ unit: '₹' }, { currency: 'CNY' })).toBe('INR')
    expect(of({ kind: 'text', text: '¥12' }, { unit: 'INR' })).toMatch(/^✗ The header says one currency/)
    expect(of({ unit: '¥' }, { unit: 'INR' })).toMatch(/^✗ The header says one currency/)
    // A dollar of New York or of Hong Kong: the file says it.
    expect(of({ kind: 'text', text: '$12' })).toMatch(/^✗ Several currencies have this sign/)
    expect(of({ kind: 'text', text: '$12' }, { currency: 'HKD' })).toBe('HKD')
    expect(of({ kind: 'text', text: 'a dozen' })).toBe('✗ An amount such as ¥121, Rs. 3,499 or 12.50 USD.')
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

  // Would catch: a whole file of days retyped, and a day read in the other order because this one fits it.
  it('of numbers alone are read in the order of their file; what is no day in it says so', () => {
    const of = (text: string, dates: DateOrder) => {
      const reading = readWritten(columnOf('due'), { kind: 'text', text }, { dates })
      return 'value' in reading ? reading.value : reading.expected
    }
    const no =
      'There is no such day in the order that is chosen for this file: write it as 2026-03-14, or choose the other order.'
    expect(of('03/04/2026', 'day_first')).toBe('2026-04-03')
    expect(of('03/04/2026', 'month_first')).toBe('2026-03-04')
    expect(of('3-4-26', 'day_first')).toBe('2026-04-03')
    expect(of('26/03/04', 'year_first')).toBe('2026-03-04')
    // Would catch: a day that no order has, and who is sent to try the other.
    expect(of('31/02/2026', 'day_first')).toBe('There is no such day: write the date as 2026-03-14.')
    expect([of('18/03/2026', 'month_first'), of('03/18/2026', 'day_first')]).toEqual([no, no])
    expect(of('2026-03-04', 'day_first')).toBe('2026-03-04')
    expect(of('4-Mar-26', 'month_first')).toBe('2026-03-04')
    const patterned = readWritten(columnOf('due'), { kind: 'text', text: '03/04/2026' }, { unit: 'DD/MM/YYYY' })
    expect(patterned).toEqual({ value: '2026-04-03' })
  })

  it('a real date is a day, a bare number of days is none', () => {
    expect(read('due', '2026-03-04', 'date')).toBe('2026-03-04')
    expect(read('due', '46085', 'number')).toMatch(/^✗ This may be a spreadsheet’s count of days/)
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
