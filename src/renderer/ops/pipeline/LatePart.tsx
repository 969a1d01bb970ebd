import { Button } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { type LateRow, type LateTab, lateTabs } from '../../../shared/areas/pipeline/calls.ts'
import { legs, legWords } from '../../../shared/areas/pipeline/forecast.ts'
import { lateGoods } from '../../../shared/areas/pipeline/lists.ts'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { useOpens } from '../../session/use-opens.ts'
import { tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList } from '../../table/ListTable.tsx'
import {
  choiceFilter,
  dayParam,
  filterBy,
  flagParam,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'

const tabWords = {
  late: key('Late'),
  will: key('Will be late'),
  open: key('All open'),
} as const satisfies Record<LateTab, string>

const params = {
  part: oneOfParam(['late'], 'late'),
  tab: oneOfParam(lateTabs, 'late'),
  search: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  /** How long legs take, and how many spans of the past held. */
  belief: placeParam(flagParam()),
  leg: filterBy('leg', oneOfParam(['', ...legs], ''), (leg) => leg || undefined),
  /** Of a number of the arrivals: where, in which week, and in boxes or not. */
  site: filterBy('site', textParam()),
  week: filterBy('week', dayParam()),
  packed: filterBy('packed', oneOfParam(['', 'yes', 'no'], ''), (packed) =>
    packed === '' ? undefined : packed === 'yes',
  ),
}

/** Goods of approved orders by how many days after their promise they come, with the leg that costs most. */
export function LatePart() {
  const { t, day } = useLocale()
  const address = useListState(params)
  const { state, set } = address
  const list = useList(lateGoods, address, { call: 'pipeline.getLate', also: { tab: state.tab } })
  const counted = useAnswer('pipeline.getLate', { ...list.filter, part: 'counts' })
  const counts = counted.data?.counts ?? {}
  const suppliers = useSupplierChoices()
  const opens = useOpens()
  return (
    <ListScreen
      page={{
        title: t('Late and will be late'),
        tabs: lateTabs.map((one) => ({ key: one, label: t(tabWords[one]), count: counts[one] })),
        tab: state.tab,
        onTab: (tab: LateTab) => set({ tab }, 'push'),
        tools: <Button size="small" text={t('How far to believe it')} onClick={() => set({ belief: true }, 'push')} />,
      }}
      list={list}
      label={t('Late and will be late')}
      columns={opens(orders) ? linked : plain}
      file={{ call: contract.frame.exportLateGoods, ids: 'goods_ids' }}
      matching={counts[state.tab]}
      filters={[
        searchFilter<typeof params>('search', t('Order, style or vendor')),
        choiceFilter<typeof params>('supplier', t('Supplier'), suppliers),
        choiceFilter<typeof params>(
          'leg',
          t('Leg'),
          legs.map((value) => ({ value, label: t(legWords[value]) })),
        ),
        ...(state.week === ''
          ? []
          : [
              choiceFilter<typeof params>('week', t('Week of'), [{ value: state.week, label: day(state.week) }]),
              choiceFilter<typeof params>('site', t('Site'), [
                { value: state.site, label: state.site === 'none' ? t('Site not known yet') : state.site },
              ]),
              choiceFilter<typeof params>('packed', t('In boxes'), [
                { value: 'yes', label: t('Pieces in boxes') },
                { value: 'no', label: t('Pieces not shipped yet') },
              ]),
            ]),
      ]}
      empty={{
        title: t('Nothing is late here'),
        hint: t(
          'Goods stand here that come to the shelf in India after the day that follows from their deadline, and own production that is shipped after its due date.',
        ),
      }}
      emptyFiltered={{ title: t('Nothing matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.belief && counted.data?.legs ? (
        <Drawer isOpen title={t('How far to believe it')} width={760} onClose={() => set({ belief: false })}>
          <Belief legs={counted.data.legs} />
        </Drawer>
      ) : null}
    </ListScreen>
  )
}

const orders = '/ops/confirmed-orders'
const plain = tableColumns<LateRow>(lateGoods.fields)
const linked = tableColumns<LateRow>(lateGoods.fields, {
  cells: {
    order_id: ({ order_id, kind }) => (
      <Link
        className="code"
        to={`${kind === 'production' ? '/ops/in-house-orders' : orders}?order=${encodeURIComponent(order_id)}`}
      >
        {order_id}
      </Link>
    ),
  },
})

type LegRecord = NonNullable<CallData<'pipeline.getLate'>['legs']>[number]

const legFields: readonly ShownField<LegRecord>[] = [
  { id: 'leg', header: key('Leg'), of: ({ leg }, { t }) => t(legWords[leg]) },
  { id: 'promised', header: key('Promised days'), kind: 'count', of: ({ promised }) => promised },
  {
    id: 'days',
    header: key('Median days'),
    kind: 'number',
    digits: 1,
    of: ({ days, own }) => (own === 0 ? null : days),
  },
  {
    id: 'span',
    header: key('8 of 10 within'),
    kind: 'end',
    of: ({ low, high, own }, { decimal }) => (own === 0 ? null : `${decimal(low, 1)} – ${decimal(high, 1)}`),
  },
  {
    id: 'season',
    header: key('Season'),
    kind: 'end',
    of: ({ season }, { t, decimal }) =>
      Math.abs(season) < 0.05
        ? null
        : t('{{days}} d', { days: `${season > 0 ? '+' : '−'}${decimal(Math.abs(season), 1)}` }),
  },
  { id: 'own', header: key('From how many'), kind: 'count', of: ({ own }) => own },
  {
    id: 'held',
    header: key('Spans that held'),
    kind: 'end',
    of: ({ checked, held }, { percent, number }) =>
      checked === 0 ? null : `${percent(held / checked)} (${number(held)} / ${number(checked)})`,
  },
]

/** How far the forecast is to be believed: each leg of the past, foretold from what was known before it began. */
function Belief({ legs: record }: { legs: readonly LegRecord[] }) {
  const { t } = useLocale()
  return (
    <Section>
      <p className="muted">
        {t(
          'Each leg of the last 240 days was foretold from what had ended before it began. A span should hold 8 times of 10. The days of a vendor are drawn to the mean of all where few are known; of the first leg they count from the deadline. Season: how much longer than before it legs took that began at this time a year ago; it is added to all three.',
        )}
      </p>
      <FieldTable fields={legFields} rows={record} rowKey={({ leg }) => leg} />
    </Section>
  )
}
