import { describe, expect, it } from 'vitest'
import {
  beginsWith,
  changedStyles,
  factsForm,
  factsSheet,
  recordFacts,
} from '../../src/renderer/supplier/invoices/record-facts.ts'

type Line = Parameters<typeof recordFacts>[0][number]

const none = { hs_code: null, description: null, description_zh: null, composition: null, origin: null }
const line = (of: Partial<Line> = {}): Line => ({
  ...{ order_id: 'PO-1', style_id: 'TP4003', style_name: 'Tee', style_name_zh: 'T恤', pieces: 4 },
  ...{ unit_price: null, value: null, ...none, net_weight_grams: null, record: { ...none, net_weight_grams: null } },
  ...of,
})

describe('product details from the styles’ records', () => {
  // Would catch: a fact of the record that is not offered, one of the invoice that is lost, a style that stands twice.
  it('begin with what the record knows, then with what the invoice says', () => {
    const record = { ...none, hs_code: '610910', composition: 'Cotton 100%', net_weight_grams: 180 }
    const facts = recordFacts([
      line({ hs_code: '620443', origin: 'CN', record }),
      line({ order_id: 'PO-2', hs_code: '620443', origin: 'IN', record }),
    ])
    expect(facts).toHaveLength(1)
    expect(facts[0]?.old).toMatchObject({ hs_code: '620443', origin: '', composition: '' })
    const typed = beginsWith(facts)
    expect(typed.styles).toEqual([
      {
        ...{ style_id: 'TP4003', hs_code: '610910', description: 'Tee', description_zh: 'T恤' },
        ...{ composition: 'Cotton 100%', origin: '', net_weight_grams: '180' },
      },
    ])
    expect(changedStyles(facts, typed)).toHaveLength(1)
    const same = recordFacts([line({ description: 'Tee', description_zh: 'T恤' })])
    expect(changedStyles(same, beginsWith(same))).toEqual([])
  })

  // Would catch: a country or an HS code that is refused only by the server, in a list of cells that nobody sees.
  it('are refused at the field, by the rule of the sheet', () => {
    const typed = beginsWith(recordFacts([line()]))
    const wrong = { styles: typed.styles.map((one) => ({ ...one, origin: 'China', hs_code: 'shirts' })) }
    const issues = factsForm.safeParse(wrong).error?.issues ?? []
    expect(issues.map(({ path }) => path.join('.'))).toEqual(['styles.0.hs_code', 'styles.0.origin'])
    expect(factsForm.safeParse(typed).success).toBe(true)
  })

  // Would catch: a comma or a quotation mark in a description that moves every cell behind it.
  it('go as the sheet that the call takes', () => {
    const [typed] = beginsWith(recordFacts([line({ style_name: 'Tee, "loose"' })])).styles
    const [head, row] = factsSheet(typed ? [typed] : []).split('\r\n')
    expect(head).toBe(
      '"Style","HS code","Description","Description (Chinese)","Composition","Country of origin","Net weight per piece (g)"',
    )
    expect(row).toBe('"TP4003","","Tee, ""loose""","T恤","","",""')
  })
})
