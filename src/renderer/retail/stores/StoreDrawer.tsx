import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { InwardRow, TaskRow } from '../../../shared/areas/allocation/shapes.ts'
import type { StoreSize, StoreStyleRow } from '../../../shared/areas/allocation/store-shapes.ts'
import { isTooMuch } from '../../../shared/areas/allocation/store-stock.ts'
import { taskStateWords } from '../../../shared/areas/allocation/words.ts'
import { useRows } from '../../actions/useRows.ts'
import { key, listed } from '../../i18n/formats.ts'
import { Facts, Section } from '../../kit/Drawer.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout, EmptyState } from '../../kit/states.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'
import { PassLink } from '../allocation/parts.tsx'
import { type Config, closedStore, type StoresAddress } from './stores-params.ts'
import { styleKey, useStyles } from './use-store-rows.ts'

interface StoreDrawerProps {
  config: Config
  address: StoresAddress
}

const width = 1_180

/** One store: what it sells, what it lacks, what lies too long, what is on its way, and which allocations give it something. */
export function StoreDrawer({ config, address }: StoreDrawerProps) {
  const { t } = useLocale()
  const { store } = address.state
  const answer = useStyles(store)
  const onClose = () => address.set(closedStore)
  return (
    <LoadedDrawer
      answer={answer}
      title={store}
      of={{ site: store }}
      width={width}
      onClose={onClose}
      missing={t('There is no such store')}
    >
      {(rows) => <Opened config={config} address={address} rows={rows} onClose={onClose} />}
    </LoadedDrawer>
  )
}

function Opened({ config, address, rows, onClose }: StoreDrawerProps & { rows: StoreStyleRow[]; onClose: () => void }) {
  const { t, name, number, decimal, money } = useLocale()
  const { state, set } = address
  const store = config.stores.find(({ site }) => site === state.store)
  const { settings } = config
  const lacking = rows.filter(({ lacks }) => lacks.length > 0)
  const lying = rows.filter((row) => isTooMuch(row, settings.most_cover_days))
  const selling = rows.filter(({ sold_30 }) => sold_30 > 0)
  const sum = (of: (row: StoreStyleRow) => number) => rows.reduce((all, row) => all + of(row), 0)
  const values = rows.map(({ retail_value_minor }) => retail_value_minor)
  const rate = sum((row) => row.rate)
  const chosen = rows.find((row) => styleKey(row) === state.style)
  const table = (
    fields: readonly ShownField<StoreStyleRow>[],
    of: readonly StoreStyleRow[],
    sort: string,
    none: string,
  ) => <Styles fields={fields} rows={of} sort={sort} none={none} address={address} />
  return (
    <TabbedDrawer
      title={store ? `${store.site} · ${name(store.name, store.name_zh)}` : state.store}
      of={{ site: state.store }}
      width={width}
      onClose={onClose}
      head={
        <Section>
          <Facts
            facts={[
              [t('Region'), store?.region ? t(store.region) : null],
              [t('Grade'), store && store.grades.length > 0 ? listed(store.grades) : null],
              [t('On hand'), number(sum((row) => row.on_hand))],
              [
                t('Retail value'),
                values.includes(null)
                  ? null
                  : money({ minor: sum((row) => row.retail_value_minor ?? 0), currency: 'INR' }),
              ],
              [t('On its way'), number(sum((row) => row.in_transit))],
              [t('Sold in 30 days'), number(sum((row) => row.sold_30))],
              [t('Days of cover'), rate === 0 ? null : decimal(sum((row) => row.on_hand + row.in_transit) / rate, 1)],
            ]}
          />
          {chosen ? <Sizes row={chosen} onClose={() => set({ style: '' })} /> : null}
        </Section>
      }
      tab={state.view}
      onTab={(view) => set({ view }, 'push')}
      tabs={[
        {
          ...{ key: 'sells', label: t('Sells'), count: selling.length },
          shows: () => table(sellsFields, selling, '-sold_30', t('Nothing was sold within 30 days')),
        },
        {
          ...{ key: 'lacks', label: t('Lacks core sizes'), count: lacking.length },
          shows: () => table(lacksFields, lacking, '-sold_30', t('No core size is missing')),
        },
        {
          ...{ key: 'long', label: t('Lies too long'), count: lying.length },
          shows: () =>
            table(
              longFields,
              lying,
              '-on_hand',
              t('Nothing lasts longer than {{n}} days', { n: number(settings.most_cover_days) }),
            ),
        },
        {
          key: 'way',
          label: t('On its way'),
          shows: () => <OnItsWay store={state.store} coming={sum((row) => row.in_transit)} />,
        },
        { key: 'given', label: t('Allocations'), shows: () => <Allocations store={state.store} /> },
      ]}
    />
  )
}

