import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { usePreference } from '../../actions/use-preference.ts'
import { useAction } from '../../actions/useAction.ts'
import { useRefresh } from '../../actions/useRows.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { RemarkField } from '../TextField.tsx'
import { allReady } from './all-ready.ts'
import { InvoiceSums, PlanNotes } from './InvoicePlanParts.tsx'
import { type InvoiceGroup, planInvoice, type ReadyBox } from './invoice-plan.ts'
import { PartySelect } from './PartySelect.tsx'
import { type Parties, usePartyChoices } from './use-party-choices.ts'

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
    queryKey: ['chinaQc.getBoxesForInvoice', 'all', boxIds],
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
      api.chinaQc.createInvoice(
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
