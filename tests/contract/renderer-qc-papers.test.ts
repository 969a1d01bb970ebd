import fc from 'fast-check'
import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { isDraftOf } from '../../src/renderer/forms/useForm.ts'
import { labelledPlaces, ticksTo } from '../../src/renderer/kit/charts/ColumnChart.tsx'
import { totalOf } from '../../src/renderer/kit/field-views.tsx'
import { emptyExport, exportForm, readGross } from '../../src/renderer/supplier/invoices/ExportForm.tsx'
import { invoiceColumns } from '../../src/renderer/supplier/invoices/InvoicesScreen.tsx'
import { goingFields, type ShippedInvoice } from '../../src/renderer/supplier/invoices/invoice-fields.tsx'
import type { Invoice } from '../../src/renderer/supplier/invoices/invoice-list.ts'
import { readyColumns } from '../../src/renderer/supplier/invoices/ReadyTable.tsx'
import { planInvoice, type ReadyBox, sumsOf } from '../../src/renderer/supplier/invoices/ready-boxes.ts'
import { commonTo, shipInput } from '../../src/renderer/supplier/invoices/ShipDialog.tsx'
import { emptyParty, newParty, partyForm } from '../../src/renderer/supplier/invoices/TradeParties.tsx'
import {
  byWeek,
  everyDay,
  fourFifths,
  paretoOf,
  passRate,
  timeline,
} from '../../src/renderer/supplier/qc-reports/ReportTotals.tsx'
import { type ReportState, spanOf } from '../../src/renderer/supplier/qc-reports/report-params.ts'
import {
  emptyDraft,
  lineKey,
  planOf,
  type ReturnLine,
  returnForm,
  usualReason,
} from '../../src/renderer/supplier/returns/ReturnForm.tsx'
import { withoutPrices } from '../../src/renderer/table/columns.tsx'
import { looksOf } from '../../src/renderer/table/ExportMenu.tsx'
import { makeLocale } from '../../src/renderer/table/words.ts'
import { invoices, stageOf } from '../../src/shared/areas/invoices/lists.ts'
import { contract } from '../../src/shared/areas.ts'
import { addDays } from '../../src/shared/kernel/days.ts'
import { fileFields } from '../../src/shared/kernel/field.ts'

const words = makeLocale(((text: string) => text) as TFunction, 'en')

const failedLine = (part: Partial<ReturnLine> = {}): ReturnLine => ({
  box_id: 'b1',
  box_no: '1',
  shipment_id: 'SH-000001',
  nm_sku: 'DR1-XS',
  color: 'Red',
  color_zh: '红',
  size: 'XS',
  failed: 5,
  reasons: ['Stain'],
  disputes: [],
  ...part,
})

describe('a return to a vendor', () => {
  const lines = [failedLine(), failedLine({ nm_sku: 'DR1-S', failed: 3, reasons: ['Size issue'] })]
  const key = lineKey(failedLine())

  it('sends everything that failed until another number is typed, and nothing of what is typed as none', () => {
    expect(planOf(lines, emptyDraft)).toMatchObject({ pieces: 8, boxes: 1, isOver: false })
    const fewer = planOf(lines, { ...emptyDraft, quantities: { [key]: 2 } })
    expect(fewer.lines).toEqual([
      { box_id: 'b1', nm_sku: 'DR1-XS', quantity: 2 },
      { box_id: 'b1', nm_sku: 'DR1-S', quantity: 3 },
    ])
    // Would catch: an emptied field that sends all, or a line of no pieces that the server refuses.
    for (const none of [0, null])
      expect(planOf(lines, { ...emptyDraft, quantities: { [key]: none } }).lines).toHaveLength(1)
  })

  it('never asks for more than failed', () => {
    expect(planOf(lines, { ...emptyDraft, quantities: { [key]: 6 } }).isOver).toBe(true)
    expect(planOf(lines, { ...emptyDraft, quantities: { [key]: 5 } }).isOver).toBe(false)
  })

  it('asks the server for what the contract takes', () => {
    const plan = planOf(lines, emptyDraft)
    const asked = { lines: plan.lines, reason: usualReason(lines), remark: 'x', carrier: null, tracking_id: null }
    expect(contract.returns.confirmReturnToVendor.takes.safeParse(asked).success).toBe(true)
  })

  // Would catch: a reason preselected that only a few pieces have, in a tie at random.
  it('offers the reason that most pieces have, and none where two are alike', () => {
    expect(usualReason(lines)).toBe('Stain')
    expect(usualReason([failedLine({ failed: 3 }), failedLine({ failed: 3, reasons: ['Size issue'] })])).toBe('')
    expect(usualReason([])).toBe('')
  })

  it('trusts only drafts of its own shape', () => {
    expect(isDraftOf(returnForm, emptyDraft, emptyDraft)).toBe(true)
    for (const other of [null, 3, {}, { quantities: {} }]) expect(isDraftOf(returnForm, emptyDraft, other)).toBe(false)
  })
})

