import { Button } from '@blueprintjs/core'
import { Cog } from '@blueprintjs/icons'
import { ourFields, priceNegotiations } from '../../../shared/areas/price-negotiations/lists.ts'
import { negotiationTabs } from '../../../shared/areas/price-negotiations/rules.ts'
import type { NegotiationRow } from '../../../shared/areas/price-negotiations/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import { useIsStaff, useSupplierChoices } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
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
import { AcceptDialog } from './AcceptDialog.tsx'
import { AskDialog, EnterDialog } from './AskDialog.tsx'
import { NegotiationDrawer } from './NegotiationDrawer.tsx'
import { NegotiationSettingsDrawer } from './NegotiationSettings.tsx'

/** For the company: whose turn it is. */
const tabWords = {
  ours: key('Waits for us'),
  vendors: key('Waits for vendor'),
  agreed: key('Agreed'),
  abandoned: key('Abandoned'),
  all: key('All'),
} as const

/** A vendor waits for itself first. */
const vendorTabs = ['vendors', 'ours', 'agreed', 'abandoned', 'all'] as const
const vendorWords = { ...tabWords, ours: key('Waits for the company'), vendors: key('Waits for you') } as const

/** Prices under negotiation: whose word is awaited, what was paid, and what was agreed. */
export function PriceNegotiationScreen() {
  const { t } = useLocale()
  const isStaff = useIsStaff()
  const address = useListState(params)
  const { state, set } = address
  const tab = state.tab === '' ? (isStaff ? 'ours' : 'vendors') : state.tab
  const list = useList(priceNegotiations, address, {
    call: 'priceNegotiations.getPriceNegotiationDetails',
    also: { tab, sort: tab === 'ours' || tab === 'vendors' ? 'answer_by' : 'newest' },
  })
  const counts = useListCounts('priceNegotiations.getPriceNegotiationDetails', list.filter)
  const mayForUs = useRight('negotiateForUs')
  const open = (negotiation: string) => set({ negotiation }, 'push')
  const ask = useDialog(AskDialog, { onDone: open })
  const enter = useDialog(EnterDialog, { onDone: open })
  const accept = useDialog(AcceptDialog)
  const settings = useDialog(NegotiationSettingsDrawer)
  const mayRule = useRight('reopenPrices')
  useSettingsWord(settings.open, mayRule)
  const suppliers = useSupplierChoices()
  const words = isStaff ? tabWords : vendorWords
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('Style or negotiation')),
    ...(isStaff ? [choiceFilter<typeof params>('supplier', t('Supplier'), suppliers)] : []),
  ]
  return (
    <ListScreen
      page={{
        title: t('Price negotiation'),
        tabs: (isStaff ? negotiationTabs : vendorTabs).map((one) => ({
          key: one,
          label: t(words[one]),
          count: counts[one],
        })),
        tab,
        onTab: (one: typeof tab) => set({ tab: one, negotiation: '' }, 'push'),
        tools: (
          <>
            {mayRule ? <Button icon={<Cog />} text={t('Settings')} onClick={() => settings.open()} /> : null}
            {mayForUs ? (
              <>
                <Button text={t('Accept many…')} onClick={() => accept.open({ supplierId: state.supplier })} />
                <Button text={t('Enter an agreement…')} onClick={() => enter.open()} />
              </>
            ) : null}
            <Button intent="primary" text={t('Ask a price…')} onClick={() => ask.open()} />
          </>
        ),
      }}
      list={list}
      tableId={isStaff ? 'price-negotiations' : 'price-negotiations-vendor'}
      label={t('Negotiations')}
      columns={isStaff ? columns : vendorColumns}
      opens="negotiation"
      hasSelection={isStaff}
      file={{ call: contract.frame.exportPriceNegotiations, ids: 'negotiations' }}
      filters={filters}
      matching={counts[tab]}
      empty={{
        title: t('No prices here'),
        hint: t('A price that is asked for a style stands here until both sides agree.'),
      }}
      emptyFiltered={{ title: t('No price matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.negotiation !== '' && (
        <NegotiationDrawer
          key={state.negotiation}
          number={state.negotiation}
          onClose={() => set({ negotiation: '' })}
        />
      )}
      {ask.dialog}
      {enter.dialog}
      {accept.dialog}
      {settings.dialog}
    </ListScreen>
  )
}

const columns = tableColumns<NegotiationRow>(priceNegotiations.fields, {
  cells: {
    style_id: (row) => (
      <WithPicture of={row}>
        <span className="code">{row.style_id}</span>
      </WithPicture>
    ),
  },
})

const vendorColumns = columns.filter(({ id }) => !ourFields.includes(id))

/** What the address of the prices says. */
const params = {
  tab: oneOfParam(['', ...negotiationTabs], ''),
  search: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  negotiation: placeParam(textParam()),
}
