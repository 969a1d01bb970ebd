import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWords } from '../../../table/words.ts'
import type { LeftOut } from './in-parts.tsx'
import { byReason, type MovePlan, MoveSummary, nameOf, type StayingBoxes, StayingList } from './what-moves.tsx'

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

export interface Outcome {
  changed: number
  /** Boxes that nobody asked the server about, since the work was cancelled before. */
  notReached: number
  staying: readonly StayingBoxes[]
}

/** What was left out, told before and by the server after all, under the same reasons. */
export function allStaying(leftOut: readonly LeftOut[], before: readonly StayingBoxes[] = []): StayingBoxes[] {
  return byReason(
    leftOut.map((one) => ({ why: one.message, values: one.values, box: nameOf(one) })),
    before,
  )
}

/** What became of a move: shown only when something was left out or not reached. */
export function useOutcome(): { show: (outcome: Outcome) => void; dialog: ReactNode } {
  const { t, plural } = useWords()
  const [outcome, setOutcome] = useState<Outcome>({ changed: 0, notReached: 0, staying: [] })
  const [isOpen, setOpen] = useState(false)
  const show = useCallback((next: Outcome) => {
    if (next.staying.length === 0 && next.notReached === 0) return
    setOutcome(next)
    setOpen(true)
  }, [])
  const close = () => setOpen(false)
  const { changed, notReached, staying } = outcome
  const dialog = (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={notReached > 0 ? t('Cancelled before the end') : t('Some boxes were left out')}
      transitionDuration={100}
    >
      <DialogBody>
        <p>
          <strong>{plural(changed, '1 box changed.', '{{n}} boxes changed.')}</strong>
        </p>
        {notReached > 0 ? (
          <p>
            {plural(
              notReached,
              '1 box was not reached and is as it was.',
              '{{n}} boxes were not reached and are as they were.',
            )}
          </p>
        ) : null}
        <StayingList staying={staying} />
      </DialogBody>
      <DialogFooter actions={<Button autoFocus intent="primary" text={t('Close')} onClick={close} />} />
    </Dialog>
  )
  return { show, dialog }
}
