import { users } from '../../../shared/areas/people/lists.ts'
import { tableColumns, toneCell } from '../../table/columns.tsx'
import { askedSort, ListTable, useList, useListCounts } from '../../table/ListTable.tsx'
import { askedOf, filterBy } from '../../table/list-state.ts'
import './users.css'
import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { mostVendorAccounts } from '../../../shared/areas/people/calls.ts'
import { mayManage } from '../../../shared/areas/people/rules.ts'
import { contract } from '../../../shared/areas.ts'
import { roles, teams } from '../../../shared/kernel/roles.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { wordOf } from '../../i18n/code-words.ts'
import { key } from '../../i18n/formats.ts'
import { Page } from '../../kit/Page.tsx'
import { teamWord } from '../../people/person-words.tsx'
import { sessionAtom } from '../../session/session.ts'
import {
  choiceFilter,
  choicesFilter,
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
import { useLocale } from '../../table/words.ts'
import { CreateUserDrawer } from './CreateUserDrawer.tsx'
import { PasswordsDialog } from './PasswordsDialog.tsx'
import { RightsMatrix } from './RightsMatrix.tsx'
import { UserDrawer } from './UserDrawer.tsx'
import { type UserRow, userStatus } from './user-status.ts'
import { VendorAccountsDialog } from './VendorAccountsDialog.tsx'

const tabWords = [
  { key: 'active', label: key('Active') },
  { key: 'inactive', label: key('Inactive') },
  { key: 'locked', label: key('Held back') },
  { key: 'all', label: key('All') },
] as const

/** Who may sign in, as what; and what each role may do. */
export function UsersScreen() {
  const { t } = useLocale()
  const address = useListState(usersParams)
  const { state, set } = address
  const [isCreating, setCreating] = useState(false)
  const counts = useListCounts('people.getUsers', askedOf(usersParams, state))
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
      tools={
        <>
          <Button text={t('Accounts for vendors…')} onClick={() => set({ do: 'vendors' })} />
          <Button intent="primary" icon={<Plus />} text={t('New user')} onClick={() => setCreating(true)} />
        </>
      }
    >
      {state.tab === 'rights' ? (
        <RightsMatrix onRole={(role) => set({ tab: 'active', role: [role] }, 'push')} />
      ) : (
        <UserTable address={address} status={state.tab} onNew={() => setCreating(true)} />
      )}
      {state.user !== '' && <UserDrawer userId={state.user} onClose={() => set({ user: '' })} />}
      {state.do === 'vendors' && <VendorAccountsDialog isOpen onClose={() => set({ do: '' })} />}
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
  address: ListState<typeof usersParams>
  status: 'active' | 'inactive' | 'locked' | 'all'
  onNew: () => void
}

function UserTable({ address, status, onNew }: UserTableProps) {
  const { t, number } = useLocale()
  const also = { status, ...askedSort(address.state) }
  const list = useList(users, address, { call: 'people.getUsers', also })
  const counts = useListCounts('people.getUsers', list.filter)
  const session = useAtomValue(sessionAtom)
  const [given, setGiven] = useState<readonly UserRow[]>([])
  const caller = session.state === 'signed-in' ? session.user : null
  // One's own password is changed in the profile.
  const managed = list.chosen.filter((user) => caller !== null && user.id !== caller.id && mayManage(caller, user))
  return (
    <>
      <ListTable
        list={list}
        label={t('Users')}
        columns={userColumns}
        rowLabel={(user) => user.name}
        sort="desc"
        opens="user"
        file={{ call: contract.frame.exportUsers, ids: 'user_ids' }}
        bulk={
          <Button
            size="small"
            text={t('Temporary passwords… ({{n}})', { n: number(managed.length) })}
            disabled={managed.length === 0 || managed.length > mostVendorAccounts}
            onClick={() => setGiven(managed)}
          />
        }
        filters={useFilters(counts)}
        empty={
          status === 'locked'
            ? {
                title: t('Nobody is held back'),
                hint: t(
                  'After five wrong passwords from one address, more from there are looked at only after a while.',
                ),
              }
            : { title: t('No users here'), action: { label: t('New user'), run: onNew } }
        }
        emptyFiltered={{ title: t('No user matches'), hint: t('Try other words or clear the filters.') }}
      />
      {given.length > 0 && (
        <PasswordsDialog
          isOpen
          users={given}
          onClose={() => {
            setGiven([])
            list.selection.clear()
          }}
        />
      )}
    </>
  )
}

function useFilters(counts: Record<string, number>): Filter<typeof usersParams>[] {
  const { t, name } = useLocale()
  const vendors = useAnswer('data.postVendors', {}).data?.vendors ?? []
  return [
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
}

const roleWords = Object.fromEntries(roles.map((role) => [role, wordOf(role)]))
const teamWords = Object.fromEntries(teams.map((team) => [team, teamWord(team)]))

/** Who each account is. What it can be signed in to is coloured. */
export const userColumns = tableColumns<UserRow>(users.fields, {
  looks: { role: { words: roleWords }, team: { words: teamWords } },
  cells: { status: toneCell((user) => userStatus(user)) },
})

export const userStatuses = ['active', 'inactive', 'locked', 'all'] as const

/** What the address of the users list says; `tab` also names the second view, roles and rights. */
export const usersParams = {
  tab: oneOfParam([...userStatuses, 'rights'], 'active'),
  /** What a link wants done at once. */
  do: placeParam(oneOfParam(['', 'vendors'], '')),
  search: filterBy('search', textParam()),
  role: filterBy('role', manyOfParam(roles)),
  team: filterBy('team', manyOfParam(teams)),
  vendor: filterBy('vendor_id', textParam()),
  sort: oneOfParam(['name', 'email', 'role', 'last_sign_in_at', 'created_at'], 'name'),
  desc: flagParam(),
  user: placeParam(textParam()),
}

export type UsersState = StateOf<typeof usersParams>
