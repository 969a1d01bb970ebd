import type { DevelopmentRow } from '../../../shared/areas/sample-development/calls.ts'
import { sampleDevelopment } from '../../../shared/areas/sample-development/lists.ts'
import { sampleStateWords } from '../../../shared/areas/samples/rounds.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton, UploadButton, useFile } from '../../actions/files.tsx'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useRight } from '../../session/use-right.ts'
import { hidden, statusCell, tableColumns } from '../../table/columns.tsx'
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
import { DevelopmentDrawer } from './DevelopmentDrawer.tsx'

export const developmentTabWords = {
  to_measure: key('To measure'),
  to_judge: key('To judge'),
  to_cost: key('To cost'),
  to_produce: key('To produce'),
  failed: key('Not passed'),
  all: key('All'),
} as const

const tabs = ['to_measure', 'to_judge', 'failed', 'to_produce', 'all'] as const

/** Samples that are measured before production, round by round. */
export function FinalMeasurementsScreen() {
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
  const mayMeasure = useRight('developSamples')
  return (
    <ListScreen
      page={{
        title: t('Final measurements'),
        ...paged,
        tools: mayMeasure ? (
          <UploadButton
            button={{ text: t('Upload measures…') }}
            title={t('Final measurements')}
            call="sampleDevelopment.uploadSampleMeasurementDetailsFile"
            input={{}}
            accept={['.xlsx', '.csv']}
            template={{
              label: t('Measures to fill in'),
              get: () => get(contract.sampleDevelopment.downloadSampleMeasurementFile, {}),
            }}
          />
        ) : (
          <DownloadButton
            call={contract.sampleDevelopment.downloadSampleMeasurementFile}
            input={{}}
            text={t('Measurements')}
            hasIcon
          />
        ),
      }}
      list={list}
      label={t('Final measurements')}
      columns={columns}
      tableId="final-measurements"
      opens="sample"
      file={{ call: contract.frame.exportSampleDevelopment, ids: 'sample_ids' }}
      bulk={
        <DownloadButton
          call={contract.sampleDevelopment.downloadSampleMeasurementFile}
          input={{ sample_ids: list.chosen.map(({ sample_id }) => sample_id) }}
          text={t('Measures to fill in')}
          size="small"
        />
      }
      filters={[
        searchFilter<Params>('search', t('Sample or style')),
        choiceFilter<Params>('supplier', t('Supplier'), suppliers),
      ]}
      matching={matching}
      empty={{ title: t('No samples here'), hint: t('Samples are asked for from the catalogue.') }}
      emptyFiltered={{ title: t('No sample matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.sample === '' ? null : (
        <DevelopmentDrawer key={state.sample} sampleId={state.sample} onClose={() => set({ sample: '' })} />
      )}
    </ListScreen>
  )
}

const params = {
  tab: oneOfParam([...tabs], 'to_measure'),
  search: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  sample: placeParam(textParam()),
}
type Params = typeof params

export const developmentColumns = tableColumns<DevelopmentRow>(sampleDevelopment.fields, {
  cells: {
    sample_id: (row) => (
      <WithPicture
        of={{ picture: row.picture, style_id: row.catalogue_id, style_name: row.name, style_name_zh: row.name_zh }}
      >
        <span className="code">{row.sample_id}</span>
      </WithPicture>
    ),
    state: statusCell((row) => sampleStateWords[row.state]),
  },
})

const ofCosting = ['costing', 'cost', 'target']
const columns = developmentColumns.map((column) => (ofCosting.includes(column.id) ? hidden(column) : column))
