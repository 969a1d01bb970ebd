import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import type { ShipmentDetails } from './next-step.ts'
import type { PackingDraft } from './packing/use-packing-draft.ts'

/** What a packing list would replace: boxes packed before, and boxes typed and not saved. */
export function ReplacedBoxes({ saved, packing }: { saved: ShipmentDetails['boxes']; packing: PackingDraft }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const pieces = saved.reduce((sum, { items }) => sum + items.reduce((all, { quantity }) => all + quantity, 0), 0)
  return (
    <>
      <p>{t('This packing list replaces what the shipment has now:')}</p>
      <ul>
        {saved.length > 0 ? (
          <li>
            {t('Packed boxes: {{boxes}} · Pieces: {{pieces}}', {
              boxes: formats.number(saved.length),
              pieces: formats.number(pieces),
            })}
          </li>
        ) : null}
        {packing.isTyped ? (
          <li>
            {t('Boxes typed and not saved: {{boxes}} · Pieces: {{pieces}}', {
              boxes: formats.number(packing.boxes.length),
              pieces: formats.number(packing.sums.packed),
            })}
          </li>
        ) : null}
      </ul>
      {saved.length > 0 ? (
        <p className="muted">
          {t(
            'Boxes that keep their number keep their code, and the tracking ID and weight that the file leaves empty.',
          )}
        </p>
      ) : null}
    </>
  )
}
