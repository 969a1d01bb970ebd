import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { contract } from '../../../shared/areas.ts'
import { useFile, useSheet } from '../../actions/files.tsx'
import { usePreference } from '../../actions/preferences.ts'
import { useAction } from '../../actions/useAction.ts'
import { useRefresh } from '../../actions/useRows.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { RemarkField } from '../../forms/fields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { Facts } from '../../kit/Drawer.tsx'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Callout, EmptyState } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { useLocale } from '../../table/words.ts'
import { allReady, type ReadyBox, sumsOf } from './all-ready.ts'
import { type Parties, PartySelect, usePartyChoices } from './TradeParties.tsx'

export interface CreateInvoice {
  /** `beyond`: how many more match, that one invoice cannot take. */
  open: (boxIds: readonly string[], done?: () => void, beyond?: number) => void
  dialog: ReactNode
}

/** Makes an invoice of boxes that are ready: `create.open(ids)`; `onMade` gets its number. */
export function useCreateInvoice(onMade: (invoiceNumber: string) => void): CreateInvoice {
  const { t } = useTranslation()
  const { open: show, dialog } = useDialog(CreateInvoiceDialog, { onMade })
  const open = useCallback<CreateInvoice['open']>(
    (boxIds, done, beyond = 0) => {
      if (boxIds.length === 0) showToast({ tone: 'info', text: t('Select the boxes first.') })
      else show({ boxIds: [...boxIds], done, beyond })
    },
    [t, show],
  )
  return { open, dialog }
}

interface CreateInvoiceDialogProps extends DialogTurn {
  boxIds: readonly string[]
  beyond: number
  done: (() => void) | undefined
  onMade: (invoiceNumber: string) => void
}

/** What the invoice would hold, read afresh, then who sells and who buys. */
function CreateInvoiceDialog({ boxIds, beyond, done, onMade, ...turn }: CreateInvoiceDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal {...turn} title={t('Create invoice')} className="inv-create" width={680} isTyped>
      <CreateBody
        {...{ boxIds, beyond, onClose: turn.onClose }}
        onMade={(number) => {
          turn.onClose()
          done?.()
          onMade(number)
        }}
      />
    </Modal>
  )
}

