import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { FormFields } from '../../src/renderer/forms/described.tsx'
import { isDraftOf } from '../../src/renderer/forms/useForm.ts'
import { flagging } from '../../src/renderer/ops/changing/OrderTools.tsx'
import { FileForms } from '../../src/renderer/ops/records/FileForms.tsx'
import {
  changedColumns,
  isNeeded,
  recordForm,
  type Typed,
  typedInCurrency,
  typedOf,
  valuesToSend,
} from '../../src/renderer/ops/records/record-form.tsx'
import { namedIn, recordsAddress, referenceAddress, titleOf } from '../../src/renderer/ops/records/records-params.ts'
import { usesIn } from '../../src/renderer/ops/records/retiring.tsx'
import { kindNamed, recordKinds } from '../../src/shared/areas/data/kinds.ts'
import { columnOf, formColumns } from '../../src/shared/areas/data/record-kind.ts'
import { worldCode, worldCodes } from '../../src/shared/kernel/world-codes.ts'

/** What is wrong, by column. */
function faultsOf(kind: string, typed: Record<string, Typed>): Record<string, string> {
  const { schema, empty } = recordForm(kindNamed(kind))
  const issues = schema.safeParse({ ...empty, ...typed }).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path: [field], message }) => [String(field), message]))
}

describe.each(recordKinds.map((kind) => [kind.kind, kind] as const))('the form of %s', (_, kind) => {
  // Would catch: a value that the form writes otherwise than it reads: opened and saved untouched, it would be changed.
  it('reads its examples back as they are, and sends nothing of them but the key', () => {
    const { schema } = recordForm(kind)
    for (const example of kind.examples) {
      const read = schema.parse(typedOf(kind, example))
      const all = Object.fromEntries(formColumns(kind).map(({ key }) => [key, example[key] ?? null]))
      expect(read).toEqual(all)
      expect(Object.keys(valuesToSend(kind, { values: all }, read)).sort()).toEqual([...kind.key].sort())
      const filled = Object.entries(all).filter(([, value]) => value !== null)
      expect(valuesToSend(kind, null, read)).toEqual(Object.fromEntries(filled))
    }
  })

  // Would catch: an empty form that could be sent, or one that asks for more than the import does.
  it('asks for what is needed, and for nothing else', () => {
    const needed = kind.sheet.columns.filter((column) => isNeeded(kind, column)).map(({ key }) => key)
    expect(Object.keys(faultsOf(kind.kind, {})).sort()).toEqual(needed.sort())
    expect(needed).toEqual(expect.arrayContaining(kind.key.filter((key) => columnOf(kind, key).required)))
  })

  // Would catch: a draft that is thrown away because it is not finished, or one of another shape that is trusted.
  it('trusts drafts of its own shape, also unfinished ones', () => {
    const { schema, empty } = recordForm(kind)
    const [first = ''] = kind.key
    expect(isDraftOf(schema, empty, empty)).toBe(true)
    expect(isDraftOf(schema, empty, { ...empty, [first]: { amount: 1 } })).toBe(false)
  })
})

describe('countries, time zones and currencies', () => {
  // Would catch: "China" cut to CH, Switzerland; a country nobody has; a time zone in words.
  it('are read by code or name, in English and Chinese, and nothing else is', () => {
    const read = (column: 'country' | 'time_zone' | 'currency', text: string) => worldCode(column, text)?.code
    expect(['China', 'china ', '中国', 'cn', 'India', '印度'].map((text) => read('country', text))).toEqual([
      ...['CN', 'CN', 'CN', 'CN', 'IN', 'IN'],
    ])
    expect(read('currency', '印度卢比')).toBe('INR')
    expect(read('time_zone', 'asia/kolkata')).toBe('Asia/Kolkata')
    expect(faultsOf('sites', { ...site, country: '中国' })).toEqual({})
    const wrong = { country: 'XQ', time_zone: 'Shanghai time', currency: 'RMX' }
    expect(faultsOf('sites', { ...site, currency: 'RMB' })).toEqual({})
    expect(Object.keys(faultsOf('sites', { ...site, ...wrong })).sort()).toEqual(Object.keys(wrong).sort())
    expect(Object.keys(faultsOf('sites', { ...site, country: 'Chin', time_zone: '+08:00' }))).toEqual(
      expect.arrayContaining(['country', 'time_zone']),
    )
  })

  // Would catch: a list by which a warehouse in India cannot be found.
  it('are all there, zones with the countries that have them', () => {
    expect(worldCodes('country').length).toBeGreaterThan(240)
    expect(worldCodes('currency').map(({ code }) => code)).toEqual(expect.arrayContaining(['CNY', 'INR', 'HKD']))
    expect(worldCodes('time_zone').find(({ code }) => code === 'Asia/Kolkata')).toMatchObject({
      en: 'India',
      zh: '印度',
    })
  })

  // Would catch: a Chinese site that begins in rupees, because the company counts in them.
  it('begin empty: a site’s currency is its country’s', () => {
    expect(typedInCurrency(kindNamed('sites'), 'INR').currency).toBe('')
  })
})

