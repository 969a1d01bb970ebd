import { Button } from '@blueprintjs/core'
import { assortmentList } from '../../../shared/areas/assortments/lists.ts'
import type { AssortmentRow } from '../../../shared/areas/assortments/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import { key } from '../../i18n/formats.ts'
import { StylePicture } from '../../pictures/StylePicture.tsx'
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
import { AssortmentDrawer } from './AssortmentDrawer.tsx'
import { useExport } from './use-export.ts'
import './assortments.css'

const params = {
  tab: oneOfParam(['open', 'closed', 'all'], 'open'),
  search: filterBy('search', textParam()),
  assortment: placeParam(textParam()),
}

const tabWords = { open: key('Open'), closed: key('Closed'), all: key('All') } as const

/** What the address says of an assortment that is not made yet. */
const fresh = 'new'

/** Supplier › Assortments: sets of styles with their colours and ratio, built before buyers look at them. */
export function AssortmentsScreen() {
  const { t, plural } = useLocale()
  const address = useListState(params)
  const { state, set } = address
  const list = useList(assortmentList, address, { call: 'assortments.getAssortments', also: { tab: state.tab } })
  const counts = useListCounts('assortments.getAssortments', list.filter)
  const chosen = list.chosen.map(({ assortment_id }) => assortment_id)
  const make = useExport()
  return (
    <ListScreen
      page={{
        title: t('Assortments'),
        tabs: (['open', 'closed', 'all'] as const).map((one) => ({
          ...{ key: one, label: t(tabWords[one]), count: counts[one] },
        })),
        tab: state.tab,
        onTab: (tab: typeof state.tab) => set({ tab, assortment: '' }, 'push'),
        tools: (
          <Button intent="primary" text={t('New assortment')} onClick={() => set({ assortment: fresh }, 'push')} />
        ),
      }}
      list={list}
      label={t('Assortments')}
      columns={columns}
      opens="assortment"
      file={{ call: contract.frame.exportAssortments, ids: 'assortment_ids' }}
      filters={[searchFilter('search', t('Assortment or style'))] satisfies Filter<typeof params>[]}
      matching={counts[state.tab]}
      bulk={
        <Button
          size="small"
          text={plural(chosen.length, 'Export 1 assortment', 'Export {{n}} assortments')}
          disabled={chosen.length === 0 || chosen.length > 100}
          loading={make.isRunning}
          onClick={() => void make.run(chosen)}
        />
      }
      empty={{
        title: t('No assortments here'),
        hint: t(
          'Put styles that wait for their assortment together, and see categories, prices and colours as you build.',
        ),
      }}
      emptyFiltered={{ title: t('No assortment matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.assortment === '' ? null : (
        <AssortmentDrawer
          key={state.assortment}
          assortmentId={state.assortment === fresh ? null : state.assortment}
          onMade={(assortment) => set({ assortment })}
          onClose={() => set({ assortment: '' })}
        />
      )}
    </ListScreen>
  )
}

const columns = tableColumns<AssortmentRow>(assortmentList.fields, {
  cells: {
    faces: ({ pictures, assortment_id, name }) => (
      <span className="assortment-faces">
        {pictures.map((picture) => (
          <StylePicture
            key={picture}
            of={{ picture, style_id: assortment_id, style_name: name, style_name_zh: name }}
          />
        ))}
      </span>
    ),
  },
})