interface StylesProps {
  fields: readonly ShownField<StoreStyleRow>[]
  rows: readonly StoreStyleRow[]
  sort: string
  none: string
  address: StoresAddress
}

function Styles({ fields, rows, sort, none, address }: StylesProps): ReactNode {
  const { t, name } = useLocale()
  if (rows.length === 0) return <EmptyState title={none} />
  const style: ShownField<StoreStyleRow> = {
    ...{ id: 'style', header: key('Style'), kind: 'part' },
    by: (row) => `${row.style_id} ${row.color}`,
    of: (row) => (
      <WithPicture of={row}>
        <button
          type="button"
          className="dt-link"
          aria-expanded={styleKey(row) === address.state.style}
          onClick={() => address.set({ style: styleKey(row) === address.state.style ? '' : styleKey(row) })}
        >
          {row.style_id} · {name(row.color, row.color_zh)}
        </button>
        <span className="muted stores-style-name" title={name(row.style_name, row.style_name_zh)}>
          {name(row.style_name, row.style_name_zh)}
        </span>
      </WithPicture>
    ),
  }
  return (
    <FieldTable
      className="tabbed-scroll"
      label={t('Styles')}
      fields={[style, ...fields]}
      rows={rows}
      rowKey={styleKey}
      sort={sort}
      rowData={(row) => ({ 'data-chosen': styleKey(row) === address.state.style || undefined })}
    />
  )
}

type Shown = ShownField<StoreStyleRow>
const fieldOf = {
  on_hand: { id: 'on_hand', header: key('On hand'), kind: 'pieces', of: (row) => row.on_hand },
  in_transit: { id: 'in_transit', header: key('On its way'), kind: 'pieces', of: (row) => row.in_transit },
  sold_30: { id: 'sold_30', header: key('Sold in 30 days'), kind: 'pieces', of: (row) => row.sold_30 },
  rate: { id: 'rate', header: key('Pieces a day'), kind: 'number', digits: 2, of: (row) => row.rate },
  cover: { id: 'cover', header: key('Days of cover'), kind: 'number', digits: 1, of: (row) => row.cover },
  sell_through: { id: 'sell_through', header: key('Sell-through'), kind: 'share', of: (row) => row.sell_through },
  age: { id: 'age', header: key('Days in the store'), kind: 'count', of: (row) => row.age_days },
  lost_days: { id: 'lost_days', header: key('Lost days of 30'), kind: 'count', of: (row) => row.lost_days },
  lacks: { id: 'lacks', header: key('Core sizes it lacks'), of: (row) => listed(row.lacks) },
  sizes: {
    id: 'sizes',
    header: key('What is there'),
    of: (row) => row.sizes.map(({ size, on_hand }) => `${size} ${on_hand}`).join(' · '),
  },
  value: {
    ...{ id: 'value', header: key('Retail value'), kind: 'money', total: true },
    of: ({ retail_value_minor: minor }) => (minor === null ? null : { minor, currency: 'INR' }),
  },
} as const satisfies Record<string, Shown>

const sellsFields: readonly Shown[] = [
  ...[fieldOf.sold_30, fieldOf.rate, fieldOf.on_hand, fieldOf.in_transit, fieldOf.cover, fieldOf.sell_through],
  fieldOf.lost_days,
]
const lacksFields: readonly Shown[] = [
  ...[fieldOf.lacks, fieldOf.sizes, fieldOf.sold_30, fieldOf.in_transit, fieldOf.lost_days],
]
const longFields: readonly Shown[] = [...[fieldOf.on_hand, fieldOf.cover, fieldOf.age, fieldOf.sold_30, fieldOf.value]]

/** A style at the store by size. */
function Sizes({ row, onClose }: { row: StoreStyleRow; onClose: () => void }) {
  const { t, name } = useLocale()
  return (
    <div className="store-sizes">
      <h3>
        {row.style_id} {name(row.style_name, row.style_name_zh)} · {name(row.color, row.color_zh)}
        <button type="button" className="dt-link" onClick={onClose}>
          {t('Hide sizes')}
        </button>
      </h3>
      <FieldTable fields={sizeFields} rows={row.sizes} rowKey={({ nm_sku }) => nm_sku} total={t('Total')} />
    </div>
  )
}

