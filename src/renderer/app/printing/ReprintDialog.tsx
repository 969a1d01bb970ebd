import { Button, Dialog, Radio, RadioGroup } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { type FormEvent as ReactFormEvent, type ReactNode, useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
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
import { host, isDesktop } from '../../host/host.ts'
import { changedKindAtom, useFollowJob } from '../../print/jobs.ts'
import { KindPrinterForm } from '../../print/KindPrinterForm.tsx'
import { printKindNames } from '../../print/kinds.ts'
import { firstChoice } from '../../print/PrintDialog.tsx'
import { paperWords } from './JobTable.tsx'

interface ReprintDialogProps {
  job: PrintJob
  isOpen: boolean
  onClose: () => void
}

/** Why a label that came out is printed once more: two of one label can be stuck on two boxes, so the reason is kept. */
export function ReprintDialog({ job, isOpen, onClose }: ReprintDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState<ReprintReason | null>(null)
  const [remark, setRemark] = useState('')
  const print = useReprinting(onClose)
  const isRemarkMissing = reason !== null && needsRemark(reason) && remark.trim() === ''
  const canPrint = reason !== null && !isRemarkMissing
  const submit = (event: ReactFormEvent) => {
    event.preventDefault()
    if (reason && canPrint && !print.isRunning) void print.run({ id: job.id, reason, remark: remark.trim() })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Print labels again')}
      style={{ width: 440 }}
      transitionDuration={100}
    >
      <form onSubmit={submit}>
        <div className="bp6-dialog-body reprint">
          <p>
            <strong>{job.title}</strong>
            <span className="muted">{[job.printer, paperWords(job, t)].filter(Boolean).join(' · ')}</span>
          </p>
          <ReasonChoice reason={reason} onChange={setReason} />
          <RemarkField reason={reason} value={remark} onChange={setRemark} />
          <p className="muted">{t('The reason is kept on the server with your name.')}</p>
        </div>
        <div className="bp6-dialog-footer">
          <div className="bp6-dialog-footer-actions">
            <Button text={t('Cancel')} onClick={onClose} />
            <Button
              type="submit"
              intent="primary"
              icon={<Print />}
              text={isDesktop ? t('Print') : t('Print…')}
              disabled={!canPrint}
              loading={print.isRunning}
            />
          </div>
        </div>
      </form>
    </Dialog>
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

interface RemarkFieldProps {
  reason: ReprintReason | null
  value: string
  onChange: (remark: string) => void
}

function RemarkField({ reason, value, onChange }: RemarkFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const isNeeded = reason !== null && needsRemark(reason)
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {isNeeded ? t('Remark (needed)') : t('Remark')}
      </label>
      <input
        id={id}
        className="text-field"
        type="text"
        maxLength={500}
        autoComplete="off"
        value={value}
        required={isNeeded}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

/** Asks why, then prints once more: `const reprint = useReprint(); … reprint.open(job) … {reprint.dialog}` */
export function useReprint(): { open: (job: PrintJob) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ job: PrintJob; time: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback((job: PrintJob) => {
    setAsked((before) => ({ job, time: (before?.time ?? 0) + 1 }))
    setOpen(true)
  }, [])
  const dialog = asked ? (
    <ReprintDialog key={asked.time} job={asked.job} isOpen={isOpen} onClose={() => setOpen(false)} />
  ) : null
  return { open, dialog }
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
    <Dialog
      isOpen
      onClose={onClose}
      title={t('How to print: {{kind}}', { kind: t(printKindNames[kind]) })}
      style={{ width: 400 }}
      transitionDuration={100}
    >
      <form onSubmit={submit}>
        <div className="bp6-dialog-body">
          <KindPrinterForm kind={kind} choice={choice} onChange={setChoice} />
        </div>
        <div className="bp6-dialog-footer">
          <div className="bp6-dialog-footer-actions">
            <Button text={t('Cancel')} onClick={onClose} />
            <Button
              autoFocus
              type="submit"
              intent="primary"
              text={t('Save')}
              disabled={choice.copies < 1}
              loading={keep.isRunning}
            />
          </div>
        </div>
      </form>
    </Dialog>
  )
}
