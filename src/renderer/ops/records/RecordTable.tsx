import { Button } from '@blueprintjs/core'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type KindName, kindNamed } from '../../../shared/areas/data/kinds.ts'
import { columnOf, type RecordKind, type RecordRow, recordList } from '../../../shared/areas/data/record-kind.ts'
import { contract } from '../../../shared/areas.ts'
import type { CellValue, SheetColumn } from '../../../shared/kernel/sheet.ts'
import { DownloadButton } from '../../actions/files.tsx'
import { useRows } from '../../actions/useRows.ts'
import { fileCall } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { Tabs } from '../../kit/Page.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { type Column, tableColumns } from '../../table/columns.tsx'
import { type ListExport, unsearched } from '../../table/ExportMenu.tsx'
import { ListTable, useList, useListCounts } from '../../table/ListTable.tsx'
import { askedOf, choiceFilter, type Filter, searchFilter } from '../../table/list-state.ts'
import { type Locale, useLocale } from '../../table/words.ts'
import { KindLinks, namesOf } from './kinds.tsx'
import {
  alsoAsked,
  nameOf,
  narrowedBy,
  picturedOf,
  type RecordsAddress,
  recordsParams,
  referenceAddress,
  titleOf,
} from './records-params.ts'
import { useRetire } from './retiring.tsx'

interface RecordTableProps {
  kind: RecordKind<KindName>
  address: RecordsAddress
  onNew: () => void
  onImport: () => void
}

const tabWords = { active: key('In use'), retired: key('Retired'), all: key('All') } as const

/** The records of a kind: what it is for, what it needs before, and its list. */
export function RecordTable({ kind, address, onNew, onImport }: RecordTableProps) {
  const { t } = useLocale()
  const { state, set } = address
  const described = useMemo(() => recordList(kind), [kind])
  const also = { ...alsoAsked(kind, state), tab: state.tab, descending: state.desc }
  const list = useList(described, address, { call: 'data.getRecords', also })
  const counts = useListCounts('data.getRecords', { ...askedOf(recordsParams, state), ...alsoAsked(kind, state) })
  const retire = useRetire(kind, list.selection.clear)
  const ids = list.chosen.map((row) => row.id)
  const tabs = (['active', 'retired', 'all'] as const).map((tab) => ({
    ...{ key: tab, label: t(tabWords[tab]), count: counts[tab] },
  }))
  return (
    <section className="records-list" aria-label={t(kind.many)}>
      <KindHead kind={kind} />
      {kind.retires ? (
        <Tabs label={t(kind.many)} tabs={tabs} tab={state.tab} onTab={(tab) => set({ tab }, 'push')} />
      ) : null}
      <ListTable
        list={list}
        label={t(kind.many)}
        columns={useColumns(kind)}
        rowLabel={(row) => titleOf(kind, row, t)}
        sort="desc"
        opens="record"
        exports={exportsOf(kind, list.asked)}
        filters={useFilters(kind, address)}
        hasSelection
        bulk={kind.retires ? <BulkRetire ids={ids} rows={list.chosen} retire={retire} /> : null}
        empty={emptyOf(kind, state.tab, { t, onNew, onImport })}
        emptyFiltered={{ title: t('No record matches'), hint: t('Try other words or clear the filters.') }}
      />
      {retire.dialog}
    </section>
  )
}

function KindHead({ kind }: { kind: RecordKind<KindName> }) {
  const { t } = useLocale()
  const names = namesOf(kind.kind)
  return (
    <div className="records-head">
      <h2>{t(kind.many)}</h2>
      <p>
        {t(kind.about)}
        {names.length > 0 ? (
          <>
            {' '}
            {t('Names records of:')} <KindLinks kinds={names} />
          </>
        ) : null}
      </p>
    </div>
  )
}

interface BulkRetireProps {
  ids: readonly string[]
  rows: readonly RecordRow[]
  retire: ReturnType<typeof useRetire>
}

/** As many as one call takes. */
const mostAtOnce = 500

function BulkRetire({ ids, rows, retire }: BulkRetireProps) {
  const { t } = useLocale()
  const isOff = ids.length === 0 || ids.length > mostAtOnce
  const hint = ids.length > mostAtOnce ? { title: t('At most {{n}} at once', { n: mostAtOnce }) } : {}
  return (
    <>
      {rows.some((row) => !row.is_retired) ? (
        <Button
          size="small"
          text={t('Retire…')}
          {...hint}
          disabled={isOff}
          onClick={() => retire.ask({ ids, is_retired: true })}
        />
      ) : null}
      {rows.some((row) => row.is_retired) ? (
        <Button
          size="small"
          text={t('Use again')}
          {...hint}
          disabled={isOff}
          onClick={() => retire.ask({ ids, is_retired: false })}
        />
      ) : null}
    </>
  )
}

