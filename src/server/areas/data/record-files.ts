import { kindNamed, recordKinds } from '../../../shared/areas/data/kinds.ts'
import type { RecordKind, RecordValues } from '../../../shared/areas/data/record-kind.ts'
import { recordWords } from '../../../shared/areas/data/record-words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { bilingual } from '../../../shared/kernel/sheet.ts'
import { writtenValue } from '../../../shared/kernel/sheet-cells.ts'
import { recordDownload } from '../../audit/audit.ts'
import type { CallContext, Handlers } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { writeCsv } from '../../sheets/write-table.ts'
import { movingQuery, recordQuery } from './records.ts'

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
    areExamples: filled,
    spareRows: 200,
  }))
  return { body: writeSheets(sheets) }
}

type Asked = Omit<Parameters<Routes['exportData']>[0], 'is_moving'>

export const exportData: Routes['exportData'] = async ({ format, is_moving, ...filter }, context) => {
  if (is_moving && (filter.kind !== 'all' || format === 'csv')) throw invalidInput('Please check the values sent.')
  const queryOf = is_moving ? movingQuery : recordQuery
  await recordDownload(context, `${filter.kind}.${format}`)
  if (format === 'csv') {
    if (filter.kind === 'all') throw invalidInput('Please check the values sent.')
    const { columns } = kindNamed(filter.kind).sheet
    const asText = columns.map((column) => ({
      header: bilingual(column.header),
      value: (row: RecordValues) => writtenValue(column, row[column.key] ?? null),
    }))
    return { body: writeCsv(asText, valuesOf(queryOf(filter.kind), filter, context)) }
  }
  const { writeSheets } = await import('../../sheets/write-workbook.ts')
  const asked = kindsOf(filter.kind).map((kind) => ({ kind, filter: ofAll(kind, filter) }))
  for (const each of asked) await assertFits(queryOf(each.kind.kind), each, context)
  const sheets = asked.map(({ kind, filter: own }) => ({
    template: kind.sheet,
    rows: valuesOf(queryOf(kind.kind), { ...own, kind: kind.kind as never }, context) as AsyncIterable<
      Record<string, never>
    >,
  }))
  return { body: writeSheets(sheets) }
}

async function* valuesOf(
  query: ReturnType<typeof recordQuery>,
  filter: Omit<Asked, 'format'>,
  context: CallContext,
): AsyncGenerator<RecordValues> {
  for await (const { values } of query.every({ ...filter, kind: filter.kind as never }, context)) yield values
}

/** Of a whole installation everything is written: what is out of use as well, since other records name it. */
function ofAll(kind: RecordKind, filter: Omit<Asked, 'format'>): Omit<Asked, 'format'> {
  return filter.kind === 'all' ? { ...filter, tab: kind.retires ? 'all' : 'active' } : filter
}

/** Throws invalid_input for more rows than a sheet may have: a workbook that ends early would look whole. */
async function assertFits(
  query: ReturnType<typeof recordQuery>,
  { kind, filter }: { kind: RecordKind; filter: Omit<Asked, 'format'> },
  context: CallContext,
) {
  const { kind: _, ...rest } = filter
  const asked = { ...rest, kind: kind.kind as never, part: 'counts', page_size: 1, descending: false } as const
  const { data } = await query.page(asked, context)
  if ((data.counts?.[filter.tab] ?? 0) > MOST_IN_SHEET)
    throw invalidInput(recordWords.tooManyForSheet, { values: { kind_key: kind.many, most: MOST_IN_SHEET } })
}
