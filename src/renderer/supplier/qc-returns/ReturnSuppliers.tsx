import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { useNamed } from '../../i18n/named.ts'
import { Callout } from '../../kit/Callout.tsx'
import type { ReturnSupplier } from './return-draft.ts'

interface ReturnSuppliersProps {
  suppliers: readonly ReturnSupplier[]
  chosen: string | null
  onChoose: (supplierId: string) => void
}

/** Whose pieces go back first: a note is for one vendor. */
export function ReturnSuppliers({ suppliers, chosen, onChoose }: ReturnSuppliersProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  const id = useId()
  return (
    <div className="return-suppliers">
      <Callout>{t('Please select only one vendor.')}</Callout>
      <fieldset aria-label={t('Supplier')}>
        {suppliers.map((supplier) => (
          <label key={supplier.supplier_id} className="return-supplier">
            <input
              type="radio"
              name={id}
              checked={supplier.supplier_id === chosen}
              onChange={() => onChoose(supplier.supplier_id)}
            />
            <span>{named(supplier.supplier_name, supplier.supplier_name_zh)}</span>
            <span className="muted">
              {t('Boxes: {{boxes}} · Pieces: {{pieces}}', {
                boxes: formats.number(supplier.boxes),
                pieces: formats.number(supplier.pieces),
              })}
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}
