import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListName } from '../../shared/areas.ts'
import { type List, sharedWith } from '../../shared/kernel/list.ts'
import { type ListInput, type RowOf, type Rows, type RowsCallName, useCounts, useRows } from '../actions/useRows.ts'
import { Page, type PageProps, type TabItem } from '../kit/Page.tsx'
import { useRight } from '../session/use-right.ts'
import { type Column, withoutPrices } from './columns.tsx'
import { DataTable } from './DataTable.tsx'
import { type ListExport, listExport } from './ExportMenu.tsx'
import { ExportOfColumns } from './ExportOfColumns.tsx'
import { clearFilters, FilterBar } from './FilterBar.tsx'
import { type AnyParams, askedOf, differs, type Filter, filterKeys, type ListState, type Param } from './list-state.ts'
import { type RowSelection, useChosenRows, useRowSelection } from './selection.ts'
import type { EmptyWords } from './TableBody.tsx'
import type { Sort } from './TableHeader.tsx'
import type { RowKey } from './table-keys.tsx'
import { useKnowsView } from './views.ts'

interface Asked<N extends RowsCallName> {
  /** The call that gives its rows. */
  call: N
  /** Beyond what the address asks: a tab, an order. */
  also?: Partial<ListInput<N>>
  /** Words of the address that this list asks by; left out, all that ask something. */
  words?: readonly string[]
  /** Rows at once. */
  size?: number
  isEnabled?: boolean
  /** False where another table of the same address keeps the saved views. */
  hasViews?: boolean
}

export interface UsedList<N extends RowsCallName, P extends AnyParams> {
  address: ListState<P>
  state: ListState<P>['state']
  set: ListState<P>['set']
  /** The filter alone, for counts. */
  filter: ListInput<N>
  /** All that is asked but the page. */
  asked: ListInput<N>
  loaded: Rows<RowOf<N>>
  selection: RowSelection
  /** The chosen rows, also those that a search hides; of "all that match" the loaded ones. */
  chosen: RowOf<N>[]
  described: List<RowOf<N>, ListName>
  words: readonly string[] | undefined
  hasViews: boolean
}

/** Rows, choice and filter of a list whose words stand in the address. */
export function useList<N extends RowsCallName, P extends AnyParams>(
  described: List<RowOf<N>, ListName>,
  address: ListState<P>,
  { call, also, words, size = 100, isEnabled = true, hasViews = true }: Asked<N>,
): UsedList<N, P> {
  const { state, set, params } = address
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are constants of the screen.
  const filter = useMemo(() => askedOf(params, state, words) as ListInput<N>, [params, state])
  const asked = { ...filter, ...also } as ListInput<N>
  const knows = useKnowsView(described.name, address, hasViews)
  const loaded = useRows(call, { ...asked, page_size: size } as ListInput<N>, { enabled: isEnabled && knows })
  // Another order of the same rows leaves what was chosen, and so does a search.
  const { sort: _sort, descending: _descending, search = '', ...scope } = asked as Record<string, unknown>
  const selection = useRowSelection(JSON.stringify(scope), String(search))
  const chosen = useChosenRows(selection, loaded, described.rowId, String(search))
  return { address, state, set, filter, asked, loaded, selection, chosen, described, words, hasViews }
}

/** How many rows each tab has, under the filter alone. */
export function useListCounts<N extends RowsCallName>(call: N, filter: ListInput<N>): Record<string, number> {
  return useCounts(call, filter)
}

/** Words of an address with a tab of its list. */
type WithTab<T extends string> = AnyParams & { readonly tab: Param<T> }

/**
 * A list whose tab stands in the address as `tab`, which its call takes by the same name: its rows, how many match, and the tabs for its page.
 * Another tab closes what is `open`.
 */
