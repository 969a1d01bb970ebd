import { Button, MenuItem, PopoverNext } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { useListFile } from '../actions/use-list-file.ts'
import { KeyMenu } from '../kit/KeyMenu.tsx'
import { MenuGroup } from '../kit/MenuGroup.tsx'
import { type ListExport, looksOf } from './list-export.ts'
import { isEmpty, type Selection } from './selection.ts'
import type { ColumnLayout } from './use-column-layout.ts'
import { useWords } from './words.ts'

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
  const { plural } = useWords()
  const { take, isTaking } = useListFile()
  const chosen = selection?.mode === 'some' && !isEmpty(selection) ? [...selection.ids] : null
  const get = (format: 'csv' | 'xlsx', ids: readonly string[] | null) => {
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
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
