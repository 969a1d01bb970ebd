import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { TextField } from '../../../forms/fields.tsx'
import { useForm } from '../../../forms/useForm.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../../kit/dialogs.tsx'
import { draftOfAll } from '../../../kit/drafts.ts'
import { useLocale } from '../../../table/words.ts'
import type { LeftOut } from './in-parts.tsx'
import { byReason, type MovePlan, MoveSummary, nameOf, type StayingBoxes, StayingList } from './what-moves.tsx'

interface ShelfDialogProps extends DialogTurn {
  plan: MovePlan
  isRunning: boolean
  onPut: (plan: MovePlan, shelf: string) => Promise<void>
}

const shelfForm = z.object({ shelf: z.string().trim().min(1) })

/** Which shelf the passed pieces go to. */
export function ShelfDialog({ plan, isRunning, onPut, ...turn }: ShelfDialogProps) {
  const { t } = useTranslation()
  const form = useForm(shelfForm, { shelf: '' }, { draft: `shelf.${draftOfAll(plan.boxIds)}` })
  const put = form.submit(({ shelf }) => onPut(plan, shelf))
  return (
    <Modal {...turn} title={t('Put on a shelf')} width={440}>
      <form onSubmit={put}>
        <DialogParts
          onCancel={turn.onClose}
          step={{ text: t('Put on the shelf'), isOff: form.read() === null, isRunning }}
        >
          <MoveSummary plan={plan} />
          <TextField
            label={t('Shelf')}
            maxLength={30}
            placeholder={t('For example A-03-2')}
            autoFocus
            {...form.field('shelf')}
          />
        </DialogParts>
      </form>
    </Modal>
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
  const { open, dialog } = useDialog(OutcomeDialog)
  const show = useCallback(
    (outcome: Outcome) => {
      if (outcome.staying.length > 0 || outcome.notReached > 0) open(outcome)
    },
    [open],
  )
  return { show, dialog }
}

function OutcomeDialog({ changed, notReached, staying, ...turn }: DialogTurn & Outcome) {
  const { t, plural } = useLocale()
  return (
    <Modal {...turn} title={notReached > 0 ? t('Cancelled before the end') : t('Some boxes were left out')}>
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
      <DialogFooter actions={<Button autoFocus intent="primary" text={t('Close')} onClick={turn.onClose} />} />
    </Modal>
  )
}
