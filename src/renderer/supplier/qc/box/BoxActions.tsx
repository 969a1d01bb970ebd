import { Button, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown, Download } from '@blueprintjs/icons'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../../shared/contract/index.ts'
import { type QcAction, qcActionLabels } from '../../../../shared/domain/qc-status.ts'
import { useDownload } from '../../../actions/useDownload.ts'
import { fileCall, fileName } from '../../../api/client.ts'
import { KeyMenu } from '../../../kit/KeyMenu.tsx'
import { useReturnToVendor } from '../../qc-returns/use-return-to-vendor.tsx'
import { useBoxUploads } from '../count/use-box-uploads.tsx'
import type { BoxView } from '../list/qc-params.ts'
import { useBoxMoves } from '../moves/use-box-moves.tsx'
import { nextStep } from './next-step.ts'
import { useBoxCommands } from './use-box-commands.tsx'
import type { AfterCommand, BoxDetails } from './use-box-data.ts'
import { useIsLead } from './use-is-lead.ts'

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
    <span className="ship-actions">
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
  const { download } = useDownload()
  const uploads = useBoxUploads(box)
  const can = (action: QcAction) => box.allowed_actions.includes(action)
  const list = () => {
    const call = contract.chinaQc.downloadPlFileBoxWise
    const input = { box_ids: [box.box_id] }
    void download(fileCall(call, input), fileName(call, input))
  }
  const report = () => {
    const call = contract.chinaQc.downloadQcReport
    const input = { box_ids: [box.box_id] }
    void download(fileCall(call, input), fileName(call, input))
  }
  return (
    <>
      <Menu icon={<Download />} text={t('Files')}>
        <MenuItem text={t('Packing list of this box (CSV)')} onClick={list} />
        <MenuItem text={t('Inspection lines (qc_report.csv)')} onClick={report} />
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
