import { companyLine } from '../../../shared/areas/company/facts.ts'
import type { DebitNoteRow } from '../../../shared/areas/rejected-skus/calls.ts'
import { debitStates, rejectedMessages } from '../../../shared/areas/rejected-skus/rules.ts'
import { hasRight } from '../../../shared/areas.ts'
import { dayIn } from '../../../shared/kernel/days.ts'
import { reasonUsually } from '../../../shared/kernel/reasons.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { bothNames, countFact, minorDigits, moneyFact, type Paper, type PaperColumn } from '../../documents/paper.ts'
import type { CallContext, Db, FileReply } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { readCompany } from '../company/facts.ts'
import { amountFacts } from '../invoices/amount-in-words.ts'
import { debitQuery } from './debit-notes.ts'

/** What a vendor is to credit, as pages; without amounts for who may not see prices. */
export async function debitNoteFile(number: string | undefined, context: CallContext): Promise<FileReply> {
  if (number === undefined) throw invalidInput(rejectedMessages.noNote)
  const [id] = await debitQuery.idsInOrder({ debit_notes: [number] }, context, 1)
  const [note] = id === undefined ? [] : await debitQuery.byId([id], context)
  if (note === undefined) throw notFound(rejectedMessages.unknownDebit, { debit_note: number })
  const paper = await paperOf(context.db, note, hasRight(context.caller, 'seePrices'))
  await recordDownload(context, `debit_note_${number}.pdf`, { debit_note: number })
  // Loaded when needed: the libraries for pages would hold up every start.
  const { paperPdf } = await import('../../documents/paper-pdf.ts')
  return { body: paperPdf(paper, context.resources) }
}

type Line = DebitNoteRow['lines'][number]

interface Column extends PaperColumn {
  of: (line: Line) => string | number | null
}

/** The paper has both languages. */
const statesInChinese = { OPEN: '待扣款', DONE: '已扣款', UNDONE: '已撤回' } as const satisfies Record<
  keyof typeof debitStates,
  string
>

const columns: readonly Column[] = [
  { head: 'NM SKU 商品编码', width: 32, kind: 'text', of: (line) => line.nm_sku },
  {
    head: 'Style 款式',
    width: 30,
    kind: 'text',
    of: (line) => `${line.style_id} ${bothNames(line.style_name, line.style_name_zh)}`,
  },
  {
    head: 'Colour, size 颜色尺码',
    width: 26,
    kind: 'text',
    of: (line) => `${bothNames(line.color, line.color_zh)}, ${line.size}`,
  },
  { head: 'Shipment, box 发货单、箱号', width: 28, kind: 'text', of: (line) => `${line.shipment_id} / ${line.box_no}` },
  {
    head: 'Found 原因',
    width: 28,
    kind: 'text',
    of: ({ reasons }) => reasons.map((reason) => bothNames(reason, reasonUsually[reason].zh)).join(', '),
  },
  { head: 'Pieces 件数', width: 14, kind: 'pieces', of: (line) => line.quantity },
]

const units = (minor: number | null | undefined, currency: string) => (minor ?? 0) / 10 ** minorDigits(currency)

const valueColumn: Column = {
  ...{ head: 'Amount 金额', width: 24, kind: 'money' },
  of: ({ value }) => (value === null ? null : units(value.minor, value.currency)),
}

async function paperOf(db: Db, note: DebitNoteRow, seesPrices: boolean): Promise<Paper> {
  const [places, company] = await Promise.all([placesOf(db, note.debit_note), readCompany(db)])
  const currency = note.value?.currency ?? ''
  const shown = seesPrices ? [...columns, valueColumn] : columns
  // Of one that was taken back all lines stand there, under its banner.
  const lines = note.state === 'UNDONE' ? note.lines : note.lines.filter(({ state }) => state !== 'UNDONE')
  const minor = note.value?.minor ?? 0
  return {
    title: 'DEBIT NOTE  扣款单',
    number: note.debit_note,
    banner: note.state === 'UNDONE' ? 'TAKEN BACK 已撤回: nothing is claimed 不再扣款' : null,
    blocks: [
      {
        label: 'VENDOR 供应商',
        lines: [note.supplier_name, note.supplier_name_zh, note.supplier_id, places.vendor, places.vendor_zh].filter(
          Boolean,
        ),
      },
      {
        label: 'CLAIMED BY 扣款方',
        lines: [companyLine(company), bothNames(note.site_name, note.site_name_zh), places.site].filter(Boolean),
      },
    ],
    facts: [
      { label: 'Debit note 扣款单号', value: note.debit_note },
      { label: 'Date 日期', value: dayIn(places.time_zone, new Date(note.created_at)) },
      { label: 'Status 状态', value: `${debitStates[note.state]} ${statesInChinese[note.state]}` },
      ...(seesPrices ? [{ label: 'Currency 币种', value: currency }] : []),
      { label: 'Made by 经办人', value: note.created_by },
    ],
    columns: shown,
    rows: lines.map((line) => shown.map((column) => column.of(line))),
    currency,
    sums: [
      countFact('Pieces 件数', note.pieces),
      ...(seesPrices ? [moneyFact(`Total (${currency}) 合计`, units(minor, currency), currency)] : []),
    ],
    closing: seesPrices ? amountFacts(minor, currency) : [],
    signature: 'Authorised signature 授权签字',
  }
}

async function placesOf(db: Db, number: string) {
  const { rows } = await rowsOf({ site: col.text, time_zone: col.text, vendor: col.text, vendor_zh: col.text })`
    SELECT s.address AS site, s.time_zone, coalesce(v.address, '') AS vendor, coalesce(v.address_zh, '') AS vendor_zh
    FROM debit_note n JOIN site s ON s.id = n.site_id JOIN vendor v ON v.id = n.vendor_id WHERE n.number = ${number}`.execute(
    db,
  )
  return rows[0] ?? { site: '', time_zone: 'UTC', vendor: '', vendor_zh: '' }
}
