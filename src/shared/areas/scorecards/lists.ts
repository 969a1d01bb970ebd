import { type Field, fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import { actionFigures } from '../corrective-actions/figures.ts'
import type { ScorecardRow } from './calls.ts'
import { type CardFigureName, cardFigureNames, cardFigures, defectsIn } from './figures.ts'

const f = fields<ScorecardRow>()

/** As wide as their headers: all fit a laptop. */
const widths: Partial<Record<CardFigureName, number>> = {
  on_time: 88,
  short: 72,
  lots: 116,
  dhu: 140,
  discrepancies: 172,
  disputes: 128,
}

function figureField(name: CardFigureName): Field<ScorecardRow> {
  const { kind, label, of } = cardFigures[name]
  const looks = { width: widths[name] ?? 104, sort: name }
  return kind === 'share' ? f.share(name, label, of, looks) : f.number(name, label, of, { ...looks, digits: 1 })
}

/** How vendors did within some days: the figures, and the counts that they are made of. */
export const scorecards = list({
  name: 'scorecards',
  rowId: (row) => row.supplier_id,
  file: 'vendor-scorecards',
  fields: [
    f.code('supplier_id', key('Supplier ID'), (row) => row.supplier_id, { width: 96, pinned: true }),
    f.text('supplier', key('Supplier'), supplierName, { width: 180, grows: true, sort: 'supplier' }),
    ...cardFigureNames.map(figureField),
    f.count('open_actions', actionFigures.actionsToAnswer.label, (row) => row.open_actions, {
      ...{ width: 190, shownFrom: 1440 },
    }),
    f.count('overdue_actions', actionFigures.actionsOverdue.label, (row) => row.overdue_actions, {
      ...{ width: 120, tone: 'bad', shownFrom: 1680 },
    }),
    f.count('due', key('Orders due'), (row) => row.due, { width: 100, shownFrom: 1680 }),
    f.count('late', key('Orders not on time'), (row) => row.due - row.on_time, { width: 110, shownFrom: 1680 }),
    f.pieces('short_pieces', key('Short pieces'), (row) => row.short_pieces, { width: 100, shownFrom: 1680 }),
    f.count('lots_accepted', key('Lots accepted, number'), (row) => row.lots_accepted, { width: 110, hidden: true }),
    f.count('lots_rejected', key('Lots rejected, number'), (row) => row.lots_rejected, { width: 110, hidden: true }),
    f.pieces('looked_at', key('Units looked at'), (row) => row.looked_at, { width: 110, hidden: true }),
    f.count('defects', key('Defects'), defectsIn, { width: 90, hidden: true }),
    f.count('boxes', key('Boxes at QC'), (row) => row.boxes, { width: 100, hidden: true }),
    f.count('cases', key('Differences'), (row) => row.discrepancies, { width: 110, hidden: true }),
    f.count('disputed', key('Disputed QC results'), (row) => row.disputes, { width: 120, hidden: true }),
    f.count('came', key('Orders approved'), (row) => row.came, { width: 110, hidden: true }),
    f.count('answered', key('Of these answered'), (row) => row.answered, { width: 110, hidden: true }),
  ],
})
