import './production.css'
import { Button } from '@blueprintjs/core'
import { z } from 'zod'
import type { ProductionPoRow } from '../../../shared/areas/production/calls.ts'
import { productionPos } from '../../../shared/areas/production/lists.ts'
import { poStateWords, productionPoLife } from '../../../shared/areas/production/po-life.ts'
import { productionWords } from '../../../shared/areas/production/words.ts'
import { contract } from '../../../shared/areas.ts'
import { openMoves } from '../../../shared/kernel/lifecycle.ts'
import { ClosedMoves } from '../../actions/ClosedMoves.tsx'
import { DownloadMenu, PrintButton, useFile } from '../../actions/files.tsx'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { wantedText } from '../../forms/described.tsx'
import { DayField, DecimalField, RemarkField } from '../../forms/fields.tsx'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { FactList } from '../../kit/field-views.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { LoadedDrawer } from '../../kit/TabbedDrawer.tsx'
import { statusCell, tableColumns } from '../../table/columns.tsx'
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
import { CodeLink } from './parts.tsx'

const tabs = ['open', 'cancelled', 'all'] as const
const tabWords = { ...poStateWords, all: key('All') } as const

/** Purchase orders to facilities that produce for us. They are made from a production order that is assigned. */
export function VendorPurchaseOrdersScreen() {
  const { t } = useLocale()
  const address = useListState(params)
  const { state, set } = address
  const { tab } = state
  const list = useList(productionPos, address, { call: 'production.getProductionPos', also: { tab } })
  const counts = useListCounts('production.getProductionPos', list.filter)
  const filters: Filter<typeof params>[] = [searchFilter('search', t('Purchase order, production order or facility'))]
  return (
    <ListScreen
      page={{
        title: t('Vendor purchase orders'),
        tabs: tabs.map((one) => ({ key: one, label: t(tabWords[one]), count: counts[one] })),
        tab,
        onTab: (one: (typeof tabs)[number]) => set({ tab: one, po: '' }, 'push'),
      }}
      list={list}
      label={t('Vendor purchase orders')}
      columns={columns}
      opens="po"
      opensOnlyMatch
      hasSelection={false}
      file={{ call: contract.frame.exportProductionPos, ids: 'purchase_orders' }}
      filters={filters}
      matching={counts[tab]}
      empty={{
        title: t('No purchase orders here'),
        hint: t('Outsourced production orders get one for each facility, once it is assigned.'),
      }}
    >
      {state.po === '' ? null : <PoDrawer key={state.po} number={state.po} onClose={() => set({ po: '' })} />}
    </ListScreen>
  )
}

const columns = tableColumns<ProductionPoRow>(productionPos.fields, {
  cells: { state: statusCell((row) => poStateWords[row.state]) },
})

const params = {
  tab: oneOfParam(tabs, 'open'),
  search: filterBy('search', textParam()),
  po: placeParam(textParam()),
}

const moveNames = { change: key('Save the change'), cancel: key('Cancel it…') } as const
const facts: readonly ShownField<ProductionPoRow>[] = [
  {
    id: 'order',
    header: key('Production order'),
    of: ({ order_action_id }) => (
      <CodeLink to={`/ops/outsourced-orders?order=${order_action_id}&part=facilities`} code={order_action_id} />
    ),
  },
  { id: 'facility', header: key('Facility'), of: (row, { name }) => name(row.facility_name, row.facility_name_zh) },
  { id: 'style', header: key('Style'), of: (row, { name }) => `${row.style_id ?? ''} ${name(row.name, row.name_zh)}` },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ pieces }) => pieces },
  { id: 'rate', header: key('Rate a piece'), kind: 'money', of: ({ rate }) => rate },
  { id: 'value', header: key('Value'), kind: 'money', of: ({ value }) => value },
  { id: 'due', header: key('Due date'), kind: 'day', of: ({ due_on }) => due_on },
  { id: 'by', header: key('Made by'), of: ({ made_by }) => made_by },
  { id: 'at', header: key('Made'), kind: 'instant', of: ({ made_at }) => made_at },
  { id: 'remark', header: key('Remark'), of: ({ remark }) => remark || null },
  { id: 'reason', header: key('Reason'), of: ({ reason }, { t }) => reason && t(reason) },
]

