import { Button, Dialog } from '@blueprintjs/core'
import { Upload } from '@blueprintjs/icons'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SupplyChain, supplyChains } from '../../../shared/domain/qc-status.ts'
import type { CallData } from '../../actions/calls.ts'
import { problemOf, useSay } from '../../actions/say.ts'
import { isAccepted, wrongKind } from '../../actions/upload/file-kind.ts'
import { SendingFile } from '../../actions/upload/SendingFile.tsx'
import { api } from '../../api/client.ts'
import type { Progress } from '../../api/send.ts'
import { key } from '../../i18n/key.ts'
import { Callout } from '../../kit/Callout.tsx'
import { CheckedRows } from './CheckedRows.tsx'

export type Checked = CallData<'chinaQc.getBulkAwaitingInwardBoxes'>

const accept = ['.xlsx', '.csv'] as const
const chainLabels: Record<SupplyChain, string> = { china: key('For China QC'), india: key('For India') }

type Way =
  | { at: 'choosing'; problem: string | null }
  | { at: 'sending'; file: File; progress: Progress | null }
  | { at: 'checked'; file: File; checked: Checked }

/** Looks at a sheet of box codes before anything is taken in: which are on their way, which came already, which nobody knows. */
export function useCheckFile(takeIn: (file: File) => void): { open: (file?: File) => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  const [way, setWay] = useState<Way>({ at: 'choosing', problem: null })
  const [chain, setChain] = useState<SupplyChain>('china')
  const say = useSay()
  const check = async (file: File, supply_chain: SupplyChain) => {
    if (!isAccepted(file.name, accept)) return setWay({ at: 'choosing', problem: wrongKind(accept) })
    setWay({ at: 'sending', file, progress: null })
    try {
      const onProgress = (progress: Progress) => setWay({ at: 'sending', file, progress })
      const { data } = await api.chinaQc.getBulkAwaitingInwardBoxes({ supply_chain, file }, { onProgress })
      setWay({ at: 'checked', file, checked: data })
    } catch (failure) {
      setWay({ at: 'choosing', problem: say.problem(problemOf(failure)) })
    }
  }
  const open = (file?: File) => {
    setOpen(true)
    if (file) void check(file, chain)
    else setWay({ at: 'choosing', problem: null })
  }
  const close = () => setOpen(false)
  const take = (file: File) => {
    close()
    takeIn(file)
  }
  const choose = (next: SupplyChain) => {
    setChain(next)
    if (way.at === 'checked') void check(way.file, next)
  }
  const dialog = (
    <CheckDialog {...{ isOpen, way, chain, close, choose, take }} check={(file) => void check(file, chain)} />
  )
  return { open, dialog }
}

interface CheckDialogProps {
  isOpen: boolean
  way: Way
  chain: SupplyChain
  close: () => void
  choose: (chain: SupplyChain) => void
  check: (file: File) => void
  take: (file: File) => void
}

function CheckDialog({ isOpen, way, chain, close, choose, check, take }: CheckDialogProps) {
  const { t } = useTranslation()
  const awaiting = way.at === 'checked' ? (way.checked.counts.awaiting ?? 0) : 0
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t('Check a file of boxes')}
      className="check-file"
      transitionDuration={100}
    >
      <div className="bp6-dialog-body">
        <div className="check-file-bar">
          <select
            className="plain-select"
            aria-label={t('Supply chain')}
            value={chain}
            onChange={({ target }) => choose(target.value as SupplyChain)}
          >
            {supplyChains.map((value) => (
              <option key={value} value={value}>
                {t(chainLabels[value])}
              </option>
            ))}
          </select>
          <PickFile onFile={check} />
        </div>
        {way.at === 'choosing' && way.problem ? <Callout tone="bad">{t(way.problem)}</Callout> : null}
        {way.at === 'choosing' && !way.problem ? (
          <p className="muted">
            {t('A sheet with a column of SSCCs or tracking IDs. Nothing is taken in by looking.')}
          </p>
        ) : null}
        {way.at === 'sending' ? <SendingFile name={way.file.name} progress={way.progress} /> : null}
        {way.at === 'checked' ? <CheckedRows name={way.file.name} checked={way.checked} /> : null}
      </div>
      <div className="bp6-dialog-footer">
        <div className="bp6-dialog-footer-actions">
          <Button text={t('Close')} onClick={close} />
          {way.at === 'checked' && chain === 'china' ? (
            <Button
              intent="primary"
              disabled={awaiting === 0}
              text={t('Take these boxes in ({{count}})', { count: awaiting })}
              onClick={() => take(way.file)}
            />
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}

/** A button in the reader's language: the browser's own speaks that of the computer. */
function PickFile({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<Upload />} text={t('Choose a file…')} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        accept={accept.join()}
        aria-label={t('File of box codes')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Emptied, so that the same file can be chosen again after it was corrected.
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
