import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minorOf } from '../../src/renderer/kit/amounts.ts'
import type { SkuDetail } from '../../src/renderer/orders/order-columns.tsx'
import {
  type Answer,
  answerExcess,
  answeredWords,
  answerFault,
  answerLayers,
  answerOf,
  applyAnswers,
  fitDraft,
  freshAnswer,
  lineAnswer,
  putAll,
  typeAnswer,
} from '../../src/renderer/supplier/orders/answer.tsx'
import { chunks } from '../../src/renderer/supplier/orders/ConfirmBulk.tsx'
import { noProposal, proposalOf, readProposal } from '../../src/renderer/supplier/orders/ProposalFields.tsx'
import { undoRecovery } from '../../src/renderer/supplier/orders/RecoverSection.tsx'
import type { OrderRow } from '../../src/shared/areas/orders/shapes.ts'
import { shortPieces } from '../../src/shared/areas/orders/status.ts'
import {
  isVendorReason,
  reasonParts,
  vendorReasons,
  vendorReasonWords,
} from '../../src/shared/areas/orders/vendor-reasons.ts'
import { refusalReasons } from '../../src/shared/kernel/reasons.ts'

const layer = fc.constantFrom(...answerLayers)

describe('typing an answer', () => {
  it('ready + out of stock + refused = what awaits, and nothing is negative, after any typing that fits', () => {
    const typings = fc.array(fc.record({ layer, part: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 30 })
    fc.assert(
      fc.property(fc.nat({ max: 5_000 }), typings, (awaiting, all) => {
        let answer: Answer = { ready: awaiting, oos: 0, refused: 0 }
        for (const { layer: typed, part } of all) {
          const quantity = Math.floor(part * awaiting)
          answer = typeAnswer(answer, awaiting, { [typed]: quantity })
          expect(answer[typed]).toBe(quantity)
          expect(answerExcess(answer, awaiting)).toBe(0)
          expect(Math.min(...Object.values(answer))).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('keeps a number over the limit as typed and says so: it must not become another number silently', () => {
    const answer = typeAnswer({ ready: 8, oos: 0, refused: 2 }, 10, { oos: 25 })
    expect(answer).toEqual({ ready: 0, oos: 25, refused: 0 })
    expect(answerExcess(answer, 10)).toBe(15)
    expect(answerFault('A', answer, 10, {})).toBe('Please enter correct quantity for order.')
  })

  it('takes out-of-stock pieces from ready, and what is typed less as ready becomes out of stock', () => {
    expect(typeAnswer({ ready: 10, oos: 0, refused: 0 }, 10, { oos: 3 })).toEqual({ ready: 7, oos: 3, refused: 0 })
    expect(typeAnswer({ ready: 10, oos: 0, refused: 0 }, 10, { ready: 4 })).toEqual({ ready: 4, oos: 6, refused: 0 })
    expect(typeAnswer({ ready: 4, oos: 6, refused: 0 }, 10, { oos: 1 })).toEqual({ ready: 9, oos: 1, refused: 0 })
  })

  it('takes a pasted column of several layers together, in whatever order its cells come', () => {
    const apply = applyAnswers(new Map([['A', 10]]))
    const before = { A: { ready: 10, oos: 0, refused: 0 } }
    const edits = [
      { cell: 'A', layer: 'ready', quantity: 5 },
      { cell: 'A', layer: 'oos', quantity: 3 },
      { cell: 'A', layer: 'refused', quantity: 2 },
    ]
    for (const order of [edits, edits.toReversed()]) {
      expect(answerOf(apply(before, order), 'A')).toEqual({ ready: 5, oos: 3, refused: 2 })
    }
  })

  it('puts everything on one layer and asks for a reason where that is refused', () => {
    const values = putAll(
      {},
      ['A', 'B'],
      new Map([
        ['A', 4],
        ['B', 0],
      ]),
      'refused',
    )
    expect(answerOf(values, 'A')).toEqual({ ready: 0, oos: 0, refused: 4 })
    expect(answerFault('A', answerOf(values, 'A'), 4, { reason: 'Stain' })).toBe(
      'A refusal needs a reason and a remark.',
    )
    expect(answerFault('A', answerOf(values, 'A'), 4, { reason: 'Stain', remark: 'on the hem' })).toBeNull()
    expect(answerFault('B', answerOf(values, 'B'), 0, {})).toBeNull()
  })
})

function sku(nm_sku: string, quantities: Partial<SkuDetail['quantities']>, more: Partial<SkuDetail> = {}): SkuDetail {
  const none = { ordered: 0, rejected: 0, oos: 0, awaiting: 0, on_platform: 0, packed: 0, shipped: 0 }
  return {
    nm_sku,
    color: 'Black',
    color_zh: '黑色',
    picture: null,
    size: 'M',
    size_rank: 1,
    quantities: { ...none, ...quantities },
    ready_quantity: 0,
    vendor_decision: 'NEW',
    reason: null,
    remark: null,
    ...more,
  }
}

describe('what is said once it is answered', () => {
  const words = { t: (key: string, values: object) => `${key} ${JSON.stringify(values)}`, number: String } as never
  const said = (ready_quantity: number, oos_quantity: number, rejected_quantity: number) =>
    answeredWords('PO1', [{ ready_quantity, oos_quantity, rejected_quantity }], words)

  // Would catch: "confirmed" of an order of which every piece was rejected.
  it('is confirmed only where everything is ready', () => {
    expect(said(5, 0, 0)).toContain('confirmed')
    expect(said(0, 0, 5)).toContain('rejected.')
    expect(said(0, 5, 0)).toContain('out of stock')
    expect(said(3, 0, 2)).toContain('"ready":"3"')
    for (const answer of [said(0, 0, 5), said(0, 5, 0), said(3, 1, 1)]) expect(answer).not.toContain('confirmed')
  })
})

// Would catch: "Fully shipped" of 151 of 177 pieces without a word of the other 26.
it('an order that is shipped but not whole says by how many pieces it is short', () => {
  const { quantities } = sku('A', { ordered: 177, shipped: 151, oos: 20, rejected: 6 })
  expect(shortPieces({ status: 'Fully shipped', quantities })).toBe(26)
  expect(shortPieces({ status: 'Partially shipped', quantities })).toBe(0)
})

describe('a kept draft', () => {
  const fresh = freshAnswer([sku('A', { awaiting: 10 }), sku('B', { awaiting: 5 })], 3)

  it('starts with everything ready', () => {
    expect(fresh.values).toEqual({ A: { ready: 10, oos: 0, refused: 0 }, B: { ready: 5, oos: 0, refused: 0 } })
  })

  it('lays what was typed over an order that changed: the numbers and the old version stay, lost SKUs go', () => {
    const saved = {
      version: 2,
      values: { A: { ready: 1, oos: 9, refused: 0 }, Gone: { ready: 1, oos: 0, refused: 0 } },
      reason: 'Stain',
      remark: 'x',
    }
    expect(fitDraft(saved, fresh)).toEqual({
      version: 2,
      values: { A: { ready: 1, oos: 9, refused: 0 }, B: { ready: 5, oos: 0, refused: 0 } },
      reason: 'Stain',
      remark: 'x',
      // Kept before there were proposals.
      proposal: noProposal,
    })
  })

  it('never throws and never invents a number, whatever stands in the storage', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (any, cell) => {
        fitDraft(any, fresh)
        const draft = fitDraft({ version: 1, values: { A: cell } }, fresh)
        for (const n of Object.values(draft?.values.A ?? {})) expect(Number.isSafeInteger(n) && n >= 0).toBe(true)
      }),
    )
  })
})

describe('undoing a recovery', () => {
  it('puts every piece back where it was, under its old reason, beside what else awaits', () => {
    const before = [
      sku('A', { ordered: 10, awaiting: 2, oos: 5, rejected: 3 }, { reason: 'Stain', remark: 'hem' }),
      sku('B', { ordered: 4, awaiting: 4 }),
    ]
    const order = {
      order_id: 'PO1',
      version: 8,
      sku_details: [sku('A', { ordered: 10, awaiting: 9, oos: 0, rejected: 1 }), before[1]],
    }
    expect(undoRecovery(before, order as OrderRow)).toEqual({
      order_id: 'PO1',
      version: 8,
      lines: [
        { nm_sku: 'A', ready_quantity: 2, oos_quantity: 5, rejected_quantity: 2, reason: 'Stain', remark: 'hem' },
      ],
    })
    expect(undoRecovery(before, { ...order, sku_details: before } as OrderRow)).toBeNull()
  })
})

describe('a vendor’s own reason and its proposal', () => {
  it('is sent beside "Other", and the thirteen alone', () => {
    // Would catch: an own reason in the place of the thirteen, which older servers and files do not know.
    const refused = { ready: 0, oos: 0, refused: 3 }
    expect(lineAnswer('A', refused, { ...reasonParts('deadline'), remark: 'x' })).toMatchObject({
      reason: 'Other',
      vendor_reason: 'deadline',
    })
    expect(lineAnswer('A', refused, { ...reasonParts('Stain'), remark: 'x' })).not.toHaveProperty('vendor_reason')
    expect(lineAnswer('A', { ...refused, ready: 3, refused: 0 }, reasonParts('deadline'))).not.toHaveProperty('reason')
    expect(refusalReasons.some(isVendorReason)).toBe(false)
  })

  it('is dropped when another reason is chosen that it does not fit', () => {
    // Would catch: a price that is still proposed after the vendor chose "Deadline too short" or "Stain".
    const draft = { ...noProposal, kind: 'price' as const, price: '52.5' }
    expect(proposalOf(draft, 'price')).toEqual({ kind: 'price', unit_price_minor: 5_250 })
    expect(proposalOf(draft, 'deadline')).toBeNull()
    expect(proposalOf(draft, 'Stain')).toBeNull()
    for (const reason of vendorReasons) expect(vendorReasonWords[reason].proposes).not.toEqual([])
  })

  it('reads prices as people write them, to the cent, and takes nothing else for one', () => {
    // Would catch: 19.99 sent as 1998, and "12,345" read as twelve thousand.
    expect(['19.99', '19,9', ' ５２ ', '0.07'].map(minorOf)).toEqual([1_999, 1_990, 5_200, 7])
    expect(['', '0', '-4', '1.234', '12,345', '1e3', '¥5'].map(minorOf)).toEqual(Array(7).fill(null))
  })

  it('comes back from the storage whatever stands there', () => {
    // Would catch: an order that cannot be opened because of an old draft.
    fc.assert(fc.property(fc.anything(), (any) => void readProposal(any)))
    const typed = { kind: 'quantity' as const, shipBy: '2026-01-02', price: '3', quantities: { A: { back: 2 } } }
    expect(readProposal(JSON.parse(JSON.stringify(typed)))).toEqual(typed)
  })
})

it('cuts a list into parts without losing one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 9 }), (all, size) => {
      expect(chunks(all, size).flat()).toEqual(all)
      for (const part of chunks(all, size)) expect(part.length).toBeLessThanOrEqual(size)
    }),
  )
})
