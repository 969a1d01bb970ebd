import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useWords } from '../table/words.ts'

export interface Refuse {
  open: (orderIds: readonly string[]) => void
  dialog: ReactNode
}

/** Asks for the remark that a refusal needs. */
export function useRefuse(refuse: (orderIds: readonly string[], remark: string) => Promise<boolean>): Refuse {
  const { t, number } = useWords()
  const [orderIds, setOrderIds] = useState<readonly string[] | null>(null)
  const [remark, setRemark] = useState('')
  const [isRunning, setRunning] = useState(false)
  const close = () => setOrderIds(null)
  const send = async () => {
    if (orderIds === null || remark.trim() === '') return
    setRunning(true)
    const isDone = await refuse(orderIds, remark.trim())
    setRunning(false)
    // After a failure the remark stays in the field.
    if (isDone) {
      setRemark('')
      close()
    }
  }
  const n = orderIds?.length ?? 0
  const title =
    n === 1 ? t('Refuse order {{order_id}}', { order_id: orderIds?.[0] }) : t('Refuse {{n}} orders', { n: number(n) })
  const dialog = (
    <Dialog isOpen={orderIds !== null} onClose={close} title={title} style={{ width: 440 }} transitionDuration={100}>
      <DialogBody>
        <label>
          {t('Why is it refused? The remark is kept in the history.')}
          <textarea
            className="order-remark"
            rows={3}
            value={remark}
            maxLength={500}
            autoFocus
            onChange={(event) => setRemark(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
            }}
          />
        </label>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('Cancel')} onClick={close} />
            <Button
              intent="danger"
              text={t('Refuse')}
              disabled={remark.trim() === ''}
              loading={isRunning}
              onClick={() => void send()}
            />
          </>
        }
      />
    </Dialog>
  )
  return { open: setOrderIds, dialog }
}