const changed = z.object({
  rate: wantedText(key('Please enter a rate.')),
  due_on: wantedText(key('Please choose a day.')),
  remark: z.string(),
})

function PoDrawer({ number, onClose }: { number: string; onClose: () => void }) {
  const { t } = useLocale()
  const answer = useAnswer('production.getProductionPos', { purchase_orders: [number], tab: 'all' })
  return (
    <LoadedDrawer
      answer={answer}
      title={number}
      onClose={onClose}
      empty={{
        is: ({ rows }) => rows.length === 0,
        shows: <EmptyState title={t('This purchase order is not there')} />,
      }}
    >
      {({ rows: [order] }) => (order ? <OpenedPo key={order.version} order={order} onClose={onClose} /> : null)}
    </LoadedDrawer>
  )
}

function OpenedPo({ order, onClose }: { order: ProductionPoRow; onClose: () => void }) {
  const { t } = useLocale()
  const file = useFile()
  const open = openMoves(order.moves)
  const { purchase_order, version } = order
  const call = contract.production.productionPoFile
  const cancel = useAskedAction(
    ({ reason }, options) => api.production.deleteProductionPo({ purchase_order, version, reason }, options),
    {
      refresh: ['production'],
      looksAgain: true,
      ask: () => ({
        draft: `production-po.${purchase_order}`,
        title: t('Cancel purchase order {{number}}?', { number: purchase_order }),
        text: t('It stays to be read. The facility is told by its paper.'),
        confirm: t('Cancel the purchase order'),
        usual: [key('Another facility'), key('Another rate'), key('Style dropped')],
      }),
    },
  )
  return (
    <Drawer
      isOpen
      title={purchase_order}
      beside={<StatusTag status={poStateWords[order.state]} />}
      onClose={onClose}
      actions={
        <>
          {open.includes('cancel') ? (
            <Button text={t(moveNames.cancel)} loading={cancel.isRunning} onClick={() => cancel.ask()} />
          ) : null}
          <DownloadMenu
            isGetting={file.isGetting}
            items={[
              [t('Pages (PDF)'), () => file.get(call, { purchase_order, format: 'pdf' })],
              [t('Workbook (XLSX)'), () => file.get(call, { purchase_order, format: 'xlsx' })],
            ]}
          />
          <PrintButton call={call} input={{ purchase_order }} title={`${purchase_order}, ${t('Purchase order')}`} />
        </>
      }
    >
      <Section>
        <FactList fields={facts} row={order} />
      </Section>
      {open.includes('change') ? <ChangeForm order={order} /> : null}
      <ClosedMoves moves={order.moves} usual={productionPoLife.usual} names={moveNames} />
      {cancel.dialog}
    </Drawer>
  )
}

function ChangeForm({ order }: { order: ProductionPoRow }) {
  const { t } = useLocale()
  const say = useSay()
  const { purchase_order, version } = order
  const form = useSentForm(
    changed,
    { rate: String((order.rate?.minor ?? 0) / 100), due_on: order.due_on, remark: order.remark },
    {
      draft: `production-po-change.${purchase_order}`,
      what: purchase_order,
      send: ({ rate, due_on, remark }, options) =>
        api.production.updateProductionPo(
          {
            purchase_order,
            version,
            rate: { minor: Math.round(Number(rate.replace(',', '.')) * 100), currency: currencyOf(order) },
            due_on,
            remark,
          },
          options,
        ),
      refresh: ['production'],
      looksAgain: true,
    },
  )
  const due = form.field('due_on')
  return (
    <Section title={t('Rate and due date')}>
      <form noValidate onSubmit={form.send} className="production-form">
        <DecimalField
          {...form.field('rate')}
          maxLength={12}
          label={t('Rate a piece ({{currency}})', { currency: currencyOf(order) })}
        />
        <DayField
          {...due}
          label={t('Due date')}
          hint={
            order.order_due_on !== null && due.value > order.order_due_on
              ? say.message(productionWords.lateForOrder, { due_day: order.order_due_on })
              : undefined
          }
        />
        <RemarkField {...form.field('remark')} label={t('Remark')} />
        <Button type="submit" text={t(moveNames.change)} loading={form.isSending} />
      </form>
    </Section>
  )
}

const currencyOf = ({ rate }: ProductionPoRow) =>
  rate?.currency === 'CNY' ? 'CNY' : rate?.currency === 'USD' ? 'USD' : 'INR'
