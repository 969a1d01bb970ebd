import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoveSummary } from './MoveSummary.tsx'
import type { MovePlan } from './what-moves.ts'

interface ShelfDialogProps {
  plan: MovePlan
  isOpen: boolean
  isRunning: boolean
  onPut: (shelf: string) => void
  onClose: () => void
}

/** Which shelf the passed pieces go to. */
export function ShelfDialog({ plan, isOpen, isRunning, onPut, onClose }: ShelfDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [shelf, setShelf] = useState('')
  const canPut = shelf.trim() !== ''
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Put on a shelf')}
      style={{ width: 440 }}
      transitionDuration={100}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (canPut && !isRunning) onPut(shelf.trim())
        }}
      >
        <DialogBody>
          <MoveSummary plan={plan} />
          <div className="field">
            <label className="field-label" htmlFor={id}>
              {t('Shelf')}
            </label>
            <input
              id={id}
              className="text-field"
              value={shelf}
              maxLength={30}
              autoComplete="off"
              placeholder={t('For example A-03-2')}
              autoFocus
              onChange={(event) => setShelf(event.target.value)}
            />
          </div>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('Cancel')} onClick={onClose} />
              <Button
                type="submit"
                intent="primary"
                text={t('Put on the shelf')}
                disabled={!canPut}
                loading={isRunning}
              />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
