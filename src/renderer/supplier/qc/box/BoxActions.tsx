import { MenuItem } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { type QcAction, qcActionLabels } from '../../../../shared/areas/qc-boxes/status.ts'
import { contract } from '../../../../shared/areas.ts'
import { useFile } from '../../../actions/files.tsx'
import { useReturnToVendor } from '../../returns/ReturnDialog.tsx'
import { useBoxUploads } from '../count/use-box-uploads.tsx'
import { type BoxActionsProps, useIsLead } from '../desk.ts'
import { useBoxMoves } from '../moves/box-moves.tsx'
import { useReportDialog } from '../report/ReportDialog.tsx'
import { BoxSteps, ToolMenu, useSkipQc, useUndoInward } from './BoxSteps.tsx'
import type { BoxDetails } from './box-data.ts'
import { useBoxLabel } from './use-box-label.tsx'

/** What can be done with a box at China QC. */
export function BoxActions({ details, take, view, onView, onSettle, onGone }: BoxActionsProps) {
  const { box } = details
  const isLead = useIsLead()
  const moves = useBoxMoves()
  const back = useReturnToVendor([box.box_id])
  const skip = useSkipQc(details, take)
  const undo = useUndoInward(details, onGone)
  const run: Record<QcAction, () => void> = {
    count: () => onView('count'),
    recount: () => onView('count'),
    settle: onSettle,
    inspect: () => onView('inspect'),
    reinspect: () => onView('inspect'),
    skip: () => skip.ask(),
    undo_inward: () => undo.ask(),
    shelve: () => moves.shelve([box]),
    unshelve: () => moves.unshelve([box]),
    make_ready: () => moves.makeReady([box]),
    unready: () => moves.unready([box]),
    revert: () => moves.revert([box]),
    return: () => back.open(),
  }
  return (
    <BoxSteps
      allowed={box.allowed_actions.filter((action) => action !== 'skip' || isLead)}
      next={nextStep(box.allowed_actions)}
      labels={qcActionLabels}
      moves={details.moves.filter(({ move }) => move !== 'skip' || isLead)}
      isRunning={moves.isRunning || skip.isRunning || undo.isRunning}
      files={<BoxFiles details={details} />}
      {...{ run, view }}
    >
      {moves.dialogs}
      {back.dialog}
      {skip.dialog}
      {undo.dialog}
    </BoxSteps>
  )
}

/** Sheets of this box: its packing list to keep, its count and inspection to fill in and upload. */
function BoxFiles({ details: { box, inspections } }: { details: BoxDetails }) {
  const { t } = useTranslation()
  const { get } = useFile()
  const uploads = useBoxUploads(box)
  const report = useReportDialog('china')
  const label = useBoxLabel(box)
  const can = (action: QcAction) => box.allowed_actions.includes(action)
  const box_ids = [box.box_id]
  return (
    <>
      <ToolMenu icon={<Download />} text={t('Files')}>
        {label.item}
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
        {inspections.length > 0 ? (
          <MenuItem
            text={t('Inspection report (PDF)…')}
            onClick={() => report.open({ shipment_id: box.shipment_id, box, inspections })}
          />
        ) : null}
        {can('count') || can('recount') ? (
          <MenuItem text={t('Upload the count…')} onClick={() => uploads.count.open()} />
        ) : null}
        {can('inspect') ? (
          <MenuItem text={t('Upload the inspection…')} onClick={() => uploads.inspection.open()} />
        ) : null}
      </ToolMenu>
      {label.dialog}
      {uploads.count.dialog}
      {uploads.inspection.dialog}
      {report.dialog}
    </>
  )
}

/** The one thing to do next with a box, of what its guards allow: it is the primary button. */
export function nextStep(allowed: readonly QcAction[]): QcAction | null {
  const steps: readonly QcAction[] = ['count', 'settle', 'inspect', 'return', 'make_ready']
  return steps.find((step) => allowed.includes(step)) ?? null
}
