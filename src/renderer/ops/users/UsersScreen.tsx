import './users.css'
import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { contract } from '../../../shared/contract/index.ts'
import { roles, teams } from '../../../shared/domain/roles.ts'
import { useAnswer, useCounts, useRows } from '../../actions/useRows.ts'
import { wordOf } from '../../i18n/code-words.ts'
import { key } from '../../i18n/key.ts'
import { Page } from '../../kit/Page.tsx'
import { teamWord } from '../../people/person-words.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter, choicesFilter, type Filter, searchFilter } from '../../table/filters.ts'
import { listExport } from '../../table/list-export.ts'
import { differs } from '../../table/list-params.ts'
import { type ListState, useListState } from '../../table/use-list-state.ts'
import { useRowSelection } from '../../table/use-row-selection.ts'
import { useKnowsView } from '../../table/use-views.ts'
import { useWords } from '../../table/words.ts'
import { CreateUserDrawer } from './CreateUserDrawer.tsx'
import { RightsMatrix } from './RightsMatrix.tsx'
import { UserDrawer } from './UserDrawer.tsx'
import { userColumns } from './user-columns.tsx'
import type { UserRow } from './user-row.ts'
import { usersParams as params, usersFilter, usersFilterKeys } from './users-params.ts'

const idOf = (user: UserRow) => user.id

const tabWords = [
  { key: 'active', label: key('Active') },
  { key: 'inactive', label: key('Inactive') },
  { key: 'locked', label: key('Locked') },
  { key: 'all', label: key('All') },
] as const

/** Who may sign in, as what; and what each role may do. */
export function UsersScreen() {
  const { t } = useWords()
  const list = useListState(params)
  const { state, set } = list
  const [isCreating, setCreating] = useState(false)
  const filter = useMemo(() => usersFilter(state), [state])
  const counts = useCounts('users.getUsers', filter)
  const tabs = [
    ...tabWords.map((tab) => ({ key: tab.key, label: t(tab.label), count: counts[tab.key] })),
    { key: 'rights' as const, label: t('Roles and rights') },
  ]
  return (
    <Page
      title={t('Users')}
      tabs={tabs}
      tab={state.tab}
      onTab={(tab) => set({ tab, user: '' }, 'push')}
      tools={<Button intent="primary" icon={<Plus />} text={t('New user')} onClick={() => setCreating(true)} />}
    >
      {state.tab === 'rights' ? (
        <RightsMatrix onRole={(role) => set({ tab: 'active', role: [role] }, 'push')} />
      ) : (
        <UserTable list={list} status={state.tab} filter={filter} counts={counts} onNew={() => setCreating(true)} />
      )}
      {state.user !== '' && <UserDrawer userId={state.user} onClose={() => set({ user: '' })} />}
      {isCreating && (
        <CreateUserDrawer
          onClose={() => setCreating(false)}
          onOpen={(id) => {
            setCreating(false)
            set({ tab: 'active', user: id }, 'push')
          }}
        />
      )}
    </Page>
  )
}

interface UserTableProps {
  list: ListState<typeof params>
  status: 'active' | 'inactive' | 'locked' | 'all'
  filter: ReturnType<typeof usersFilter>
  counts: Record<string, number>
  onNew: () => void
}

function UserTable({ list, status, filter, counts, onNew }: UserTableProps) {
  const { t } = useWords()
  const { state, set } = list
  const listed = { ...filter, status, sort: state.sort, descending: state.desc }
  const rows = useRows('users.getUsers', { ...listed, page_size: 100 }, { enabled: useKnowsView('users', list) })
  const selection = useRowSelection(JSON.stringify([filter, status]))
  return (
    <DataTable
      tableId="users"
      label={t('Users')}
      columns={userColumns}
      list={rows}
      rowId={idOf}
      rowLabel={(user) => user.name}
      sort={{ key: state.sort, isDescending: state.desc }}
      onSort={(by) => set({ sort: params.sort.read(by.key), desc: by.isDescending })}
      views={{ list: 'users', address: list }}
      exports={listExport(contract.house.exportUsers, listed, (user_ids) => ({ user_ids: [...user_ids] }))}
      selection={selection}
      openId={state.user}
      onOpen={(user) => set({ user: user.id }, 'push')}
      filters={<Filters list={list} counts={counts} />}
      empty={
        differs(params, state, usersFilterKeys)
          ? {
              title: t('No user matches'),
              hint: t('Try other words or clear the filters.'),
              action: { label: t('Clear filters'), run: () => clearFilters(list, usersFilterKeys) },
            }
          : status === 'locked'
            ? { title: t('Nobody is locked out'), hint: t('After five wrong passwords an account locks for a while.') }
            : { title: t('No users here'), action: { label: t('New user'), run: onNew } }
      }
    />
  )
}

function Filters({ list, counts }: Pick<UserTableProps, 'list' | 'counts'>) {
  const { t, name } = useWords()
  const vendors = useAnswer('vendors.postVendors', {}).data?.vendors ?? []
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('Name or e-mail')),
    choicesFilter(
      'role',
      t('Role'),
      roles.map((value) => ({ value, label: t(wordOf(value)), count: counts[value] })),
    ),
    choicesFilter(
      'team',
      t('Team'),
      teams.map((value) => ({ value, label: t(teamWord(value)) })),
    ),
    choiceFilter(
      'vendor',
      t('Vendor'),
      vendors.map((vendor) => ({ value: vendor.id, label: `${vendor.id} · ${name(vendor.name, vendor.name_zh)}` })),
    ),
  ]
  return <FilterBar params={params} list={list} filters={filters} />
}
