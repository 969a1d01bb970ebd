import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { lineKey } from '../../../shared/domain/packing.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useNamed } from '../../i18n/named.ts'
import { useChangeLines } from './lines/use-change-lines.tsx'
import type { ShipmentDetails } from './next-step.ts'
import type { PackingDraft } from './packing/use-packing-draft.ts'

/** What the shipment holds, line by line, with its sums at the foot. */
interface LinesTabProps {
  details: ShipmentDetails
  onChanged: PackingDraft['keepLines']
}

export function LinesTab({ details, onChanged }: LinesTabProps) {
  const { lines } = details
  const changing = useChangeLines(details, onChanged)
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  const sum = (of: (line: ShipmentDetails['lines'][number]) => number) =>
    formats.number(lines.reduce((total, line) => total + of(line), 0))
  return (
    <div className="ship-lines">
      {details.shipment.allowed_moves.includes('change') ? (
        <div className="pack-bar">
          <Button text={t('Change lines…')} onClick={changing.open} />
          {changing.dialog}
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className="ship-scroll" tabIndex={0} aria-label={t('Lines')}>
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('Order')}</th>
              <th>{t('NM SKU')}</th>
              <th>{t('Style')}</th>
              <th>{t('Colour')}</th>
              <th>{t('Size')}</th>
              <th className="end">{t('Requested')}</th>
              <th className="end">{t('In the shipment')}</th>
              <th className="end">{t('In boxes')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={lineKey(line)}>
                <td className="code">{line.order_id}</td>
                <td className="code">{line.nm_sku}</td>
                <td>
                  {line.style_id} <span className="muted">{named(line.style_name, line.style_name_zh)}</span>
                </td>
                <td>{named(line.color, line.color_zh)}</td>
                <td>{line.size}</td>
                <td className="end">{formats.number(line.requested_quantity)}</td>
                <td className="end">{formats.number(line.ready_quantity)}</td>
                <td className={line.quantity_in_box === line.ready_quantity ? 'end' : 'end warn-text'}>
                  {formats.number(line.quantity_in_box)}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={5}>{t('Total')}</td>
              <td className="end">{sum((line) => line.requested_quantity)}</td>
              <td className="end">{sum((line) => line.ready_quantity)}</td>
              <td className="end">{sum((line) => line.quantity_in_box)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  )
}
