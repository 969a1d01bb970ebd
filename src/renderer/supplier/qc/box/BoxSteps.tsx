import { Button, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown } from '@blueprintjs/icons'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { boxClosed } from '../../../../shared/areas/qc-boxes/status.ts'
import type { OfferedMove } from '../../../../shared/kernel/lifecycle.ts'
import { WhyClosed } from '../../../actions/ClosedMoves.tsx'
import { useSay } from '../../../actions/say.ts'
import { useAskedAction } from '../../../forms/useAskedAction.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { KeyMenu } from '../../../kit/KeyMenu.tsx'
import { showToast } from '../../../kit/Toasts.tsx'
import { useDesk } from '../desk.ts'
import type { BoxView } from '../list/qc-filters.ts'
import { usualReasons } from '../moves/box-moves.tsx'
import type { AfterCommand, BoxDetails } from './box-data.ts'

interface BoxStepsProps<A extends string> {
  /** What may be done now and by this user, the usual first. */
  allowed: readonly A[]
  /** The one thing to do next, of those: it is the primary button. */
  next: A | null
  /** English, and the keys of their translations. */
  labels: Readonly<Record<A, string>>
  run: Readonly<Record<A, () => void>>
  /** All steps of the country, each open, or closed with why. */
  moves: readonly OfferedMove<A>[]
  view: BoxView
  isRunning: boolean
  /** Before the steps: files. */
  files: ReactNode
  /** Dialogs. */
  children: ReactNode
}

/** What can be done with a box, in its head: the next step is filled, the rest stands in a menu. */
export function BoxSteps<A extends string>(props: BoxStepsProps<A>) {
  const { allowed, next, labels, run, moves, view, isRunning, files, children } = props
  const { t } = useTranslation()
  const word = (action: A): string => labels[action]
  // Where the next step is being done already, there is no button that leads to it.
  const isThere = (next === 'count' && view === 'count') || (next === 'inspect' && view === 'inspect')
  const others = allowed.filter((action) => action !== next)
  return (
    <span className="drawer-tools">
      <WhyClosed moves={moves.filter(({ move }) => !allowed.includes(move))} usual={boxClosed.usual} names={labels} />
      {files}
      {others.length > 0 ? (
        <ToolMenu text={t('More')}>
          {others.map((action) => (
            <MenuItem key={action} text={t(word(action))} onClick={run[action]} />
          ))}
        </ToolMenu>
      ) : null}
      {next && !isThere ? (
        <Button intent="primary" text={t(word(next))} loading={isRunning} onClick={run[next]} />
      ) : null}
      {children}
    </span>
  )
}

/** Several things behind one button of a drawer's head. */
export function ToolMenu({ text, icon, children }: { text: string; icon?: ReactElement; children: ReactNode }) {
  return (
    <PopoverNext content={<KeyMenu>{children}</KeyMenu>} placement="bottom-end" animation="minimal" arrow={false}>
      <Button {...(icon && { icon })} endIcon={<CaretDown />} text={text} />
    </PopoverNext>
  )
}

/** Lets the waiting pieces of a box pass uninspected; asks why. */
export function useSkipQc({ box }: BoxDetails, take: (after: AfterCommand) => void) {
  const { t } = useTranslation()
  const formats = useFormats()
  const desk = useDesk()
  const { box_id, version, box_no, quantities } = box
  return useAskedAction(({ reason }, options) => desk.skip({ box_id, version, reason }, options), {
    ask: () => ({
      draft: `skip.${box_id}`,
      title: t('Skip QC of box {{box_no}}', { box_no }),
      text: t('Waiting pieces: {{n}}. They pass, and the history says that nobody inspected them.', {
        n: formats.number(quantities.to_inspect),
      }),
      confirm: t('Skip QC'),
      usual: usualReasons.skip,
    }),
    after: ({ data }) => take(data),
  })
}

/** Sends a box back to before the door; asks first. */
export function useUndoInward({ box: { box_no, sscc } }: BoxDetails, onGone: () => void) {
  const { t } = useTranslation()
  const say = useSay()
  const desk = useDesk()
  return useAskedAction((_, options) => desk.undoInward(sscc, options), {
    ask: () => ({
      title: t('Undo inward of box {{box_no}}?', { box_no }),
      text: [
        t('The box is on its way again, as if nobody had scanned it. It can be scanned once more.'),
        desk.goesWithUndo === null ? '' : t(desk.goesWithUndo),
      ].join(' '),
      confirm: t('Undo inward'),
      isDangerous: true,
    }),
    after: ({ data }) => {
      if (data.inwarded > 0) onGone()
    },
    done: ({ data: { inwarded, results } }) => {
      const [result] = results
      // A refusal of one box is an answer, not a failure.
      const words = result && say.message(result.message, result.values)
      if (inwarded > 0 || words === undefined) return words ?? t('Box {{box_no}} is on its way again.', { box_no })
      showToast({ tone: 'error', text: words })
      return null
    },
  })
}
