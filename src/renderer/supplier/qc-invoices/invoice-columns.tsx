import { key } from '../../i18n/key.ts'
import {
  type Column,
  codeColumn,
  dayColumn,
  flagsColumn,
  moneyColumn,
  partColumn,
  piecesColumn,
  textColumn,
} from '../../table/columns.tsx'
import { type Invoice, missingWords, stageOf, stageTones, stageWords } from './invoice-stage.ts'

/** Without the value for those who may not see prices. */
export function invoiceColumns(seesPrices: boolean): readonly Column<Invoice>[] {
  const total = moneyColumn<Invoice>({
    id: 'total',
    header: key('Invoice value'),
    width: 104,
    exports: [
      { id: 'total', header: key('Invoice value') },
      { id: 'currency', header: key('Currency') },
    ],
    of: (row) => row.total,
  })
  return [
    codeColumn({ id: 'invoice', header: key('Invoice'), width: 126, pinned: true, of: (row) => row.invoice_number }),
    partColumn({ id: 'state', header: key('Status'), width: 138, words: stageWords, of: stageCell }),
    flagsColumn({
      id: 'missing',
      header: key('Still missing'),
      width: 122,
      words: missingWords,
      of: (row, { t, plural }) => missingTags(row, t, plural),
    }),
    dayColumn({ id: 'issued_on', header: key('Issued on'), width: 104, of: (row) => row.issued_on }),
    textColumn({
      id: 'suppliers',
      header: key('Suppliers'),
      width: 130,
      grows: true,
      of: (row, { name }) => name(row.suppliers.join(', '), row.suppliers_zh.join('、')),
    }),
    piecesColumn({ id: 'boxes', header: key('Boxes'), width: 64, of: (row) => row.boxes }),
    piecesColumn({ id: 'pieces', header: key('Pieces'), width: 72, of: (row) => row.pieces }),
    ...(seesPrices ? [total] : []),
    textColumn({
      id: 'export_order',
      header: key('Export order'),
      width: 104,
      of: (row) => row.export_order?.export_order_number ?? '–',
    }),
    textColumn({
      id: 'consignee',
      header: key('Consignee'),
      width: 140,
      shownFrom: 1400,
      // Names of one house are alike in their first words; its codes are not.
      of: (row) => `${row.consignee} · ${row.consignee_name}`,
    }),
    textColumn({ id: 'created_by', header: key('Made by'), width: 120, hidden: true, of: (row) => row.created_by }),
  ]
}

function stageCell(row: Invoice, { t }: { t: (text: string) => string }) {
  const stage = stageOf(row)
  return (
    <span className="status-tag" data-tone={stageTones[stage]}>
      {t(stageWords[stage])}
    </span>
  )
}

/** How much an export order still wants; of an invoice that is void or gone, nobody asks any more. */
function missingTags(
  row: Invoice,
  t: (text: string) => string,
  plural: (n: number, one: string, many: string) => string,
) {
  const stage = stageOf(row)
  if (stage === 'void' || stage === 'shipped') return []
  const n = row.missing.length
  if (n === 0) return [{ text: t('Complete'), tone: 'good' as const }]
  const hint = [...new Set(row.missing.map(({ field }) => t(missingWords[field] ?? field)))].join('\n')
  return [{ text: plural(n, '1 fact missing', '{{n}} facts missing'), tone: 'warn' as const, hint }]
}
