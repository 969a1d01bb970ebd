import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import {
  checkField,
  choiceField,
  decimalField,
  describedForm,
  FormFields,
  optionalText,
  remarkField,
  textField,
  wantedText,
} from '../../src/renderer/forms/described.tsx'
import { isDraftOf } from '../../src/renderer/forms/useForm.ts'
import { someOf } from '../../src/renderer/kit/amounts.ts'
import { readKilograms } from '../../src/renderer/kit/weight.ts'
import { tableColumns, withoutPrices } from '../../src/renderer/table/columns.tsx'
import { fields, pickFields } from '../../src/shared/kernel/field.ts'

const order = describedForm({
  code: textField('Code', 20, { reads: wantedText('Please enter a code.') }),
  way: choiceField('Transport', { air: 'By air', sea: 'By sea' }),
  term: choiceField('Incoterm', ['EXW', 'FOB'], { begins: 'FOB' }),
  reason: choiceField('Reason', { '': 'Choose a reason', stain: 'Stain' }, { isMissing: 'Please choose a reason.' }),
  carrier: textField('Carrier', 80, { reads: optionalText(), hint: 'May follow', usual: ['A', 'B'] }),
  remark: remarkField('Remark'),
  gross: decimalField('Gross weight (kg)', 12, { reads: wantedText('Please enter a weight.') }),
  is_active: checkField('Offered'),
})

const typed = { ...order.empty, code: ' A1 ', reason: 'stain', gross: '1,5' } as const

describe('a form that is described once', () => {
  it('begins with what its fields say, and reads what is typed', () => {
    expect(order.empty).toEqual({
      ...{ code: '', way: 'air', term: 'FOB', reason: '', carrier: '', remark: '', gross: '', is_active: true },
    })
    // Would catch: an empty text sent as '' where the call wants none.
    expect(order.schema.parse({ ...typed, carrier: '  ' })).toEqual({
      ...{ code: 'A1', way: 'air', term: 'FOB', reason: 'stain', carrier: null, remark: '', gross: '1,5' },
      is_active: true,
    })
  })

  // Would catch: a fault without the words that are said at its field, or at another field.
  it('says what is wrong at its field, in words that are keys', () => {
    const faults = order.schema.safeParse(order.empty).error?.issues ?? []
    expect(faults.map(({ path: [field], message }) => [field, message])).toEqual([
      ['code', 'Please enter a code.'],
      ['reason', 'Please choose a reason.'],
      ['gross', 'Please enter a weight.'],
    ])
    expect(order.schema.safeParse({ ...typed, way: 'rail' }).success).toBe(false)
  })

  // Would catch: a draft thrown away because a reason was not chosen yet.
  it('trusts drafts of its own shape, also unfinished ones', () => {
    expect(isDraftOf(order.schema, order.empty, order.empty)).toBe(true)
    expect(isDraftOf(order.schema, order.empty, { ...typed, term: 'XXX' })).toBe(false)
  })

  // Would catch: a field that is described and not drawn, a look of one field on another, a value that is not its own.
  it('draws its fields in their order, each with its own value and look', () => {
    const field = (name: keyof typeof typed) => ({ value: typed[name], problem: null, onChange: () => undefined })
    const page = renderToStaticMarkup(
      <FormFields
        of={order}
        form={{ field: field as never }}
        looks={{ code: { disabled: true }, carrier: { label: 'Airline' } }}
      />,
    )
    const labels = [...page.matchAll(/<label[^>]*>(?:<input[^>]*>)?([^<]*)</g)].map(([, label]) => label)
    expect(labels).toEqual([
      ...['Code', 'Transport', 'Incoterm', 'Reason', 'Airline', 'Remark', 'Gross weight (kg)', 'Offered'],
    ])
    expect(page.match(/disabled/g)).toHaveLength(1)
    expect(page).toContain('May follow')
    expect(page).toMatch(/<option value="FOB" selected=""/)
    expect(page).toMatch(/<option value="sea">By sea/)
  })
})

describe('small makers', () => {
  it('name the first few, and how many more there are', () => {
    const names = ['A', 'B', 'C', 'D', 'E']
    expect(someOf(names, String, { most: 5 })).toBe('A, B, C, D, E')
    expect(someOf(names, String, { most: 2, between: ' · ' })).toBe('A · B +3')
    expect(someOf([], String)).toBe('')
  })

  // Would catch: a box of 1,001 kg taken because a consignment may weigh that.
  it('read weights up to what the thing may weigh', () => {
    expect(readKilograms('1000')).toBe(1_000_000)
    expect(readKilograms('1000.001')).toBeUndefined()
    expect(readKilograms('1000.001', 100_000_000)).toBe(1_000_001)
  })

  // Would catch: the price of a list shown to somebody who may not see it, under a column that forgot to say what it is.
  it('know which columns are prices by their fields', () => {
    const f = fields<{ code: string; value: { minor: number; currency: string } }>()
    const all = [f.code('code', 'Code', (row) => row.code), f.money('value', 'Value', (row) => row.value)]
    expect(withoutPrices(tableColumns(all)).map(({ id }) => id)).toEqual(['code'])
    expect(pickFields(all, ['value', 'other', 'code']).map(({ id }) => id)).toEqual(['value', 'code'])
  })
})
