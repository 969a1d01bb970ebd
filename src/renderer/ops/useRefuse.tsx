import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useUnsaved } from '../app/unsaved.ts'
import { draftKey, useKeptDraft } from '../kit/use-kept-draft.ts'
import { useUserId } from '../table/use-user-id.ts'
import { useWords } from '../table/words.ts'

export interface Refuse {
  open: (orderIds: readonly string[]) => void
  dialog: ReactNode
}

/** Asks for the remark that a refusal needs. */
export function useRefuse(refuse: (orderIds: readonly string[], remark: string) => Promise<boolean>): Refuse {
  const { t, number } = useWords()
  const [orderIds, setOrderIds] = useState<readonly string[] | null>(null)
  // Per order: a remark must never be offered for another one.
  const record = orderIds === null ? 'none' : orderIds.toSorted().join(',').slice(0, 200)
  const [kept, change] = useKeptDraft(draftKey(useUserId(), `refusal.${record}`), isText)
  const remark = kept ?? ''
  const setRemark = (text: string) => change(() => text || null)
  const [isRunning, setRunning] = useState(false)
  const close = () => setOrderIds(null)
  useUnsaved(orderIds !== null && remark !== '', t('Remark of a refusal'))
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

function isText(kept: unknown): kept is string {
  return typeof kept === 'string'
}
