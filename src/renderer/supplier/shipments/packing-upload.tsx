import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import { useFile, useSheet } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { useFormats } from '../../i18n/formats.ts'
import { Callout } from '../../kit/states.tsx'
import type { Packing } from './packing/packing-draft.ts'
import type { PackingDraft } from './packing/use-packing-draft.ts'
import type { ShipmentDetails } from './ShipmentActions.tsx'

/** The upload of a shipment's packing list; its template is the sample file with the shipment's open lines. */
export function usePackingUpload({ shipment, boxes: saved }: ShipmentDetails, packing: PackingDraft) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { get } = useFile()
  const { shipment_id } = shipment
  const getTemplate = () =>
    get(
      contract.shipments.getSamplePackingFileShipmentManagement,
      { shipment_id },
      t('Successfully downloaded packing file'),
    )
  const upload = useSheet({
    call: 'shipments.uploadPackingFileShipmentManagement',
    input: { shipment_id },
    title: t('Packing list for {{shipment_id}}', { shipment_id }),
    accept: ['.xlsx'],
    template: { label: t('Download the packing list to fill in'), get: getTemplate },
    replaces: () => (saved.length > 0 || packing.isTyped ? <ReplacedBoxes saved={saved} packing={packing} /> : null),
    onDone: packing.discard,
    leaves: (pieces) =>
      t(
        'Where only the good rows are taken, {{pieces}} pieces are in no box: they leave this shipment and go back to the shipping platform.',
        {
          pieces: formats.number(pieces),
        },
      ),
    about: ({ boxes, shipment, to_platform = 0 }) => (
      <>
        <p>
          {t('Boxes: {{boxes}} · Pieces: {{pieces}}', {
            boxes: formats.number(boxes?.length ?? 0),
            pieces: formats.number(shipment?.total_quantity ?? 0),
          })}
        </p>
        {to_platform > 0 ? (
          <Callout tone="warn">
            {t(
              'Pieces that went back to the shipping platform: {{pieces}}. Lines › Change lines… takes them into this shipment again.',
              { pieces: formats.number(to_platform) },
            )}
          </Callout>
        ) : null}
      </>
    ),
  })
  return { ...upload, getTemplate }
}

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

/** One shipment's details; `take` shows a command's answer at once, before the reload that brings its history. */
export function useShipmentData(shipmentId: string) {
  const client = useQueryClient()
  const details = useAnswer('shipments.getShipmentDetails', { shipment_id: shipmentId })
  const take = useCallback(
    (packing: Packing) => {
      const key = ['shipments.getShipmentDetails', { shipment_id: shipmentId }]
      client.setQueryData<ShipmentDetails>(key, (now) => now && { ...now, ...packing })
    },
    [client, shipmentId],
  )
  return { details, take }
}