const ready = (part: {
  box_no: string
  currencies?: string[]
  site?: string
  minor?: number | null
  ready?: number
}) => {
  const { box_no, currencies = ['CNY'], site = 'CNQC', minor = 100, ready: pieces = 10 } = part
  const value = minor === null ? null : { minor, currency: currencies[0] ?? 'CNY' }
  return {
    box_id: box_no,
    box_no,
    shipment_id: 'SH-1',
    site,
    currencies,
    value,
    quantities: { ready: pieces },
  } as ReadyBox
}

describe('what goes on one invoice', () => {
  it('is one currency and one site, the most boxes; the others are named', () => {
    const boxes = [
      ready({ box_no: '1' }),
      ready({ box_no: '2' }),
      ready({ box_no: '3', currencies: ['USD'] }),
      ready({ box_no: '4', site: 'SZQC' }),
      ready({ box_no: '5', currencies: ['CNY', 'USD'] }),
    ]
    const plan = planInvoice(boxes, 6)
    expect(plan.fits?.boxes.map(({ box_no }) => box_no)).toEqual(['1', '2'])
    expect(plan.others.flatMap((group) => group.boxes.map(({ box_no }) => box_no)).sort()).toEqual(['3', '4', '5'])
    expect(plan.gone).toBe(1)
  })

  // Would catch: boxes of several currencies offered as an invoice because they are the most.
  it('is nothing where every box has several currencies', () => {
    const mixed = ready({ box_no: '1', currencies: ['CNY', 'USD'] })
    expect(planInvoice([mixed, { ...mixed, box_id: '2' }], 2).fits).toBeNull()
    expect(planInvoice([], 1)).toEqual({ fits: null, others: [], gone: 1 })
  })

  it('loses no box, whatever was chosen', () => {
    const box = fc.record({ currency: fc.constantFrom('CNY', 'USD', 'CNY+USD'), site: fc.constantFrom('A', 'B') })
    fc.assert(
      fc.property(fc.array(box, { maxLength: 30 }), (given) => {
        const boxes = given.map(({ currency, site }, at) =>
          ready({ box_no: String(at), currencies: currency.split('+'), site }),
        )
        const { fits, others } = planInvoice(boxes, boxes.length)
        const all = [...(fits?.boxes ?? []), ...others.flatMap((group) => group.boxes)]
        expect(all.map(({ box_id }) => box_id).sort()).toEqual(boxes.map(({ box_id }) => box_id).sort())
        expect(new Set(fits?.boxes.map((each) => each.site)).size).toBeLessThanOrEqual(1)
      }),
    )
  })

  // Would catch: a sum of what is not hidden, shown to somebody who may not see prices, or one over two currencies.
  it('has no value where a price is hidden or the currencies differ', () => {
    expect(sumsOf([ready({ box_no: '1' }), ready({ box_no: '2', minor: 50 })])).toEqual({
      boxes: 2,
      pieces: 20,
      value: { minor: 150, currency: 'CNY' },
    })
    expect(sumsOf([ready({ box_no: '1', minor: null })]).value).toBeNull()
    expect(sumsOf([ready({ box_no: '1' }), ready({ box_no: '2', currencies: ['USD'] })]).value).toBeNull()
    expect(sumsOf([]).value).toBeNull()
  })
})

describe('an export order as typed', () => {
  it('reads kilograms as people write them, and refuses what is no weight', () => {
    expect(['125.5', '125,5', '１２５．５', ' 125.5 kg', '125.5千克'].map(readGross)).toEqual(Array(5).fill(125_500))
    expect(readGross('')).toBeNull()
    expect(['-1', '0', 'abc', '1.2345', '1000000'].map(readGross)).toEqual(Array(5).fill(undefined))
  })

  it('reads every weight as it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (grams) => {
        expect(readGross(String(grams / 1_000))).toBe(grams)
      }),
    )
  })

  it('is what the contract takes, and nothing while the weight is unreadable', () => {
    const asked = {
      invoice_number: 'CI-1',
      version: 1,
      ...exportForm.parse({ ...emptyExport, gross: '12', carrier: ' ' }),
    }
    const read = contract.invoices.createExportOrder.takes.parse(asked)
    expect(read).toMatchObject({ gross_weight_grams: 12_000, carrier: null, transport: 'air', incoterm: 'FOB' })
    expect(exportForm.safeParse({ ...emptyExport, gross: 'heavy' }).success).toBe(false)
  })

  it('trusts only drafts of its own shape', () => {
    const isDraft = (saved: unknown) => isDraftOf(exportForm, emptyExport, saved)
    // Would catch: an unfinished draft thrown away because it could not be sent yet.
    for (const own of [emptyExport, { ...emptyExport, gross: 'heav' }]) expect(isDraft(own)).toBe(true)
    for (const other of [null, {}, { ...emptyExport, transport: 'rail' }, { ...emptyExport, gross: 3 }])
      expect(isDraft(other)).toBe(false)
  })
})

