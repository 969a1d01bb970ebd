import { Button } from '@blueprintjs/core'
import { Cog, Print } from '@blueprintjs/icons'
import { type DimensionRow, dimensionTabs } from '../../../shared/areas/sku-dimensions/calls.ts'
import { skuDimensions } from '../../../shared/areas/sku-dimensions/lists.ts'
import { type Measure, measureNames } from '../../../shared/areas/sku-dimensions/rules.ts'
import { contract } from '../../../shared/areas.ts'
import { useFile, useSheet } from '../../actions/files.tsx'
import { useFileDrop } from '../../actions/upload/ChooseFile.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useIndiaSkuLabels } from '../../print/labels/IndiaLabelsDialog.tsx'
import { useRight } from '../../session/use-right.ts'
import { useSettingsWord } from '../../settings/use-settings-word.ts'
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
import { DimensionSettingsDrawer } from './DimensionSettings.tsx'
import { StyleDimensions } from './StyleDimensions.tsx'

/** SKUs with their sizes and weights, those that lack some first; a row opens its style's grid. */
export function SkuDimensionsScreen() {
  const { t } = useLocale()
  const address = useListState(params)
  const { state, set } = address
  const list = useList(skuDimensions, address, {
    call: 'skuDimensions.getSkuDimensionDetails',
    also: { tab: state.tab },
  })
  const counts = useListCounts('skuDimensions.getSkuDimensionDetails', list.filter)
  const choices = useAnswer('skuDimensions.dimensionChoices', {}).data
  const mayChange = useRight('measureRules')
  const settings = useDialog(DimensionSettingsDrawer)
  useSettingsWord(settings.open, mayChange)
  const labels = useIndiaSkuLabels()
  const upload = useDimensionSheet()
  const drop = useFileDrop((file) => upload.open(undefined, file))
  const tabs = [
    { key: 'missing' as const, label: t('To measure'), count: counts.missing },
    { key: 'outlier' as const, label: t('Unusual'), count: counts.outlier },
    { key: 'measured' as const, label: t('Measured'), count: counts.measured },
    { key: 'all' as const, label: t('All'), count: counts.all },
  ]
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('SKU, style or colour')),
    choiceFilter('supplier', t('Supplier'), useSupplierChoices()),
    choiceFilter(
      'category',
      t('Category'),
      (choices?.categories ?? []).map(({ category }) => ({ value: category, label: t(category) })),
    ),
  ]
  const next = list.loaded.rows.find(({ style_id }, at, rows) => {
    const last = rows.findLastIndex((row) => row.style_id === state.style)
    return at > last && style_id !== state.style
  })?.style_id
  return (
    <ListScreen
      page={{
        title: t('SKU dimensions'),
        tabs,
        tab: state.tab,
        onTab: (tab: typeof state.tab) => set({ tab, style: '' }, 'push'),
        tools: (
          <>
            <Button text={t('Upload a sheet…')} onClick={() => upload.open()} />
            {mayChange ? <Button icon={<Cog />} text={t('Settings')} onClick={() => settings.open()} /> : null}
          </>
        ),
      }}
      list={list}
      label={t('SKUs')}
      columns={columns}
      onOpen={({ style_id }) => set({ style: style_id }, 'push')}
      file={{ call: contract.frame.exportSkuDimensions, ids: 'nm_skus' }}
      filters={filters}
      bulk={
        <Button
          size="small"
          icon={<Print />}
          text={t('Labels for sale…')}
          disabled={list.chosen.length === 0}
          onClick={() => labels.open({ items: list.chosen.map(({ nm_sku }) => ({ nm_sku, copies: 1 })) })}
        />
      }
      empty={
        state.tab === 'missing'
          ? { title: t('Every SKU is measured'), hint: t('New SKUs appear here until somebody measures them.') }
          : { title: t('No SKUs here') }
      }
      emptyFiltered={{ title: t('No SKU matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.style !== '' && (
        <StyleDimensions
          key={state.style}
          styleId={state.style}
          medians={choices?.categories}
          onClose={() => set({ style: '' })}
          onNext={next === undefined ? null : () => set({ style: next })}
        />
      )}
      {settings.dialog}
      {labels.dialog}
      {upload.dialog}
      {drop}
    </ListScreen>
  )
}

/** The sheet to fill in is the list of SKUs that lack something. */
function useDimensionSheet() {
  const { t } = useLocale()
  const { get } = useFile()
  const ids = ['nm_sku', 'style_id', 'color', 'size', 'length_mm', 'width_mm', 'height_mm', 'weight_grams'] as const
  const headers = new Map(skuDimensions.fields.map(({ id, header }) => [id, t(header)]))
  const columns = ids.map((id) => ({ id, header: headers.get(id) ?? id }))
  return useSheet({
    call: 'skuDimensions.uploadSkuDimensions',
    input: {},
    title: t('Sizes and weights by file'),
    accept: ['.xlsx', '.csv'],
    template: {
      label: t('Download the SKUs to measure'),
      get: () => get(contract.frame.exportSkuDimensions, { tab: 'missing', format: 'xlsx', columns }),
    },
  })
}

const measure = (id: Measure) => (row: DimensionRow) => {
  const isUnusual = row.outliers.includes(id)
  return <span className={isUnusual ? 'dims-unusual' : undefined}>{row[id] ?? '–'}</span>
}

const columns = tableColumns<DimensionRow>(skuDimensions.fields, {
  cells: {
    nm_sku: (row) => (
      <WithPicture of={row}>
        <span className="code">{row.nm_sku}</span>
      </WithPicture>
    ),
    ...Object.fromEntries((Object.keys(measureNames) as Measure[]).map((id) => [id, measure(id)])),
  },
})

/** What the address of the sizes says. */
const params = {
  tab: oneOfParam(dimensionTabs, 'missing'),
  search: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  category: filterBy('category', textParam()),
  style: placeParam(textParam()),
}
