import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import { negotiationStatuses } from './rules.ts'
import type { NegotiationRow } from './shapes.ts'

const f = fields<NegotiationRow>()

/** How much more than last paid is asked, as a part of it. */
export const overLastPaid = ({ over_last_paid: over }: Pick<NegotiationRow, 'over_last_paid'>): number | null =>
  over === null ? null : over / 10_000

/** Prices under negotiation, agreed and abandoned. */
export const priceNegotiations = list({
  name: 'price-negotiations',
  rowId: (row) => row.negotiation,
  file: 'price_negotiations',
  fields: [
    f.code('negotiation', key('Negotiation'), (row) => row.negotiation, { width: 120, pinned: true }),
    f.code('style_id', key('Style ID'), (row) => row.style_id, { width: 140, traces: true }),
    f.text('style', key('Style'), (row, { name }) => name(row.style_name, row.style_name_zh), {
      width: 160,
      grows: true,
    }),
    f.text('supplier', key('Supplier'), supplierName, { width: 160, shownFrom: 1280 }),
    f.word('category', key('Category'), (row) => row.category, { width: 110, hidden: true }),
    f.word('status', key('Status'), (row) => row.status, { width: 140, words: negotiationStatuses }),
    f.money('first_price', key('Asked first'), (row) => row.first_price, { width: 100, shownFrom: 1440 }),
    f.money('last_price', key('Price said last'), (row) => row.last_price, { width: 116 }),
    f.money('last_paid', key('Last paid'), (row) => row.last_paid, { width: 96 }),
    f.money('last_ordered', key('Last ordered'), (row) => row.last_ordered, { width: 100 }),
    f.share('over', key('Over that'), overLastPaid, { width: 110, isSigned: true }),
    f.money('target', key('Target'), (row) => row.target, { width: 90, shownFrom: 1600 }),
    f.money('floor', key('Price floor'), (row) => row.floor, { width: 90, hidden: true }),
    f.count('rounds', key('Rounds'), (row) => row.rounds, { width: 76, shownFrom: 1440 }),
    f.day('answer_by', key('Answer by'), (row) => row.answer_by, { width: 116 }),
    f.text('poc', key('Buyer in charge'), (row) => row.poc, { width: 130, shownFrom: 1600 }),
    f.instant('updated_at', key('Last word'), (row) => row.updated_at, { width: 150, hidden: true }),
  ],
})

/** The company's alone: columns that a vendor has no use for. */
export const ourFields: readonly string[] = ['last_paid', 'last_ordered', 'over', 'target', 'floor', 'poc', 'supplier']
