import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { refusalReasons } from '../../kernel/reasons.ts'
import { key } from '../../kernel/words.ts'
import type { DebitNoteRow, RejectedSku } from './calls.ts'
import { debitStanding, debitStandings, dispositionKinds, dispositionWords, rejectedNow } from './rules.ts'

/** What China had found of the same pieces. */
export const chinaWords = {
  passed: key('Passed'),
  failed: key('Failed QC'),
  mixed: key('Part failed QC'),
  skipped: key('QC skipped'),
} as const

export function chinaVerdict({ china }: Pick<RejectedSku, 'china'>): keyof typeof chinaWords | null {
  if (china === null) return null
  if (china.is_skipped) return 'skipped'
  if (china.failed > 0) return china.passed > 0 ? 'mixed' : 'failed'
  return china.passed > 0 ? 'passed' : null
}

/** Numbers of the notes that decisions made. */
const notesOf = ({ dispositions }: RejectedSku) => [
  ...new Set(dispositions.flatMap((one) => one.return_note ?? one.debit_note ?? [])),
]

const f = fields<RejectedSku>()
const hidden = true

export const rejectedSkus = list({
  name: 'rejected-skus',
  rowId: (row: RejectedSku) => row.rejected_id,
  file: 'rejected_skus',
  shared: [['to_reconcile', 'waiting']],
  fields: [
    f.code('nm_sku', key('NM SKU'), (row) => row.nm_sku, { width: 150, pinned: true }),
    f.text('style', key('Style'), (row, { name }) => name(row.style_name, row.style_name_zh), {
      ...{ width: 170, grows: true, with: ['style_id'] },
    }),
    f.code('style_id', key('Style ID'), (row) => row.style_id, { isPart: true }),
    f.text('color', key('Colour'), (row, { name }) => name(row.color, row.color_zh), { width: 90, shownFrom: 1500 }),
    f.text('size', key('Size'), (row) => row.size, { width: 54 }),
    f.code('box', key('Box'), (row) => `${row.shipment_id} / ${row.box_no}`, { width: 118 }),
    f.text('supplier', key('Supplier'), supplierName, { width: 130, shownFrom: 1400 }),
    f.pieces('rejected', key('Rejected pcs'), rejectedNow, { width: 96 }),
    f.pieces('balance', key('To decide'), (row) => row.balance, { width: 74, tone: 'bad' }),
    f.pieces('waiting', key('Waiting'), (row) => row.waiting, { width: 72, tone: 'warn' }),
    f.words('reasons', key('Reasons found'), (row) => row.reasons, { width: 150, words: refusalReasons }),
    f.word('china', key('In China'), chinaVerdict, { width: 110, words: chinaWords }),
    f.instant('rejected_at', key('Rejected on'), (row) => row.rejected_at, { width: 148, hidden }),
    f.count('photos', key('Photos'), (row) => row.image_ids.length, { width: 62, hidden }),
    f.code('sscc', key('SSCC'), (row) => row.sscc, { width: 160, hidden, traces: true }),
    f.text('site', key('Site'), (row, { name }) => name(row.site_name, row.site_name_zh), { width: 150, hidden }),
    ...dispositionKinds.map((kind) =>
      f.pieces(kind, dispositionWords[kind], (row) => row.decided[kind] ?? 0, { width: 84, hidden }),
    ),
    f.text('notes', key('Notes made'), (row) => notesOf(row).join(' '), { width: 130, hidden }),
  ],
})

const d = fields<DebitNoteRow>()

export const debitNotes = list({
  name: 'debit-notes',
  rowId: (row: DebitNoteRow) => row.debit_note,
  file: 'debit_notes',
  fields: [
    d.code('debit_note', key('Debit note'), (row) => row.debit_note, { width: 140, pinned: true }),
    d.word('state', key('Status'), (row) => debitStanding(row.state, row.lines), { width: 140, words: debitStandings }),
    d.text('supplier', key('Supplier'), supplierName, { width: 200, grows: true }),
    d.pieces('pieces', key('Pieces'), (row) => row.pieces, { width: 72 }),
    d.money('value', key('Amount claimed'), (row) => row.value, { width: 116 }),
    d.instant('created_at', key('Created'), (row) => row.created_at, { width: 148 }),
    d.text('site', key('Site'), (row, { name }) => name(row.site_name, row.site_name_zh), { width: 150, hidden }),
    d.text('created_by', key('Created by'), (row) => row.created_by, { width: 140, hidden }),
  ],
})