describe('ship to India', () => {
  const invoice = (part: Partial<ShippedInvoice>): ShippedInvoice => ({
    invoice_number: 'CI-1',
    export_order_number: 'EO-1',
    consignee_name: 'Delhi',
    boxes: 2,
    pieces: 20,
    gross_weight_grams: 1_000,
    transport: 'air',
    carrier: 'A',
    arrives_on: null,
    transport_document: null,
    ...part,
  })
  const invoices = [invoice({}), invoice({ invoice_number: 'CI-2', carrier: 'B' })]

  // Would catch: an empty field that wipes the waybills which the export orders have.
  it('changes carrier and document only where something is typed', () => {
    const summary = { invoices, boxes: 4, pieces: 40, left_out: [], destinations: [] }
    expect(shipInput(summary, { carrier: null, document: '  ' })).toEqual({
      invoice_numbers: ['CI-1', 'CI-2'],
      expected: { boxes: 4, pieces: 40 },
    })
    expect(shipInput(summary, { carrier: ' C ', document: '784-1' })).toMatchObject({
      carrier: 'C',
      transport_document: '784-1',
    })
  })

  it('shows what all invoices have alike, and no weight where one is unknown', () => {
    expect(commonTo(invoices, 'carrier')).toBe('')
    expect(commonTo([invoice({}), invoice({})], 'carrier')).toBe('A')
    expect(commonTo([], 'carrier')).toBe('')
    const gross = (rows: readonly ShippedInvoice[]) =>
      goingFields.flatMap((field) => (field.id === 'gross' ? [totalOf(field, rows, words)] : []))
    expect(gross(invoices)).toEqual([2_000])
    expect(gross([invoice({}), invoice({ gross_weight_grams: null })])).toEqual([null])
  })
})

describe('invoices in a list', () => {
  const row = (state: Invoice['state'], order: 'OPEN' | 'SHIPPED' | 'CANCELLED' | null) =>
    stageOf({ state, export_order: order && ({ state: order } as NonNullable<Invoice['export_order']>) })

  it('stand where their export order does', () => {
    expect([row('LIVE', null), row('LIVE', 'OPEN'), row('LIVE', 'SHIPPED'), row('VOID', null)]).toEqual([
      'to_export',
      'to_ship',
      'shipped',
      'void',
    ])
    // Would catch: an invoice whose export order was cancelled that can neither be exported again nor made void.
    expect(row('LIVE', 'CANCELLED')).toBe('to_export')
  })

  // Would catch: a column renamed on screen that the export refuses; a value shown to those who may not see prices.
  it('have columns that their export knows, and no value for who may not see it', () => {
    const t = (text: string) => text
    const ids = (seesPrices: boolean) =>
      looksOf(seesPrices ? invoiceColumns : withoutPrices(invoiceColumns), t, {
        format: 'csv',
        language: 'en',
        time_zone: 'UTC',
      }).columns.map(({ id }) => id)
    const known: readonly string[] = fileFields(invoices.fields).map(({ id }) => id)
    expect(ids(true).filter((id) => !known.includes(id))).toEqual([])
    expect(ids(true)).toContain('currency')
    expect(ids(false)).not.toContain('total')
    expect(withoutPrices(readyColumns).map(({ id }) => id)).not.toContain('value')
  })
})

describe('a trade party', () => {
  it('is sent as the contract takes it, and says what is wrong before', () => {
    const typed = { ...emptyParty, code: ' SELV ', name: 'Selvedge', address: 'Delhi', country: 'in' }
    expect(contract.invoices.saveTradeParty.takes.parse(partyForm.parse(typed))).toMatchObject({
      code: 'SELV',
      country: 'IN',
    })
    const faults = partyForm.safeParse({ ...emptyParty, country: 'India' }).error?.issues ?? []
    expect(faults.map(({ path }) => path[0]).sort()).toEqual(['address', 'code', 'country', 'name'])
  })
})

