import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { contract } from '../../../shared/areas.ts'
import { useFile, useSheet } from '../../actions/files.tsx'
import { usePreference } from '../../actions/preferences.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { RemarkField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { someOf } from '../../kit/amounts.ts'
import { Facts } from '../../kit/Drawer.tsx'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { draftOfAll } from '../../kit/drafts.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Callout, EmptyState } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { useLocale } from '../../table/words.ts'
import { allReady, type InvoiceGroup, type InvoicePlan, planInvoice, type ReadyBox, sumsOf } from './ready-boxes.ts'
import { type Parties, PartySelect, usePartyChoices } from './TradeParties.tsx'

interface CreateInvoiceProps extends DialogTurn {
  boxIds: readonly string[]
  /** How many more match, that one invoice cannot take. */
  beyond: number
  onMade: (invoiceNumber: string) => void
  /** Once it is made, before `onMade`. */
  done: (() => void) | undefined
}

/** Makes an invoice of boxes that are ready: `create.open(ids)`; `onMade` gets its number. */
export function useCreateInvoice(onMade: (invoiceNumber: string) => void) {
  const { t } = useTranslation()
  const { open, dialog } = useDialog(CreateInvoiceDialog, { onMade })
  return {
    dialog,
    open: (boxIds: readonly string[], done?: () => void, beyond = 0) => {
      if (boxIds.length === 0) showToast({ tone: 'info', text: t('Select the boxes first.') })
      else open({ boxIds, done, beyond })
    },
  }
}

/** What the invoice would hold, read afresh, then who sells and who buys. */
function CreateInvoiceDialog({ boxIds, beyond, onMade, done, ...turn }: CreateInvoiceProps) {
  const { t } = useTranslation()
  const parties = usePartyChoices()
  const found = useQuery<ReadyBox[], ApiError>({
    // With the list's own name: whatever makes that list new makes this one new.
    queryKey: ['invoices.getBoxesForInvoice', 'all', boxIds],
    queryFn: ({ signal }) => allReady({ box_ids: [...boxIds] }, signal),
    enabled: turn.isOpen,
    staleTime: 0,
  })
  const none = (
    <EmptyState
      title={t('None of these boxes can go on an invoice now')}
      text={t('They are no longer ready, or their pieces have several currencies.')}
    />
  )
  const form = (boxes: readonly ReadyBox[], choices: Parties) => {
    const plan = planInvoice(boxes, boxIds.length)
    if (plan.fits === null) return none
    const notes = <PlanNotes {...{ plan, beyond }} />
    return <CreateForm {...{ notes, onMade, done }} group={plan.fits} parties={choices} onClose={turn.onClose} />
  }
  return (
    <Modal {...turn} title={t('Create invoice')} className="inv-create" width={680} isTyped>
      <Loaded answer={found} rows={4}>
        {(boxes) => (
          <Loaded answer={parties} rows={4}>
            {(choices) => form(boxes, choices)}
          </Loaded>
        )}
      </Loaded>
    </Modal>
  )
}

const invoiceForm = z.object({ exporter: z.string().min(1), consignee: z.string().min(1), remark: z.string().trim() })

const lastParties = invoiceForm.pick({ exporter: true, consignee: true })
const isLast = (saved: unknown): saved is z.infer<typeof lastParties> => lastParties.safeParse(saved).success

interface CreateFormProps extends Pick<CreateInvoiceProps, 'onClose' | 'onMade' | 'done'> {
  group: InvoiceGroup
  notes: ReactNode
  parties: Parties
}

