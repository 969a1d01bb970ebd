import '../shipments/facility-shipments.css'
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { z } from 'zod'
import type { FacilityOrderRow } from '../../../shared/areas/facilities/calls.ts'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { Page } from '../../kit/Page.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { ScanField } from '../../scan/ScanField.tsx'
import { oneOfParam, textParam, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { useLabelPrint } from '../shipments/label-print.tsx'
import { Cards, FacilityChoice, Pieces, useFacilityOrders, useScans, useVerdict } from '../shipments/parts.tsx'

const tabs = ['style', 'sku'] as const
type Tab = (typeof tabs)[number]
const tabWords = { style: key('By style'), sku: key('By SKU') } as const satisfies Record<Tab, string>

const params = { tab: oneOfParam(tabs, 'style'), facility: textParam(), search: textParam() }

/** Prints labels for sale: of all pieces of an order, or of SKUs in any number. */
export function LabelsScreen() {
  const { t } = useLocale()
  const { state, set } = useListState(params)
  const { tab, facility, search } = state
  const orders = useFacilityOrders({ facility })
  const words = search.toLowerCase()
  const fits = orders.rows.filter((row) =>
    [row.order_action_id, row.style_id, row.name, row.name_zh, ...row.lines.map(({ nm_sku }) => nm_sku)].some((text) =>
      text.toLowerCase().includes(words),
    ),
  )
  return (
    <Page
      title={t('SKU labels')}
      tabs={tabs.map((one) => ({ key: one, label: t(tabWords[one]) }))}
      tab={tab}
      onTab={(one: Tab) => set({ tab: one }, 'push')}
    >
      <div className="facility-page">
        <FacilityChoice value={facility} onChange={(code) => set({ facility: code })} />
        <Search key={tab} value={search} onSearch={(text) => set({ search: text })} />
        {tab === 'style' ? (
          <ByStyle orders={{ ...orders, rows: fits }} />
        ) : (
          <BySku orders={{ ...orders, rows: fits }} all={orders.rows} words={words} />
        )}
      </div>
    </Page>
  )
}

function Search({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t } = useLocale()
  const [search, setSearch] = useState(value)
  return (
    <input
      type="search"
      className="text-field"
      aria-label={t('Order, style or SKU')}
      placeholder={t('Order, style or SKU')}
      value={search}
      onChange={({ target }) => {
        setSearch(target.value)
        onSearch(target.value)
      }}
    />
  )
}

type Orders = ReturnType<typeof useFacilityOrders>

function ByStyle({ orders }: { orders: Orders }) {
  const { t, name, number } = useLocale()
  const labels = useLabelPrint()
  const make = useAction(
    ({ order_action_id, facility }: FacilityOrderRow, options) =>
      api.facilities.getSkuLabelsByStyleActionId({ facility, style_action_id: order_action_id }, options),
    { refresh: [], done: () => null },
  )
  const print = async (order: FacilityOrderRow) => {
    const made = await make.run(order)
    if (made) await labels.open(made.data.label_url, 'india_qc_sku', order.order_action_id)
  }
  return (
    <>
      <Cards
        rows={orders}
        keyOf={({ order_action_id, facility }) => `${order_action_id} ${facility}`}
        empty={<EmptyState title={t('No orders here')} />}
      >
        {(row) => (
          <>
            <span className="facility-card-text">
              <b className="code">{row.order_action_id}</b>
              <span>{`${row.style_id} · ${name(row.name, row.name_zh)} · ${row.facility}`}</span>
            </span>
            <Button
              text={t('Print {{n}} labels', { n: number(row.allotted + row.overcut - row.reject) })}
              aria-label={t('Print {{n}} labels of {{order}}', {
                n: number(row.allotted + row.overcut - row.reject),
                order: row.order_action_id,
              })}
              disabled={make.isRunning}
              onClick={() => void print(row)}
            />
          </>
        )}
      </Cards>
      {labels.dialog}
    </>
  )
}

const wanted = z.object({ facility: z.string(), copies: z.record(z.string(), z.number()) })
type Wanted = z.output<typeof wanted>
const nothing: Wanted = { facility: '', copies: {} }

interface Sku {
  nm_sku: string
  about: string
  facility: string
}

/** SKUs that facilities make, each once at a facility. */
function skusOf(orders: readonly FacilityOrderRow[]): Sku[] {
  const found = orders.flatMap(({ facility, style_id, lines }) =>
    lines.map(({ nm_sku, color, size }) => ({ nm_sku, facility, about: `${style_id} · ${color} · ${size}` })),
  )
  return [...new Map(found.map((sku) => [`${sku.facility} ${sku.nm_sku}`, sku])).values()]
}

function BySku({ orders, all, words }: { orders: Orders; all: readonly FacilityOrderRow[]; words: string }) {
  const { t, number } = useLocale()
  const { value, change, reset, isTyped } = useTyped('facility-labels', wanted, nothing, t('SKU labels'))
  const verdict = useVerdict()
  const labels = useLabelPrint()
  const copiesOf = ({ nm_sku, facility }: Sku) => (facility === value.facility ? (value.copies[nm_sku] ?? 0) : 0)
  const put = (sku: Sku, copies: number): boolean => {
    if (value.facility !== '' && value.facility !== sku.facility) {
      verdict.bad(t(facilityWords.otherLabel, { nm_sku: sku.nm_sku, facility: value.facility }))
      return false
    }
    change((now) => {
      const next = { ...now.copies, [sku.nm_sku]: copies }
      const left = Object.fromEntries(Object.entries(next).filter(([, count]) => count > 0))
      return { facility: Object.keys(left).length === 0 ? '' : sku.facility, copies: left }
    })
    return true
  }
  const make = useAction(
    (_: undefined, options) =>
      api.facilities.getSkuLabels(
        {
          facility: value.facility,
          items: Object.entries(value.copies).map(([nm_sku, copies]) => ({ nm_sku, copies })),
        },
        options,
      ),
    { refresh: [], done: () => null },
  )
  const count = Object.values(value.copies).reduce((sum, copies) => sum + copies, 0)
  const print = async () => {
    const made = await make.run(undefined)
    if (made === undefined) return
    await labels.open(made.data.label_url, 'india_qc_sku', t('{{n}} labels', { n: number(count) }))
    reset()
  }
  const scan = useScans(orders, verdict, (raw) => {
    const { text } = readTraced(raw)
    const fits = skusOf(all).filter(({ nm_sku }) => nm_sku.toUpperCase() === text)
    const sku = fits.find(({ facility }) => facility === value.facility) ?? fits[0]
    if (sku === undefined) verdict.bad(t('No facility here makes {{code}}.', { code: text }))
    else if (put(sku, copiesOf(sku) + 1)) verdict.good(`${sku.nm_sku}: ${number(copiesOf(sku) + 1)}`)
  })
  const shown = skusOf(orders.rows).filter(
    (sku) => copiesOf(sku) > 0 || words === '' || `${sku.nm_sku} ${sku.about}`.toLowerCase().includes(words),
  )
  return (
    <>
      <ScanField label={t('Scan an SKU')} hint={t('Each scan is one label more.')} onScan={scan} />
      {verdict.shown}
      <Cards
        rows={{ ...orders, rows: shown.slice(0, mostShown) }}
        keyOf={({ nm_sku, facility }) => `${facility} ${nm_sku}`}
        empty={<EmptyState title={t('No SKU matches')} />}
      >
        {(sku) => (
          <>
            <span className="facility-card-text">
              <b className="code">{sku.nm_sku}</b>
              <span>{`${sku.about} · ${sku.facility}`}</span>
            </span>
            <Pieces label={sku.nm_sku} value={copiesOf(sku)} onChange={(copies) => put(sku, copies)} />
          </>
        )}
      </Cards>
      {shown.length > mostShown ? (
        <p className="muted">{t('{{n}} more SKUs: search for them.', { n: number(shown.length - mostShown) })}</p>
      ) : null}
      <div className="facility-foot">
        <Button text={t('Empty it')} disabled={!isTyped} onClick={reset} />
        <Button
          intent="primary"
          text={t('Print {{n}} labels', { n: number(count) })}
          disabled={count === 0}
          loading={make.isRunning}
          onClick={() => void print()}
        />
      </div>
      {labels.dialog}
    </>
  )
}

/** Cards of SKUs at once: more are found by searching. */
const mostShown = 100
