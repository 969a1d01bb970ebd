import { Button } from '@blueprintjs/core'
import { allocationLines } from '../../../shared/areas/allocation/lists.ts'
import type { OutwardRow } from '../../../shared/areas/allocation/shapes.ts'
import { choices, choiceWords } from '../../../shared/areas/allocation/words.ts'
import { contract } from '../../../shared/areas.ts'
import { openMoves } from '../../../shared/kernel/lifecycle.ts'
import { allRows } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { tableColumns } from '../../table/columns.tsx'
import { ListTable, useList, useListCounts } from '../../table/ListTable.tsx'
import { choiceFilter, type ListState, searchFilter } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { PassLink, siteChoices } from './parts.tsx'
import { useShortlisting } from './shortlisting.tsx'
import type { FoundTask, taskParams } from './task-params.ts'

const asking = ['line', 'line_store', 'line_source']

/** Lines of an allocation; a line opens the grid of its style, with the reason of its number. */
export function LinesTab({ found, address }: { found: FoundTask; address: ListState<typeof taskParams> }) {
  const words = useLocale()
  const { t } = words
  const { task, stores, sources } = found
  const { task_id, version } = task
  const { choice } = address.state
  const list = useList(allocationLines, address, {
    ...{ call: 'allocation.allocationOutwards', words: asking, also: { task_id, tab: choice }, hasViews: false },
  })
  const counts = useListCounts('allocation.allocationOutwards', { ...list.filter, task_id })
  const bulk = useShortlisting(
    openMoves(found.moves).includes('choose_lines'),
    { ...list, gather: () => allRows('allocation.allocationOutwards', { ...list.asked, page_size: 500 }) },
    (to, rows, options) => {
      const named = { task_id, version, line_ids: rows.map(({ line_id }) => line_id) }
      return to === 'shortlist'
        ? api.allocation.shortlistOutwards(named, options)
        : api.allocation.removeOutwards(named, options)
    },
  )
  return (
    <ListTable
      list={list}
      label={t('Lines')}
      columns={columns}
      file={{ call: contract.frame.exportAllocationLines, ids: 'line_ids' }}
      matching={counts[choice]}
      rowLabel={({ store, nm_sku }) => `${store} ${nm_sku}`}
      onOpen={({ store, nm_sku, style_id, color }) =>
        address.set({ view: 'styles', style: `${style_id}~${color}`, cell: `${store} ${nm_sku}` }, 'push')
      }
      filters={[
        searchFilter<typeof taskParams>('line', t('Store, style or SKU')),
        choiceFilter<typeof taskParams>('line_store', t('Store'), siteChoices(stores, words)),
        choiceFilter<typeof taskParams>('line_source', t('From'), siteChoices(sources, words)),
      ]}
      tools={choices.map((one) => (
        <Button
          key={one}
          size="small"
          active={choice === one}
          aria-pressed={choice === one}
          text={`${t(choiceWords[one])} ${counts[one] ?? ''}`}
          onClick={() => address.set({ choice: choice === one ? 'all' : one })}
        />
      ))}
      bulk={bulk}
      empty={{ title: t('No lines here'), hint: t('Lines come with the calculation.') }}
      emptyFiltered={{ title: t('No line matches'), hint: t('Try other words or clear the filters.') }}
    />
  )
}

const columns = tableColumns<OutwardRow>(allocationLines.fields, {
  cells: {
    gate_pass: ({ gate_pass }) => (gate_pass === null ? null : <PassLink number={gate_pass} />),
  },
})