function CreateForm({ group, notes, parties, onClose, onMade, done }: CreateFormProps) {
  const { t } = useTranslation()
  const what = t('Create invoice')
  const [last, keepLast] = usePreference('qc-invoices.parties', isLast)
  const [initial] = useState(() => {
    const usual = (kind: keyof Parties) =>
      parties[kind].find(({ code }) => code === last?.[kind])?.code ?? parties[kind][0]?.code ?? ''
    return { exporter: usual('exporter'), consignee: usual('consignee'), remark: '' }
  })
  const form = useSentForm(invoiceForm, initial, {
    draft: `new-invoice.${draftOfAll(group.boxes.map(({ box_id }) => box_id))}`,
    what,
    looksAgain: true,
    send: ({ remark, ...sides }, options) => {
      const box_ids = group.boxes.map(({ box_id }) => box_id)
      return api.invoices.createInvoice({ action: 'create', box_ids, ...sides, ...(remark && { remark }) }, options)
    },
    done: ({ data }) => t('Invoice {{invoice_number}} created.', { invoice_number: data.invoice.invoice_number }),
    after: ({ data }, { exporter, consignee }) => {
      keepLast({ exporter, consignee })
      onClose()
      done?.()
      onMade(data.invoice.invoice_number)
    },
  })
  return (
    <DialogParts
      className="inv-create-body"
      onCancel={onClose}
      step={{ text: what, run: form.send, isOff: form.read() === null, isRunning: form.isSending }}
      foot={<p className="muted inv-number-note">{t('It gets the next number without a gap.')}</p>}
    >
      <InvoiceSums group={group} />
      {notes}
      <div className="form-grid">
        <PartySelect label={t('Exporter')} parties={parties.exporter} {...form.field('exporter')} />
        <PartySelect label={t('Consignee')} parties={parties.consignee} {...form.field('consignee')} />
        <RemarkField label={t('Remark on the invoice')} hint={t('Not needed')} {...form.field('remark')} />
      </div>
    </DialogParts>
  )
}

/** What goes on the invoice, in sums. */
function InvoiceSums({ group: { boxes } }: { group: InvoiceGroup }) {
  const { t, number, money, name } = useLocale()
  const sums = sumsOf(boxes)
  const [first] = boxes
  const suppliers = [...new Set(boxes.map((box) => name(box.supplier_name, box.supplier_name_zh)))]
  return (
    <Facts
      facts={[
        [t('Boxes'), number(sums.boxes)],
        [t('Pieces'), number(sums.pieces)],
        [t('Invoice value'), sums.value ? money(sums.value) : null],
        [t('Site'), first ? name(first.site_name, first.site_name_zh) : null],
        [t('Suppliers'), someOf(suppliers, number)],
      ]}
    />
  )
}

/** Chosen boxes that do not go along, by name: another currency or site needs an invoice of its own. */
function PlanNotes({ plan, beyond }: { plan: InvoicePlan; beyond: number }) {
  const { t, number, plural } = useLocale()
  const notes = [
    ...plan.others.map((group) => {
      const boxes = group.boxes.map((box) => `${box.shipment_id} / ${box.box_no}`)
      return `${whyOf(group, plan, t)} ${someOf(boxes, number)}`
    }),
    beyond > 0 &&
      plural(
        beyond,
        'That is as many as one invoice takes: 1 more box needs another.',
        'That is as many as one invoice takes: {{n}} more boxes need another.',
      ),
    plan.gone > 0 && plural(plan.gone, '1 box is no longer ready.', '{{n}} boxes are no longer ready.'),
  ].filter((note) => note !== false)
  if (notes.length === 0) return null
  return (
    <Callout tone="warn">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Callout>
  )
}

function whyOf({ currency, site }: InvoiceGroup, { fits }: InvoicePlan, t: TFunction): string {
  if (currency === null) return t('Several currencies in one box, on no invoice:')
  if (currency !== fits?.currency) return t('One invoice has one currency. Left out, in {{currency}}:', { currency })
  return t('One invoice is issued at one site. Left out, at {{site}}:', { site })
}

/** Boxes that are to go on an invoice, by sheet: those that passed become ready; then the invoice is made of them. */
export function useBoxesUpload(onInvoice: ((boxIds: readonly string[]) => void) | null) {
  const { t, plural } = useLocale()
  const { get } = useFile()
  const upload = useSheet({
    call: 'invoices.uploadBoxesForInvoiceCreation',
    input: {},
    title: t('Boxes for an invoice, by file'),
    accept: ['.xlsx', '.csv'],
    template: {
      label: t('Download the boxes that can go on an invoice'),
      get: () => get(contract.invoices.downloadBoxesForInvoiceCreation, {}),
    },
    about: ({ box_ids }) =>
      onInvoice && box_ids.length > 0 ? (
        <Button
          intent="primary"
          text={plural(box_ids.length, 'Create an invoice of this box…', 'Create an invoice of these {{n}} boxes…')}
          onClick={() => {
            // Its dialog takes the place of this one.
            upload.close()
            onInvoice(box_ids)
          }}
        />
      ) : null,
  })
  return upload
}
