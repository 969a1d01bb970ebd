import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  boxNames,
  type ExportCandidate,
  invoiceActions,
  invoiceMessages,
  invoiceNumberOf,
  invoiceProblem,
  invoiceSeries,
  invoiceTab,
  missingForExport,
  missingTerms,
  readyProblem,
  splitOverOrders,
  unreadyProblem,
} from '../../src/shared/areas/invoices/rules.ts'
import { qcPieces } from '../../src/shared/areas/qc-boxes/quantities.ts'
import { allowedQcActions, type StandingBox } from '../../src/shared/areas/qc-boxes/status.ts'
import { addressText } from '../../src/shared/kernel/languages.ts'

const few = fc.nat({ max: 3 })
const boxes: fc.Arbitrary<StandingBox> = fc
  .record({
    buckets: fc.tuple(...qcPieces.buckets.map(() => few)),
    inspections: few,
    open_missing: few,
    open_excess: few,
  })
  .map(({ buckets, ...rest }) => {
    const box = { ...qcPieces.nothing, ...rest }
    for (const [at, bucket] of qcPieces.buckets.entries()) box[bucket] = buckets[at] ?? 0
    box.declared = qcPieces.buckets.reduce((sum, bucket) => sum + box[bucket], 0)
    return box
  })

describe('what may go on papers', () => {
  it('is said alike by the reasons and by the actions of a box', () => {
    // Would catch: a screen that offers "Ready for invoice" where the server refuses it, or hides it where it would take it.
    fc.assert(
      fc.property(boxes, (box) => {
        const actions = allowedQcActions(box)
        expect(readyProblem(box) === null).toBe(actions.includes('make_ready'))
        expect(unreadyProblem(box) === null).toBe(actions.includes('unready'))
      }),
      { numRuns: 2_000 },
    )
  })

  it('never lets a box on an invoice of which pieces wait, were invoiced or would be left behind', () => {
    // Would catch: a guard that forgets a bucket, so that pieces stay in China on no paper.
    fc.assert(
      fc.property(boxes, (box) => {
        if (invoiceProblem(box) !== null) return
        expect(box.ready).toBeGreaterThan(0)
        const stuck =
          box.uncounted + box.to_inspect + box.on_hold + box.passed + box.shelved + box.invoiced + box.shipped
        expect(stuck).toBe(0)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('pieces over order lines', () => {
  const lines = fc.array(fc.record({ quantity: fc.nat({ max: 50 }), name: fc.string({ maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 6,
  })

  it('are all split, whole, in order, and only the last takes more than it packed', () => {
    // Would catch: a piece lost or invoiced twice between two orders of one SKU.
    fc.assert(
      fc.property(fc.nat({ max: 400 }), lines, (pieces, over) => {
        const split = splitOverOrders(pieces, over)
        expect(split.reduce((sum, part) => sum + part.quantity, 0)).toBe(pieces)
        expect(split.every((part) => Number.isInteger(part.quantity) && part.quantity > 0)).toBe(true)
        const order = split.map((part) => over.indexOf(part.line))
        expect(order).toEqual([...new Set(order)].sort((a, b) => a - b))
        for (const { line, quantity } of split)
          if (line !== over.at(-1)) expect(quantity).toBeLessThanOrEqual(line.quantity)
        // Nothing waits behind a line that could still take it.
        const short = split.find(({ line, quantity }) => line !== over.at(-1) && quantity < line.quantity)
        if (short) expect(short).toBe(split.at(-1))
      }),
    )
  })

  it('that nobody ordered, or that are no whole pieces, are refused', () => {
    // Would catch: half a piece on an invoice; pieces dropped without a word.
    expect(() => splitOverOrders(1, [])).toThrow(RangeError)
    expect(() => splitOverOrders(1.5, [{ quantity: 2 }])).toThrow(RangeError)
    expect(splitOverOrders(0, [])).toEqual([])
  })

  it('beyond the packing list stand on the last line', () => {
    // Would catch: excess invoiced at the first order's price.
    const [a, b] = [{ quantity: 6 }, { quantity: 4 }]
    expect(splitOverOrders(13, [a, b])).toEqual([
      { line: a, quantity: 6 },
      { line: b, quantity: 7 },
    ])
    expect(splitOverOrders(5, [a, b])).toEqual([{ line: a, quantity: 5 }])
  })
})

describe('numbers and states', () => {
  it('count by year, and sort as they were given', () => {
    // Would catch: CI-2026-10 before CI-2026-9; the year of the server's clock on a paper of New Year's Eve.
    expect(invoiceSeries('CI', '2026-12-31')).toBe('CI-2026')
    expect(invoiceNumberOf('CI-2026', 1)).toBe('CI-2026-000001')
    expect(invoiceNumberOf('CI-2026', 9) < invoiceNumberOf('CI-2026', 10)).toBe(true)
  })

  it('a void invoice can nothing, a shipped one only come back, one with an export order is not voided', () => {
    // Would catch: an invoice voided under goods that are on their way.
    expect(invoiceActions({ state: 'VOID', exported: null })).toEqual([])
    expect(invoiceActions({ state: 'LIVE', exported: 'SHIPPED' })).toEqual(['undo_ship', 'document'])
    expect(invoiceActions({ state: 'LIVE', exported: 'OPEN' })).not.toContain('void')
    expect(invoiceActions({ state: 'LIVE', exported: null })).toContain('void')
    expect(invoiceTab({ state: 'VOID', exported: null })).toBe('void')
  })
})

describe('what an export order still wants', () => {
  const style = {
    style_id: 'ST-1',
    hs_code: '610910',
    description: 'T-shirts',
    origin: 'CN',
    net_weight_grams: 200,
    pieces: 10,
    least_price_minor: 4_550,
  }
  const box = { box_no: '1', shipment_id: 'SH-1', weight_grams: 3_000, last_weight_grams: 3_000, returned: 0 }
  const whole: ExportCandidate = { styles: [style], boxes: [box], gross_weight_grams: null }
  const fields = (candidate: ExportCandidate) => missingForExport(candidate).map((one) => one.field)

  it('is nothing when HS code, description, origin, weights and value are there', () => {
    expect(missingForExport(whole)).toEqual([])
  })

  it('names the style and every fact that it lacks', () => {
    // Would catch: a declaration that customs send back, since one of five facts was never asked for.
    const bare = {
      ...style,
      hs_code: null,
      description: '',
      origin: null,
      net_weight_grams: null,
      least_price_minor: 0,
    }
    expect(fields({ ...whole, styles: [bare] })).toEqual(['hs_code', 'description', 'origin', 'net_weight', 'value'])
    const [first] = missingForExport({ ...whole, styles: [style, { ...style, style_id: 'ST-2', hs_code: null }] })
    expect(first).toMatchObject({ field: 'hs_code', values: { style_id: 'ST-2' } })
  })

  it('is the gross weight, where a box was not weighed and nobody gave it', () => {
    // Would catch: a gross weight that counts an unweighed box as nothing.
    const boxes = [
      box,
      ...Array.from({ length: 7 }, (_, at) => ({
        ...box,
        box_no: String(at + 2),
        weight_grams: null,
        last_weight_grams: null,
      })),
    ]
    const [only] = missingForExport({ ...whole, boxes })
    expect(only).toMatchObject({ field: 'gross_weight' })
    expect(only?.values.boxes).toBe('SH-1 / 2, SH-1 / 3, SH-1 / 4, SH-1 / 5, SH-1 / 6 +2')
    expect(fields({ ...whole, boxes, gross_weight_grams: 20_000 })).toEqual([])
  })

  it('is a new weight of boxes that pieces left since they were weighed, named apart from those never weighed', () => {
    // Would catch: 19 pieces declared to customs with the weight of 95.
    const boxes = [
      { ...box, weight_grams: null, returned: 76 },
      { ...box, box_no: '2', weight_grams: null, last_weight_grams: null },
    ]
    expect(missingForExport({ ...whole, boxes }).map(({ message, values }) => [message, values.boxes])).toEqual([
      [invoiceMessages.noGrossWeight, 'SH-1 / 2'],
      [invoiceMessages.weighAgain, 'SH-1 / 1'],
    ])
  })

  it('is a new weight, too, where the gross weight that was said counts pieces that went back', () => {
    // Would catch: an export order that added up what boxes weighed with the 76 pieces that are at the vendor's again.
    const boxes = [{ ...box, weight_grams: null, returned: 76 }]
    const messages = (gross_weight_grams: number, returned = 76) =>
      missingForExport({ ...whole, boxes: boxes.map((one) => ({ ...one, returned })), gross_weight_grams }).map(
        ({ message }) => message,
      )
    expect(messages(3_000)).toEqual([invoiceMessages.weighAgain])
    // What somebody weighed, and what was only counted otherwise than declared, stands.
    expect([messages(2_400), messages(3_000, 0)]).toEqual([[], []])
  })

  it.each([
    ['EXW', []],
    ['FCA', ['port_of_loading']],
    ['FOB', ['port_of_loading']],
    ['CFR', ['port_of_discharge']],
    ['CIF', ['port_of_discharge']],
    ['CPT', ['port_of_discharge']],
    ['CIP', ['port_of_discharge']],
    ['DAP', ['port_of_discharge']],
    ['DPU', ['port_of_discharge']],
    ['DDP', ['port_of_discharge']],
  ] as const)('is, with %s, the place that it names: %j', (incoterm, wanted) => {
    // Would catch: FOB without a port, a destination asked for where the goods change hands at the door.
    const none = { incoterm, port_of_loading: '', port_of_discharge: '' }
    expect(missingTerms(none).map(({ field }) => field)).toEqual(wanted)
    expect(missingTerms({ incoterm, port_of_loading: 'Nansha', port_of_discharge: 'Mumbai' })).toEqual([])
  })

  it('is a gross weight that can be: not less than the net weight', () => {
    // Would catch: grams typed as kilograms.
    expect(fields({ ...whole, gross_weight_grams: 20 })).toEqual(['gross_weight'])
  })

  it('names few boxes whole', () => {
    expect(boxNames([box])).toBe('SH-1 / 1')
  })
})

// Would catch: "…, China, CN" on a customs paper, and an address abroad that names no country at all.
it.each([
  ['88 Zhongda Road, Guangzhou 510310, China', 'CN', '88 Zhongda Road, Guangzhou 510310, China'],
  ['88 Zhongda Road, Guangzhou, P.R. China 510310.', 'CN', '88 Zhongda Road, Guangzhou, P.R. China 510310.'],
  ['中国广州市海珠区中大纺织路88号', 'CN', '中国广州市海珠区中大纺织路88号'],
  ['Bamnoli Village, New Delhi, IN', 'IN', 'Bamnoli Village, New Delhi, IN'],
  ['Bamnoli Village, New Delhi', 'IN', 'Bamnoli Village, New Delhi, India'],
  ['12 Via TURIN', 'IN', '12 Via TURIN, India'],
  ['Queen’s Road Central, Hong Kong', 'HK', 'Queen’s Road Central, Hong Kong'],
])('%s in %s names its country once', (address, country, text) => {
  expect(addressText(address, country)).toBe(text)
})