const site = { site: 'W1', kind: 'warehouse', name: 'W', country: 'IN', address: 'A', time_zone: 'Asia/Kolkata' }

describe('what is typed into a record', () => {
  it('is read by the rules of the sheet, and faults say what would be right', () => {
    expect(
      faultsOf('facilities', { facility: 'noi 1', name: 'Noida', gstin: '27AAPFU0939F1ZX', capacity: '1.5' }),
    ).toEqual({
      facility: 'A code of letters and digits, such as GZ01 or DR-1008: no blanks.',
      gstin: 'A GSTIN of 15 letters and digits with its check digit.',
      capacity: 'A whole number of pieces.',
    })
    expect(faultsOf('size-sets', { size_set: 'ALPHA', size: 'S', position: '0' })).toEqual({
      position: 'A position is 1 or more.',
    })
    expect(faultsOf('vendors', { vendor: 'gz01', name: 'A', city: 'B', email: 'nobody' })).toEqual({
      email: 'An e-mail address.',
    })
  })

  // Would catch: an amount without a currency that is taken for yuan, or a price that passes through a binary fraction.
  it('keeps amounts in minor units of a currency that was chosen', () => {
    const price = (amount: string, currency: string) => {
      const { schema, empty } = recordForm(kindNamed('styles'))
      const typed = { ...empty, style: 'DR1', name: 'A', category: 'B', vendor: 'GZ01', price: { amount, currency } }
      return schema.safeParse(typed).data?.price
    }
    expect(price('1,118.29', 'INR')).toEqual({ minor: 111_829, currency: 'INR' })
    expect(price('', 'INR')).toBeNull()
    expect(faultsOf('styles', { price: { amount: '12', currency: '' } }).price).toBe(
      'An amount with its currency, such as 12.50 USD.',
    )
    expect(faultsOf('styles', { price: { amount: '12.505', currency: 'CNY' } }).price).toBe(
      'Fewer digits behind the decimal point.',
    )
  })

  it('takes a value away by null where its field was emptied, and writes codes as they are kept', () => {
    const sites = kindNamed('sites')
    const [, shop = {}] = sites.examples
    const read = recordForm(sites).schema.parse({ ...typedOf(sites, shop), currency: '', country: 'in ' })
    expect(valuesToSend(sites, { values: shop }, read)).toEqual({ site: 'SDEL', currency: null })
    expect(changedColumns(sites, shop, { ...shop, currency: null }).map(({ key }) => key)).toEqual(['currency'])
  })
})

describe('the fields of a record', () => {
  // Would catch: a column that the form leaves out, and a choice that is offered by its code.
  it('are drawn for every column, in the words of their headers and choices', () => {
    const kind = kindNamed('opening-stock')
    const described = recordForm({ ...kind, refs: {} })
    const page = renderToStaticMarkup(
      <FormFields
        of={described}
        form={{ field: (name) => ({ value: described.empty[name] ?? '', problem: null, onChange: () => undefined }) }}
      />,
    )
    const labels = [...page.matchAll(/<label[^>]*>([^<]*)</g)].map(([, label]) => label)
    expect(labels).toEqual(kind.sheet.columns.map(({ header }) => header.en))
    expect(page).toMatch(/<option value="b_grade">B-grade/)
  })
})

