import { useRef } from 'react'
import {
  type ExceptionKind,
  eachException,
  exceptionKinds,
  exceptionWords,
} from '../../../shared/areas/orders/answers.ts'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import type { CallData } from '../../actions/calls.ts'
import { listed } from '../../i18n/formats.ts'
import { type Locale, useLocale } from '../../table/words.ts'

export type Summary = CallData<'orders.getBulkOrdersForApproval'>

type Sums = Pick<Summary, 'orders' | 'pieces' | 'value' | 'exceptions'>

interface SupplierPanelProps {
  summary: Summary | undefined
  /** '' for all. */
  chosen: string
  onChoose: (supplierId: string) => void
}

/** Pending orders by supplier, those with exceptions first; a click narrows the list to one. */
export function SupplierPanel({ summary, chosen, onChoose }: SupplierPanelProps) {
  const { t, name, plural } = useLocale()
  const suppliers = useSteadyOrder(summary?.suppliers ?? [])
  return (
    <aside className="ops-suppliers" aria-label={t('Suppliers')}>
      <h2>
        {plural(
          suppliers.filter(({ orders }) => orders > 0).length,
          '1 vendor waits for approval',
          '{{n}} vendors wait for approval',
        )}
      </h2>
      {summary && (
        <ul aria-busy={!summary}>
          <li>
            <SupplierButton
              name={t('All suppliers')}
              sums={summary}
              isOn={chosen === ''}
              onPress={() => onChoose('')}
            />
          </li>
          {suppliers.map((supplier) => (
            <li key={supplier.supplier_id}>
              <SupplierButton
                name={name(supplier.supplier_name, supplier.supplier_name_zh)}
                sums={supplier}
                isOn={chosen === supplier.supplier_id}
                onPress={() => onChoose(chosen === supplier.supplier_id ? '' : supplier.supplier_id)}
              />
            </li>
          ))}
        </ul>
      )}
    </aside>
  )
}

interface SupplierButtonProps {
  name: string
  sums: Sums
  isOn: boolean
  onPress: () => void
}

const tones = {
  price_jump: 'warn',
  late: 'bad',
  new_vendor: 'active',
  other_vendor: 'warn',
  no_warehouse: 'warn',
} as const

function SupplierButton({ name, sums, isOn, onPress }: SupplierButtonProps) {
  const { t, number, money, plural } = useLocale()
  const kinds = exceptionKinds.filter((kind) => sums.exceptions[kind] > 0)
  return (
    <button type="button" className="ops-supplier" aria-pressed={isOn} onClick={onPress}>
      <span className="ops-supplier-name" title={name}>
        {name}
      </span>
      <span className="ops-supplier-count">{number(sums.orders)}</span>
      <span className="ops-supplier-more">
        {sums.orders === 0 ? t('All decided') : plural(sums.pieces, '1 piece', '{{n}} pieces')}
        {sums.value && ` · ${money(sums.value)}`}
      </span>
      {kinds.length > 0 && (
        <span className="dt-tags">
          {kinds.map((kind) => (
            <span key={kind} className="dt-tag" data-tone={tones[kind]}>
              {t(exceptionWords[kind])} {number(sums.exceptions[kind])}
            </span>
          ))}
        </span>
      )}
    </button>
  )
}

/** Most exceptions first at the start; from then on each keeps its place, and one with nothing left says so. */
function useSteadyOrder(suppliers: Summary['suppliers']): Summary['suppliers'] {
  const seen = useRef(new Map<string, Summary['suppliers'][number]>())
  const exceptions = ({ exceptions: e }: Sums) => exceptionKinds.reduce((sum, kind) => sum + e[kind], 0)
  for (const supplier of suppliers.toSorted((a, b) => exceptions(b) - exceptions(a)))
    seen.current.set(supplier.supplier_id, supplier)
  const waiting = new Map(suppliers.map((supplier) => [supplier.supplier_id, supplier]))
  return [...seen.current.values()].map(
    (known) =>
      waiting.get(known.supplier_id) ?? { ...known, orders: 0, pieces: 0, value: null, exceptions: noExceptions },
  )
}

/** What an approval would change, in numbers. */
export type WouldChange = Pick<Summary, 'orders' | 'pieces' | 'value' | 'exceptions'> & { suppliers: string[] }

/** Of the chosen supplier, or of all. */
export function wouldChangeAll(summary: Summary, supplierId: string, { name }: Locale): WouldChange {
  const suppliers = summary.suppliers.filter((s) => supplierId === '' || s.supplier_id === supplierId)
  const sums = supplierId === '' ? summary : suppliers[0]
  const none = { orders: 0, pieces: 0, value: null, exceptions: noExceptions }
  const { orders, pieces, value, exceptions } = sums ?? none
  return {
    orders,
    pieces,
    value,
    exceptions,
    suppliers: suppliers.map((s) => name(s.supplier_name, s.supplier_name_zh)),
  }
}

export function wouldChangeRows(rows: readonly OrderRow[], { name }: Locale): WouldChange {
  const sum = (of: (row: OrderRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const having = (kind: ExceptionKind) => sum((row) => (row.exceptions.includes(kind) ? 1 : 0))
  return {
    orders: rows.length,
    pieces: sum((row) => row.total_order_quantity),
    value: {
      minor: sum((row) => row.total_order_quantity * (row.unit_price?.minor ?? 0)),
      currency: rows[0]?.unit_price?.currency ?? 'CNY',
    },
    exceptions: eachException(having),
    suppliers: [...new Set(rows.map((row) => name(row.supplier_name, row.supplier_name_zh)))],
  }
}

const noExceptions = eachException(() => 0)
const namedSuppliers = 6

/** The same for the eye, in a confirm dialog. */
export function WouldChangeWords({ would, words }: { would: WouldChange; words: Locale }) {
  const { t, number, money } = words
  const kinds = exceptionKinds.filter((kind) => would.exceptions[kind] > 0)
  const more = would.suppliers.length - namedSuppliers
  return (
    <div className="ops-would">
      <dl>
        <dt>{t('Orders')}</dt>
        <dd>{number(would.orders)}</dd>
        <dt>{t('Pieces')}</dt>
        <dd>{number(would.pieces)}</dd>
        <dt>{t('Order value')}</dt>
        <dd>{would.value ? money(would.value) : '–'}</dd>
        <dt>{t('Suppliers')}</dt>
        <dd>
          {listed(would.suppliers.slice(0, namedSuppliers))}
          {more > 0 && ` ${t('and {{n}} more', { n: more })}`}
        </dd>
      </dl>
      {kinds.length > 0 && (
        <p className="dt-tags">
          {kinds.map((kind) => (
            <span key={kind} className="dt-tag" data-tone="warn">
              {t(exceptionWords[kind])}: {number(would.exceptions[kind])}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
