import { key } from '../../i18n/key.ts'
import {
  type Column,
  codeColumn,
  flagsColumn,
  moneyColumn,
  piecesColumn,
  type Tag,
  textColumn,
} from '../../table/columns.tsx'
import type { Words } from '../../table/words.ts'
import type { ReadyBox } from './invoice-plan.ts'

/** Boxes that wait for an invoice; what they are worth for those who may see it. */
export function readyColumns(seesPrices: boolean): readonly Column<ReadyBox>[] {
  const value = moneyColumn<ReadyBox>({ id: 'value', header: key('Invoice value'), width: 104, of: (row) => row.value })
  const flags = flagsColumn<ReadyBox>({ id: 'flags', header: key('To note'), width: 130, of: tagsOf })
  return [
    codeColumn({
      id: 'box',
      header: key('Box'),
      width: 126,
      pinned: true,
      of: (row) => `${row.shipment_id} / ${row.box_no}`,
    }),
    textColumn({
      id: 'supplier',
      header: key('Supplier'),
      width: 230,
      of: (row, words) => words.name(row.supplier_name, row.supplier_name_zh),
    }),
    textColumn({ id: 'styles', header: key('Styles'), width: 130, grows: true, of: stylesOf }),
    piecesColumn({ id: 'ready', header: key('Ready pieces'), width: 96, of: (row) => row.quantities.ready }),
    ...(seesPrices ? [value] : []),
    textColumn({
      id: 'orders',
      header: key('Orders'),
      width: 130,
      shownFrom: 1366,
      of: (row) => row.order_ids.join(', '),
    }),
    textColumn({ id: 'weight', header: key('Weight (kg)'), width: 90, align: 'end', of: weightOf }),
    textColumn({
      id: 'site',
      header: key('Site'),
      width: 120,
      hidden: true,
      of: (row, words) => words.name(row.site_name, row.site_name_zh),
    }),
    textColumn({
      id: 'inwarded_at',
      header: key('Inwarded on'),
      width: 148,
      hidden: true,
      of: (row, words) => words.instant(row.inwarded_at),
    }),
    textColumn({ id: 'sscc', header: key('SSCC'), width: 170, hidden: true, of: (row) => row.sscc }),
    flags,
  ]
}

function stylesOf({ styles, style_count }: ReadyBox): string {
  const more = style_count - styles.length
  return styles.join(', ') + (more > 0 ? ` +${more}` : '')
}

function weightOf({ weight_grams }: ReadyBox, { kilograms }: Words): string {
  return weight_grams === null ? '–' : kilograms(weight_grams)
}

/** What would hold an invoice up, seen before it is tried. */
function tagsOf(row: ReadyBox, { t }: Words): Tag[] {
  const mixed = row.currencies.length > 1
  return [
    ...(mixed ? [{ text: t('Several currencies'), tone: 'bad' as const, hint: row.currencies.join(', ') }] : []),
    ...(row.weight_grams === null ? [{ text: t('No weight'), tone: 'warn' as const }] : []),
    ...(row.quantities.failed > 0 ? [{ text: t('Failed pieces inside'), tone: 'warn' as const }] : []),
  ]
}
