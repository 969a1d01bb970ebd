import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { CallData } from '../../actions/calls.ts'
import { useNamed } from '../../i18n/named.ts'
import { QuantityInput } from '../../kit/QuantityInput.tsx'

interface SkuCopiesProps {
  labels: CallData<'vendor.getViewSkuLabels'>['labels']
  copiesOf: (nmSku: string, copies: number) => number
  onType: (nmSku: string, copies: number | null) => void
  onEach: (copies: number) => void
  onPerPiece: () => void
}

const mostCopies = 5_000

/** The SKUs with their copies, typed one by one or all at once. */
export function SkuCopies({ labels, copiesOf, onType, onEach, onPerPiece }: SkuCopiesProps) {
  const { t } = useTranslation()
  const named = useNamed()
  return (
    <>
      <div className="sku-labels-tools">
        <Button size="small" text={t('One per piece')} onClick={onPerPiece} />
        <Button size="small" text={t('One of each')} onClick={() => onEach(1)} />
        <Button size="small" text={t('None')} onClick={() => onEach(0)} />
      </div>
      <div className="plain-scroll">
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('NM SKU')}</th>
              <th>{t('Style')}</th>
              <th>{t('Colour')}</th>
              <th>{t('Size')}</th>
              <th className="end">{t('Copies')}</th>
            </tr>
          </thead>
          <tbody>
            {labels.map((label) => (
              <tr key={label.nm_sku}>
                <td className="code">{label.nm_sku}</td>
                <td>
                  {label.style_id} <span className="muted">{named(label.style_name, label.style_name_zh)}</span>
                </td>
                <td>{named(label.color, label.color_zh)}</td>
                <td>{label.size}</td>
                <td className="end">
                  <QuantityInput
                    value={copiesOf(label.nm_sku, label.copies) || null}
                    max={mostCopies}
                    placeholder="0"
                    label={`${t('Copies')}, ${label.nm_sku}`}
                    onChange={(copies) => onType(label.nm_sku, copies === null ? null : Math.min(copies, mostCopies))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
