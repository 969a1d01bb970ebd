import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import { useDownload } from '../../actions/downloads.ts'
import { usePreference } from '../../actions/preferences.ts'
import { useSay } from '../../actions/say.ts'
import { useUploadDialog } from '../../actions/upload/UploadDialog.tsx'
import { useAction } from '../../actions/useAction.ts'
import { useRefresh } from '../../actions/useRows.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api, fileCall, fileName } from '../../api/client.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { RemarkField } from '../../forms/fields.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { Facts } from '../../kit/Drawer.tsx'
import { Callout, EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { useWords } from '../../table/words.ts'
import { allReady, type ReadyBox, sumsOf } from './all-ready.ts'
import { type Parties, PartySelect, usePartyChoices } from './TradeParties.tsx'

interface CreateInvoiceDialogProps {
  boxIds: readonly string[]
  /** How many more match, that one invoice cannot take. */
  beyond: number
  isOpen: boolean
  onClose: () => void
  onMade: (invoiceNumber: string) => void
}

/** What the invoice would hold, read afresh, then who sells and who buys. */
export function CreateInvoiceDialog({ boxIds, beyond, isOpen, onClose, onMade }: CreateInvoiceDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Create invoice')}
      className="inv-create"
      canOutsideClickClose={false}
      transitionDuration={100}
    >
      <CreateBody boxIds={boxIds} beyond={beyond} onClose={onClose} onMade={onMade} />
    </Dialog>
  )
}

function CreateBody({ boxIds, beyond, onClose, onMade }: Omit<CreateInvoiceDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const say = useSay()
  const parties = usePartyChoices()
  const refresh = useRefresh()
  const found = useQuery<ReadyBox[], ApiError>({
    // With the list's own name: whatever makes that list new makes this one new.
    queryKey: ['invoices.getBoxesForInvoice', 'all', boxIds],
    queryFn: ({ signal }) => allReady({ box_ids: [...boxIds] }, signal),
    staleTime: 0,
  })
  const failure = found.error ?? parties.error
  if (failure) return <Notice body={<FailedState text={say.problem(failure)} onRetry={() => void found.refetch()} />} />
  if (!found.data || !parties.parties) return <Notice body={<LoadingRows rows={4} />} />
  const plan = planInvoice(found.data, boxIds.length)
  if (plan.fits === null) {
    return (
      <Notice
        body={
          <EmptyState
            title={t('None of these boxes can go on an invoice now')}
            text={t('They are no longer ready, or their pieces have several currencies.')}
          />
        }
      />
    )
  }
  return (
    <CreateForm
      group={plan.fits}
      notes={<PlanNotes plan={plan} beyond={beyond} />}
      parties={parties.parties}
      onClose={onClose}
      onMade={onMade}
      onStale={() => void refresh()}
    />
  )
}

function Notice({ body }: { body: ReactNode }) {
  return <DialogBody>{body}</DialogBody>
}

interface LastParties {
  exporter: string
  consignee: string
}

const isLast = (kept: unknown): kept is LastParties =>
  typeof kept === 'object' && kept !== null && 'exporter' in kept && 'consignee' in kept

interface CreateFormProps {
  group: InvoiceGroup
  notes: ReactNode
  parties: Parties
  onClose: () => void
  onMade: (invoiceNumber: string) => void
  onStale: () => void
}

function CreateForm({ group, notes, parties, onClose, onMade, onStale }: CreateFormProps) {
  const { t } = useTranslation()
  const [last, keepLast] = usePreference('qc-invoices.parties', isLast)
  const usual = (kind: keyof LastParties) =>
    parties[kind].find(({ code }) => code === last?.[kind])?.code ?? parties[kind][0]?.code ?? ''
  const [exporter, setExporter] = useState(() => usual('exporter'))
  const [consignee, setConsignee] = useState(() => usual('consignee'))
  const [remark, setRemark] = useState('')
  useUnsaved(remark !== '', t('Create invoice'))
  const create = useAction(
    (_: undefined, options) =>
      api.invoices.createInvoice(
        {
          action: 'create',
          box_ids: group.boxes.map(({ box_id }) => box_id),
          exporter,
          consignee,
          ...(remark.trim() && { remark: remark.trim() }),
        },
        options,
      ),
    {
      what: t('Create invoice'),
      done: ({ data }) => t('Invoice {{invoice_number}} created.', { invoice_number: data.invoice.invoice_number }),
      failed: ({ status }) => {
        if (status === 409) onStale()
        return false
      },
    },
  )
  const confirm = async () => {
    const reply = await create.run(undefined)
    if (reply === undefined) return
    keepLast({ exporter, consignee })
    onMade(reply.data.invoice.invoice_number)
  }
  return (
    <>
      <DialogBody className="inv-create-body">
        <InvoiceSums group={group} />
        {notes}
        <div className="inv-fields">
          <PartySelect label={t('Exporter')} parties={parties.exporter} value={exporter} onChange={setExporter} />
          <PartySelect label={t('Consignee')} parties={parties.consignee} value={consignee} onChange={setConsignee} />
          <RemarkField label={t('Remark on the invoice')} hint={t('Not needed')} value={remark} onChange={setRemark} />
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('Cancel')} onClick={onClose} />
            <Button
              intent="primary"
              text={t('Create invoice')}
              disabled={exporter === '' || consignee === ''}
              loading={create.isRunning}
              onClick={() => void confirm()}
            />
          </>
        }
      >
        <p className="muted inv-number-note">{t('It gets the next number without a gap.')}</p>
      </DialogFooter>
    </>
  )
}

