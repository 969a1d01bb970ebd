import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { gatePasses } from '../../../shared/areas/gate-passes/lists.ts'
import type { GatePassRow } from '../../../shared/areas/gate-passes/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import type { CallInput } from '../../actions/calls.ts'
import type { PageProps } from '../../kit/Page.tsx'
import { type Column, statusCell, tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList } from '../../table/ListTable.tsx'
import { choiceFilter, choicesFilter, flagFilter, type ListState, searchFilter } from '../../table/list-state.ts'
import type { EmptyWords } from '../../table/TableBody.tsx'
import { type PassConfig, type passParams, usePassChoices } from './pass-list.ts'

type Params = typeof passParams & { site: (typeof passParams)['q'] }

interface PassListProps<K extends string> {
  address: ListState<Params>
  page: Omit<PageProps<K>, 'children'>
  /** Beyond what the address asks. */
  also: Partial<CallInput<'gatePasses.gatepasses'>>
  matching: number | undefined
  /** What the sites to choose from are: where goods leave, or where they arrive. */
  siteLabel: string
  siteKind?: PassConfig['sites'][number]['kind']
  columns: readonly string[]
  tableId: string
  empty: EmptyWords
  children: ReactNode
}

/** The fields that a side of the way looks at, with the status in its colour. */
function columnsOf(ids: readonly string[]): Column<GatePassRow>[] {
  const all = tableColumns(gatePasses.fields, { cells: { status: statusCell(({ status }: GatePassRow) => status) } })
  const first = ids.flatMap((id) => all.find((column) => column.id === id) ?? [])
  return [
    ...first.map(({ hidden: _, shownFrom: _from, ...column }) => column),
    ...all.filter(({ id }) => !ids.includes(id)).map((column) => ({ ...column, hidden: true })),
  ]
}

/** Gate passes as one side of the way sees them. */
export function PassList<K extends string>(props: PassListProps<K>) {
  const { address, page, also, matching, siteLabel, siteKind, tableId, empty, children } = props
  const { t } = useTranslation()
  const choices = usePassChoices(siteKind)
  const list = useList(gatePasses, address, {
    call: 'gatePasses.gatepasses',
    also,
    hasViews: tableId === 'gate-passes',
  })
  const ids = props.columns.join(' ')
  const columns = useMemo(() => columnsOf(ids.split(' ')), [ids])
  return (
    <ListScreen
      page={page}
      list={list}
      tableId={tableId}
      label={page.title}
      columns={columns}
      matching={matching}
      hasSelection={false}
      opens="pass"
      file={{ call: contract.frame.exportGatePasses, ids: 'gate_passes' }}
      filters={[
        searchFilter<Params>('q', t('Gate pass, box, SKU, vehicle')),
        choiceFilter<Params>('site', siteLabel, choices.sites),
        choicesFilter<Params>('type', t('Type'), choices.types),
        choiceFilter<Params>('age', t('Age'), choices.ages),
        flagFilter<Params>('differs', t('With open differences')),
      ]}
      empty={empty}
    >
      {children}
    </ListScreen>
  )
}
