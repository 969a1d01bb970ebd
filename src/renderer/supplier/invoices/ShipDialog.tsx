import '../supplier.css'
import './invoices.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { dayField, describedForm, FormFields, textField } from '../../forms/described.tsx'
import { ChoiceField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { boxesAndPieces } from '../../kit/amounts.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { draftOfAll } from '../../kit/drafts.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import { LeftOutList } from '../../kit/LeftOutList.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Callout, EmptyState } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { goingFields, type ShippedInvoice, type ShipSummary } from './invoice-fields.tsx'

interface ShipDialogProps extends DialogTurn {
  /** What was chosen; nothing: all that can go. */
  wish: { box_ids?: string[]; invoice_numbers?: string[] }
  onShipped: (() => void) | undefined
}

/**
 * Ships invoices with their export orders, after a summary of what goes and what does not:
 * `const ship = useShipToIndia(clear); … ship.openInvoices() … {ship.dialog}`
 */
export function useShipToIndia(onShipped?: () => void) {
  const { open, dialog } = useDialog(ShipDialog, { onShipped })
  return {
    dialog,
    /** Boxes of the platform: what of them can go, by invoice. */
    openBoxes: (boxIds: readonly string[]) => open({ wish: { box_ids: [...boxIds] } }),
    /** Left out: all that can go. */
    openInvoices: (numbers?: readonly string[]) => open({ wish: numbers ? { invoice_numbers: [...numbers] } : {} }),
  }
}

export type ShipToIndia = ReturnType<typeof useShipToIndia>

/** Ship to India: first what goes and what is left out and why, then the carrier, then it goes, exactly as shown. */
function ShipDialog({ wish, onShipped, ...turn }: ShipDialogProps) {
  const { t } = useTranslation()
  const answer = useAnswer('invoices.shipToIndiaSummary', wish, { enabled: turn.isOpen })
  const nothing = (leftOut: ShipSummary['left_out']) => (
    <DialogParts onCancel={turn.onClose}>
      <EmptyState title={t('Nothing can go now')} text={t('Only invoices with an export order go to India.')} />
      <LeftOutList leftOut={leftOut} />
    </DialogParts>
  )
  return (
    <Modal {...turn} title={t('Ship to India')} className="inv-ship" width={980} isTyped>
      <Loaded answer={answer} rows={5}>
        {(summary) =>
          summary.invoices.length === 0 ? (
            nothing(summary.left_out)
          ) : (
            <ShipForm {...{ summary, onShipped }} isFetching={answer.isFetching} onClose={turn.onClose} />
          )
        }
      </Loaded>
    </Modal>
  )
}

const hint = key('Left as it is where nothing is typed')

const transportForm = describedForm({
  carrier: textField(key('Carrier'), 80, { hint }),
  document: textField(key('Air waybill or bill of lading'), 60, { hint }),
  arrives_on: dayField(key('Arrives in India on'), {
    hint: key('As the carrier says: the forecast of its goods goes by it'),
  }),
})

interface ShipFormProps extends Pick<ShipDialogProps, 'onClose' | 'onShipped'> {
  summary: ShipSummary
  isFetching: boolean
}

function ShipForm({ summary, isFetching, onClose, onShipped }: ShipFormProps) {
  const words = useLocale()
  const { t, plural } = words
  const mayShip = useRight('chinaQcLead')
  const { invoices, boxes, destinations } = summary
  const [destination, setDestination] = useState('')
  const mustSay = destinations.length > 1 && destination === ''
  const before = {
    carrier: commonTo(invoices, 'carrier'),
    document: commonTo(invoices, 'transport_document'),
    arrives_on: commonTo(invoices, 'arrives_on'),
  }
  const typedOf = (typed: Readonly<Record<keyof typeof before, string | null>>, of: keyof typeof before) =>
    typed[of] === before[of] ? null : typed[of]
  const form = useSentForm(transportForm.schema, before, {
    draft: `ship-to-india.${draftOfAll(invoices.map(({ invoice_number }) => invoice_number))}`,
    what: t('Ship to India'),
    looksAgain: true,
    send: (typed, options) => {
      const changed = {
        ...{ carrier: typedOf(typed, 'carrier'), document: typedOf(typed, 'document') },
        arrives_on: typedOf(typed, 'arrives_on'),
      }
      const to = destination ? { destination } : {}
      return api.invoices.confirmShipToIndia({ action: 'ship', ...to, ...shipInput(summary, changed) }, options)
    },
    done: ({ data }) => t('Shipped to India: {{what}}', { what: boxesAndPieces(words, data) }),
    after: () => {
      onShipped?.()
      onClose()
    },
  })
  const step = {
    text: plural(boxes, 'Ship 1 box to India', 'Ship {{n}} boxes to India'),
    run: form.send,
    isOff: isFetching || mustSay,
    isRunning: form.isSending,
  }
  return (
    <DialogParts className="inv-ship-body" onCancel={onClose} step={mayShip ? step : null}>
      {form.error?.status === 409 ? (
        <Callout tone="warn">{t('Something changed in between. This is what would go now.')}</Callout>
      ) : null}
      <FieldTable
        className="plain-scroll inv-ship-list"
        label={t('Going to India')}
        total={t('Going to India')}
        fields={goingFields}
        rows={invoices}
        rowKey={(invoice) => invoice.invoice_number}
      />
      <LeftOutList leftOut={summary.left_out} />
      {mayShip ? (
        <div className="form-grid">
          {destinations.length > 1 ? (
            <ChoiceField
              label={t('Site in India')}
              value={destination}
              onChange={setDestination}
              choices={[
                ['', t('Choose the site…')],
                ...destinations.map(
                  ({ site, site_name, site_name_zh }) => [site, words.name(site_name, site_name_zh)] as const,
                ),
              ]}
            />
          ) : null}
          <FormFields of={transportForm} form={form} />
        </div>
      ) : (
        <Callout>{t('Your role sees what would go; shipping is confirmed by a lead.')}</Callout>
      )}
    </DialogParts>
  )
}

/** What all invoices say alike, to be shown in the field; empty where they differ or say nothing. */
export function commonTo(
  invoices: readonly ShippedInvoice[],
  of: 'carrier' | 'transport_document' | 'arrives_on',
): string {
  const said = new Set(invoices.map((invoice) => invoice[of] ?? ''))
  const [only] = said
  return said.size === 1 ? (only ?? '') : ''
}

/** As the call takes it; a field left as it was changes nothing on the export orders. */
export function shipInput(
  summary: ShipSummary,
  typed: { carrier: string | null; document: string | null; arrives_on?: string | null },
) {
  const carrier = typed.carrier?.trim()
  const document = typed.document?.trim()
  return {
    invoice_numbers: summary.invoices.map(({ invoice_number }) => invoice_number),
    expected: { boxes: summary.boxes, pieces: summary.pieces },
    ...(carrier && { carrier }),
    ...(document && { transport_document: document }),
    ...(typed.arrives_on && { arrives_on: typed.arrives_on }),
  }
}