export function useTabbedList<N extends RowsCallName, T extends string, P extends WithTab<T>>(
  described: List<RowOf<N>, ListName>,
  address: ListState<P>,
  { call, tabs, words, open }: { call: N; tabs: readonly T[]; words: Readonly<Record<T, string>>; open: object },
) {
  const { t } = useTranslation()
  const { tab } = address.state as unknown as { tab: T }
  const list = useList(described, address, { call, also: { tab } as unknown as Partial<ListInput<N>> })
  const counts = useListCounts(call, list.filter)
  return {
    list,
    matching: counts[tab],
    paged: {
      tabs: tabs.map((one) => ({ key: one, label: t(String(words[one])), count: counts[one] })),
      tab,
      onTab: (to: T) => address.set({ ...open, tab: to } as Partial<ListState<P>['state']>, 'push'),
    },
  }
}

type ExportCall = Parameters<typeof listExport>[0]

/** The export's call, and what it names the ids of chosen rows; `more` are other files of the same list. */
export interface ExportFile {
  call: ExportCall
  ids: string
  more?: NonNullable<ListExport['more']>
}

/** What can be filtered can be taken away as a file: of the visible columns, or (`exports`) one that is not made of them. */
type AsFile = { file: ExportFile; exports?: never } | { file?: never; exports: ListExport }

type ListTableProps<N extends RowsCallName, P extends AnyParams> = ListTableBasics<N, P> & AsFile

interface ListTableBasics<N extends RowsCallName, P extends AnyParams> {
  list: UsedList<N, P>
  label: string
  columns: readonly Column<RowOf<N>>[]
  filters: readonly Filter<NoInfer<P>>[]
  /** Another kept layout than the list's, where one list is two tables. */
  tableId?: string
  rowLabel?: (row: RowOf<N>) => string
  /** The word of the address that names the open row; with it a row opens. */
  opens?: keyof P & string
  onOpen?: (row: RowOf<N>) => void
  /** Enter in the search opens the row that it found, where it is the only one. */
  opensOnlyMatch?: boolean
  /** The list can be sorted: `sort` in the address is by what, and this word, by its meaning, which way. */
  sort?: 'desc' | 'up'
  matching?: number | undefined
  hasSelection?: boolean
  /** Rows of two lines, for cells that say more than one holds. */
  hasTwoLines?: boolean
  /** Letters that act on the row under the cursor. */
  rowKeys?: readonly RowKey<RowOf<N>>[]
  tools?: ReactNode
  bulk?: ReactNode
  empty: EmptyWords
  /** In place of "Nothing matches". */
  emptyFiltered?: Pick<EmptyWords, 'title' | 'hint'>
}

/** A list: its filters, rows, saved views and files, put together from its description and its address. */
export function ListTable<N extends RowsCallName, P extends AnyParams>(props: ListTableProps<N, P>) {
  const { list, filters, opens, sort, hasSelection = true } = props
  const { t } = useTranslation()
  const seesPrices = useRight('seePrices')
  const columns = useMemo(
    () => (seesPrices ? props.columns : withoutPrices(props.columns)),
    [seesPrices, props.columns],
  )
  const { address, asked, described, state, hasViews } = list
  // What is chosen beside the table, a supplier or a delivery, is a filter as well.
  const asking = list.words ?? Object.keys(address.params).filter((word) => address.params[word]?.asks !== undefined)
  const keys = [...new Set([...asking, ...filters.flatMap(filterKeys)])] as (keyof P & string)[]
  const isFiltered = differs(address.params, state, keys)
  const clear = { label: t('Clear filters'), run: () => clearFilters(address, keys) }
  const open = opens && ((row: RowOf<N>) => address.set({ [opens]: described.rowId(row) } as never, 'push'))
  const onOpen = props.onOpen ?? open
  const openOnlyMatch = useOnlyMatch(list, filters, onOpen)
  return (
    <DataTable
      tableId={props.tableId ?? described.name}
      label={props.label}
      columns={columns}
      list={list.loaded}
      rowId={described.rowId}
      {...(props.rowLabel && { rowLabel: props.rowLabel })}
      {...(hasSelection && { selection: list.selection })}
      {...(props.rowKeys && { rowKeys: props.rowKeys })}
      {...(props.matching !== undefined && { matching: props.matching })}
      {...(onOpen && { onOpen })}
      openId={opens ? String(state[opens]) || null : null}
      {...(sort && { sort: sortOf(state), onSort: (by: Sort) => setSort(address, sort, by) })}
      {...(hasViews && { views: { list: described.name, address } })}
      exports={props.file ? exportOf(props.file, asked) : props.exports}
      isCardsOnPhone
      {...(props.hasTwoLines && { hasTwoLines: true })}
      filters={(more) => (
        <FilterBar
          params={address.params}
          address={address}
          filters={filters}
          more={more}
          {...(props.opensOnlyMatch && { onSearched: openOnlyMatch })}
        />
      )}
      tools={props.tools}
      bulk={props.bulk}
      empty={isFiltered ? { title: t('Nothing matches'), ...props.emptyFiltered, action: clear } : props.empty}
    />
  )
}

