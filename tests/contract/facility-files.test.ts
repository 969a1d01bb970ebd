import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClearanceLine, planClearance } from '../../src/shared/areas/facilities/clearance.ts'
import {
  eInvoiceFile,
  ewayBillFile,
  faultsForGovernment,
  type GovernmentPaper,
  governmentFaults,
  pinOf,
} from '../../src/shared/areas/facilities/government-files.ts'
import eInvoiceSchema from '../support/government/e-invoice-1.1.json' with { type: 'json' }
import ewayBillSchema from '../support/government/eway-bill-1.0.0621.json' with { type: 'json' }

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, multipleOfPrecision: 6 })
const isEInvoice = ajv.compile(eInvoiceSchema)
const isEwayBill = ajv.compile(ewayBillSchema)

const paper: GovernmentPaper = {
  kind: 'tax_invoice',
  number: 'TI/26-27/000012',
  issued_on: '2026-11-28',
  from: {
    name: 'Noida Stitching Unit',
    company: 'Selvedge Apparel Private Limited',
    address: 'A-12, Sector 63, Noida 201301',
    gstin: '09AAPFU0939F1ZT',
  },
  to: { name: 'Delhi QC', company: '', address: '7 Okhla Phase II, New Delhi 110 020', gstin: '07AAPFU0939F1ZX' },
  lines: [
    {
      nm_sku: 'NM-1',
      style_name: 'Wrap dress with a long name',
      color: 'Emerald',
      size: 'M',
      hs_code: '6204.42.90',
      quantity: 27,
      unit_minor: 90_033,
      rate: 5,
      value_minor: 27 * 90_033,
      tax_minor: Math.round((27 * 90_033 * 5) / 100),
    },
  ],
  value_minor: 27 * 90_033,
  igst_minor: Math.round((27 * 90_033 * 5) / 100),
  cgst_minor: 0,
  sgst_minor: 0,
  carrier: 'VRL Logistics',
  vehicle_no: 'DL 01 AB 1234',
  lr_no: 'LR-77',
  distance_km: 24,
}

describe('files for the government’s bulk tools', () => {
  // Would catch: a field that the tool does not know, a date or a number in another form, a party without its PIN code.
  test('are of the schemas that they name', () => {
    const invoice = eInvoiceFile(paper)
    expect([isEInvoice(invoice), isEInvoice.errors]).toEqual([true, null])
    const bill = ewayBillFile(paper)
    expect([isEwayBill(bill), isEwayBill.errors]).toEqual([true, null])
    expect(bill).toMatchObject({
      billLists: [
        { docType: 'INV', subSupplyType: 1, fromPlace: 'Noida', toPincode: 110_020, vehicleNo: 'DL01AB1234' },
      ],
    })
    expect(invoice).toMatchObject([{ DocDtls: { Dt: '28/11/2026' }, ItemList: [{ HsnCd: '62044290' }] }])
    // As people write them: with quotes, dots and brackets.
    const written = {
      ...paper,
      from: {
        ...paper.from,
        ...{
          name: 'Unit "B"',
          company: '织边 Selvedge Apparel',
          address: 'A-12 (2nd floor), Sec. 63; Noida – 201301, India',
        },
      },
      lr_no: 'LR no. 77 (b)',
    }
    expect([isEInvoice(eInvoiceFile(written)), isEInvoice.errors]).toEqual([true, null])
    const bill2 = ewayBillFile(written)
    expect([isEwayBill(bill2), isEwayBill.errors]).toEqual([true, null])
    expect(bill2).toMatchObject({
      billLists: [{ fromPincode: 201_301, fromPlace: 'Noida', fromTrdName: 'Selvedge Apparel', transDocNo: 'LRno77b' }],
    })
    const note = { ...paper, kind: 'stock_transfer_note' as const, number: 'STN/26-27/000003', igst_minor: 0 }
    const challan = ewayBillFile({ ...note, to: { ...note.to, gstin: note.from.gstin } })
    expect([isEwayBill(challan), isEwayBill.errors]).toEqual([true, null])
    expect(challan).toMatchObject({ billLists: [{ docType: 'CHL', subSupplyType: 5, itemList: [{ igstRate: 0 }] }] })
  })

  // Would catch: an invoice whose lines do not add up to its sums, within a state or between two.
  test('add up', () => {
    const here = { ...paper, to: { ...paper.to, gstin: '09AAPFU0939F1ZT' } }
    const half = Math.round((paper.value_minor * 5) / 200)
    for (const one of [paper, { ...here, igst_minor: 0, cgst_minor: half, sgst_minor: half }]) {
      const [{ ItemList, ValDtls }] = eInvoiceFile(one) as [
        { ItemList: Record<string, number>[]; ValDtls: Record<string, number> },
      ]
      const sum = (name: string) => ItemList.reduce((all, item) => all + (item[name] ?? 0), 0)
      expect([sum('IgstAmt'), sum('CgstAmt'), sum('SgstAmt'), sum('TotItemVal')]).toEqual([
        ValDtls.IgstVal,
        ValDtls.CgstVal,
        ValDtls.SgstVal,
        ValDtls.TotInvVal,
      ])
    }
  })

  // Would catch: a file that a portal refuses, with nobody told why before.
  test('say everything that is missing', () => {
    expect(faultsForGovernment(paper, 'e_invoice')).toEqual([])
    expect(faultsForGovernment(paper, 'eway_bill')).toEqual([])
    const poor: GovernmentPaper = {
      ...paper,
      to: { ...paper.to, address: 'Okhla', gstin: null },
      lines: paper.lines.map((line) => ({ ...line, hs_code: null })),
      vehicle_no: null,
    }
    expect(faultsForGovernment(poor, 'eway_bill').map(({ message }) => message)).toEqual([
      governmentFaults.vehicle,
      governmentFaults.gstin,
      governmentFaults.pin,
      governmentFaults.hsn,
    ])
    expect(faultsForGovernment({ ...paper, kind: 'stock_transfer_note' }, 'e_invoice')).toEqual([
      { message: governmentFaults.noInvoice, values: { document: paper.number } },
    ])
    expect([
      pinOf('Noida 201301'),
      pinOf('Delhi-110 020, India'),
      pinOf('Plot 12, Noida'),
      pinOf('Tel 9810123456'),
    ]).toEqual(['201301', '110020', null, null])
  })
})

