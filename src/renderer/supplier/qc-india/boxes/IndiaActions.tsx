import { Button, MenuItem } from '@blueprintjs/core'
import { Download, Print } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { failedOf } from '../../../../shared/areas/qc-boxes/quantities.ts'
import { type QcAction, qcActionLabels } from '../../../../shared/areas/qc-boxes/status.ts'
import { contract } from '../../../../shared/areas.ts'
import { useFile } from '../../../actions/files.tsx'
import { api } from '../../../api/client.ts'
import { useIndiaSkuLabels } from '../../../print/labels/IndiaLabelsDialog.tsx'
import { BoxSteps, ToolMenu, useSkipQc, useUndoInward } from '../../qc/box/BoxSteps.tsx'
import { useBoxLabel } from '../../qc/box/use-box-label.tsx'
import { type BoxActionsProps, useIsLead } from '../../qc/desk.ts'
import { useRevert } from '../../qc/moves/box-moves.tsx'
import { useReportDialog } from '../../qc/report/ReportDialog.tsx'
import { sectionPath } from '../section-path.ts'

/** Steps of China that no box in India takes. */
const notHere = () => undefined

/** What can be done with a box at QC in India. */
export function IndiaActions({ details, take, view, onView, onSettle, onGone }: BoxActionsProps) {
  const { box } = details
  const isLead = useIsLead()
  const skip = useSkipQc(details, take)
  const undo = useUndoInward(details, onGone)
  const revert = useRevert(api.indiaInspection.revertBoxToQc)
  const run: Record<QcAction, () => void> = {
    count: () => onView('count'),
    recount: () => onView('count'),
    settle: onSettle,
    inspect: () => onView('inspect'),
    reinspect: () => onView('inspect'),
    skip: () => skip.ask(),
    undo_inward: () => undo.ask(),
    revert: () => revert.ask([box]),
    shelve: notHere,
    unshelve: notHere,
    make_ready: notHere,
    unready: notHere,
    return: notHere,
  }
  return (
    <BoxSteps
      allowed={box.allowed_actions.filter((action) => action !== 'skip' || isLead)}
      next={nextStep(box.allowed_actions)}
      labels={qcActionLabels}
      moves={details.moves.filter(({ move }) => move !== 'skip' || isLead)}
      isRunning={skip.isRunning || undo.isRunning || revert.isRunning}
      files={<IndiaTools details={details} />}
      {...{ run, view }}
    >
      {skip.dialog}
      {undo.dialog}
      {revert.dialogs}
    </BoxSteps>
  )
}

/** Its labels and file, and where its pieces stand in the other parts of the platform. */
function IndiaTools({ details: { box, inspections } }: Pick<BoxActionsProps, 'details'>) {
  const { t } = useTranslation()
  const { get } = useFile()
  const navigate = useNavigate()
  const labels = useIndiaSkuLabels()
  const report = useReportDialog('india')
  const label = useBoxLabel(box)
  const { box_id, sscc, quantities } = box
  const go = (part: string, words: Record<string, string>) => () => navigate(sectionPath(part, { q: sscc, ...words }))
  return (
    <>
      <Button icon={<Print />} text={t('Labels for sale…')} onClick={() => labels.open({ box: sscc })} />
      <ToolMenu icon={<Download />} text={t('Files')}>
        {label.item}
        <MenuItem
          text={t('Inspection lines (india_qc_report.csv)')}
          onClick={() => get(contract.indiaInspection.downloadQcReport, { box_ids: [box_id] })}
        />
        {inspections.length > 0 ? (
          <MenuItem
            text={t('Inspection report (PDF)…')}
            onClick={() => report.open({ shipment_id: box.shipment_id, box, inspections })}
          />
        ) : null}
        {failedOf(quantities) > 0 ? (
          <MenuItem text={t('Its rejected SKUs')} onClick={go('rejected_skus', { tab: 'all' })} />
        ) : null}
        {quantities.purchased > 0 ? (
          <MenuItem text={t('Its purchase orders')} onClick={go('purchase_orders', { tab: 'all' })} />
        ) : null}
      </ToolMenu>
      {label.dialog}
      {labels.dialog}
      {report.dialog}
    </>
  )
}

/** The one thing to do next with a box in India, of what its guards allow. */
export function nextStep(allowed: readonly QcAction[]): QcAction | null {
  const steps: readonly QcAction[] = ['count', 'settle', 'inspect']
  return steps.find((step) => allowed.includes(step)) ?? null
}
