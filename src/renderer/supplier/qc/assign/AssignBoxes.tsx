import { useState } from 'react'
import { useAnswer } from '../../../actions/useRows.ts'
import { ChoiceField } from '../../../forms/fields.tsx'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../../kit/dialogs.tsx'
import { Callout } from '../../../kit/states.tsx'
import { useLocale } from '../../../table/words.ts'
import { useDesk } from '../desk.ts'
import { isInParts, useParts } from '../moves/use-parts.tsx'

interface AssignDialogProps extends DialogTurn {
  boxIds: readonly string[]
  isRunning: boolean
  onGive: (boxIds: readonly string[], inspectorId: string | null) => Promise<void>
}

/** Whose these boxes are; `''` is nobody. */
function AssignDialog({ boxIds, isRunning, onGive, ...turn }: AssignDialogProps) {
  const { t, plural } = useLocale()
  const { inspectors } = useDesk()
  const answer = useAnswer(inspectors, {})
  const [chosen, setChosen] = useState<string | null>(null)
  const people = answer.data?.inspectors ?? []
  return (
    <Modal {...turn} title={t('Name an inspector')} width={440}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen !== null) void onGive(boxIds, chosen === nobody ? null : chosen)
        }}
      >
        <DialogParts
          onCancel={turn.onClose}
          step={{
            text: chosen === nobody ? t('Take the name off') : t('Name an inspector'),
            isOff: chosen === null,
            isRunning,
          }}
        >
          <p>{plural(boxIds.length, '1 box is chosen.', '{{n}} boxes are chosen.')}</p>
          {answer.isError ? <Callout tone="bad">{t('The people could not be read.')}</Callout> : null}
          <ChoiceField
            label={t('Inspector')}
            value={chosen ?? ''}
            autoFocus
            choices={[
              ['', t('Please choose')],
              ...people.map(({ id, name }) => [id, name] as const),
              [nobody, t('Nobody any more')],
            ]}
            onChange={(who) => setChosen(who || null)}
          />
        </DialogParts>
      </form>
    </Modal>
  )
}

const nobody = 'nobody'

/** Names who sees to boxes, some at a time, or nobody; says which were left out. */
export function useAssignBoxes(onDone?: () => void) {
  const { t, plural } = useLocale()
  const { assign } = useDesk()
  const parts = useParts(onDone)
  const dialog = useDialog(AssignDialog, {
    isRunning: parts.isRunning,
    onGive: async (boxIds: readonly string[], inspectorId: string | null) => {
      const plan = { boxIds: [...boxIds], pieces: 0, beyond: 0, staying: [] }
      const running = parts.run(plan, {
        title: t('Name an inspector'),
        send: (box_ids, options) => assign({ box_ids, inspector_id: inspectorId }, options),
        done: (boxes) =>
          inspectorId === null
            ? plural(boxes, '1 box is nobody’s any more.', '{{n}} boxes are nobody’s any more.')
            : plural(boxes, '1 box has its inspector.', '{{n}} boxes have their inspector.'),
      })
      // Many boxes show their progress in place of the dialog.
      if (isInParts(plan) || (await running)) dialog.close()
    },
  })
  return {
    open: (boxIds: readonly string[]) => dialog.open({ boxIds }),
    isRunning: parts.isRunning,
    dialogs: (
      <>
        {dialog.dialog}
        {parts.dialogs}
      </>
    ),
  }
}
