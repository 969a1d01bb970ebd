import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/contract/index.ts'
import { useUploadDialog } from '../../actions/upload/useUploadDialog.tsx'
import { useDownload } from '../../actions/useDownload.ts'
import { api, fileCall, fileName } from '../../api/client.ts'
import { useFormats } from '../../i18n/formats.ts'
import type { ShipmentDetails } from './next-step.ts'
import type { PackingDraft } from './packing/use-packing-draft.ts'
import { ReplacedBoxes } from './ReplacedBoxes.tsx'

/** The upload of a shipment's packing list; its template is the sample file with the shipment's open lines. */
export function usePackingUpload({ shipment, boxes: saved }: ShipmentDetails, packing: PackingDraft) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { download } = useDownload()
  const shipmentId = shipment.shipment_id
  const getTemplate = () => {
    const call = contract.vendor.getSamplePackingFileShipmentManagement
    const input = { shipment_id: shipmentId }
    void download(fileCall(call, input), fileName(call, input))
  }
  const upload = useUploadDialog({
    title: t('Packing list for {{shipment_id}}', { shipment_id: shipmentId }),
    accept: ['.xlsx'],
    template: { label: t('Download the packing list to fill in'), download: getTemplate },
    upload: (file, { mode, key, signal, onProgress }) =>
      api.vendor.uploadPackingFileShipmentManagement(
        { shipment_id: shipmentId, mode, file },
        { key, signal, onProgress },
      ),
    replaces: () => (saved.length > 0 || packing.isTyped ? <ReplacedBoxes saved={saved} packing={packing} /> : null),
    onDone: packing.discard,
    about: ({ boxes, shipment }) => (
      <p>
        {t('Boxes: {{boxes}} · Pieces: {{pieces}}', {
          boxes: formats.number(boxes?.length ?? 0),
          pieces: formats.number(shipment?.total_quantity ?? 0),
        })}
      </p>
    ),
  })
  return { ...upload, getTemplate }
}
