import './production.css'
import { SegmentedControl } from '@blueprintjs/core'
import { type FacilityOrderRow, facilityOrderTabs } from '../../../shared/areas/facilities/calls.ts'
import { facilityOrders } from '../../../shared/areas/facilities/lists.ts'
import { stages, stageWords, typedStages } from '../../../shared/areas/facilities/stage-ledger.ts'
import { contract } from '../../../shared/areas.ts'
import { useSay } from '../../actions/say.ts'
import { useIsConnected } from '../../api/use-connected.ts'
import { key } from '../../i18n/formats.ts'
import { Page } from '../../kit/Page.tsx'
import { Callout } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { useIsPhone } from '../../kit/use-is-phone.ts'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { ScanField } from '../../scan/ScanField.tsx'
import { useStationAnswer } from '../../scan/use-station-answer.ts'
import { hidden, tableColumns } from '../../table/columns.tsx'
import { FilterBar } from '../../table/FilterBar.tsx'
import { ListTable, sharingTabs, useList, useListCounts } from '../../table/ListTable.tsx'
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
import { useCardScans } from './card-scan.ts'
import { DayOutput } from './DayOutput.tsx'
import { JobDrawer, jobParts } from './JobDrawer.tsx'
import { Sheets } from './Sheets.tsx'
import { HoldMark, OrderCards, StageBoard } from './StageBoard.tsx'
import { readStageAt, type StageAt } from './stage-queue.ts'
import { useFacilityNews, useShownOrders, useStageQueue } from './use-facility-work.ts'
import { WaitingEntries } from './WaitingEntries.tsx'

const tabWords = {
  open: key('In work'),
  late: key('Late'),
  done: key('Done'),
  all: key('All'),
} as const satisfies Record<(typeof facilityOrderTabs)[number], string>

const views = ['board', 'list', 'output'] as const
const viewWords = { board: key('Board'), list: key('List'), output: key('Output') } as const

/** Parts of an open order that say themselves what was refused. */
const tells: ReadonlySet<string> = new Set(['type', 'scan'])

