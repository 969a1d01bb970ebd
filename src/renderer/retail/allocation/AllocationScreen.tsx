import './allocation.css'
import { Button } from '@blueprintjs/core'
import { allocationTasks } from '../../../shared/areas/allocation/lists.ts'
import type { TaskRow } from '../../../shared/areas/allocation/shapes.ts'
import { taskStates, taskStateWords } from '../../../shared/areas/allocation/words.ts'
import { contract } from '../../../shared/areas.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { statusCell, tableColumns } from '../../table/columns.tsx'
import { ListScreen, useTabbedList } from '../../table/ListTable.tsx'
import {
  choiceFilter,
  type Filter,
  filterBy,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { CreateDialog } from './CreateDialog.tsx'
import { plainChoices, siteChoices } from './parts.tsx'
import { TaskDrawer } from './TaskDrawer.tsx'

const tabs = ['open', ...taskStates, 'all'] as const
const tabWords = { ...taskStateWords, open: key('Open'), all: key('All') } as const

/** Plans of which store gets what; a row opens its styles, its lines and what may be done with it. */
export function AllocationScreen() {
  const words = useLocale()
  const { t } = words
  const address = useListState(params)
  const { state, set } = address
  const { list, matching, paged } = useTabbedList(allocationTasks, address, {
    call: 'allocation.allocationTasks',
    tabs: tabs,
    words: tabWords,
    open: { task: '' },
  })
  const config = useAnswer('allocation.getAllocationConfig', {}).data
  const create = useDialog(CreateDialog, { onCreated: (task: string) => set({ task }, 'push') })
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('Number or name')),
    choiceFilter('season', t('Season'), plainChoices(config?.seasons)),
    choiceFilter('category', t('Category'), plainChoices(config?.categories, (word) => t(word))),
    choiceFilter('store', t('Store'), siteChoices(config?.stores, words)),
  ]
  return (
    <ListScreen
      page={{
        title: t('Allocation dashboard'),
        ...paged,
        tools: (
          <Button
            size="small"
            intent="primary"
            text={t('New allocation…')}
            disabled={!config}
            onClick={() => config && create.open({ config })}
          />
        ),
      }}
      list={list}
      label={t('Allocations')}
      columns={columns}
      opens="task"
      opensOnlyMatch
      file={{ call: contract.frame.exportAllocations, ids: 'task_ids' }}
      filters={filters}
      matching={matching}
      empty={{
        title: t('No allocations here'),
        hint: t('An allocation says which store gets what of the stock of the warehouses, and why.'),
      }}
      emptyFiltered={{ title: t('No allocation matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.task === '' ? null : <TaskDrawer key={state.task} taskId={state.task} onClose={() => set({ task: '' })} />}
      {create.dialog}
    </ListScreen>
  )
}

const columns = tableColumns<TaskRow>(allocationTasks.fields, {
  cells: { state: statusCell((row) => taskStateWords[row.state]) },
})

const params = {
  tab: oneOfParam([...tabs], 'open'),
  search: filterBy('search', textParam()),
  season: filterBy('season', textParam()),
  category: filterBy('category', textParam()),
  store: filterBy('store', textParam()),
  task: placeParam(textParam()),
}