describe('a vendor clearance', () => {
  const lines: fc.Arbitrary<ClearanceLine[]> = fc
    .array(
      fc.record({
        order: fc.constantFrom('PR-1', 'PR-2'),
        style: fc.constantFrom('A', 'B'),
        allotted: fc.integer({ min: 1, max: 50 }),
        share: fc.integer({ min: 0, max: 100 }),
        isOnHold: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((all) =>
      all.map(({ share, ...line }, at) => ({
        ...line,
        nm_sku: `NM-${at}`,
        pending: Math.floor((line.allotted * share) / 100),
      })),
    )
  const rows = fc.array(
    fc.record({
      order: fc.constantFrom('PR-1', 'PR-2', 'PR-9'),
      nm_sku: fc.option(
        fc.integer({ min: 0, max: 13 }).map((at) => `NM-${at}`),
        { nil: null },
      ),
      decision: fc.constantFrom('keep', 'cancel', 'new_order'),
      quantity: fc.option(fc.integer({ min: 0, max: 60 }), { nil: null }),
    } as const),
    { maxLength: 8 },
  )
  const options = fc.record({
    sheet_format: fc.constantFrom('by_sku', 'by_order'),
    clear_the_rest: fc.boolean(),
    create_new_production_order: fc.boolean(),
    move_remaining_sku_for_give_style: fc.boolean(),
  } as const)

  // Would catch: cut pieces that are cleared, a line that is decided twice or not at all, a new order that nobody allowed, an order on hold that is cleared.
  test('decides each SKU once and never more than what is not cut', () => {
    fc.assert(
      fc.property(lines, rows, options, (all, said, chosen) => {
        const plan = planClearance(all, said, chosen)
        expect(plan.lines.map(({ line }) => line)).toEqual(all)
        const faulty = new Set(plan.faults.map(({ row }) => row))
        for (const { line, cleared, decision, row } of plan.lines) {
          expect(cleared).toBeGreaterThanOrEqual(0)
          expect(cleared).toBeLessThanOrEqual(line.pending)
          if (decision === 'keep') expect(cleared).toBe(0)
          if (decision === 'new_order') expect(chosen.create_new_production_order).toBe(true)
          if (row !== null) expect(faulty.has(row)).toBe(false)
          if (line.isOnHold) expect(cleared).toBe(0)
          else if (row === null && chosen.clear_the_rest) expect(cleared).toBe(line.pending)
        }
      }),
    )
  })
})