/** What a facility makes: its orders as a board by stage and as a list, and the output of the day. An order opens with its stage ledger. */
export function ProductionScreen() {
  const { t, name } = useLocale()
  const address = useListState(params)
  const { state, set } = address
  const { tab, view, facility } = state
  const output = useStationAnswer('facilities.facilityOutput', facility === '' ? {} : { facility })
  const facilities = output.data?.facilities ?? []
  const isOne = facilities.length === 1
  const own = facility || (isOne ? (facilities[0]?.facility ?? '') : '')
  const isPhone = useIsPhone()
  const list = useList(facilityOrders, address, {
    call: 'facilities.getFacilityOrders',
    also: { tab },
    // Cards know no saved views: a phone on a slow line does not wait for them.
    hasViews: !isPhone,
  })
  const isConnected = useIsConnected()
  const say = useSay()
  const sent = useStageQueue((place, { message, values }) => {
    const at = readStageAt(place)
    if (at === null || (state.job === `${at.order}@${at.facility}` && tells.has(state.part))) return
    showToast({
      tone: 'error',
      text: say.message(message, values),
      actions: [{ label: t('Show'), run: () => look(at) }],
    })
  })
  const look = (at: StageAt) => set({ job: `${at.order}@${at.facility}`, into: at.into, part: 'type' }, 'push')
  useFacilityNews(own)
  const loaded = useShownOrders(list.loaded, list.asked, sent)
  const counts = useListCounts('facilities.getFacilityOrders', list.filter)
  const open = (row: FacilityOrderRow, into = '') => set({ job: facilityOrders.rowId(row), into, card: '' }, 'push')
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('Order, style or SKU')),
    ...(isOne
      ? []
      : [
          choiceFilter<typeof params>(
            'facility',
            t('Facility'),
            facilities.map((one) => ({ value: one.facility, label: name(one.name, one.name_zh) })),
          ),
        ]),
    choiceFilter<typeof params>(
      'stage',
      t('Stage'),
      stages.map((one) => ({ value: one, label: t(stageWords[one]) })),
    ),
  ]
  const isAsking = isConnected && [loaded, output].some((one) => one.isLoading || one.isFetching)
  const cards = useCardScans(
    { rows: loaded.rows, facility: own, isAsking },
    state.job,
    ({ order, into, card, ...at }) =>
      set({ job: `${order}@${at.facility}`, into: into ?? '', card: String(card ?? '') }, 'push'),
  )
  const page = {
    title: t('Production stages'),
    tabs: facilityOrderTabs.map((one) => ({ key: one, label: t(tabWords[one]), count: counts[one] })),
    tab,
    onTab: (one: typeof tab) => set({ tab: one, job: '' }, 'push'),
    tools: (
      <div className="stage-tools">
        <SegmentedControl
          options={views.map((one) => ({ value: one, label: t(viewWords[one]) }))}
          value={view}
          onValueChange={(value) => {
            const next = views.find((one) => one === value)
            if (next) set({ view: next }, 'push')
          }}
        />
        <Sheets facility={own} />
      </div>
    ),
  }
  const drawer =
    state.job === '' ? null : (
      <JobDrawer
        key={state.job}
        job={state.job}
        known={loaded.answered.find((row) => facilityOrders.rowId(row) === state.job)}
        into={typedStages.find((one) => one === state.into) ?? null}
        part={state.part}
        card={state.card}
        waiting={cards.waiting}
        onCard={cards.scan}
        onPlace={(next) => set(next)}
        onClose={() => set({ job: '', into: '', card: '', part: 'type' })}
      />
    )
  const empty = {
    title: t('No orders here'),
    hint: t('Orders stand here once they are sent for production and given to the facility.'),
  }
  const orders = { list: loaded, hasFacility: !isOne, onOpen: open, empty }
  if (view === 'list' && !isPhone)
    return (
      <Page {...page} tabs={sharingTabs(facilityOrders, page.tabs)}>
        <div className="stage-list">
          {drawer === null ? <WaitingEntries state={sent} onShow={look} /> : null}
          <ListTable
            list={{ ...list, loaded }}
            label={t('Production stages')}
            columns={isOne ? ownColumns : columns}
            // Of one facility its column is no news: a layout of its own.
            {...(isOne && { tableId: 'own-facility-orders' })}
            opens="job"
            opensOnlyMatch
            hasSelection={false}
            file={{ call: contract.frame.exportFacilityOrders, ids: 'order_action_ids' }}
            filters={filters}
            matching={counts[tab]}
            empty={empty}
            emptyFiltered={{ title: t('No order matches'), hint: t('Try other words or clear the filters.') }}
          />
        </div>
        {drawer}
      </Page>
    )
  return (
    <Page {...page}>
      <div className="stage-page">
        {isConnected ? null : (
          <Callout tone="warn">
            {t(
              'No connection: this is what this device last knew. What you enter is kept here and sent once the connection is back.',
            )}
          </Callout>
        )}
        {drawer === null ? <WaitingEntries state={sent} onShow={look} /> : null}
        {view === 'output' ? (
          <DayOutput answer={output} />
        ) : (
          <>
            <div className="stage-filters">
              <FilterBar params={params} address={address} filters={filters} />
            </div>
            {drawer === null ? (
              <ScanField
                label={t('Job card')}
                placeholder={t('Scan a stage’s code on the job card')}
                hint={cards.waiting === null ? undefined : t('Looking for {{code}}…', { code: cards.waiting })}
                onScan={({ code }) => cards.scan(code)}
              />
            ) : null}
            {view === 'list' ? (
              <OrderCards {...orders} />
            ) : (
              <StageBoard
                {...orders}
                shown={stages.find((one) => one === state.column) ?? null}
                onShow={(column) => set({ column })}
              />
            )}
          </>
        )}
      </div>
      {drawer}
    </Page>
  )
}

const columns = tableColumns<FacilityOrderRow>(facilityOrders.fields, {
  cells: {
    name: (row, { name, t }) => (
      <WithPicture
        of={{ picture: row.picture, style_id: row.style_id, style_name: row.name, style_name_zh: row.name_zh }}
      >
        <HoldMark row={row} t={t} /> {name(row.name, row.name_zh)}
      </WithPicture>
    ),
    days_late: ({ days_late }, { plural }) =>
      days_late === 0 ? '' : <span className="overdue">{plural(days_late, '{{n}} day', '{{n}} days')}</span>,
  },
})
const ownColumns = columns.map((column) => (column.id === 'facility' ? hidden(column) : column))

/** What the address says. */
const params = {
  tab: oneOfParam(facilityOrderTabs, 'open'),
  view: placeParam(oneOfParam(views, 'board')),
  search: filterBy('search', textParam()),
  facility: filterBy('facility', textParam()),
  stage: filterBy('stage', oneOfParam(['', ...stages], ''), (stage) => stage || undefined),
  /** The stage of the board that a phone shows. */
  column: placeParam(textParam()),
  job: placeParam(textParam()),
  /** Of the open order: the stage that pieces come into, and the part that is shown. */
  into: placeParam(textParam()),
  /** Number of the job card whose code opened it. */
  card: placeParam(textParam()),
  part: placeParam(oneOfParam(jobParts, 'type')),
}
