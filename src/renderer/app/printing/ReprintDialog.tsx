import { Radio, RadioGroup } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { type FormEvent as ReactFormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import {
  needsRemark,
  type PrintKind,
  type ReprintReason,
  reprintReasonNames,
  reprintReasons,
} from '../../../shared/areas/labels/rules.ts'
import type { PrintChoice, PrintJob } from '../../../shared/bridge.ts'
import { withSession } from '../../actions/downloads.ts'
import { useAction } from '../../actions/useAction.ts'
import { TextField } from '../../forms/fields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { host, isDesktop } from '../../host/host.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { changedKindAtom, useFollowJob } from '../../print/jobs.ts'
import { KindPrinterForm } from '../../print/KindPrinterForm.tsx'
import { printKindNames } from '../../print/kinds.ts'
import { firstChoice } from '../../print/PrintDialog.tsx'
import { paperWords } from './JobTable.tsx'

const reprintForm = z
  .object({ reason: z.enum(reprintReasons).nullable(), remark: z.string().trim() })
  .refine(({ reason, remark }) => reason !== null && (remark !== '' || !needsRemark(reason)))

/** Why a label that came out is printed once more: two of one label can be stuck on two boxes, so the reason is kept. */
export function ReprintDialog({ job, ...turn }: DialogTurn & { job: PrintJob }) {
  const { t } = useTranslation()
  const form = useForm(reprintForm, { reason: null, remark: '' }, { draft: null })
  const print = useReprinting(turn.onClose)
  const submit = form.submit(async ({ reason, remark }) => {
    if (reason) await print.run({ id: job.id, reason, remark })
  })
  const { reason } = form.values
  const step = {
    text: isDesktop ? t('Print') : t('Print…'),
    icon: <Print />,
    isOff: form.read() === null,
    isRunning: print.isRunning,
  }
  return (
    <Modal {...turn} title={t('Print labels again')} width={440}>
      <form onSubmit={submit}>
        <DialogParts className="reprint" onCancel={turn.onClose} step={step}>
          <p>
            <strong>{job.title}</strong>
            <span className="muted">{[job.printer, paperWords(job, t)].filter(Boolean).join(' · ')}</span>
          </p>
          <ReasonChoice reason={reason} onChange={form.field('reason').onChange} />
          <TextField
            label={reason !== null && needsRemark(reason) ? t('Remark (needed)') : t('Remark')}
            maxLength={500}
            {...form.field('remark')}
          />
          <p className="muted">{t('The reason is kept on the server with your name.')}</p>
        </DialogParts>
      </form>
    </Modal>
  )
}

function useReprinting(onDone: () => void) {
  const follow = useFollowJob()
  return useAction(
    async (request: { id: string; reason: ReprintReason; remark: string }) => {
      follow(await withSession(() => host.print.reprint(request)))
      onDone()
    },
    { done: () => null, refresh: [] },
  )
}

function ReasonChoice({
  reason,
  onChange,
}: {
  reason: ReprintReason | null
  onChange: (reason: ReprintReason) => void
}) {
  const { t } = useTranslation()
  return (
    <RadioGroup
      label={t('Why is it printed again?')}
      className="reprint-reasons"
      selectedValue={reason ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value as ReprintReason)}
    >
      {reprintReasons.map((one, at) => (
        <Radio key={one} value={one} autoFocus={at === 0} label={t(reprintReasonNames[one])} />
      ))}
    </RadioGroup>
  )
}

/** Asks why, then prints once more: `const reprint = useReprint(); … reprint.open(job) … {reprint.dialog}` */
export function useReprint(): { open: (job: PrintJob) => void; dialog: ReactNode } {
  const { open, dialog } = useDialog(ReprintDialog)
  return { open: (job) => open({ job }), dialog }
}

/** How one kind is printed from now on; asked for after a print without asking. Prints nothing. */
export function ChangeKind() {
  const [kind, setKind] = useAtom(changedKindAtom)
  const choices = useQuery({
    queryKey: ['print-choices'],
    queryFn: () => host.print.choices(),
    enabled: kind !== null,
    gcTime: 0,
    staleTime: 0,
  })
  if (kind === null || !choices.data || choices.isFetching) return null
  return <ChangeDialog kind={kind} saved={choices.data[kind] ?? firstChoice} onClose={() => setKind(null)} />
}

function ChangeDialog({ kind, saved, onClose }: { kind: PrintKind; saved: PrintChoice; onClose: () => void }) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState(saved)
  const keep = useAction(
    async (next: PrintChoice) => {
      await host.print.remember({ kind, choice: next })
      onClose()
    },
    { done: () => t('Kept for the next print'), refresh: ['print-choices'] },
  )
  const submit = (event: ReactFormEvent) => {
    event.preventDefault()
    if (choice.copies > 0) void keep.run(choice)
  }
  return (
    <Modal isOpen onClose={onClose} title={t('How to print: {{kind}}', { kind: t(printKindNames[kind]) })} width={400}>
      <form onSubmit={submit}>
        <DialogParts
          onCancel={onClose}
          step={{ text: t('Save'), isFirst: true, isOff: choice.copies < 1, isRunning: keep.isRunning }}
        >
          <KindPrinterForm kind={kind} choice={choice} onChange={setChoice} />
        </DialogParts>
      </form>
    </Modal>
  )
}
