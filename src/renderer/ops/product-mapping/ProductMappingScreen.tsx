import './product-mapping.css'
import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import type { SkuMaterialRow } from '../../../shared/areas/materials/calls.ts'
import { skuMaterials } from '../../../shared/areas/materials/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { MenuButton, useFile, useSheet } from '../../actions/files.tsx'
import { useFileDrop } from '../../actions/upload/ChooseFile.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { fileCall, fileName } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { useRight } from '../../session/use-right.ts'
import { tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
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
import { StyleMapping, useTakeOff } from './StyleMapping.tsx'

const tabs = ['mapped', 'missing', 'unlikely', 'all'] as const
const tabWords = {
  mapped: key('Mapped'),
  missing: key('Missing for open orders'),
  unlikely: key('Unlikely'),
  all: key('All'),
} as const satisfies Record<(typeof tabs)[number], string>

/** What SKUs take of materials; a row opens its style's grid. */
export function ProductMappingScreen() {
  const { t, name } = useLocale()
  const address = useListState(params)
  const { state, set } = address
  const { tab } = state
  const list = useList(skuMaterials, address, { call: 'materials.getSkuMaterials', also: { tab } })
  const counts = useListCounts('materials.getSkuMaterials', list.filter)
  const mayChange = useRight('changeMaterials')
  const all = useAnswer('materials.getAllMaterialIds', {}).data?.materials ?? []
  const takeOff = useTakeOff()
  const sheet = useMappingSheet('update')
  const newSheet = useMappingSheet('create')
  const drop = useFileDrop((file) => sheet.open(undefined, file))
  const file = useFile()
  const [material] = new Set(list.chosen.map(({ material_id }) => material_id ?? ''))
  const chosen = list.chosen.filter(({ material_id }) => material_id !== null && material_id === material)
  const download = contract.materials.downloadSkuMaterialMapping
  const asked = { request_type: '', ...(state.of !== '' && { style_id: state.of }) }
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('SKU, style or material; or paste codes')),
    choiceFilter(
      'material',
      t('Material'),
      all.map((one) => ({ value: one.material_id, label: name(one.name, one.name_zh), hint: one.material_id })),
    ),
    ...(state.of === '' ? [] : [choiceFilter<typeof params>('of', t('Style'), [{ value: state.of, label: state.of }])]),
  ]
  return (
    <ListScreen
      page={{
        title: t('Product mapping'),
        tabs: tabs.map((one) => ({ key: one, label: t(tabWords[one]), count: counts[one] })),
        tab,
        onTab: (one: typeof tab) => set({ tab: one, style: '' }, 'push'),
        tools: (
          <>
            <Button
              size="small"
              icon={<Download />}
              text={t('Download the sheet')}
              loading={file.isGetting}
              onClick={() => file.get(download, asked)}
            />
            {mayChange ? (
              <MenuButton
                text={t('Upload a sheet')}
                items={[
                  [t('Changed and new entries…'), () => sheet.open()],
                  [t('New entries only…'), () => newSheet.open()],
                ]}
              />
            ) : null}
          </>
        ),
      }}
      list={list}
      label={t('What SKUs take of materials')}
      columns={columns}
      onOpen={({ style_id }) => set({ style: style_id }, 'push')}
      hasSelection={mayChange}
      exports={{ make: () => ({ call: fileCall(download, asked), name: fileName(download, asked), long: null }) }}
      filters={filters}
      matching={counts[tab]}
      bulk={
        <Button
          size="small"
          text={t('Take off…')}
          disabled={chosen.length === 0}
          onClick={() =>
            takeOff.ask({
              material_id: material ?? '',
              nm_skus: [...new Set(chosen.map(({ nm_sku }) => nm_sku))],
              after: list.selection.clear,
            })
          }
        />
      }
      empty={
        tab === 'missing'
          ? { title: t('Nothing is missing'), hint: t('Every SKU of an open order says what it takes.') }
          : { title: t('No SKUs here'), hint: t('What each SKU takes of materials stands here.') }
      }
      emptyFiltered={{ title: t('No SKU matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.style === '' ? null : (
        <StyleMapping key={state.style} styleId={state.style} onClose={() => set({ style: '' })} />
      )}
      {takeOff.dialog}
      {sheet.dialog}
      {newSheet.dialog}
      {mayChange ? drop : null}
    </ListScreen>
  )
}

/** The sheet that makes or changes entries, or makes new ones only. */
function useMappingSheet(request_type: 'update' | 'create') {
  const { t, number } = useLocale()
  const { get } = useFile()
  return useSheet({
    call: 'materials.updateSkuMaterialMapping',
    input: { request_type },
    title: request_type === 'update' ? t('Mapping by file') : t('New mapping by file'),
    accept: ['.xlsx', '.csv'],
    about: ({ rows_unlikely }) =>
      rows_unlikely === 0 ? null : (
        <p className="mapping-unlikely">
          {t('Rows that look mistyped: {{n}}. They stand under “Unlikely”.', { n: number(rows_unlikely) })}
        </p>
      ),
    template: {
      label: t('Download the template'),
      get: () => get(contract.materials.downloadSkuMaterialMapping, { request_type: 'download_sample_file' }),
    },
  })
}

const columns = tableColumns<SkuMaterialRow>(skuMaterials.fields, {
  looks: {
    style_id: { width: 90 },
    color: { width: 90 },
    size: { width: 60 },
    material_name: { shownFrom: 1440 },
    placement: { width: 90, grows: true },
    consumption: { width: 135 },
    unit: { width: 70 },
    open_pieces: { width: 90 },
    wastage: { width: 90 },
  },
  cells: {
    consumption: ({ consumption, unlikely }, { t, decimal }) => {
      if (consumption === null) return <span className="muted">–</span>
      const words = decimal(consumption, 3)
      return unlikely === null ? (
        words
      ) : (
        <span className="mapping-unlikely" title={t(unlikely.message, unlikely.values)}>
          {words}
        </span>
      )
    },
  },
})

/** What the address of product mapping says. */
const params = {
  tab: oneOfParam(tabs, 'all'),
  search: filterBy('search', textParam()),
  material: filterBy('material_id', textParam()),
  /** Only this style. */
  of: filterBy('style_id', textParam()),
  style: placeParam(textParam()),
}
