import { Button, Dialog } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintChoice, PrintRequest } from '../../../shared/bridge.ts'
import { host, isDesktop } from '../../host/host.ts'
import { PreviewPane } from './PreviewPane.tsx'
import { PrintOptions } from './PrintOptions.tsx'
import { useLabelPreview } from './useLabelPreview.ts'
import type { PrintWish } from './usePrintDialog.tsx'
import '../actions.css'

export interface PrintDialogProps {
  wish: PrintWish
  choice: PrintChoice
  isOpen: boolean
  onClose: () => void
  print: (request: PrintRequest) => Promise<boolean>
}

export function PrintDialog({ wish, choice: kept, isOpen, onClose, print }: PrintDialogProps) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState(kept)
  const [isSending, setSending] = useState(false)
  const preview = useLabelPreview(isOpen ? wish.call : null)
  const send = async () => {
    setSending(true)
    const { kind, call, title } = wish
    await host.print.remember({ kind, choice })
    const sent = await print({
      kind,
      call,
      title,
      copies: choice.copies,
      ...(choice.printer ? { printer: choice.printer } : {}),
    })
    setSending(false)
    if (!sent) return
    wish.onPrinted?.()
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={wish.title} className="print-dialog" transitionDuration={100}>
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
            intent="primary"
            icon={<Print />}
            text={isDesktop ? t('Print') : t('Print…')}
            loading={isSending}
            disabled={preview.error !== null || choice.copies < 1}
            onClick={() => void send()}
          />
        </div>
      </div>
    </Dialog>
  )
}
