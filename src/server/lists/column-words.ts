import type { CallContext } from '../http/call.ts'
import { wordsOf } from '../languages/serve-locales.ts'
import type { TableColumn } from '../sheets/write-table.ts'

/** A column whose header is the key of its translation; and its values, where they are words of the program. */
export interface WordColumn<Row> extends TableColumn<Row> {
  readonly isWord?: boolean
}

/** The columns of a file in the language of whoever reads it; what has no translation stays English. */
export async function columnsIn<Row>(
  language: string,
  columns: readonly WordColumn<Row>[],
  { db, resources }: Pick<CallContext, 'db' | 'resources'>,
): Promise<TableColumn<Row>[]> {
  const texts = await wordsOf({ db, resources, language, namespace: 'translation', ownOnly: false })
  const said = (english: string) => texts?.get(english) ?? english
  return columns.map(({ isWord, ...column }) => ({
    ...column,
    header: said(column.header),
    value(row: Row) {
      const value = column.value(row)
      return isWord && typeof value === 'string' ? value.split(', ').map(said).join(', ') : value
    },
  }))
}