export interface CreateInvoice {
  /** `beyond`: how many more match, that one invoice cannot take. */
  open: (boxIds: readonly string[], done?: () => void, beyond?: number) => void
  dialog: ReactNode
}

interface Opened {
  boxIds: readonly string[]
  done: (() => void) | undefined
  beyond: number
  turn: number
}

/** Makes an invoice of boxes that are ready: `create.open(ids)`; `onMade` gets its number. */
export function useCreateInvoice(onMade: (invoiceNumber: string) => void): CreateInvoice {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback<CreateInvoice['open']>(
    (boxIds, done, beyond = 0) => {
      if (boxIds.length === 0) return void showToast({ tone: 'info', text: t('Select the boxes first.') })
      setOpened((now) => ({ boxIds: [...boxIds], done, beyond, turn: (now?.turn ?? 0) + 1 }))
      setOpen(true)
    },
    [t],
  )
  const dialog = opened ? (
    <CreateInvoiceDialog
      key={`create ${opened.turn}`}
      boxIds={opened.boxIds}
      beyond={opened.beyond}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onMade={(number) => {
        setOpen(false)
        opened.done?.()
        onMade(number)
      }}
    />
  ) : null
  return { open, dialog }
}

/** Suppliers or boxes that are named; of the others is said how many they are. */
const mostNamed = 6

/** What goes on the invoice, in sums. */
export function InvoiceSums({ group }: { group: InvoiceGroup }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useWords().name
  const sums = sumsOf(group.boxes)
  const [first] = group.boxes
  const suppliers = [...new Set(group.boxes.map((box) => named(box.supplier_name, box.supplier_name_zh)))]
  const more = suppliers.length - mostNamed
  return (
    <Facts
      facts={[
        [t('Boxes'), formats.number(sums.boxes)],
        [t('Pieces'), formats.number(sums.pieces)],
        [t('Invoice value'), sums.value ? formats.money(sums.value) : null],
        [t('Site'), first ? named(first.site_name, first.site_name_zh) : null],
        [t('Suppliers'), suppliers.slice(0, mostNamed).join(', ') + (more > 0 ? ` +${formats.number(more)}` : '')],
      ]}
    />
  )
}

/** Chosen boxes that do not go along, by name: another currency or site needs an invoice of its own. */
export function PlanNotes({ plan, beyond }: { plan: InvoicePlan; beyond: number }) {
  const { t, number, plural } = useWords()
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

export interface InvoicePlanInvoiceSums {
  boxes: number
  pieces: number
  /** Null where a price is hidden or the currencies differ. */
  value: { minor: number; currency: string } | null
}

/** Boxes that are to go on an invoice, by sheet: those that passed become ready; then the invoice is made of them. */
export function useBoxesUpload(onInvoice: ((boxIds: readonly string[]) => void) | null) {
  const { t, plural } = useWords()
  const { download } = useDownload()
  const getTemplate = () => {
    const call = contract.invoices.downloadBoxesForInvoiceCreation
    void download(fileCall(call, {}), fileName(call, {}))
  }
  /** The invoice is being made of what was uploaded: its dialog takes the place of this one. */
  const [isTaken, setTaken] = useState(false)
  const upload = useUploadDialog({
    title: t('Boxes for an invoice, by file'),
    accept: ['.xlsx', '.csv'],
    template: { label: t('Download the boxes that can go on an invoice'), download: getTemplate },
    upload: (file, { mode, key, signal, onProgress }) =>
      api.invoices.uploadBoxesForInvoiceCreation({ mode, file }, { key, signal, onProgress }),
    about: ({ box_ids }) =>
      onInvoice && box_ids.length > 0 ? (
        <Button
          intent="primary"
          text={plural(box_ids.length, 'Create an invoice of this box…', 'Create an invoice of these {{n}} boxes…')}
          onClick={() => {
            setTaken(true)
            onInvoice(box_ids)
          }}
        />
      ) : null,
  })
  return {
    open: () => {
      setTaken(false)
      upload.open()
    },
    dialog: isTaken ? null : upload.dialog,
  }
}
