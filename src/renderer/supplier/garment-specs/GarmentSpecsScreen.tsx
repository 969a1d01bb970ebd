import '../product-launch/product-launch.css'
import './garment-specs.css'
import { type SpecStyle, specTabs } from '../../../shared/areas/garment-specs/calls.ts'
import { specList } from '../../../shared/areas/garment-specs/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton, useFile } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { useIsStaff, useSupplierChoices } from '../../api/use-suppliers.ts'
import { TechPacksOfStyle } from '../../garments/TechPackList.tsx'
import { key } from '../../i18n/formats.ts'
import { Drawer } from '../../kit/Drawer.tsx'
import { SurveyBadge } from '../../kit/SurveyBadge.tsx'
import { LoadedDrawer } from '../../kit/TabbedDrawer.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useRight } from '../../session/use-right.ts'
import { tableColumns } from '../../table/columns.tsx'
import { askedSort, ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  choiceFilter,
  type Filter,
  filterBy,
  flagParam,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { SpecProposals } from './SpecProposals.tsx'
import { SpecTables } from './SpecTables.tsx'
import { SpecUpload } from './SpecUpload.tsx'
import { SpecVersions } from './SpecVersions.tsx'

const params = {
  tab: oneOfParam([...specTabs], 'all'),
  search: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  sort: oneOfParam(['number', 'survey'], 'number'),
  up: flagParam(),
  style: placeParam(textParam()),
}

const tabWords = {
  all: key('All'),
  to_measure: key('Not measured'),
  to_grade: key('Measured, not graded'),
  done: key('Measured and graded'),
  waiting: key('To agree to'),
} as const

const wide = 1180

/** Supplier › Garment specs and grading: styles of the catalogue, and what each measures. */
export function GarmentSpecsScreen() {
  const { t } = useLocale()
  const address = useListState(params)
  const { state, set } = address
  const isStaff = useIsStaff()
  const list = useList(specList, address, {
    call: 'garmentSpecs.specStyles',
    also: { tab: state.tab, ...askedSort(state) },
  })
  const counts = useListCounts('garmentSpecs.specStyles', list.filter)
  const suppliers = useSupplierChoices()
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('Style, number or vendor’s style no.')),
    ...(isStaff ? [choiceFilter<typeof params>('supplier', t('Supplier'), suppliers)] : []),
  ]
  return (
    <ListScreen
      page={{
        title: t('Garment specs and grading'),
        tabs: specTabs.map((one) => ({ key: one, label: t(tabWords[one]), count: counts[one] })),
        tab: state.tab,
        onTab: (tab: typeof state.tab) => set({ tab, style: '' }, 'push'),
        tools: <Tools />,
      }}
      list={list}
      label={t('Garment specs and grading')}
      columns={isStaff ? columns : vendorColumns}
      tableId={isStaff ? 'garment-specs' : 'garment-specs-vendor'}
      opens="style"
      sort="up"
      file={{ call: contract.frame.exportGarmentSpecs, ids: 'codes' }}
      filters={filters}
      matching={counts[state.tab]}
      empty={{ title: t('No style is in the catalogue yet') }}
    >
      {state.style === '' ? null : (
        <SpecDrawer key={state.style} code={state.style} onClose={() => set({ style: '' })} />
      )}
    </ListScreen>
  )
}

function SpecDrawer({ code, onClose }: { code: string; onClose: () => void }) {
  const { t, name } = useLocale()
  const answer = useAnswer('garmentSpecs.garmentSpec', { code })
  return (
    <LoadedDrawer answer={answer} title={code} width={wide} onClose={onClose} missing={t('This style is not there')}>
      {(spec) => (
        <Drawer
          isOpen
          of={spec.style}
          title={`${code} · ${name(spec.style.name, spec.style.name_zh)}`}
          beside={<SurveyBadge of={spec.style.survey} />}
          width={wide}
          onClose={onClose}
          actions={<Tools code={code} />}
        >
          <SpecProposals code={code} proposals={spec.proposals} />
          <SpecTables spec={spec} />
          <TechPacksOfStyle code={code} />
          <SpecVersions code={code} versions={spec.versions} />
        </Drawer>
      )}
    </LoadedDrawer>
  )
}

/** Sheets of one style, or of any. */
function Tools({ code }: { code?: string }) {
  const { t } = useLocale()
  const { get } = useFile()
  const mayChange = useRight('garmentSpecs')
  const of = code ? { code } : {}
  const upload = (kind: 'garment' | 'grading', text: string) => (
    <SpecUpload
      of={kind}
      {...of}
      title={text}
      getTemplate={() => get(contract.garmentSpecs.specSample, { of: kind, ...of })}
    />
  )
  if (mayChange)
    return (
      <>
        {upload('garment', t('Points of measure by sheet'))}
        {upload('grading', t('Grading by sheet'))}
      </>
    )
  return (
    <>
      <DownloadButton
        call={contract.garmentSpecs.specSample}
        input={{ of: 'garment', ...of }}
        text={t('Points of measure')}
        hasIcon
      />
      <DownloadButton
        call={contract.garmentSpecs.specSample}
        input={{ of: 'grading', ...of }}
        text={t('Grading')}
        hasIcon
      />
    </>
  )
}

const columns = tableColumns<SpecStyle>(specList.fields, {
  cells: {
    code: (row) => (
      <WithPicture of={{ picture: row.picture, style_id: row.code, style_name: row.name, style_name_zh: row.name_zh }}>
        <span className="code">{row.code}</span>
      </WithPicture>
    ),
  },
})

/** A vendor knows who it is, and hears nothing of surveys. */
const vendorColumns = columns.filter(({ id }) => id !== 'supplier' && id !== 'survey')
