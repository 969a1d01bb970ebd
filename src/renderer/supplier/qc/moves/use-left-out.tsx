import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../../actions/say.ts'
import { LeftOutList } from './MoveSummary.tsx'

export interface LeftOut {
  box_id: string | null
  sscc: string | null
  box_no: string | null
  shipment_id: string | null
  message: string
  values: Record<string, string | number>
}

/** What a command left out after all, in the server's words: shown only when there is something to show. */
export function useLeftOut(): { show: (leftOut: readonly LeftOut[]) => void; dialog: ReactNode } {
  const { t } = useTranslation()
  const say = useSay()
  const [rows, setRows] = useState<readonly LeftOut[]>([])
  const [isOpen, setOpen] = useState(false)
  const show = useCallback((leftOut: readonly LeftOut[]) => {
    if (leftOut.length === 0) return
    setRows(leftOut)
    setOpen(true)
  }, [])
  const close = () => setOpen(false)
  const dialog = (
    <Dialog isOpen={isOpen} onClose={close} title={t('Some boxes were left out')} transitionDuration={100}>
      <DialogBody>
        <LeftOutList
          rows={rows.map((row, at) => ({
            id: row.sscc ?? row.box_id ?? String(at),
            box: [row.shipment_id, row.box_no].filter(Boolean).join(' · '),
            why: say.message(row.message, row.values),
          }))}
        />
      </DialogBody>
      <DialogFooter actions={<Button autoFocus intent="primary" text={t('Close')} onClick={close} />} />
    </Dialog>
  )
  return { show, dialog }
}
