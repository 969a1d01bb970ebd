import '../actions/actions.css'
import { Button, Dialog } from '@blueprintjs/core'
import { Download, Print } from '@blueprintjs/icons'
import { type FormEvent as ReactFormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LabelSize, PRINT_SIZES, type PrintKind } from '../../shared/areas/labels/rules.ts'
import type { FileCall, PrintChoice, PrintRequest } from '../../shared/bridge.ts'
import { useDownload } from '../actions/downloads.ts'
import { problemOf, showFailure, useSay } from '../actions/say.ts'
import { newKey } from '../api/client.ts'
import { host, isDesktop } from '../host/host.ts'
import { useFormats } from '../i18n/formats.ts'
import { Callout } from '../kit/states.tsx'
import { KindPrinterForm } from './KindPrinterForm.tsx'
import { printKindNames, printWords } from './kinds.ts'
import { missingSigns, PreviewPane, usePrintPreview } from './preview.tsx'
import { usePrinterPlace } from './use-printers.ts'
import { usePrint } from './usePrint.tsx'

export interface PrintDialogProps {
  wish: PrintWish
  choice: PrintChoice
  isOpen: boolean
  onClose: () => void
  /** Gives false when it could not be queued: the user has been told. */
  print: (choice: PrintChoice) => Promise<boolean>
}

/** The labels or pages as they will be, where they go and how many; Enter prints, Escape closes. */
export function PrintDialog({ wish, choice: kept, isOpen, onClose, print }: PrintDialogProps) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState(kept)
  const { download, isDownloading } = useDownload()
  const preview = usePrintPreview(isOpen ? wish : null)
  const { problem } = usePrinterPlace(wish.kind, choice)
  const { send, isSending } = useSending({ wish, choice, print, onClose })
  const canPrint = preview.error === null && choice.copies > 0 && problem === null
  const submit = (event: ReactFormEvent) => {
    event.preventDefault()
    if (canPrint && !isSending) void send()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={wish.title} className="print-dialog" transitionDuration={100}>
      <form className="print-form" onSubmit={submit}>
        <div className="bp6-dialog-body print-body">
          <PreviewPane preview={preview} kind={wish.kind} />
          <PrintOptions
            choice={choice}
            onChange={setChoice}
            kind={wish.kind}
            count={wish.count ?? preview.pdf?.numPages ?? null}
            {...(preview.size && { size: preview.size })}
            missing={preview.missing}
          />
        </div>
        <div className="bp6-dialog-footer">
          <div className="bp6-dialog-footer-actions">
            <Button
              variant="minimal"
              icon={<Download />}
              text={t('Save as PDF')}
              loading={isDownloading}
              disabled={preview.error !== null}
              onClick={() => void download(wish.call, `${wish.title.replace(/[^\p{L}\p{N}._ -]+/gu, ' ').trim()}.pdf`)}
            />
            <Button text={t('Cancel')} onClick={onClose} />
            <Button
              autoFocus
              type="submit"
              intent="primary"
              icon={<Print />}
              text={isDesktop ? t('Print') : t('Print…')}
              loading={isSending}
              disabled={!canPrint}
            />
          </div>
        </div>
      </form>
    </Dialog>
  )
}

/** Keeps the choice for this kind, then prints. */
function useSending({ wish, choice, print, onClose }: Pick<PrintDialogProps, 'wish' | 'choice' | 'print' | 'onClose'>) {
  const { t } = useTranslation()
  const say = useSay()
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    try {
      await host.print.remember({ kind: wish.kind, choice })
      if (!(await print(choice))) return
      wish.onPrinted?.()
      onClose()
    } catch (failure) {
      showFailure(problemOf(failure), { say, t })
    } finally {
      setSending(false)
    }
  }
  return { send, isSending }
}

export interface PrintWish {
  kind: PrintKind
  /** By `fileCall(contract.shipments.getShippingLabel, {…})`. */
  call: FileCall
  /** Shown in the job list, for example "SH-000012, 8 labels". */
  title: string
  /** How many labels or pages, where it is known. */
  count?: number
  /** It went to the printer: looking at it and closing is no print. */
  onPrinted?: () => void
}

