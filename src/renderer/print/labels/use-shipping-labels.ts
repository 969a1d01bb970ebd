import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import { fileCall } from '../../api/client.ts'
import { usePrintDialog } from '../PrintDialog.tsx'

/** Prints one label per box: of all boxes, or of those named. */
export function useShippingLabels(shipmentId: string, onPrinted: () => void) {
  const { t } = useTranslation()
  const print = usePrintDialog()
  const open = (count: number, boxNos?: readonly string[]) =>
    print.open({
      kind: 'shipping',
      call: fileCall(contract.shipments.getShippingLabel, {
        shipment_id: shipmentId,
        ...(boxNos && { box_nos: [...boxNos] }),
      }),
      title: t('{{shipment_id}}, shipping labels: {{n}}', { shipment_id: shipmentId, n: count }),
      count,
      onPrinted,
    })
  return { open, dialog: print.dialog }
}
