import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/contract/index.ts'
import { usePrintDialog } from '../../actions/print/usePrintDialog.tsx'
import { fileCall } from '../../api/client.ts'

/** Prints one label per box: of all boxes, or of those named. */
export function useShippingLabels(shipmentId: string, onPrinted: () => void) {
  const { t } = useTranslation()
  const print = usePrintDialog()
  const open = (count: number, boxNos?: readonly string[]) =>
    print.open({
      kind: 'shipping',
      call: fileCall(contract.vendor.getShippingLabel, {
        shipment_id: shipmentId,
        ...(boxNos && { box_nos: [...boxNos] }),
      }),
      title: t('{{shipment_id}}, shipping labels: {{n}}', { shipment_id: shipmentId, n: count }),
      count,
      onPrinted,
    })
  return { open, dialog: print.dialog }
}
