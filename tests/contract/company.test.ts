import { describe, expect, it } from 'vitest'
import { type CompanyFacts, companyLine, faultsOfFacts, labelLine } from '../../src/shared/areas/company/facts.ts'
import { type FirstCounts, firstSteps, isFirstDayOver } from '../../src/shared/areas/company/first-steps.ts'

const empty: FirstCounts = {
  ...{ named: 0, sites: 0, china_qc_sites: 0, destinations: 0, warehouses: 0, shelves: 0 },
  ...{ vendors: 0, facilities: 0, size_sets: 0, styles: 0, styles_without_skus: 0, skus: 0 },
  ...{
    people: 1,
    vendors_without_account: 0,
    china_qc_accounts: 0,
    warehouse_accounts: 0,
    orders: 0,
    approved_orders: 0,
    opening_stock: 0,
  },
}

const ready: FirstCounts = {
  ...{
    ...empty,
    named: 1,
    sites: 2,
    china_qc_sites: 1,
    destinations: 1,
    warehouses: 1,
    vendors: 2,
    styles: 5,
    skus: 40,
  },
  ...{ people: 5, china_qc_accounts: 1, warehouse_accounts: 1, orders: 1, approved_orders: 1, opening_stock: 12 },
}

const missing = (part: Partial<FirstCounts>, from = ready) =>
  firstSteps({ ...from, ...part }).flatMap((step) =>
    step.missing.map(({ message, values }) => [step.key, message, values]),
  )

describe('what is missing on the first day', () => {
  // Would catch: a step that is done while nothing can be ordered, or one that can never be done.
  it('is said step by step, and nothing once all is there', () => {
    expect(missing({}, empty).map(([key]) => key)).toEqual([
      ...['company', 'company', 'company', 'vendors', 'styles', 'stock', 'people', 'orders'],
    ])
    expect(missing({})).toEqual([])
    expect(isFirstDayOver(firstSteps(ready))).toBe(true)
    expect(isFirstDayOver(firstSteps({ ...ready, orders: 0 }))).toBe(false)
    // Would catch: first steps that are over while no vendor sees an order.
    expect(missing({ approved_orders: 0 })).toEqual([['orders', 'No order is approved yet: no vendor sees one.', {}]])
    // Would catch: a new company whose first steps never end, since nothing lies anywhere yet.
    expect(isFirstDayOver(firstSteps({ ...ready, opening_stock: 0 }))).toBe(true)
  })

  // Would catch: "0 styles without SKUs", a count in the wrong number, or the same want said twice.
  it('names how many, and one as one', () => {
    expect(missing({ vendors_without_account: 2 })).toEqual([
      ['people', '{{count}} vendors have no account.', { count: 2 }],
    ])
    expect(missing({ vendors_without_account: 1 })).toEqual([['people', '1 vendor has no account.', {}]])
    expect(missing({ styles_without_skus: 5 })).toEqual([['styles', '{{count}} styles without SKUs.', { count: 5 }]])
    expect(missing({ skus: 0, styles_without_skus: 5 })).toEqual([['styles', 'No SKU yet.', {}]])
    expect(missing({ styles: 0, skus: 0 })).toEqual([['styles', 'No style yet.', {}]])
    // A house without a warehouse of its own needs nobody there.
    expect(missing({ warehouses: 0, warehouse_accounts: 0 })).toEqual([])
  })
})

const facts: CompanyFacts = {
  ...{ name: 'Yarn and Co', name_zh: '', address: '', address_zh: '', gstin: '', currency: 'INR' },
  ...{
    label_line: '',
    label_line_zh: '',
    sscc_company_prefix: '890123',
    invoice_series: 'CI',
    shared_waybills: 'no',
    load_before_shipping: 'no',
    cutting_tolerance_percent: 5,
    facility_box_pieces: 120,
    closed_order_months: 0,
  },
}

describe('what a company says of itself', () => {
  // Would catch: a prefix of which no SSCC can be made, or a series that invoices' numbers cannot begin with.
  it('is refused field by field', () => {
    expect(faultsOfFacts(facts)).toEqual([])
    const wrong = {
      ...facts,
      name: '',
      gstin: '07AAACS1429D1ZX',
      currency: 'XXX',
      sscc_company_prefix: '12',
      invoice_series: 'C-1',
    }
    expect(faultsOfFacts(wrong).map(({ field }) => field)).toEqual([
      ...['name', 'gstin', 'currency', 'sscc_company_prefix', 'invoice_series'],
    ])
    expect(faultsOfFacts({ ...facts, gstin: '07AAACS1429D1ZT' })).toEqual([])
  })

  // Would catch: a label with a blank line, or one that ignores what was chosen for it.
  it('stands on labels as chosen, else by its name', () => {
    expect(labelLine({ ...facts, name: '', name_zh: '' })).toBe('')
    expect(labelLine(facts)).toBe('Yarn and Co')
    expect(labelLine({ ...facts, name_zh: '织' })).toBe('织 Yarn and Co')
    expect(labelLine({ ...facts, label_line: 'YC Delhi' })).toBe('YC Delhi')
    expect(companyLine({ name: '', name_zh: '织' })).toBe('织')
  })
})
