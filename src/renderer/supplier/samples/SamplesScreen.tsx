import './samples.css'
import { Button } from '@blueprintjs/core'
import type { SampleRow } from '../../../shared/areas/samples/calls.ts'
import { sampleSorts, sampleTabs } from '../../../shared/areas/samples/calls.ts'
import { samples } from '../../../shared/areas/samples/lists.ts'
import { sampleStateWords } from '../../../shared/areas/samples/rounds.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton, UploadButton, useFile } from '../../actions/files.tsx'
import { useIsStaff } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { FactList } from '../../kit/field-views.tsx'
import { StylePicture, WithPicture } from '../../pictures/StylePicture.tsx'
import { useRight } from '../../session/use-right.ts'
import { dueCell, hidden, statusCell, tableColumns } from '../../table/columns.tsx'
import { askedSort, ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  filterBy,
  flagParam,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { AskSamplesDialog } from './AskSamplesDialog.tsx'
import { SampleDrawer, SampleTags, SendForm } from './SampleDrawer.tsx'

type Tab = (typeof sampleTabs)[number]

const tabWords = {
  to_send: key('To send'),
  overdue: key('Overdue'),
  sent: key('On the way'),
  received: key('To measure'),
  measured: key('To judge'),
  judged: key('Judged'),
  all: key('All'),
} as const

/** Samples that are to be sent, and those on their way: a vendor its own. */
export function SampleShippingScreen() {
  const { t } = useLocale()
  return <Samples title={t('Sample Shipping Platform')} tabs={['to_send', 'overdue', 'sent', 'all']} begins="to_send" />
}

/** Samples that are received, measured and judged. */
export function SampleQcScreen() {
  const { t } = useLocale()
  return <Samples title={t('Sample QC')} tabs={['sent', 'received', 'measured', 'judged', 'all']} begins="sent" isQc />
}

interface SamplesProps {
  title: string
  tabs: readonly Tab[]
  begins: 'to_send' | 'sent'
  isQc?: boolean
}

function Samples({ title, tabs, begins, isQc = false }: SamplesProps) {
  const words = useLocale()
  const { t } = words
  const address = useListState(begins === 'sent' ? qcParams : shippingParams)
  const { state, set } = address
  const { tab } = state
  const list = useList(samples, address, { call: 'samples.getSamples', also: { tab, ...askedSort(state) } })
  const counts = useListCounts('samples.getSamples', list.filter)
  const isStaff = useIsStaff()
  const { get } = useFile()
  const mayAsk = useRight('sampleQc')
  const maySeeSheets = useRight('sampleSheets')
  const asks = useDialog(AskSamplesDialog)
  const close = () => set({ sample: '' })
  const open = list.loaded.rows.find(({ sample_id }) => sample_id === state.sample)
  return (
    <ListScreen
      page={{
        title,
        tabs: tabs.map((one) => ({ key: one, label: t(tabWords[one]), count: counts[one] })),
        tab,
        onTab: (one: Tab) => set({ tab: one, sample: '', ...orderAt(state, one) }, 'push'),
        tools: isQc ? (
          <>
            {mayAsk ? <Button size="small" text={t('Ask for samples…')} onClick={() => asks.open({})} /> : null}
            <UploadButton
              button={{ text: t('Upload measures…') }}
              title={t('What QC found of samples')}
              call="samples.uploadSampleQcMetadata"
              input={{}}
              accept={['.xlsx', '.csv']}
              template={{
                label: t('Measures to fill in'),
                get: () => get(contract.samples.downloadSampleFile, { type: 'metadata', format: 'xlsx' }),
              }}
            />
          </>
        ) : (
          <>
            {maySeeSheets ? (
              <DownloadButton
                call={contract.sampleDevelopment.downloadSampleMeasurementFile}
                input={{}}
                text={t('What samples are measured at')}
                hasIcon
              />
            ) : null}
            <UploadButton
              button={{ text: t('Upload tracking…') }}
              title={t('Who carries which sample')}
              call="samples.uploadSampleTracking"
              input={{}}
              accept={['.xlsx', '.csv']}
              template={{
                label: t('Tracking sheet'),
                get: () => get(contract.samples.downloadSampleFile, { type: 'tracking', format: 'xlsx' }),
              }}
            />
          </>
        ),
      }}
      list={list}
      label={title}
      columns={isStaff ? columns : vendorColumns}
      opens="sample"
      sort="desc"
      file={{ call: contract.frame.exportSamples, ids: 'sample_ids' }}
      filters={[searchFilter<Params>('search', t('Scan or type a sample, style or tracking no.'))]}
      matching={counts[tab]}
      empty={{ title: t('No samples here'), hint: t('Samples are asked for from the catalogue.') }}
      emptyFiltered={{ title: t('No sample matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.sample !== '' && isStaff ? (
        <SampleDrawer key={state.sample} sampleId={state.sample} onClose={close} />
      ) : null}
      {asks.dialog}
      {open && !isStaff ? (
        <Drawer
          isOpen
          of={open}
          title={`${open.sample_id} · ${words.name(open.name, open.name_zh)}`}
          beside={<SampleTags sample={open} />}
          onClose={close}
        >
          <Section>
            <div className="sample-head">
              <StylePicture of={pictured(open)} size="head" isButton />
              <FactList fields={vendorFacts} row={open} />
            </div>
          </Section>
          {open.state === 'requested' || open.state === 'sent' ? <SendForm sample={open} onDone={close} /> : null}
        </Drawer>
      ) : null}
    </ListScreen>
  )
}

const pictured = (row: SampleRow) => ({
  ...{ picture: row.picture, style_id: row.catalogue_id, style_name: row.name, style_name_zh: row.name_zh },
})

const columns = tableColumns<SampleRow>(samples.fields, {
  cells: {
    sample_id: (row) => (
      <WithPicture of={pictured(row)}>
        <span className="code">{row.sample_id}</span>
      </WithPicture>
    ),
    state: statusCell((row) => sampleStateWords[row.state]),
    due_on: dueCell((row) => ({ day: row.due_on, isOverdue: row.is_overdue })),
  },
})

const ofOurs = ['supplier', 'out_of_tolerance', 'computed', 'weight_qc_g', 'judged_by', 'remark']
const vendorFacts = samples.fields.filter(({ id }) => !ofOurs.includes(id))
const vendorColumns = columns.map((column) => (ofOurs.includes(column.id) ? hidden(column) : column))

const paramsFrom = <B extends Tab>(begins: B) => ({
  tab: oneOfParam([...sampleTabs], begins),
  search: filterBy('search', textParam()),
  sort: oneOfParam(sampleSorts, 'due'),
  desc: flagParam(),
  sample: placeParam(textParam()),
})
const shippingParams = paramsFrom<Tab>('to_send')
type Params = typeof shippingParams
const qcParams = paramsFrom<Tab>('sent')

/** What is still to be done stands the most urgent first; where all of it may be done, the latest. */
const isLatestFirst = (tab: Tab) => tab === 'judged' || tab === 'all'

/** The order at another tab: the user's own stays, the usual one goes with the tab. */
function orderAt({ tab, sort, desc }: { tab: Tab; sort: (typeof sampleSorts)[number]; desc: boolean }, next: Tab) {
  const isUsual = sort === 'due' && desc === isLatestFirst(tab)
  return isUsual ? { desc: isLatestFirst(next) } : {}
}
