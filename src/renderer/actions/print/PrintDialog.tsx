import { Button, Dialog } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintChoice } from '../../../shared/bridge.ts'
import { host, isDesktop } from '../../host/host.ts'
import { problemOf, useSay } from '../say.ts'
import { showFailure } from '../show-failure.ts'
import { PreviewPane } from './PreviewPane.tsx'
import { PrintOptions } from './PrintOptions.tsx'
import { usePrinterPlace } from './use-printers.ts'
import type { PrintWish } from './usePrintDialog.tsx'
import { usePrintPreview } from './usePrintPreview.ts'
import '../actions.css'

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
  const preview = usePrintPreview(isOpen ? wish : null)
  const { problem } = usePrinterPlace(wish.kind, choice)
  const { send, isSending } = useSending({ wish, choice, print, onClose })
  const canPrint = preview.error === null && choice.copies > 0 && problem === null
  const submit = (event: FormEvent) => {
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
          />
        </div>
        <div className="bp6-dialog-footer">
          <div className="bp6-dialog-footer-actions">
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