function exportOf({ call, ids: name, more }: ExportFile, asked: object): ListExport {
  return listExport(call, asked as never, (ids) => ({ [name]: [...ids] }) as never, more)
}

interface ListFileProps<N extends RowsCallName, P extends AnyParams> {
  list: UsedList<N, P>
  columns: readonly Column<RowOf<N>>[]
  file: ExportFile
}

/** The same file of a list that is not looked at as a table just now. */
export function ListFileMenu<N extends RowsCallName, P extends AnyParams>({
  list,
  columns,
  file,
}: ListFileProps<N, P>) {
  const { described, asked, selection } = list
  return (
    <ExportOfColumns
      tableId={described.name}
      columns={columns}
      exports={exportOf(file, asked)}
      selection={selection.selection}
    />
  )
}

/** Opens the only row that a search finds, once its answer is there. Gives what takes the words that Enter was pressed on. */
function useOnlyMatch<N extends RowsCallName, P extends AnyParams>(
  { loaded, state }: UsedList<N, P>,
  filters: readonly Filter<NoInfer<P>>[],
  onOpen: ((row: RowOf<N>) => void) | undefined,
): (words: string) => void {
  const [wanted, setWanted] = useState('')
  const search = filters.find(({ kind }) => kind === 'search')
  const asked = search?.kind === 'search' ? String(state[search.key]) : ''
  const isAnswered = wanted !== '' && asked === wanted && !loaded.isOld && !loaded.isLoading && !loaded.isFetching
  useEffect(() => {
    if (!isAnswered) return
    setWanted('')
    const [only, another] = loaded.rows
    if (only !== undefined && another === undefined) onOpen?.(only)
  })
  return setWanted
}

/** The order that the address says, as a table shows it. */
function sortOf(state: Readonly<Record<string, unknown>>): Sort {
  return { key: String(state.sort), isDescending: 'up' in state ? state.up !== true : state.desc === true }
}

/** The same as a call takes it. */
export function askedSort<S extends string>(state: {
  sort: S
  desc?: boolean
  up?: boolean
}): {
  sort: S
  descending: boolean
} {
  return { sort: state.sort, descending: sortOf(state).isDescending }
}

function setSort<P extends AnyParams>({ set, params }: ListState<P>, flag: 'desc' | 'up', by: Sort): void {
  const words: Record<string, unknown> = {
    sort: params.sort?.read(by.key),
    [flag]: flag === 'desc' ? by.isDescending : !by.isDescending,
  }
  set(words as Partial<ListState<P>['state']>)
}

type ListScreenProps<N extends RowsCallName, P extends AnyParams, K extends string> = ListTableProps<N, P> & {
  page: Omit<PageProps<K>, 'children'>
  /** Drawers and dialogs. */
  children?: ReactNode
}

/** The tabs of a list, each with the tabs that may show the same rows. */
export function sharingTabs<K extends string>(
  described: Pick<List<unknown>, 'shared'>,
  tabs: readonly TabItem<K>[],
): TabItem<K>[] {
  return tabs.map((tab) => ({ ...tab, sharedWith: sharedWith(described, tab.key) }))
}

/** A screen that is one list, with the drawers and dialogs it opens. */
export function ListScreen<N extends RowsCallName, P extends AnyParams, K extends string>({
  page,
  children,
  ...table
}: ListScreenProps<N, P, K>) {
  return (
    <Page {...(page as PageProps<K>)} {...(page.tabs && { tabs: sharingTabs(table.list.described, page.tabs) })}>
      <ListTable {...table} />
      {children}
    </Page>
  )
}
