import { Button, type ButtonProps } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import type { FileCall } from '../../shared/bridge.ts'
import { useAction } from '../actions/useAction.ts'
import { usePrintDialog } from './PrintDialog.tsx'

interface PrintPaperButtonProps extends Pick<ButtonProps, 'intent' | 'autoFocus'> {
  /** Gives the paper as pages of A4. */
  call: FileCall
  /** Shown in the job list, for example "RN-000012, return note". */
  title: string
}

/** Beside a paper's download: prints it on this workstation's printer for A4. A second press while it is asked for does nothing. */
export function PrintPaperButton({ call, title, ...look }: PrintPaperButtonProps) {
  const { t } = useTranslation()
  const print = usePrintDialog()
  const open = useAction(() => print.open({ kind: 'paper', call, title }), { done: () => null, refresh: [] })
  return (
    <>
      <Button
        {...look}
        icon={<Print />}
        text={t('Print')}
        loading={open.isRunning}
        onClick={() => void open.run(undefined)}
      />
      {print.dialog}
    </>
  )
}