/** Rows as they can be brought in again: always with every column. */
function exportsOf(kind: RecordKind<KindName>, asked: object): ListExport {
  return {
    make({ format }, ids) {
      const input = { ...(ids ? { ...unsearched(asked), ids: [...ids] } : asked), kind: kind.kind, format }
      return { call: fileCall(contract.data.exportData, input), name: `${kind.kind}.${format}`, long: null }
    },
  }
}

interface EmptyMeans {
  t: Locale['t']
  onNew: () => void
  onImport: () => void
}

function emptyOf(kind: RecordKind<KindName>, tab: string, { t, onNew, onImport }: EmptyMeans) {
  if (tab === 'retired') return { title: t('Nothing is retired here') }
  return {
    title: t('No records of this kind yet'),
    hint: t('Fill in the template and import it, or make records one by one.'),
    action: { label: t('New record'), run: onNew },
    more: (
      <>
        <Button text={t('Import…')} onClick={onImport} />
        <DownloadButton
          call={contract.data.getSample}
          input={{ kind: kind.kind, filled: true }}
          text={t('Template')}
          hasIcon
        />
      </>
    ),
  }
}

function useFilters(kind: RecordKind<KindName>, { state }: RecordsAddress): Filter<typeof recordsParams>[] {
  const { t, name } = useLocale()
  const by = narrowedBy(kind, state.by)
  const to = kindNamed(by === undefined ? kind.kind : String(kind.refs[by]?.kind))
  const [text, setText] = useState('')
  const ask = useCallback((typed: string) => setText(typed.trim().slice(0, 2_000)), [])
  const [column = ''] = to.key
  const found = useRows(
    'data.getRecords',
    { kind: to.kind, tab: 'all', page_size: 50, ...(text && { search: text }) },
    { enabled: by !== undefined },
  )
  const search = searchFilter<typeof recordsParams>('search', t('Code or name'))
  if (by === undefined) return [search]
  const hints = new Map(
    found.rows.map((row) => [String(row.values[column]), to.key.length > 1 ? '' : nameOf(row, name)]),
  )
  // The chosen one is there whatever is typed.
  if (state.code !== '' && !hints.has(state.code)) hints.set(state.code, '')
  const choices = [...hints].map(([value, hint]) => ({ value, label: value, ...(hint && { hint }) }))
  const looking = { ask, isLoading: found.isFetching, isFailed: found.isError, hasMore: found.hasMore }
  return [search, choiceFilter('code', t(columnOf(kind, by).header.en), choices, looking)]
}

/** The columns of a kind's list: numbers as numbers, and a code of another kind as the way to that record. */
function useColumns(kind: RecordKind<KindName>): Column<RecordRow>[] {
  const navigate = useNavigate()
  return useMemo(() => {
    const cells = kind.sheet.columns.flatMap((column, at) => {
      const cell = at === 0 && kind.sheet.pictures ? withPicture(column) : cellOf(kind, column, at, navigate)
      return cell ? [[column.key, cell] as const] : []
    })
    return tableColumns<RecordRow>(recordList(kind).fields, { cells: Object.fromEntries(cells) })
  }, [kind, navigate])
}

/** People know a style by its picture. */
function withPicture({ key: column }: SheetColumn): NonNullable<Column<RecordRow>['cell']> {
  return (row) => (
    <WithPicture of={picturedOf(row)}>
      <span className="code">{String(row.values[column] ?? '')}</span>
    </WithPicture>
  )
}

const nothing = <span className="muted">–</span>

function cellOf(
  kind: RecordKind<KindName>,
  column: SheetColumn,
  at: number,
  go: (address: string) => unknown,
): Column<RecordRow>['cell'] | null {
  const of = ({ values }: RecordRow): CellValue => values[column.key] ?? null
  if (column.kind === 'quantity' || column.kind === 'decimal')
    return (row, { number }) => (typeof of(row) === 'number' ? number(Number(of(row))) : nothing)
  const ref = kind.refs[column.key]
  // A press on the first column opens the row itself.
  if (!ref || at === 0) return null
  const to = kindNamed(ref.kind)
  return (row) => {
    const code = of(row)
    if (typeof code !== 'string') return nothing
    const address = referenceAddress(to, code)
    return (
      <a
        className="code records-ref"
        href={address}
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation()
          if (event.ctrlKey || event.metaKey) return
          event.preventDefault()
          go(address)
        }}
      >
        {code}
      </a>
    )
  }
}
