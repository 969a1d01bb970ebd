import type { ReactNode } from 'react'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/key.ts'
import { useWords } from '../../table/words.ts'
import { boxesAndPieces } from '../amounts.ts'
import { useReason } from '../use-reason.tsx'
import type { Invoice } from './invoice-stage.ts'

const voidReasons = [key('Wrong boxes'), key('Wrong price'), key('Wrong consignee'), key('Customer cancelled')] as const
const exportReasons = [key('Wrong terms'), key('Wrong weight'), key('Other carrier'), key('Not shipping now')] as const
const shipReasons = [key('Carrier did not come'), key('Shipped by mistake'), key('Held by customs')] as const

/** What takes papers back; each says what happens, and wants a reason. */
export function useInvoiceMoves(invoice: Invoice): {
  voidInvoice: () => void
  cancelExport: () => void
  undoShip: () => void
  dialog: ReactNode
} {
  const words = useWords()
  const { t } = words
  const question = useReason()
  const { invoice_number, version } = invoice
  const what = boxesAndPieces(words, invoice)
  const export_order_number = invoice.export_order?.export_order_number ?? ''
  const invalidate = useAction((reason: string, options) =>
    api.chinaQc.createInvoice({ action: 'void', invoice_number, version, reason }, options),
  )
  const cancel = useAction((reason: string, options) =>
    api.chinaQc.createExportOrder({ action: 'cancel', invoice_number, version, reason }, options),
  )
  const undo = useAction((reason: string, options) =>
    api.chinaQc.confirmShipToIndia({ action: 'undo', invoice_numbers: [invoice_number], reason }, options),
  )
  return {
    voidInvoice: () =>
      question.ask({
        title: t('Void invoice {{invoice_number}}?', { invoice_number }),
        text: t(
          'Ready for an invoice again: {{what}}. The paper stays, marked void, and its number is not given to another.',
          { what },
        ),
        confirm: t('Void invoice'),
        usual: voidReasons,
        run: async (reason) => (await invalidate.run(reason)) !== undefined,
      }),
    cancelExport: () =>
      question.ask({
        title: t('Cancel export order {{export_order_number}}?', { export_order_number }),
        text: t('Invoice {{invoice_number}} stays; another export order can be made for it, or it can be made void.', {
          invoice_number,
        }),
        confirm: t('Cancel export order'),
        usual: exportReasons,
        run: async (reason) => (await cancel.run(reason)) !== undefined,
      }),
    undoShip: () =>
      question.ask({
        title: t('Undo the shipping of {{invoice_number}}?', { invoice_number }),
        text: t('Back at China QC, on their invoice and export order: {{what}}.', { what }),
        confirm: t('Undo shipping'),
        usual: shipReasons,
        run: async (reason) => (await undo.run(reason)) !== undefined,
      }),
    dialog: question.dialog,
  }
}