describe('ways between records', () => {
  it('lead to the record of a code, or to the rows that make it up', () => {
    const [to, sizes] = [kindNamed('vendors'), kindNamed('size-sets')]
    expect(referenceAddress(to, 'GZ01')).toBe('/ops/records?kind=vendors&record=GZ01')
    expect(referenceAddress(sizes, 'ALPHA')).toBe('/ops/records?kind=size-sets&search=ALPHA')
    expect(recordsAddress('styles', { by: 'vendor', code: 'GZ01' })).toBe(
      '/ops/records?kind=styles&by=vendor&code=GZ01',
    )
    expect(namedIn(to, { values: {} }).map(({ kind: { kind }, by }) => [kind, by])).toEqual([
      ['styles', 'vendor'],
      ['orders', 'vendor'],
    ])
    // Would catch: sales offered of a warehouse.
    const ofWarehouse = namedIn(kindNamed('sites'), { values: { kind: 'warehouse' } }).map(({ kind }) => kind.kind)
    expect(ofWarehouse).toEqual(['shelves', 'orders', 'opening-stock', 'fabric-rolls'])
  })

  it('call a record by its key', () => {
    const t = (english: string) => (english === 'Good' ? '良品' : english)
    const shelf = { site: 'WDEL', shelf: 'A-01', name: 'x' }
    expect(titleOf(kindNamed('shelves'), { values: shelf }, t)).toBe('WDEL · A-01')
    // Would catch: the code of a choice read as its word, in English, by a Chinese reader.
    const stock = { site: 'WDEL', sku: 'DR1BLK-S', shelf: null, condition: 'good', quantity: 2 }
    expect(titleOf(kindNamed('opening-stock'), { values: stock }, t)).toBe('WDEL · DR1BLK-S · 良品')
  })

  // Would catch: two records that are still needed run together into one line.
  it('say of each record that cannot be retired where it is needed', () => {
    expect(usesIn('GZ01 (Orders: PO-1, PO-2 +3; Boxes at QC: 17); WDEL~A-01 (Stock: SKU-1)')).toEqual([
      {
        code: 'GZ01',
        uses: [
          ['Orders', 'PO-1, PO-2 +3'],
          ['Boxes at QC', '17'],
        ],
      },
      { code: 'WDEL · A-01', uses: [['Stock', 'SKU-1']] },
    ])
  })
})

describe('the form of a new record', () => {
  // Would catch: a company that types its own currency at every price.
  it('has the company’s currency where one is asked for, and is empty all the same', () => {
    const style = typedInCurrency(kindNamed('styles'), 'INR')
    expect(style.price).toEqual({ amount: '', currency: 'INR' })
    const typed = { ...style, style: 'A', name: 'B', category: 'C', vendor: 'D' }
    expect(recordForm(kindNamed('styles')).schema.parse(typed)).toMatchObject({ price: null })
    // A currency that its column does not take.
    expect(typedInCurrency(kindNamed('styles'), 'JPY').price).toEqual({ amount: '', currency: '' })
  })
})

describe('the urgent flag of many', () => {
  // Would catch: a button that says "Flag 5 as urgent" where three of them are urgent already.
  it('is for those that do not have it, or off for all that have', () => {
    const order = (order_id: string, is_flagged_urgent: boolean) => ({ order_id, is_flagged_urgent })
    const some = [order('A', true), order('B', false), order('C', false)]
    expect(flagging(some)).toEqual({ order_ids: ['B', 'C'], is_urgent: true })
    expect(flagging(some.slice(0, 1))).toEqual({ order_ids: ['A'], is_urgent: false })
    expect(flagging([])).toEqual({ order_ids: [], is_urgent: true })
  })
})

describe('the questions of a file', () => {
  // Would catch: a column that cannot be said, because a header of another file was said to be it before.
  it('offer every column that this file has not', () => {
    const asked = (header: string, cell: string) => ({ sheet: 'Sheet1', cell, header, examples: [], known: ['shelf'] })
    const row = {
      ...{ kind: 'shelves' as const, faults: [] },
      forms: { dates: null, currency: null, columns: { Godown: 'site', Floor: '-' }, values: {} },
      asks: { dates: false, currency: false, columns: [asked('Depot', 'A1'), asked('Slot', 'B1')], values: [] },
    }
    const offered = renderToStaticMarkup(<FileForms row={row as never} onSay={() => undefined} />)
    expect(offered.match(/value="site"/g)).toHaveLength(2)
    expect(offered).not.toContain('value="shelf"')
  })
})
