import { exceptionWords } from '../../../shared/domain/exceptions.ts'
import type { CallData } from '../../actions/calls.ts'
import { useWords } from '../../table/words.ts'

export type Summary = CallData<'ops.getBulkOrdersForApproval'>

type Sums = Pick<Summary, 'orders' | 'pieces' | 'value' | 'exceptions'>

interface SupplierPanelProps {
  summary: Summary | undefined
  /** '' for all. */
  chosen: string
  onChoose: (supplierId: string) => void
}

/** Pending orders by supplier, those with exceptions first; a click narrows the list to one. */
export function SupplierPanel({ summary, chosen, onChoose }: SupplierPanelProps) {
  const { t, name, plural } = useWords()
  const suppliers = bySoreness(summary?.suppliers ?? [])
  return (
    <aside className="ops-suppliers" aria-label={t('Suppliers')}>
      <h2>{plural(suppliers.length, '1 supplier waits for approval', '{{n}} suppliers wait for approval')}</h2>
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

const tones = { price_jump: 'warn', late: 'bad', new_vendor: 'active' } as const

function SupplierButton({ name, sums, isOn, onPress }: SupplierButtonProps) {
  const { t, number, money, plural } = useWords()
  const kinds = (['price_jump', 'late', 'new_vendor'] as const).filter((kind) => sums.exceptions[kind] > 0)
  return (
    <button type="button" className="ops-supplier" aria-pressed={isOn} onClick={onPress}>
      <span className="ops-supplier-name" title={name}>
        {name}
      </span>
      <span className="ops-supplier-count">{number(sums.orders)}</span>
      <span className="ops-supplier-more">
        {plural(sums.pieces, '1 piece', '{{n}} pieces')}
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

function bySoreness(suppliers: Summary['suppliers']) {
  const exceptions = ({ exceptions: e }: Sums) => e.price_jump + e.late + e.new_vendor
  return suppliers.toSorted((a, b) => exceptions(b) - exceptions(a))
}