const sizeFields: readonly ShownField<StoreSize>[] = [
  { id: 'size', header: key('Size'), of: ({ size }) => size },
  { id: 'core', header: key('Core size'), kind: 'word', of: ({ is_core }) => (is_core ? key('Yes') : null) },
  { id: 'sku', header: key('NM SKU'), kind: 'code', of: ({ nm_sku }) => nm_sku, traces: true },
  {
    ...{ id: 'on_hand', header: key('On hand'), kind: 'pieces', total: true },
    of: ({ on_hand }) => on_hand,
    mark: ({ is_core, on_hand, in_transit }) => (is_core && on_hand + in_transit === 0 ? 'warn' : undefined),
  },
  { id: 'way', header: key('On its way'), kind: 'pieces', total: true, of: ({ in_transit }) => in_transit },
  { id: 'sold', header: key('Sold in 30 days'), kind: 'pieces', total: true, of: ({ sold_30 }) => sold_30 },
  { id: 'rate', header: key('Pieces a day'), kind: 'number', digits: 2, of: ({ rate }) => rate },
  { id: 'out', header: key('Days told without stock, of 30'), kind: 'count', of: ({ days_out }) => days_out },
  { id: 'age', header: key('Days in the store'), kind: 'count', of: ({ age_days }) => age_days },
]

/** Gate passes to the store; `coming` are the pieces on their way in all, of which some may be promised by allocations alone. */
function OnItsWay({ store, coming }: { store: string; coming: number }) {
  const { t, number } = useLocale()
  const { rows, error, isLoading, reload } = useRows('allocation.pendingStoreInwards', { store, page_size: 200 })
  const promised = (all: readonly InwardRow[]) =>
    all.some(({ pieces }) => pieces === null) ? 0 : coming - all.reduce((sum, { pieces }) => sum + (pieces ?? 0), 0)
  return (
    <Loaded
      answer={{ data: isLoading ? undefined : rows, error, reload }}
      empty={{
        is: (all) => all.length === 0 && coming === 0,
        shows: <EmptyState title={t('Nothing is on its way to this store')} />,
      }}
    >
      {(all) => (
        <div className="tabbed-scroll">
          {promised(all) > 0 ? (
            <Callout>
              {t('{{n}} pieces more are promised by submitted allocations that have no gate passes yet.', {
                n: number(promised(all)),
              })}
            </Callout>
          ) : null}
          <FieldTable fields={wayFields} rows={all} rowKey={({ gate_pass }) => gate_pass} total={t('Total')} />
        </div>
      )}
    </Loaded>
  )
}

const taskAddress = (task: string, store?: string) =>
  `/retail/allocation-dashboard?tab=all&task=${encodeURIComponent(task)}${store ? `&view=lines&line_store=${encodeURIComponent(store)}` : ''}`

const wayFields: readonly ShownField<InwardRow>[] = [
  {
    ...{ id: 'gate_pass', header: key('Gate pass'), kind: 'part' },
    by: ({ gate_pass }) => gate_pass,
    of: ({ gate_pass }) => <PassLink number={gate_pass} />,
  },
  { id: 'from', header: key('From'), kind: 'code', of: ({ from_site }) => from_site },
  {
    ...{ id: 'task', header: key('Made for'), kind: 'part' },
    by: ({ task_id }) => task_id,
    of: ({ task_id }) =>
      task_id?.startsWith('AL-') ? (
        <Link className="code" to={taskAddress(task_id)}>
          {task_id}
        </Link>
      ) : (
        task_id
      ),
  },
  { id: 'skus', header: key('SKUs'), kind: 'count', of: ({ skus }) => skus },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', total: true, of: ({ pieces }) => pieces },
  { id: 'sent', header: key('Sent on'), kind: 'instant', of: ({ submitted_at }) => submitted_at },
  { id: 'days', header: key('Days on the way'), kind: 'count', of: ({ days_on_way }) => days_on_way },
]

function Allocations({ store }: { store: string }) {
  const { t } = useLocale()
  const { rows, error, isLoading, reload } = useRows('allocation.allocationTasks', { store, tab: 'all', page_size: 50 })
  return (
    <Loaded
      answer={{ data: isLoading ? undefined : rows, error, reload }}
      empty={{ is: (all) => all.length === 0, shows: <EmptyState title={t('No allocation is for this store')} /> }}
    >
      {(all) => (
        <FieldTable
          className="tabbed-scroll"
          label={t('Allocations')}
          fields={taskFields(store)}
          rows={all}
          rowKey={({ task_id }) => task_id}
        />
      )}
    </Loaded>
  )
}

const taskFields = (store: string): readonly ShownField<TaskRow>[] => [
  {
    ...{ id: 'task', header: key('Allocation'), kind: 'part' },
    by: ({ task_id }) => task_id,
    of: ({ task_id }) => (
      <Link className="code" to={taskAddress(task_id, store)}>
        {task_id}
      </Link>
    ),
  },
  { id: 'name', header: key('Allocation name'), of: ({ name }) => name },
  {
    ...{ id: 'state', header: key('Status'), kind: 'part' },
    by: ({ state }) => state,
    of: ({ state }) => <StatusTag status={taskStateWords[state]} />,
  },
  { id: 'categories', header: key('Categories'), of: ({ categories }) => listed(categories) },
  { id: 'made', header: key('Made on'), kind: 'instant', of: ({ created_at }) => created_at },
]
