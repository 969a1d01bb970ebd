import { Button, Dialog } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintChoice } from '../../../shared/bridge.ts'
import type { PrintKind } from '../../../shared/domain/printing.ts'
import { KindPrinterForm } from '../../actions/print/KindPrinterForm.tsx'
import { printKindNames } from '../../actions/print/print-kinds.ts'
import { changedKindAtom } from '../../actions/print/printing-centre.ts'
import { firstChoice } from '../../actions/print/usePrintDialog.tsx'
import { useAction } from '../../actions/useAction.ts'
import { host } from '../../host/host.ts'

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
  return <ChangeDialog kind={kind} kept={choices.data[kind] ?? firstChoice} onClose={() => setKind(null)} />
}

function ChangeDialog({ kind, kept, onClose }: { kind: PrintKind; kept: PrintChoice; onClose: () => void }) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState(kept)
  const keep = useAction(
    async (next: PrintChoice) => {
      await host.print.remember({ kind, choice: next })
      onClose()
    },
    { done: () => t('Kept for the next print'), refresh: ['print-choices'] },
  )
  const submit = (event: FormEvent) => {
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
