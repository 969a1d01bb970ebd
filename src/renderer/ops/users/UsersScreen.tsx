import './users.css'
import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { contract } from '../../../shared/areas.ts'
import { roles, teams } from '../../../shared/kernel/roles.ts'
import { useAnswer, useCounts, useRows } from '../../actions/useRows.ts'
import { wordOf } from '../../i18n/code-words.ts'
import { key } from '../../i18n/formats.ts'
import { Page } from '../../kit/Page.tsx'
import { teamWord } from '../../people/person-words.tsx'
import { type Column, partColumn, textColumn } from '../../table/columns.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { listExport } from '../../table/ExportMenu.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import {
  choiceFilter,
  choicesFilter,
  differs,
  type Filter,
  flagParam,
  type ListState,
  manyOfParam,
  oneOfParam,
  placeParam,
  type StateOf,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useRowSelection } from '../../table/selection.ts'
import { useKnowsView } from '../../table/views.ts'
import { useWords, type Words } from '../../table/words.ts'
import { CreateUserDrawer } from './CreateUserDrawer.tsx'
import { RightsMatrix } from './RightsMatrix.tsx'
import { UserDrawer } from './UserDrawer.tsx'
import { type UserRow, userStatus } from './user-status.ts'

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
  const list = useListState(usersParams)
  const { state, set } = list
  const [isCreating, setCreating] = useState(false)
  const filter = useMemo(() => usersFilter(state), [state])
  const counts = useCounts('people.getUsers', filter)
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
  list: ListState<typeof usersParams>
  status: 'active' | 'inactive' | 'locked' | 'all'
  filter: ReturnType<typeof usersFilter>
  counts: Record<string, number>
  onNew: () => void
}

function UserTable({ list, status, filter, counts, onNew }: UserTableProps) {
  const { t } = useWords()
  const { state, set } = list
  const listed = { ...filter, status, sort: state.sort, descending: state.desc }
  const rows = useRows('people.getUsers', { ...listed, page_size: 100 }, { enabled: useKnowsView('users', list) })
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
      onSort={(by) => set({ sort: usersParams.sort.read(by.key), desc: by.isDescending })}
      views={{ list: 'users', address: list }}
      exports={listExport(contract.frame.exportUsers, listed, (user_ids) => ({ user_ids: [...user_ids] }))}
      selection={selection}
      openId={state.user}
      onOpen={(user) => set({ user: user.id }, 'push')}
      filters={<Filters list={list} counts={counts} />}
      empty={
        differs(usersParams, state, usersFilterKeys)
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
  const vendors = useAnswer('data.postVendors', {}).data?.vendors ?? []
  const filters: Filter<typeof usersParams>[] = [
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
  return <FilterBar params={usersParams} list={list} filters={filters} />
}

const at = (instant: string | null, words: Words) =>
  instant ? words.instant(instant) : <span className="dt-quiet">–</span>

const roleWords = Object.fromEntries(roles.map((role) => [role, wordOf(role)]))
const teamWords = Object.fromEntries(teams.map((team) => [team, teamWord(team)]))

/** A constant, as the table wants it. */
export const userColumns: readonly Column<UserRow>[] = [
  textColumn({ id: 'name', header: 'Name', width: 150, sort: 'name', pinned: true, of: ({ name }) => name }),
  textColumn({ id: 'email', header: 'Email', width: 214, sort: 'email', of: ({ email }) => email }),
  textColumn({
    id: 'role',
    header: 'Role',
    width: 166,
    sort: 'role',
    words: roleWords,
    of: ({ role }, { t }) => t(wordOf(role)),
  }),
  textColumn({
    id: 'team',
    header: 'Team',
    width: 100,
    words: teamWords,
    of: ({ team }, { t }) => (team ? t(teamWord(team)) : '–'),
  }),
  textColumn({
    id: 'vendor',
    header: 'Vendor',
    width: 144,
    of: ({ vendor }, { name }) => (vendor ? `${vendor.id} · ${name(vendor.name, vendor.name_zh)}` : '–'),
  }),
  partColumn({
    id: 'status',
    header: 'Status',
    width: 132,
    words: ['Active', 'Inactive', 'Locked', 'First password'],
    of: (user, { t }) => {
      const { word, tone } = userStatus(user)
      return (
        <span className="status-tag" data-tone={tone}>
          {t(word)}
        </span>
      )
    },
  }),
  partColumn({
    id: 'last_sign_in',
    header: 'Last sign-in',
    width: 138,
    sort: 'last_sign_in_at',
    of: ({ last_sign_in_at }, words) => at(last_sign_in_at, words),
  }),
  partColumn({
    id: 'created',
    header: 'Created',
    width: 138,
    hidden: true,
    sort: 'created_at',
    of: ({ created_at }, words) => at(created_at, words),
  }),
]

export const userStatuses = ['active', 'inactive', 'locked', 'all'] as const

/** What the address of the users list says; `tab` also names the second view, roles and rights. */
export const usersParams = {
  tab: oneOfParam([...userStatuses, 'rights'], 'active'),
  search: textParam(),
  role: manyOfParam(roles),
  team: manyOfParam(teams),
  vendor: textParam(),
  sort: oneOfParam(['name', 'email', 'role', 'last_sign_in_at', 'created_at'], 'name'),
  desc: flagParam(),
  user: placeParam(textParam()),
}

export type UsersState = StateOf<typeof usersParams>

export const usersFilterKeys = ['search', 'role', 'team', 'vendor'] as const

/** The filter as the call takes it, without tab and sort. */
export function usersFilter({ search, role, team, vendor }: UsersState) {
  return {
    ...(search && { search }),
    ...(role.length > 0 && { role: [...role] }),
    ...(team.length > 0 && { team: [...team] }),
    ...(vendor && { vendor_id: vendor }),
  }
}
