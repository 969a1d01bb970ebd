import { sampleDevelopment } from '../../../shared/areas/sample-development/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton, UploadButton, useFile } from '../../actions/files.tsx'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { hidden } from '../../table/columns.tsx'
import { ListScreen, useTabbedList } from '../../table/ListTable.tsx'
import {
  choiceFilter,
  filterBy,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { CostingDrawer } from './CostingDrawer.tsx'
import { developmentColumns, developmentTabWords } from './FinalMeasurementsScreen.tsx'

const tabs = ['to_cost', 'to_produce', 'all'] as const

/** What samples cost, part by part and version by version. */
export function SampleCostingScreen() {
  const { t } = useLocale()
  const address = useListState(params)
  const { state, set } = address
  const { list, matching, paged } = useTabbedList(sampleDevelopment, address, {
    call: 'sampleDevelopment.getSampleDevelopments',
    tabs: tabs,
    words: developmentTabWords,
    open: { sample: '' },
  })
  const suppliers = useSupplierChoices()
  const { get } = useFile()
  return (
    <ListScreen
      page={{
        title: t('Sample costing'),
        ...paged,
        tools: (
          <UploadButton
            button={{ text: t('Upload costings…') }}
            title={t('What samples cost')}
            call="sampleDevelopment.uploadSampleCostingFile"
            input={{}}
            accept={['.xlsx', '.csv']}
            template={{
              label: t('Costings to fill in'),
              get: () => get(contract.sampleDevelopment.downloadSampleCostingFile, {}),
            }}
          />
        ),
      }}
      list={list}
      label={t('Sample costing')}
      columns={columns}
      tableId="sample-costing"
      opens="sample"
      file={{ call: contract.frame.exportSampleDevelopment, ids: 'sample_ids' }}
      bulk={
        <DownloadButton
          call={contract.sampleDevelopment.downloadSampleCostingFile}
          input={{ sample_ids: list.chosen.map(({ sample_id }) => sample_id) }}
          text={t('Costings to fill in')}
          size="small"
        />
      }
      filters={[
        searchFilter<Params>('search', t('Sample or style')),
        choiceFilter<Params>('supplier', t('Supplier'), suppliers),
      ]}
      matching={matching}
      empty={{ title: t('No samples here'), hint: t('A sample is costed once it is here.') }}
      emptyFiltered={{ title: t('No sample matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.sample === '' ? null : (
        <CostingDrawer key={state.sample} sampleId={state.sample} onClose={() => set({ sample: '' })} />
      )}
    </ListScreen>
  )
}

const params = {
  tab: oneOfParam([...tabs], 'to_cost'),
  search: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  sample: placeParam(textParam()),
}
type Params = typeof params

const ofMeasures = ['points', 'lacking', 'out_of_tolerance', 'critical_out', 'computed', 'tech_pack', 'order']
const columns = developmentColumns.map((column) => (ofMeasures.includes(column.id) ? hidden(column) : column))
