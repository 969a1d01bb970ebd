import { Button, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown, Download } from '@blueprintjs/icons'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type QcAction, qcActionLabels } from '../../../../shared/areas/qc-boxes/status.ts'
import { contract } from '../../../../shared/areas.ts'
import { useFile } from '../../../actions/files.tsx'
import { useSay } from '../../../actions/say.ts'
import { api } from '../../../api/client.ts'
import { useAskedAction } from '../../../forms/useAskedAction.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { KeyMenu } from '../../../kit/KeyMenu.tsx'
import { showToast } from '../../../kit/Toasts.tsx'
import { useIsLead } from '../../../session/use-is-lead.ts'
import { useReturnToVendor } from '../../returns/ReturnDialog.tsx'
import { useBoxUploads } from '../count/use-box-uploads.tsx'
import type { BoxView } from '../list/qc-filters.ts'
import { useBoxMoves, usualReasons } from '../moves/box-moves.tsx'
import type { AfterCommand, BoxDetails } from './box-data.ts'

interface BoxActionsProps {
  details: BoxDetails
  take: (after: AfterCommand) => void
  view: BoxView
  onView: (view: BoxView) => void
  onSettle: () => void
  /** The box is at QC no more. */
  onGone: () => void
}

/** What can be done with a box, in its head: the next step is filled, the rest stands in a menu. */
export function BoxActions({ details, take, view, onView, onSettle, onGone }: BoxActionsProps) {
  const { t } = useTranslation()
  const { box } = details
  const isLead = useIsLead()
  const moves = useBoxMoves()
  const back = useReturnToVendor([box.box_id])
  const commands = useBoxCommands({ details, take, onGone })
  const can = (action: QcAction) => box.allowed_actions.includes(action) && (action !== 'skip' || isLead)
  const run: Record<QcAction, () => void> = {
    count: () => onView('count'),
    recount: () => onView('count'),
    settle: onSettle,
    inspect: () => onView('inspect'),
    reinspect: () => onView('inspect'),
    skip: commands.skip,
    undo_inward: commands.undoInward,
    shelve: () => moves.shelve([box]),
    unshelve: () => moves.unshelve([box]),
    make_ready: () => moves.makeReady([box]),
    unready: () => moves.unready([box]),
    revert: () => moves.revert([box]),
    return: () => back.open(),
  }
  const next = nextStep(box.allowed_actions)
  // Where the next step is being done already, there is no button that leads to it.
  const isThere = (next === 'count' && view === 'count') || (next === 'inspect' && view === 'inspect')
  const others = box.allowed_actions.filter((action) => action !== next && can(action))
  return (
    <span className="drawer-tools">
      <BoxFiles details={details} />
      {others.length > 0 ? (
        <Menu text={t('More')}>
          {others.map((action) => (
            <MenuItem key={action} text={t(qcActionLabels[action])} onClick={run[action]} />
          ))}
        </Menu>
      ) : null}
      {next && !isThere ? (
        <Button
          intent="primary"
          text={t(qcActionLabels[next])}
          loading={moves.isRunning || commands.isRunning}
          onClick={run[next]}
        />
      ) : null}
      {moves.dialogs}
      {back.dialog}
      {commands.dialogs}
    </span>
  )
}

function Menu({ text, icon, children }: { text: string; icon?: ReactElement; children: ReactNode }) {
  return (
    <PopoverNext content={<KeyMenu>{children}</KeyMenu>} placement="bottom-end" animation="minimal" arrow={false}>
      <Button {...(icon && { icon })} endIcon={<CaretDown />} text={text} />
    </PopoverNext>
  )
}

/** Sheets of this box: its packing list to keep, its count and inspection to fill in and upload. */
function BoxFiles({ details: { box } }: { details: BoxDetails }) {
  const { t } = useTranslation()
  const { get } = useFile()
  const uploads = useBoxUploads(box)
  const can = (action: QcAction) => box.allowed_actions.includes(action)
  const box_ids = [box.box_id]
  return (
    <>
      <Menu icon={<Download />} text={t('Files')}>
        <MenuItem
          text={t('Packing list of this box (CSV)')}
          onClick={() =>
            get(contract.receiving.downloadPlFileBoxWise, { box_ids }, t('Successfully downloaded packing file'))
          }
        />
        <MenuItem
          text={t('Inspection lines (qc_report.csv)')}
          onClick={() => get(contract.inspection.downloadQcReport, { box_ids })}
        />
        {can('count') || can('recount') ? (
          <MenuItem text={t('Upload the count…')} onClick={() => uploads.count.open()} />
        ) : null}
        {can('inspect') ? (
          <MenuItem text={t('Upload the inspection…')} onClick={() => uploads.inspection.open()} />
        ) : null}
      </Menu>
      {uploads.count.dialog}
      {uploads.inspection.dialog}
    </>
  )
}

/** The one thing to do next with a box, of what its guards allow: it is the primary button. */
export function nextStep(allowed: readonly QcAction[]): QcAction | null {
  const steps: readonly QcAction[] = ['count', 'settle', 'inspect', 'return', 'make_ready']
  return steps.find((step) => allowed.includes(step)) ?? null
}

interface BoxCommandsProps {
  details: BoxDetails
  take: (after: AfterCommand) => void
  onGone: () => void
}

/** Skipping QC, and sending a box back to before the door; each asks first. */
function useBoxCommands({ details, take, onGone }: BoxCommandsProps) {
  const { t } = useTranslation()
  const say = useSay()
  const formats = useFormats()
  const { box } = details
  const { box_id, version, box_no, sscc, quantities } = box
  const skip = useAskedAction(
    ({ reason }, options) => api.qcBoxes.skipQcInspection({ box_id, version, reason }, options),
    {
      ask: () => ({
        title: t('Skip QC of box {{box_no}}', { box_no }),
        text: t('Waiting pieces: {{n}}. They pass, and the history says that nobody inspected them.', {
          n: formats.number(quantities.to_inspect),
        }),
        confirm: t('Skip QC'),
        usual: usualReasons.skip,
      }),
      after: ({ data }) => take(data),
    },
  )
  const undo = useAskedAction(
    (_, options) => api.receiving.inwardBoxes({ action: 'undo', boxes: [{ code: sscc }] }, options),
    {
      ask: () => ({
        title: t('Undo inward of box {{box_no}}?', { box_no }),
        text: t('The box is on its way again, as if nobody had scanned it. It can be scanned once more.'),
        confirm: t('Undo inward'),
        isDangerous: true,
      }),
      after: ({ data }) => {
        if (data.inwarded > 0) onGone()
      },
      done: ({ data: { inwarded, results } }) => {
        const [result] = results
        // A refusal of one box is an answer, not a failure.
        if (inwarded > 0 || result === undefined) return t('Box {{box_no}} is on its way again.', { box_no })
        showToast({ tone: 'error', text: say.message(result.message, result.values) })
        return null
      },
    },
  )
  return {
    skip: () => skip.ask(),
    undoInward: () => undo.ask(),
    isRunning: skip.isRunning || undo.isRunning,
    dialogs: (
      <>
        {skip.dialog}
        {undo.dialog}
      </>
    ),
  }
}
