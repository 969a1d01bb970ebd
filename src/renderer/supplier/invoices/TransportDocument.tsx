import { Button } from '@blueprintjs/core'
import { z } from 'zod'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { DayField, TextField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import type { Invoice } from './invoice-list.ts'

/** Carrier and number of the air waybill or bill of lading, which may come after the goods have gone. */
export function TransportDocument({ invoice }: { invoice: Invoice }) {
  const { t } = useLocale()
  const { open, dialog } = useDialog(DocumentDialog)
  const mayChange = useRight('chinaInvoices') && invoice.allowed_actions.includes('document')
  if (!mayChange) return null
  return (
    <>
      <Button size="small" text={t('Transport document…')} onClick={() => open({ invoice })} />
      {dialog}
    </>
  )
}

const transport = z.object({ carrier: z.string(), document: z.string(), arrives_on: z.string() })

function DocumentDialog({ invoice, ...turn }: DialogTurn & { invoice: Invoice }) {
  const { t } = useLocale()
  const { invoice_number, version, export_order } = invoice
  const before = {
    carrier: export_order?.carrier ?? '',
    document: export_order?.transport_document ?? '',
    arrives_on: export_order?.arrives_on ?? '',
  }
  const entered = useTyped(
    `transport-document.${invoice_number}`,
    transport,
    before,
    t('Transport document of {{invoice_number}}', { invoice_number }),
  )
  const { value: typed, change: setTyped } = entered
  const isSame =
    typed.carrier.trim() === before.carrier &&
    typed.document.trim() === before.document &&
    typed.arrives_on === before.arrives_on
  const what = t('Transport document of {{invoice_number}}', { invoice_number })
  const save = useAction(
    ({ carrier, document, arrives_on }: typeof before, options) =>
      api.invoices.createExportOrder(
        {
          ...{ action: 'document' as const, invoice_number, version },
          ...{ carrier: carrier || null, transport_document: document || null, arrives_on: arrives_on || null },
        },
        options,
      ),
    { what, done: () => t('Saved') },
  )
  return (
    <Modal {...turn} title={what} width={480} isTyped={!isSame}>
      <form
        onSubmit={async (event) => {
          event.preventDefault()
          if (isSame || save.isRunning) return
          if ((await save.run(typed)) === undefined) return
          entered.reset()
          turn.onClose()
        }}
      >
        <DialogParts onCancel={turn.onClose} step={{ text: t('Save'), isOff: isSame, isRunning: save.isRunning }}>
          <TextField
            label={t('Carrier')}
            maxLength={80}
            value={typed.carrier}
            onChange={(carrier) => setTyped((now) => ({ ...now, carrier }))}
          />
          <TextField
            label={t('Air waybill or bill of lading')}
            maxLength={60}
            autoFocus
            value={typed.document}
            onChange={(document) => setTyped((now) => ({ ...now, document }))}
          />
          <DayField
            label={t('Arrives in India on')}
            hint={t('As the carrier says: the forecast of its goods goes by it')}
            value={typed.arrives_on}
            onChange={(arrives_on) => setTyped((now) => ({ ...now, arrives_on }))}
          />
        </DialogParts>
      </form>
    </Modal>
  )
}