describe('a new trade party', () => {
  // Would catch: a company typed once more that said who it is on its first day; a second party that begins as the company again.
  it('begins as the company itself, until that is there', () => {
    const company = { name: 'Selvedge', address: 'Delhi', tax_id: '27AAPFU0939F1ZV' }
    expect(newParty({ parties: [], company })).toMatchObject({ ...company, country: 'IN', code: '' })
    const there = { ...emptyParty, kind: 'consignee' as const, name: 'Selvedge', version: 1 }
    expect(newParty({ parties: [there], company })).toEqual(emptyParty)
    expect(newParty({ parties: [], company: { name: '', address: '', tax_id: '' } })).toEqual(emptyParty)
  })
})

describe('reports', () => {
  const state = (part: Partial<ReportState>): ReportState => ({ period: '30', from: '', to: '', supplier: '', ...part })

  // Would catch: a report of a reader in Delhi that ends a day before the site's own.
  it('are over the days of the site', () => {
    const lateInDelhi = new Date('2026-03-01T17:30:00Z')
    expect(spanOf(state({ period: '7' }), lateInDelhi)).toEqual({ from: '2026-02-24', to: '2026-03-02' })
  })

  it('take own dates either way round, and an open end as today', () => {
    const now = new Date('2026-03-31T04:00:00Z')
    const own = (from: string, to: string) => spanOf(state({ period: 'own', from, to }), now)
    expect(own('2026-03-01', '2026-03-10')).toEqual({ from: '2026-03-01', to: '2026-03-10' })
    expect(own('2026-03-10', '2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-10' })
    expect(own('', '')).toEqual({ from: '2026-03-02', to: '2026-03-31' })
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  })

  // Would catch: a vendor of whom nothing was judged shown with a rate of nothing.
  it('know no rate of nothing', () => {
    expect(passRate({ passed: 0, failed: 0 })).toBeNull()
    expect(passRate({ passed: 3, failed: 1 })).toBe(0.75)
  })

  it('order reasons by their units, with a running share that ends at all', () => {
    const units = (n: number) => ({ units: n, critical: 0, major: n, minor: 0 })
    const rows = paretoOf([
      { reason: 'Stain', ...units(10) },
      { reason: 'Size issue', ...units(70) },
      { reason: 'Other', ...units(0) },
      { reason: 'Fabric issue', ...units(20) },
    ])
    expect(rows.map(({ reason }) => reason)).toEqual(['Size issue', 'Fabric issue', 'Stain'])
    expect(rows.map(({ running }) => running)).toEqual([0.7, 0.9, 1])
    expect(fourFifths(rows)?.reason).toBe('Fabric issue')
    expect(fourFifths(rows.slice(0, 1))).toBeNull()
    expect(paretoOf([])).toEqual([])
  })

  const figures = (day: string, inwarded: number) => ({ day, inwarded, passed: 1, failed: 0, boxes: 1 })

  it('show every day, also those on which nothing happened', () => {
    const days = everyDay([figures('2026-02-28', 5)], { from: '2026-02-27', to: '2026-03-01' })
    expect(days.map(({ day, inwarded }) => [day, inwarded])).toEqual([
      ['2026-02-27', 0],
      ['2026-02-28', 5],
      ['2026-03-01', 0],
    ])
  })

  // Would catch: pieces that a sum by weeks drops at its edges.
  it('sum long spans by weeks and lose nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (count) => {
        const days = Array.from({ length: count }, (_, at) => figures(addDays('2026-03-01', at + 1 - count), at))
        const weeks = byWeek(days)
        expect(weeks).toHaveLength(Math.ceil(count / 7))
        const sum = (of: typeof days) => of.reduce((total, { inwarded }) => total + inwarded, 0)
        expect(sum(weeks)).toBe(sum(days))
        const span = { from: days[0]?.day ?? '', to: '2026-03-01' }
        expect(timeline(days, span).isWeekly).toBe(count > 92)
      }),
    )
  })
})

describe('axes', () => {
  it('begin at zero, are whole, and reach at least the largest value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (most) => {
        const ticks = ticksTo(most)
        expect(ticks[0]).toBe(0)
        expect(ticks.at(-1) ?? 0).toBeGreaterThanOrEqual(most)
        expect(ticks.every(Number.isInteger)).toBe(true)
        expect(ticks.length).toBeLessThanOrEqual(6)
      }),
    )
  })

  it('label as many places as there is room for, the last one always', () => {
    expect(labelledPlaces(0, 5)).toEqual([])
    expect(labelledPlaces(10, 100)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(labelledPlaces(10, 3)).toEqual([1, 5, 9])
    expect(labelledPlaces(3, 0)).toEqual([2])
  })
})
