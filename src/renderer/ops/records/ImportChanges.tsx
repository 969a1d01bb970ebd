import { kindNamed } from '../../../shared/areas/data/kinds.ts'
import { columnOf } from '../../../shared/areas/data/record-kind.ts'
import type { CellValue, SheetColumn } from '../../../shared/kernel/sheet.ts'
import { key } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { type Locale, useLocale } from '../../table/words.ts'
import type { ImportRow } from './use-import.ts'

interface Change {
  id: string
  place: string
  record: string
  column: SheetColumn
  before: CellValue
  after: CellValue
}

const fields: readonly ShownField<Change>[] = [
  { id: 'row', header: key('Row'), of: ({ place }) => place },
  { id: 'record', header: key('Record'), kind: 'code', of: ({ record }) => record },
  { id: 'column', header: key('Column'), of: ({ column }, { t }) => t(column.header.en) },
  { id: 'before', header: key('Before'), of: ({ column, before }, words) => valueShown(column, before, words) },
  { id: 'after', header: key('After'), of: ({ column, after }, words) => valueShown(column, after, words) },
]

/** Rows that change a record: what stood there, and what stands there after them. */
export function ImportChanges({ row, changed }: { row: ImportRow; changed: number }) {
  const { t, number } = useLocale()
  if (row.changes.length === 0) return null
  const isOfSheets = new Set(row.changes.map(({ sheet }) => sheet)).size > 1
  const changes = row.changes.flatMap(({ kind, sheet, row: at, id, values }) =>
    values.map(
      ({ column, before, after }): Change => ({
        id: `${sheet} ${at} ${column}`,
        place: isOfSheets ? `${sheet} ${at}` : String(at),
        record: decodeURIComponent(id.replaceAll('~', ' · ')),
        column: columnOf(kindNamed(kind), column),
        before,
        after,
      }),
    ),
  )
  return (
    <section className="import-changes">
      <div className="faults-head">
        <strong>{t('What changes')}</strong>
        {changed > row.changes.length ? (
          <span className="muted">{t('The first {{n}} rows are shown', { n: number(row.changes.length) })}</span>
        ) : null}
      </div>
      <ScrollPart className="import-changes-rows" label={t('What changes')}>
        <FieldTable fields={fields} rows={changes} rowKey={({ id }) => id} />
      </ScrollPart>
    </section>
  )
}

function valueShown(column: SheetColumn, value: CellValue, { t, money, day, number }: Locale): string {
  if (value === null) return '–'
  if (typeof value === 'object') return money(value)
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'number') return number(value)
  if (column.kind === 'choice') return t(column.choices[value]?.en ?? value)
  return column.kind === 'date' ? day(value) : value
}