function CreateBody({
  boxIds,
  beyond,
  ...way
}: Pick<CreateInvoiceDialogProps, 'boxIds' | 'beyond' | 'onClose' | 'onMade'>) {
  const { t } = useTranslation()
  const parties = usePartyChoices()
  const found = useQuery<ReadyBox[], ApiError>({
    // With the list's own name: whatever makes that list new makes this one new.
    queryKey: ['invoices.getBoxesForInvoice', 'all', boxIds],
    queryFn: ({ signal }) => allReady({ box_ids: [...boxIds] }, signal),
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
    return <CreateForm group={plan.fits} notes={<PlanNotes {...{ plan, beyond }} />} parties={choices} {...way} />
  }
  return (
    <Loaded answer={found} rows={4}>
      {(boxes) => (
        <Loaded answer={parties} rows={4}>
          {(choices) => form(boxes, choices)}
        </Loaded>
      )}
    </Loaded>
  )
}

const invoiceForm = z.object({ exporter: z.string().min(1), consignee: z.string().min(1), remark: z.string().trim() })

type LastParties = Pick<z.infer<typeof invoiceForm>, 'exporter' | 'consignee'>

const isLast = (saved: unknown): saved is LastParties =>
  typeof saved === 'object' && saved !== null && 'exporter' in saved && 'consignee' in saved

interface CreateFormProps {
  group: InvoiceGroup
  notes: ReactNode
  parties: Parties
  onClose: () => void
  onMade: (invoiceNumber: string) => void
}

function CreateForm({ group, notes, parties, onClose, onMade }: CreateFormProps) {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const what = t('Create invoice')
  const [last, keepLast] = usePreference('qc-invoices.parties', isLast)
  const [initial] = useState(() => {
    const usual = (kind: keyof LastParties) =>
      parties[kind].find(({ code }) => code === last?.[kind])?.code ?? parties[kind][0]?.code ?? ''
    return { exporter: usual('exporter'), consignee: usual('consignee'), remark: '' }
  })
  const form = useForm(invoiceForm, initial, { what })
  const create = useAction(
    ({ exporter, consignee, remark }: z.infer<typeof invoiceForm>, options) => {
      const box_ids = group.boxes.map(({ box_id }) => box_id)
      return api.invoices.createInvoice(
        { action: 'create', box_ids, exporter, consignee, ...(remark && { remark }) },
        options,
      )
    },
    {
      what,
      done: ({ data }) => t('Invoice {{invoice_number}} created.', { invoice_number: data.invoice.invoice_number }),
      failed: ({ status }) => {
        // Something changed in between: what would go on the invoice is read anew.
        if (status === 409) void refresh()
        return false
      },
    },
  )
  const send = form.submit(async (typed) => {
    const reply = await create.run(typed)
    if (reply === undefined) return
    keepLast({ exporter: typed.exporter, consignee: typed.consignee })
    onMade(reply.data.invoice.invoice_number)
  })
  return (
    <DialogParts
      className="inv-create-body"
      onCancel={onClose}
      step={{ text: what, run: send, isOff: form.read() === null, isRunning: create.isRunning }}
      foot={<p className="muted inv-number-note">{t('It gets the next number without a gap.')}</p>}
    >
      <InvoiceSums group={group} />
      {notes}
      <div className="inv-fields">
        <PartySelect label={t('Exporter')} parties={parties.exporter} {...form.field('exporter')} />
        <PartySelect label={t('Consignee')} parties={parties.consignee} {...form.field('consignee')} />
        <RemarkField label={t('Remark on the invoice')} hint={t('Not needed')} {...form.field('remark')} />
      </div>
    </DialogParts>
  )
}

/** Suppliers or boxes that are named; of the others is said how many they are. */
const mostNamed = 6

/** What goes on the invoice, in sums. */
export function InvoiceSums({ group }: { group: InvoiceGroup }) {
  const { t, number, money, name: named } = useLocale()
  const sums = sumsOf(group.boxes)
  const [first] = group.boxes
  const suppliers = [...new Set(group.boxes.map((box) => named(box.supplier_name, box.supplier_name_zh)))]
  const more = suppliers.length - mostNamed
  return (
    <Facts
      facts={[
        [t('Boxes'), number(sums.boxes)],
        [t('Pieces'), number(sums.pieces)],
        [t('Invoice value'), sums.value ? money(sums.value) : null],
        [t('Site'), first ? named(first.site_name, first.site_name_zh) : null],
        [t('Suppliers'), suppliers.slice(0, mostNamed).join(', ') + (more > 0 ? ` +${number(more)}` : '')],
      ]}
    />
  )
}

/** Chosen boxes that do not go along, by name: another currency or site needs an invoice of its own. */
export function PlanNotes({ plan, beyond }: { plan: InvoicePlan; beyond: number }) {
  const { t, number, plural } = useLocale()
  if (plan.others.length === 0 && plan.gone === 0 && beyond === 0) return null
  return (
    <Callout tone="warn">
      {plan.others.map((group) => (
        <p key={group.key}>
          {whyOf(group, plan, t)} {namesOf(group, number)}
        </p>
      ))}
      {beyond > 0 ? (
        <p>
          {plural(
            beyond,
            'That is as many as one invoice takes: 1 more box needs another.',
            'That is as many as one invoice takes: {{n}} more boxes need another.',
          )}
        </p>
      ) : null}
      {plan.gone > 0 ? (
        <p>{plural(plan.gone, '1 box is no longer ready.', '{{n}} boxes are no longer ready.')}</p>
      ) : null}
    </Callout>
  )
}

function whyOf(group: InvoiceGroup, { fits }: InvoicePlan, t: TFunction): string {
  if (group.currency === null) return t('Several currencies in one box, on no invoice:')
  if (group.currency !== fits?.currency)
    return t('One invoice has one currency. Left out, in {{currency}}:', { currency: group.currency })
  return t('One invoice is issued at one site. Left out, at {{site}}:', { site: group.site })
}

function namesOf({ boxes }: InvoiceGroup, number: (n: number) => string): string {
  const named = boxes.slice(0, mostNamed).map((box) => `${box.shipment_id} / ${box.box_no}`)
  return named.join(', ') + (boxes.length > mostNamed ? ` +${number(boxes.length - mostNamed)}` : '')
}

/** Boxes of one currency and site: what can go on one invoice together. */
export interface InvoiceGroup {
  key: string
  /** Null where the boxes' pieces have several, so that they fit on no invoice. */
  currency: string | null
  site: string
  boxes: ReadyBox[]
}

export interface InvoicePlan {
  /** The largest group that can go on an invoice; null where there is none. */
  fits: InvoiceGroup | null
  /** Groups that would need an invoice of their own, or none at all. */
  others: InvoiceGroup[]
  /** Boxes asked for that are not ready any more. */
  gone: number
}

/** An invoice has one currency and one site: which of the chosen boxes go together, the most boxes first. */
export function planInvoice(boxes: readonly ReadyBox[], asked: number): InvoicePlan {
  const groups = new Map<string, InvoiceGroup>()
  for (const box of boxes) {
    const currency = box.currencies.length === 1 ? (box.currencies[0] ?? null) : null
    const key = `${box.site} ${currency ?? ''}`
    const group = groups.get(key) ?? { key, currency, site: box.site, boxes: [] }
    group.boxes.push(box)
    groups.set(key, group)
  }
  const bySize = [...groups.values()].sort((a, b) => b.boxes.length - a.boxes.length)
  const fits = bySize.find(({ currency }) => currency !== null) ?? null
  return { fits, others: bySize.filter((group) => group !== fits), gone: Math.max(0, asked - boxes.length) }
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
