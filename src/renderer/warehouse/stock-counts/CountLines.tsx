import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { countLines } from '../../../shared/areas/stock-counts/lists.ts'
import type { CountLineRow, CountPlaceRow, StockCountRow } from '../../../shared/areas/stock-counts/shapes.ts'
import { leftWords } from '../../../shared/areas/stock-counts/words.ts'
import { contract } from '../../../shared/areas.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { tableColumns } from '../../table/columns.tsx'
import { ListTable, useList, useListCounts } from '../../table/ListTable.tsx'
import { filterBy, oneOfParam, searchFilter, textParam, useListState } from '../../table/list-state.ts'
import { type Locale, useLocale } from '../../table/words.ts'
import { TypeCountDialog } from './TypeCountDialog.tsx'

const lineParams = { q: filterBy('search', textParam()), lines: oneOfParam(['all', 'different', 'left'], 'all') }

/** What was counted, line by line; one is typed anew by opening it. */
export function CountLines({ count, places }: { count: StockCountRow; places: readonly CountPlaceRow[] }) {
  const { t } = useLocale()
  const { number } = count
  const address = useListState(lineParams)
  const { lines } = address.state
  const list = useList(countLines, address, {
    ...{ call: 'stockCounts.getStockCountLines', also: { number, tab: lines }, hasViews: false },
  })
  const counts = useListCounts('stockCounts.getStockCountLines', { number })
  const type = useDialog(TypeCountDialog, { number, places })
  const isTypable = count.state === 'OPEN' && count.may_count
  const columns = useMemo(() => tableColumns(countLines.fields, { cells }), [])
  const choice = (tab: 'different' | 'left', words: string) => (
    <Button active={lines === tab} text={words} onClick={() => address.set({ lines: lines === tab ? 'all' : tab })} />
  )
  return (
    <>
      <ListTable
        list={list}
        label={t('SKUs counted')}
        columns={columns}
        hasSelection={false}
        matching={counts[lines]}
        rowLabel={(row) => row.nm_sku}
        {...(isTypable && { onOpen: (line: CountLineRow) => type.open({ line }) })}
        file={{ call: contract.frame.exportStockCountLines, ids: 'line_ids' }}
        filters={[searchFilter<typeof lineParams>('q', t('SKU, style, shelf'))]}
        tools={
          <>
            {counts.different === undefined
              ? null
              : choice('different', t('Only differences ({{n}})', { n: counts.different }))}
            {counts.left ? choice('left', t('Cannot be posted ({{n}})', { n: counts.left })) : null}
            {isTypable ? <Button text={t('Type a quantity…')} onClick={() => type.open({ line: null })} /> : null}
          </>
        }
        empty={{ title: t('Nothing was counted yet.') }}
      />
      {type.dialog}
    </>
  )
}

const cells = {
  style: (row: CountLineRow, { name }: Locale) => (
    <WithPicture of={row}>{`${row.style_id} ${name(row.style_name, row.style_name_zh)}`}</WithPicture>
  ),
  left_behind: ({ left_behind }: CountLineRow, { t }: Locale) =>
    left_behind ? <span title={t(leftWords[left_behind].hint)}>{t(leftWords[left_behind].word)}</span> : null,
}
