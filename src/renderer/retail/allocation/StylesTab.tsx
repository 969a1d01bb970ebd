import { Button } from '@blueprintjs/core'
import type { AllocatedStyle } from '../../../shared/areas/allocation/shapes.ts'
import { type Choice, choices, choiceWords } from '../../../shared/areas/allocation/words.ts'
import { openMoves } from '../../../shared/kernel/lifecycle.ts'
import { allRows, useCounts, useRows } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { type Column, partColumn, piecesColumn, statusColumn, textColumn } from '../../table/columns.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { FilterBar } from '../../table/FilterBar.tsx'
import { type ListState, searchFilter } from '../../table/list-state.ts'
import { useChosenRows, useRowSelection } from '../../table/selection.ts'
import { useLocale } from '../../table/words.ts'
import { StyleGrid } from './StyleGrid.tsx'
import { useShortlisting } from './shortlisting.tsx'
import type { FoundTask } from './task-params.ts'
import { taskParams } from './task-params.ts'

interface StylesTabProps {
  found: FoundTask
  address: ListState<typeof taskParams>
}

/** What an allocation offers, style by style; one opens its stores and sizes. */
export function StylesTab(props: StylesTabProps) {
  const [style_id = '', color = ''] = props.address.state.style.split('~')
  return style_id === '' || color === '' ? (
    <StyleList {...props} />
  ) : (
    <StyleGrid key={`${style_id} ${color}`} {...props} styleId={style_id} color={color} />
  )
}

const warningWords = { broken: key('Core sizes broken'), over: key('Over target') } as const
const isChoice = (only: string): only is Choice => choices.some((one) => one === only)

const rowId = (row: AllocatedStyle) => `${row.style_id}~${row.color}`

function StyleList({ found, address }: StylesTabProps) {
  const { t } = useLocale()
  const { task_id, version } = found.task
  const { only, find } = address.state
  const asked = {
    ...{ task_id, tab: isChoice(only) ? only : ('all' as const) },
    ...(only === 'broken' && { is_broken: true }),
    ...(only === 'over' && { is_over: true }),
  }
  const filter = { ...asked, ...(find && { search: find }) }
  const list = useRows('allocation.allocationStyles', { ...filter, page_size: 100 })
  const counts = useCounts('allocation.allocationStyles', { task_id, ...(find && { search: find }) })
  const selection = useRowSelection(JSON.stringify(asked), find)
  const chosen = useChosenRows(selection, list, rowId, find)
  const bulk = useShortlisting(
    openMoves(found.moves).includes('choose_styles'),
    { selection, chosen, gather: () => allRows('allocation.allocationStyles', { ...filter, page_size: 500 }) },
    (to, rows, options) => {
      const named = { task_id, version, styles: rows.map(({ style_id, color }) => ({ style_id, color })) }
      return to === 'shortlist'
        ? api.allocation.shortlistStyles(named, options)
        : api.allocation.removeStyles(named, options)
    },
  )
  return (
    <DataTable
      tableId="allocation-styles"
      label={t('Styles')}
      columns={columns}
      list={list}
      rowId={rowId}
      rowLabel={(row) => `${row.style_id} ${row.color}`}
      selection={selection}
      {...(only !== 'broken' && only !== 'over' && { matching: counts[only] })}
      filters={
        <FilterBar
          params={taskParams}
          address={address}
          filters={[searchFilter<typeof taskParams>('find', t('Style, name or colour'))]}
        />
      }
      onOpen={(row) => address.set({ style: rowId(row), cell: '' }, 'push')}
      tools={[...choices, 'broken' as const, 'over' as const].map((one) => (
        <Button
          key={one}
          size="small"
          active={only === one}
          aria-pressed={only === one}
          text={isChoice(one) ? `${t(choiceWords[one])} ${counts[one] ?? ''}` : t(warningWords[one])}
          onClick={() => address.set({ only: only === one ? 'all' : one })}
        />
      ))}
      bulk={bulk}
      empty={{
        title: only === 'broken' ? t('No core size is missing at a store') : t('No styles here'),
      }}
    />
  )
}

const columns: readonly Column<AllocatedStyle>[] = [
  partColumn({
    ...{ id: 'style', header: key('Style'), width: 184, grows: true, pinned: true },
    of: (row, { name }) => (
      <WithPicture of={row}>{`${row.style_id} ${name(row.style_name, row.style_name_zh)}`}</WithPicture>
    ),
  }),
  textColumn({
    ...{ id: 'color', header: key('Colour'), width: 92 },
    of: (row, { name }) => name(row.color, row.color_zh),
  }),
  statusColumn({ id: 'choice', header: key('Status'), width: 100, of: ({ choice }) => choiceWords[choice] }),
  piecesColumn({ id: 'available', header: key('May be given'), width: 100, of: ({ available }) => available }),
  piecesColumn({ id: 'need', header: key('Needed'), width: 75, of: ({ need }) => need }),
  piecesColumn({
    ...{ id: 'extra', header: key('+ Beyond'), width: 80 },
    means: key('For sets, packs and cells locked higher'),
    of: ({ extra }) => extra,
  }),
  piecesColumn({
    ...{ id: 'cut', header: key('− No room'), width: 85 },
    means: key('No room at the stores, or locked lower'),
    of: ({ cut }) => cut,
  }),
  piecesColumn({
    ...{ id: 'unset', header: key('− No set'), width: 80, tone: 'warn' },
    means: key('Pieces of stores for which no minimum set can be made up'),
    of: ({ unset }) => unset,
  }),
  piecesColumn({ id: 'short', header: key('− Short at source'), width: 120, tone: 'warn', of: ({ short }) => short }),
  piecesColumn({
    ...{ id: 'left_out', header: key('− Left out'), width: 80 },
    means: key('Taken out, or not on the shortlist once there is one'),
    of: ({ left_out }) => left_out,
  }),
  piecesColumn({ id: 'given', header: key('= Given'), width: 75, of: ({ given }) => given }),
  piecesColumn({ id: 'stores', header: key('Stores'), width: 65, of: ({ stores }) => stores }),
  piecesColumn({
    ...{ id: 'broken_stores', header: key('Core sizes broken'), width: 112, tone: 'bad' },
    means: key('Stores where a core size is missing after the plan'),
    of: ({ broken_stores }) => broken_stores,
  }),
  piecesColumn({
    ...{ id: 'over_stores', header: key('Over target'), width: 90, tone: 'warn' },
    means: key('Stores that get some and then have more than their target'),
    of: ({ over_stores }) => over_stores,
  }),
]
