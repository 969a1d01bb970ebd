import './stores.css'
import { Button, ButtonGroup } from '@blueprintjs/core'
import { storeStyles } from '../../../shared/areas/allocation/store-lists.ts'
import type { StoreStyleRow } from '../../../shared/areas/allocation/store-shapes.ts'
import {
  type HeatMetric,
  heatMetrics,
  metricMeanings,
  metricWords,
} from '../../../shared/areas/allocation/store-stock.ts'
import { contract } from '../../../shared/areas.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page } from '../../kit/Page.tsx'
import { tableColumns } from '../../table/columns.tsx'
import { listExport } from '../../table/ExportMenu.tsx'
import { ExportOfColumns } from '../../table/ExportOfColumns.tsx'
import { FilterBar } from '../../table/FilterBar.tsx'
import { askedOf, choiceFilter, type Filter, searchFilter, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { plainChoices } from '../allocation/parts.tsx'
import { HeatMap } from './HeatMap.tsx'
import { LookingBackTab } from './LookingBackTab.tsx'
import { ReplayTab } from './ReplayTab.tsx'
import { StoreDrawer } from './StoreDrawer.tsx'
import { type Config, type StoresAddress, storesParams, storeTabs } from './stores-params.ts'
import { TransfersTab } from './TransfersTab.tsx'

const tabWords = {
  map: key('Map of stores'),
  transfers: key('Transfers'),
  back: key('Looking back'),
  replay: key('Replay'),
} as const satisfies Record<(typeof storeTabs)[number], string>

/** What stores have of every style; what one could send another; what last allocations came to, and what others would have. */
export function StoresScreen() {
  const { t } = useLocale()
  const address = useListState(storesParams)
  const { state, set } = address
  const answer = useAnswer('allocation.getAllocationConfig', {})
  return (
    <Page
      title={t('Stores')}
      tabs={storeTabs.map((one) => ({ key: one, label: t(tabWords[one]) }))}
      tab={state.tab}
      onTab={(tab) => set({ tab, task: '' }, 'push')}
    >
      <Loaded answer={answer}>
        {(config) => (
          <>
            {state.tab === 'map' ? <MapTab config={config} address={address} /> : null}
            {state.tab === 'transfers' ? (
              <TransfersTab
                config={config}
                address={address}
                filters={<PlaceFilters config={config} address={address} />}
              />
            ) : null}
            {state.tab === 'back' ? <LookingBackTab address={address} /> : null}
            {state.tab === 'replay' ? <ReplayTab config={config} reload={answer.reload} /> : null}
            {state.store === '' ? null : <StoreDrawer key={state.store} config={config} address={address} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface TabProps {
  config: Config
  address: StoresAddress
}

function placeFilters({ categories, stores }: Config, t: (text: string) => string): Filter<typeof storesParams>[] {
  const regions = [...new Set(stores.flatMap(({ region }) => region ?? []))].sort()
  return [
    choiceFilter(
      'category',
      t('Category'),
      plainChoices(categories, (word) => t(word)),
    ),
    ...(regions.length > 0
      ? [
          choiceFilter<typeof storesParams>(
            'region',
            t('Region'),
            plainChoices(regions, (word) => t(word)),
          ),
        ]
      : []),
  ]
}

function PlaceFilters({ config, address }: TabProps) {
  const { t } = useLocale()
  return <FilterBar params={storesParams} address={address} filters={placeFilters(config, t)} />
}

function MapTab({ config, address }: TabProps) {
  const { t } = useLocale()
  const { state, set } = address
  const asked = askedOf(storesParams, state)
  const filters = [
    searchFilter<typeof storesParams>('search', t('Style or colour')),
    ...placeFilters(config, t),
    choiceFilter<typeof storesParams>('season', t('Season'), plainChoices(config.seasons)),
  ]
  return (
    <div className="stores-tab">
      <div className="stores-bar">
        <ButtonGroup role="group" aria-label={t('Shown')}>
          {heatMetrics.map((metric: HeatMetric) => (
            <Button
              key={metric}
              size="small"
              text={t(metricWords[metric])}
              title={t(metricMeanings[metric])}
              active={metric === state.metric}
              aria-pressed={metric === state.metric}
              onClick={() => set({ metric })}
            />
          ))}
        </ButtonGroup>
        <FilterBar params={storesParams} address={address} filters={filters} />
        <div className="stores-tools">
          <ExportOfColumns
            tableId={storeStyles.name}
            columns={columns}
            exports={listExport(contract.frame.exportStoreStock, asked, () => ({}))}
          />
        </div>
      </div>
      <HeatMap config={config} address={address} />
    </div>
  )
}

const columns = tableColumns<StoreStyleRow>(storeStyles.fields)
