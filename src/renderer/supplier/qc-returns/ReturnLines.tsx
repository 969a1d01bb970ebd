import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { useNamed } from '../../i18n/named.ts'
import { QuantityInput } from '../../kit/QuantityInput.tsx'
import { lineKey, quantityOf, type ReturnDraft, type ReturnLine } from './return-draft.ts'

interface ReturnLinesProps {
  lines: readonly ReturnLine[]
  photos: number
  draft: ReturnDraft
  onType: (key: string, quantity: number | null) => void
}

/** Failed pieces by box and SKU; fewer may go. */
export function ReturnLines({ lines, photos, draft, onType }: ReturnLinesProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  return (
    <>
      <div className="plain-scroll return-lines">
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('Shipment')}</th>
              <th>{t('Box')}</th>
              <th>{t('NM SKU')}</th>
              <th>{t('Colour')}</th>
              <th>{t('Size')}</th>
              <th>{t('Reasons found')}</th>
              <th className="end">{t('Failed QC')}</th>
              <th className="end">{t('Going back')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={lineKey(line)}>
                <td className="code">{line.shipment_id}</td>
                <td className="code">{line.box_no}</td>
                <td className="code">{line.nm_sku}</td>
                <td>{named(line.color, line.color_zh)}</td>
                <td>{line.size}</td>
                <td className="return-found" title={line.reasons.map((reason) => t(reason)).join('\n')}>
                  {line.reasons.map((reason) => t(reason)).join(' · ')}
                </td>
                <td className="end">{formats.number(line.failed)}</td>
                <td className="end">
                  <QuantityInput
                    value={quantityOf(line, draft)}
                    max={line.failed}
                    placeholder="0"
                    label={`${t('Going back')}, ${line.shipment_id} ${line.box_no} ${line.nm_sku}`}
                    onChange={(quantity) => onType(lineKey(line), quantity)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="muted return-photos">
        {t('Photos that go with the note: {{photos}}', { photos: formats.number(photos) })}
      </p>
    </>
  )
}
