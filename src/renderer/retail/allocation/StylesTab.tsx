import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import type { AllocatedStyle } from '../../../shared/areas/allocation/shapes.ts'
import { choiceWords } from '../../../shared/areas/allocation/words.ts'
import { openMoves } from '../../../shared/kernel/lifecycle.ts'
import { useAction } from '../../actions/useAction.ts'
import { useCounts, useRows } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { type Column, partColumn, piecesColumn, statusColumn, textColumn } from '../../table/columns.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import type { ListState } from '../../table/list-state.ts'
import { useChosenRows, useRowSelection } from '../../table/selection.ts'
import { useLocale } from '../../table/words.ts'
import { StyleGrid } from './StyleGrid.tsx'
import type { FoundTask, taskParams } from './TaskDrawer.tsx'

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

const rowId = (row: AllocatedStyle) => `${row.style_id}~${row.color}`

function StyleList({ found, address }: StylesTabProps) {
  const { t } = useLocale()
  const { task_id, version } = found.task
  const [isBroken, setBroken] = useState(false)
  const asked = { task_id, ...(isBroken && { is_broken: true }) }
  const list = useRows('allocation.allocationStyles', { ...asked, page_size: 100 })
  const counts = useCounts('allocation.allocationStyles', asked)
  const selection = useRowSelection(JSON.stringify(asked))
  const chosen = useChosenRows(selection, list, rowId, '')
  const mayChoose = openMoves(found.moves).includes('choose_styles')
  const styles = chosen.map(({ style_id, color }) => ({ style_id, color }))
  const choose = useAction(
    (to: 'shortlist' | 'remove', options) =>
      to === 'shortlist'
        ? api.allocation.shortlistStyles({ task_id, version, styles }, options)
        : api.allocation.removeStyles({ task_id, version, styles }, options),
    { refresh: ['allocation'], looksAgain: true },
  )
  const pick = (to: 'shortlist' | 'remove') => void choose.run(to).then((done) => done && selection.clear())
  return (
    <DataTable
      tableId="allocation-styles"
      label={t('Styles')}
      columns={columns}
      list={list}
      rowId={rowId}
      rowLabel={(row) => `${row.style_id} ${row.color}`}
      selection={selection}
      matching={counts.all}
      onOpen={(row) => address.set({ style: rowId(row), cell: '' }, 'push')}
      tools={
        <Button
          size="small"
          active={isBroken}
          text={t('Only with broken core sizes')}
          aria-pressed={isBroken}
          onClick={() => setBroken(!isBroken)}
        />
      }
      bulk={
        mayChoose ? (
          <>
            <Button
              size="small"
              intent="primary"
              text={t('Shortlist')}
              loading={choose.isRunning}
              onClick={() => pick('shortlist')}
            />
            <Button size="small" text={t('Take out')} loading={choose.isRunning} onClick={() => pick('remove')} />
          </>
        ) : null
      }
      empty={{
        title: isBroken ? t('No core size is missing at a store') : t('No styles here'),
      }}
    />
  )
}

const columns: readonly Column<AllocatedStyle>[] = [
  partColumn({
    ...{ id: 'style', header: key('Style'), width: 260, grows: true, pinned: true },
    of: (row, { name }) => (
      <WithPicture of={row}>{`${row.style_id} ${name(row.style_name, row.style_name_zh)}`}</WithPicture>
    ),
  }),
  textColumn({
    ...{ id: 'color', header: key('Colour'), width: 110 },
    of: (row, { name }) => name(row.color, row.color_zh),
  }),
  statusColumn({ id: 'choice', header: key('Status'), width: 120, of: ({ choice }) => choiceWords[choice] }),
  piecesColumn({ id: 'available', header: key('May be given'), width: 110, of: ({ available }) => available }),
  piecesColumn({ id: 'need', header: key('Needed'), width: 80, of: ({ need }) => need }),
  piecesColumn({ id: 'given', header: key('Given'), width: 80, of: ({ given }) => given }),
  piecesColumn({ id: 'short', header: key('Missing'), width: 80, tone: 'warn', of: ({ short }) => short }),
  piecesColumn({ id: 'stores', header: key('Stores'), width: 80, of: ({ stores }) => stores }),
  piecesColumn({
    ...{ id: 'broken_stores', header: key('Core sizes broken'), width: 130, tone: 'bad' },
    means: key('Stores where a core size is missing after the plan'),
    of: ({ broken_stores }) => broken_stores,
  }),
]
