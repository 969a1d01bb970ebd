import { Button, MenuItem, PopoverNext } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { listExports } from '../../shared/areas.ts'
import type { Call, GivesFile, Takes } from '../../shared/kernel/call.ts'
import { listWords } from '../../shared/kernel/list.ts'
import { type ListFile, useListFile } from '../actions/use-list-file.ts'
import { fileCall, fileName } from '../api/client.ts'
import { zoneNow } from '../i18n/formats.ts'
import { KeyMenu, MenuGroup } from '../kit/KeyMenu.tsx'
import type { ColumnLayout } from './column-layout.ts'
import type { Column } from './columns.tsx'
import { isEmpty, type Selection } from './selection.ts'
import { useLocale } from './words.ts'

interface ExportMenuProps<R> {
  exports: ListExport
  layout: ColumnLayout<R>
  selection: Selection | undefined
}

const formats = [
  { format: 'xlsx', name: 'Excel (.xlsx)' },
  { format: 'csv', name: 'CSV (.csv)' },
] as const

/** What is seen as a file: all rows that match, or the chosen ones, with the visible columns in their order. */
export function ExportMenu<R>({ exports, layout, selection }: ExportMenuProps<R>) {
  const { t, i18n } = useTranslation()
  const { plural } = useLocale()
  const { take, isTaking } = useListFile()
  const chosen = selection?.mode === 'some' && !isEmpty(selection) ? [...selection.ids] : null
  const get = (format: 'csv' | 'xlsx', ids: readonly string[] | null) => {
    const time_zone = zoneNow()
    const columns = layout.placed.map(({ column }) => column)
    void take(exports.make(looksOf(columns, t, { format, language: i18n.language, time_zone }), ids))
  }
  const items = (title: string, ids: readonly string[] | null) => (
    <MenuGroup title={title}>
      {formats.map(({ format, name }) => (
        <MenuItem key={format} text={t(name)} onClick={() => get(format, ids)} />
      ))}
    </MenuGroup>
  )
  const menu = (
    <KeyMenu className="dt-export">
      {chosen && items(plural(chosen.length, '1 selected row', '{{n}} selected rows'), chosen)}
      {items(t('All rows that match'), null)}
      {exports.more && exports.more.length > 0 && (
        <MenuGroup title={t('More files')}>
          {exports.more.map(({ label, run }) => (
            <MenuItem key={label} text={label} onClick={run} />
          ))}
        </MenuGroup>
      )}
    </KeyMenu>
  )
  return (
    <PopoverNext content={menu} placement="bottom-end" animation="minimal" arrow={false}>
      <Button variant="minimal" size="small" icon={<Download />} text={t('Export')} loading={isTaking} />
    </PopoverNext>
  )
}

/** How the file looks, as the contract takes it. */
export interface Looks {
  format: 'csv' | 'xlsx'
  columns: { id: string; header: string }[]
  words: Record<string, string>
  language: string
  time_zone: string
}

/** A list as a file. `chosen` are row ids, or null for all that match. */
export interface ListExport {
  make(looks: Looks, chosen: readonly string[] | null): ListFile
  /** Other files of the same list, for instance the specification's own; labels in the reader's language. */
  more?: readonly { label: string; run: () => void }[]
}

type ExportCall = Call & { gives: GivesFile<{ format: 'csv' | 'xlsx' }> }

/** The export of a list: its call, the filter and sort as the list's own call takes them, and how chosen rows are named. */
export function listExport<C extends ExportCall>(
  call: C,
  input: Omit<Takes<C>, keyof Looks>,
  chosen: (ids: readonly string[]) => Partial<Takes<C>>,
  more: ListExport['more'] = [],
): ListExport {
  return {
    make(looks, ids) {
      // Column ids are held to the contract's by a test over every list's columns.
      const asked = { ...(ids ? { ...unsearched(input), ...chosen(ids) } : input), ...looks } as unknown as Takes<C>
      const name = fileName(call as ExportCall, { format: looks.format })
      return { call: fileCall(call, asked), name, long: ids === null ? longOf(call, asked) : null }
    },
    more,
  }
}

/** The filter for rows that are named: a search may hide some of them. */
export function unsearched(input: object): object {
  const { search: _search, ...rest } = input as { search?: unknown }
  return rest
}

/** All that match may be many; those chosen by hand never are. */
function longOf(call: ExportCall, input: Record<string, unknown>): ListFile['long'] {
  for (const [name, { path }] of Object.entries(listExports))
    if (path === call.path) return { call: name as keyof typeof listExports, input }
  return null
}

type T = (key: string) => string

/** The visible columns in their order, under the headers and with the words that the reader sees. */
export function looksOf(
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'exports' | 'words' | 'isPrice'>[],
  t: T,
  reader: Pick<Looks, 'format' | 'language' | 'time_zone'>,
): Looks {
  const all = columns.flatMap((column) => column.exports ?? [{ id: column.id, header: column.header }])
  const once = all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at)
  const words = columns.flatMap(({ words = [] }) =>
    isList(words) ? words.map((word) => [word, word] as const) : Object.entries(words),
  )
  const currency = columns.some(({ isPrice }) => isPrice) ? [[listWords.currency, listWords.currency] as const] : []
  return {
    ...reader,
    columns: once.map(({ id, header }) => ({ id, header: t(header) })),
    words: Object.fromEntries([...words, ...currency].map(([code, word]) => [code, t(word)])),
  }
}

function isList(words: readonly string[] | Readonly<Record<string, string>>): words is readonly string[] {
  return Array.isArray(words)
}