export interface PrintDialogHandle {
  /**
   * Opens the dialog, or prints at once where this kind is set to print without asking. `ask` opens it all the same, and so does a sign
   * that no typeface has: the dialog says it.
   */
  open: (wish: PrintWish, options?: { ask?: boolean }) => Promise<void>
  dialog: ReactNode
}

/** Nothing was chosen yet: the computer's printer, the kind's size, one copy. */
export const firstChoice: PrintChoice = { copies: 1, withoutAsking: false }

/** One dialog for every label and paper: `const print = usePrintDialog(); … print.open({…}) … {print.dialog}` */
export function usePrintDialog(): PrintDialogHandle {
  const [opened, setOpened] = useState<{ wish: PrintWish; choice: PrintChoice; at: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const print = usePrint()
  const open: PrintDialogHandle['open'] = async (wished, options = {}) => {
    const wish = takenOnce(wished)
    const choice = (await host.print.choices())[wish.kind] ?? firstChoice
    if (choice.withoutAsking && !options.ask && (await isSound(wish))) {
      const result = await print(requestOf(wish, choice), { isWithoutAsking: true })
      if (result === 'queued') wish.onPrinted?.()
      // Without its printer it cannot be printed unasked: the dialog says so and lets another be chosen.
      if (result !== 'no-printer') return
    }
    setOpened({ wish, choice, at: Date.now() })
    setOpen(true)
  }
  const dialog = opened ? (
    <PrintDialog
      key={opened.at}
      wish={opened.wish}
      choice={opened.choice}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      print={async (choice) => (await print(requestOf(opened.wish, choice))) === 'queued'}
    />
  ) : null
  return { open, dialog }
}

/** A paper that is looked at, or looked through, and then printed was taken once. */
const takenOnce = (wish: PrintWish): PrintWish =>
  wish.kind === 'paper' ? { ...wish, call: { ...wish.call, key: newKey() } } : wish

/** Nobody looks at it before it prints. Where it cannot be had, printing it says why. */
const isSound = (wish: PrintWish): Promise<boolean> =>
  missingSigns(wish).then(
    (missing) => missing === '',
    () => true,
  )

function requestOf({ kind, call, title }: PrintWish, { printer, paper, copies }: PrintChoice): PrintRequest {
  return { kind, call, title, copies, ...(printer ? { printer } : {}), ...(paper ? { paper } : {}) }
}

export interface PrintOptionsProps {
  choice: PrintChoice
  onChange: (choice: PrintChoice) => void
  kind: PrintKind
  count: number | null
  /** Of the page, where it lies otherwise than its kind. */
  size?: LabelSize
  missing?: string
}

/** What, how many, where; remembered for this kind on this workstation. */
export function PrintOptions({ choice, onChange, kind, count, size, missing = '' }: PrintOptionsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { widthMm, heightMm } = size ?? PRINT_SIZES[kind]
  const words = printWords(kind)
  const copies = isDesktop ? Math.max(1, choice.copies) : 1
  return (
    <div className="print-options">
      {missing === '' ? null : (
        <Callout tone="warn">
          {t('No typeface has these characters; they print as □: {{characters}}', { characters: missing })}
        </Callout>
      )}
      <dl className="print-facts">
        <dt>{t(words.kind)}</dt>
        <dd>{t(printKindNames[kind])}</dd>
        <dt>{t(words.size)}</dt>
        <dd>{t('{{width}} × {{height}} mm', { width: widthMm, height: heightMm })}</dd>
        <dt>{t(words.count)}</dt>
        <dd>{count === null ? '–' : formats.number(count * copies)}</dd>
      </dl>
      <KindPrinterForm kind={kind} choice={choice} onChange={onChange} isInDialog />
      {choice.withoutAsking ? (
        <p className="muted print-hint">
          {isDesktop
            ? t(
                'This kind then prints at once. To change it: “Change…” in the message after printing, or the settings.',
              )
            : t(
                'The browser’s print window then opens at once. To change it: “Change…” in the message after printing.',
              )}
        </p>
      ) : null}
      {isDesktop ? null : (
        <p className="muted print-hint">
          {t('Printer and copies are chosen in the browser’s own print window. Choose “Actual size” there.')}
        </p>
      )}
    </div>
  )
}
