import { kindNamed, recordKinds } from '../../../shared/areas/data/kinds.ts'
import type { RecordKind, RecordValues } from '../../../shared/areas/data/record-kind.ts'
import type { Contract } from '../../../shared/areas.ts'
import { bilingual } from '../../../shared/kernel/sheet.ts'
import { writtenValue } from '../../../shared/kernel/sheet-cells.ts'
import { recordDownload } from '../../audit/audit.ts'
import type { CallContext, Handlers } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { writeCsv } from '../../sheets/write-table.ts'
import { recordQuery } from './records.ts'

type Routes = Handlers<Contract['data']>

/** Rows of a sheet of Excel, without its header. */
const MOST_IN_SHEET = 1_048_575

const kindsOf = (kind: string): readonly RecordKind[] => (kind === 'all' ? recordKinds : [kindNamed(kind)])

/** Libraries for workbooks are loaded when needed: they would hold up every start. */

export const getSample: Routes['getSample'] = async ({ kind, filled }, context) => {
  const { writeSheets } = await import('../../sheets/write-workbook.ts')
  await recordDownload(context, `${kind}_template.xlsx`)
  const sheets = kindsOf(kind).map((one) => ({
    template: one.sheet,
    rows: filled ? (one.examples as readonly Record<string, never>[]) : [],
    spareRows: 200,
  }))
  return { body: writeSheets(sheets) }
}

type Asked = Parameters<Routes['exportData']>[0]

export const exportData: Routes['exportData'] = async ({ format, ...filter }, context) => {
  await recordDownload(context, `${filter.kind}.${format}`)
  if (format === 'csv') {
    if (filter.kind === 'all') throw invalidInput('Please check the values sent.')
    const { columns } = kindNamed(filter.kind).sheet
    const asText = columns.map((column) => ({
      header: bilingual(column.header),
      value: (row: RecordValues) => writtenValue(column, row[column.key] ?? null),
    }))
    return { body: writeCsv(asText, valuesOf(filter.kind, filter, context)) }
  }
  const { writeSheets } = await import('../../sheets/write-workbook.ts')
  const sheets = kindsOf(filter.kind).map((kind) => ({
    template: kind.sheet,
    rows: firstRows(valuesOf(kind.kind, filter, context)) as AsyncIterable<Record<string, never>>,
  }))
  return { body: writeSheets(sheets) }
}

async function* valuesOf(
  kind: string,
  { kind: _, ...filter }: Omit<Asked, 'format'>,
  context: CallContext,
): AsyncGenerator<RecordValues> {
  for await (const { values } of recordQuery(kind).every({ ...filter, kind: kind as never }, context)) yield values
}

async function* firstRows(rows: AsyncGenerator<RecordValues>): AsyncGenerator<RecordValues> {
  let count = 0
  for await (const row of rows) {
    if (count++ === MOST_IN_SHEET) return
    yield row
  }
}
