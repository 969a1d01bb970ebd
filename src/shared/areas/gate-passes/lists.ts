import { fields, type Reader } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import { damageReasons, discrepancyKinds, passStatusNames, passTypes } from './rules.ts'
import type { GatePassRow, InTransitRow, PassDiscrepancyRow } from './shapes.ts'

const fromName = (row: { from_site_name: string; from_site_name_zh: string }, { name }: Reader) =>
  name(row.from_site_name, row.from_site_name_zh)
const toName = (row: { to_name: string; to_name_zh: string }, { name }: Reader) => name(row.to_name, row.to_name_zh)
const colorName = (row: { color: string; color_zh: string }, { name }: Reader) => name(row.color, row.color_zh)

export const conditionNames = { good: key('Good'), b_grade: key('B-grade'), damaged: key('Damaged') } as const

const p = fields<GatePassRow>()

export const gatePasses = list({
  name: 'gate-passes',
  rowId: (row) => row.gate_pass,
  file: 'gate_passes',
  shared: [
    ['on_way', 'overdue'],
    ['received', 'overdue'],
    ['completed', 'overdue'],
  ],
  fields: [
    p.code('gate_pass', key('Gate pass'), (row) => row.gate_pass, { width: 108, pinned: true }),
    p.word('status', key('Status'), (row) => row.status, { width: 150, words: passStatusNames }),
    p.word('type', key('Type'), (row) => row.type, { width: 120, words: passTypes }),
    p.text('from', key('Sent from'), fromName, { width: 160 }),
    p.text('to', key('Sent to'), toName, { width: 160, grows: true }),
    p.pieces('boxes', key('Boxes'), (row) => row.boxes, { width: 62 }),
    p.pieces('planned', key('Planned'), (row) => row.planned, { width: 74 }),
    p.pieces('packed', key('Packed'), (row) => row.packed, { width: 74 }),
    p.pieces('sent', key('Sent'), (row) => row.sent, { width: 66 }),
    p.pieces('received', key('Received'), (row) => row.received, { width: 74 }),
    p.pieces('pending', key('On the road'), (row) => row.pending, { width: 86, tone: 'warn' }),
    p.count('age_days', key('Days'), (row) => row.age_days, { width: 56 }),
    p.day('expected_return_on', key('Back by'), (row) => row.expected_return_on, { width: 96, shownFrom: 1400 }),
    p.instant('created_at', key('Created'), (row) => row.created_at, { width: 148, shownFrom: 1400 }),
    p.pieces('to_return', key('To come back'), (row) => row.to_return, { width: 90, hidden: true }),
    p.pieces('damaged', key('Damaged'), (row) => row.damaged, { width: 74, hidden: true, tone: 'bad' }),
    p.pieces('excess', key('Too many'), (row) => row.excess, { width: 74, hidden: true, tone: 'warn' }),
    p.pieces('closed_short', key('Too few'), (row) => row.closed_short, {
      width: 66,
      hidden: true,
      tone: 'bad',
    }),
    p.count('open_discrepancies', key('Unsettled differences'), (row) => row.open_discrepancies, {
      width: 90,
      hidden: true,
    }),
    p.code('document', key('Document'), (row) => row.document?.number ?? null, { width: 132, hidden: true }),
    p.text('carrier', key('Carrier'), (row) => row.carrier, { width: 120, hidden: true }),
    p.code('vehicle_no', key('Vehicle'), (row) => row.vehicle_no, { width: 110, hidden: true }),
    p.text('purpose', key('Purpose'), (row) => row.purpose, { width: 150, hidden: true }),
    p.text('created_by', key('Created by'), (row) => row.created_by, { width: 140, hidden: true }),
    p.instant('submitted_at', key('Submitted'), (row) => row.submitted_at, { width: 148, hidden: true }),
    p.instant('completed_at', key('Completed'), (row) => row.completed_at, { width: 148, hidden: true }),
  ],
})

const t = fields<InTransitRow>()

export const goodsInTransit = list({
  name: 'goods-in-transit',
  rowId: (row) => row.line_id,
  file: 'goods_in_transit',
  fields: [
    t.code('gate_pass', key('Gate pass'), (row) => row.gate_pass, { width: 108, pinned: true }),
    t.code('nm_sku', key('SKU'), (row) => row.nm_sku, { width: 140, traces: true }),
    t.code('style', key('Style'), (row) => row.style_id, { width: 100, traces: true }),
    t.text('color', key('Colour'), colorName, { width: 110 }),
    t.text('size', key('Size'), (row) => row.size, { width: 56 }),
    t.pieces('quantity', key('Pieces'), (row) => row.quantity, { width: 66 }),
    t.text('from', key('Sent from'), fromName, { width: 160 }),
    t.text('to', key('Sent to'), toName, { width: 160, grows: true }),
    t.count('days', key('Days on the road'), (row) => row.days_on_way, { width: 80 }),
    t.instant('submitted_at', key('Submitted'), (row) => row.submitted_at, { width: 148 }),
    t.word('condition', key('Condition'), (row) => row.condition, { width: 90, hidden: true, words: conditionNames }),
    t.word('type', key('Type'), (row) => row.type, { width: 130, hidden: true, words: passTypes }),
    t.day('expected_return_on', key('Back by'), (row) => row.expected_return_on, { width: 96, hidden: true }),
    t.text('carrier', key('Carrier'), (row) => row.carrier, { width: 120, hidden: true }),
  ],
})

const d = fields<PassDiscrepancyRow>()

export const passDiscrepancies = list({
  name: 'gate-pass-discrepancies',
  rowId: (row) => row.case_id,
  file: 'gate_pass_discrepancies',
  fields: [
    d.code('gate_pass', key('Gate pass'), (row) => row.gate_pass, { width: 108, pinned: true }),
    d.word('kind', key('What differs'), (row) => row.kind, { width: 96, words: discrepancyKinds }),
    d.code('nm_sku', key('SKU'), (row) => row.nm_sku, { width: 140, traces: true }),
    d.code('style', key('Style'), (row) => row.style_id, { width: 100, traces: true }),
    d.text('color', key('Colour'), colorName, { width: 110 }),
    d.text('size', key('Size'), (row) => row.size, { width: 56 }),
    // Good and damaged pieces of one SKU that came too many are two rows.
    d.word('condition', key('Condition'), (row) => row.condition, { width: 90, words: conditionNames }),
    d.pieces('quantity', key('Pieces'), (row) => row.quantity, { width: 66 }),
    d.pieces('settled', key('Settled'), (row) => row.settled, { width: 70 }),
    d.text('from', key('Sent from'), fromName, { width: 150 }),
    d.text('to', key('Sent to'), toName, { width: 150, grows: true }),
    d.count('age_days', key('Days'), (row) => row.age_days, { width: 56 }),
    d.instant('opened_at', key('Opened'), (row) => row.opened_at, { width: 148 }),
    d.word('reason', key('Reason'), (row) => row.reason, { width: 110, hidden: true, words: damageReasons }),
    d.text('remark', key('Remark'), (row) => row.remark, { width: 160, hidden: true }),
  ],
})
