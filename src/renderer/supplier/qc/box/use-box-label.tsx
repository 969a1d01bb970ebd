import { MenuItem } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { contract } from '../../../../shared/areas.ts'
import { fileCall } from '../../../api/client.ts'
import { usePrintDialog } from '../../../print/PrintDialog.tsx'
import { useLocale } from '../../../table/words.ts'
import type { BoxDetails } from './box-data.ts'

/** The shipping label of a box at QC once more, where it came off: an entry of a menu, and its dialog. */
export function useBoxLabel({ box_no, shipment_id, sscc }: BoxDetails['box']): { item: ReactNode; dialog: ReactNode } {
  const { t } = useLocale()
  const print = usePrintDialog()
  const open = () =>
    void print.open({
      kind: 'shipping',
      call: fileCall(contract.shipments.boxLabelsAtQc, { ssccs: [sscc] }),
      title: t('Label of box {{box_no}} of {{shipment_id}}', { box_no, shipment_id }),
      count: 1,
    })
  return { item: <MenuItem text={t('Print the label of this box…')} onClick={open} />, dialog: print.dialog }
}
