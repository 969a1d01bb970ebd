import './materials.css'
import { Button, SegmentedControl } from '@blueprintjs/core'
import { type MaterialRow, materialTabs } from '../../../shared/areas/materials/calls.ts'
import { materials } from '../../../shared/areas/materials/lists.ts'
import { materialKinds } from '../../../shared/areas/materials/material.ts'
import { contract } from '../../../shared/areas.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { useRight } from '../../session/use-right.ts'
import { tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  type Filter,
  filterBy,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { MaterialDrawer } from './MaterialDrawer.tsx'
import { MaterialForm } from './MaterialForm.tsx'
import { listCalls, manyWords } from './material-kinds.ts'
import { Swatch } from './parts.tsx'

const tabWords = {
  in_use: key('In use'),
  short: key('Below reorder point'),
  unmapped: key('Used by no SKU'),
  retired: key('Retired'),
  all: key('All'),
} as const satisfies Record<(typeof materialTabs)[number], string>

/** Masters of fabrics, trims and sample fabrics; a row opens its drawer. */
export function MaterialsScreen() {
  const { t } = useLocale()
  const address = useListState(params)
  const { state, set } = address
  const { kind, tab } = state
  const call = listCalls[kind]
  // The kind is of the list's file: each kind has a call of its own.
  const also = { tab, kind }
  const list = useList(materials, address, { call, also })
  const counts = useListCounts(call, list.filter)
  const mayChange = useRight('changeMaterials')
  const create = useDialog(MaterialForm, { onSaved: (material: string) => set({ material }, 'push') })
  const filters: Filter<typeof params>[] = [searchFilter('search', t('Code, name or colour; or paste codes'))]
  return (
    <ListScreen
      page={{
        title: t('Materials'),
        tabs: materialTabs.map((one) => ({ key: one, label: t(tabWords[one]), count: counts[one] })),
        tab,
        onTab: (one: typeof tab) => set({ tab: one, material: '' }, 'push'),
        tools: (
          <>
            <SegmentedControl
              size="small"
              options={materialKinds.map((one) => ({ value: one, label: t(manyWords[one]) }))}
              value={kind}
              onValueChange={(value) => {
                const next = materialKinds.find((one) => one === value)
                if (next) set({ kind: next, material: '' }, 'push')
              }}
            />
            {mayChange ? (
              <Button
                size="small"
                intent="primary"
                text={t('New material…')}
                onClick={() => create.open({ kind, material: null })}
              />
            ) : null}
          </>
        ),
      }}
      list={list}
      label={t(manyWords[kind])}
      columns={columns}
      opens="material"
      opensOnlyMatch
      file={{ call: contract.frame.exportMaterials, ids: 'material_ids' }}
      filters={filters}
      matching={counts[tab]}
      empty={{
        title: t('No materials here'),
        hint: t('What garments are cut and sewn of stands here, with what is on hand.'),
      }}
      emptyFiltered={{ title: t('No material matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.material === '' ? null : (
        <MaterialDrawer
          key={`${kind} ${state.material}`}
          kind={kind}
          id={state.material}
          onClose={() => set({ material: '' })}
        />
      )}
      {create.dialog}
    </ListScreen>
  )
}

const columns = tableColumns<MaterialRow>(materials.fields, {
  looks: { kind: { hidden: true }, name: { width: 180 }, color: { width: 100 }, unit: { width: 70 } },
  cells: {
    name: (row, { name }) => (
      <span className="with-swatch">
        <Swatch id={row.image_id} />
        <span>{name(row.name, row.name_zh)}</span>
      </span>
    ),
    free: ({ free, reorder_point }, { decimal }) => (
      <span className={reorder_point !== null && free < reorder_point ? 'overdue' : undefined}>{decimal(free, 2)}</span>
    ),
  },
})

/** What the address of materials says. */
const params = {
  kind: oneOfParam(materialKinds, 'product_fabric'),
  tab: oneOfParam(materialTabs, 'in_use'),
  search: filterBy('search', textParam()),
  material: placeParam(textParam()),
}
