import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { useFileDrop } from '../../actions/useFileDrop.tsx'
import { useNamed } from '../../i18n/named.ts'
import { Drawer } from '../../kit/Drawer.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { FailedState, LoadingRows } from '../../kit/states.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { showToast } from '../../kit/toasts.ts'
import { SkuLabelsDialog } from '../labels/SkuLabelsDialog.tsx'
import { useShippingLabels } from '../labels/use-shipping-labels.ts'
import { useIsStaff } from '../use-suppliers.ts'
import { BoxesTab } from './boxes/BoxesTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { LinesTab } from './LinesTab.tsx'
import { nextStep, type ShipmentDetails } from './next-step.ts'
import type { Packing } from './packing/draft-boxes.ts'
import { PackingTab } from './packing/PackingTab.tsx'
import { usePackingDraft } from './packing/use-packing-draft.ts'
import { ShipmentActions } from './ShipmentActions.tsx'
import { ShipmentFacts } from './ShipmentFacts.tsx'
import type { ShipmentView } from './shipment-params.ts'
import { usePackingUpload } from './use-packing-upload.tsx'
import { useRecoverShipments } from './use-recover-shipments.ts'
import { useShipmentData } from './use-shipment-data.ts'
import { useShipmentMoves } from './use-shipment-moves.tsx'

interface ShipmentDrawerProps {
  shipmentId: string
  view: ShipmentView
  onView: (view: ShipmentView) => void
  onClose: () => void
}

/** One shipment from its boxes to the way out. */
export function ShipmentDrawer({ shipmentId, ...rest }: ShipmentDrawerProps) {
  const say = useSay()
  const { details, take } = useShipmentData(shipmentId)
  const { data, isError, error, reload } = details
  if (data) return <OpenShipment details={data} take={take} reload={reload} {...rest} />
  return (
    <Drawer isOpen onClose={rest.onClose} title={shipmentId} width={1280}>
      {isError ? <FailedState text={say.problem(error)} onRetry={() => void reload()} /> : <LoadingRows />}
    </Drawer>
  )
}

interface OpenShipmentProps extends Omit<ShipmentDrawerProps, 'shipmentId'> {
  details: ShipmentDetails
  take: (packing: Packing) => void
  reload: () => Promise<unknown>
}

function OpenShipment({ details, take, reload, view, onView, onClose }: OpenShipmentProps) {
  const { t } = useTranslation()
  const named = useNamed()
  const isStaff = useIsStaff()
  const { shipment, lines, boxes } = details
  const { shipment_id } = shipment
  const packing = usePackingDraft(details, take)
  const upload = usePackingUpload(details, packing)
  const drop = useFileDrop(packing.canPack ? (file) => upload.open(undefined, file) : null)
  const moves = useShipmentMoves(details)
  const recover = useRecoverShipments()
  const [printed, setPrinted] = useState<number | null>(null)
  const labels = useShippingLabels(shipment_id, () => setPrinted(shipment.version))
  const [isSkuOpen, setSkuOpen] = useState(false)
  const step = nextStep(details)
  const saved = useCallback(
    (next: Packing, before: number) => {
      take(next)
      packing.rebase(next.shipment.version, before)
    },
    [take, packing.rebase],
  )
  const printBoxes = (boxNos?: readonly string[]) => void labels.open(boxNos?.length ?? boxes.length, boxNos)
  const ship = () => {
    if (packing.isTyped) showToast({ tone: 'error', text: t('Save the packing list first.') })
    else void moves.ship()
  }
  return (
    <Drawer
      isOpen
      onClose={onClose}
      width={1280}
      title={shipment_id}
      beside={
        <>
          <StatusTag status={shipment.status} />
          {isStaff ? <span className="muted">{named(shipment.supplier_name, shipment.supplier_name_zh)}</span> : null}
          <ShipmentActions
            details={details}
            next={step === 'print' && printed === shipment.version ? 'ship' : step}
            isRunning={moves.isRunning || recover.isRunning}
            getTemplate={upload.getTemplate}
            onCancel={() => void moves.cancel()}
            onRecover={() => void recover.run([shipment_id])}
            onConfirm={() => void moves.confirm()}
            onUpload={() => upload.open()}
            onShippingLabels={() => printBoxes()}
            onSkuLabels={() => setSkuOpen(true)}
            onShip={ship}
          />
        </>
      }
    >
      <div className="ship">
        <ShipmentFacts details={details} onSaved={saved} />
        <div className="ship-tabs">
          <Tabs
            label={shipment_id}
            tabs={[
              { key: 'packing', label: t('Packing') },
              { key: 'boxes', label: t('Boxes & tracking'), count: boxes.length },
              { key: 'lines', label: t('Lines'), count: lines.length },
              { key: 'history', label: t('History') },
            ]}
            tab={view}
            onTab={(next) => {
              onView(next)
              if (next === 'history') void reload()
            }}
          />
        </div>
        <div className="ship-view">
          {view === 'packing' ? <PackingTab packing={packing} details={details} /> : null}
          {view === 'boxes' ? <BoxesTab details={details} onSaved={saved} onPrint={printBoxes} /> : null}
          {view === 'lines' ? <LinesTab details={details} onChanged={packing.keepLines} /> : null}
          {view === 'history' ? <HistoryTab history={details.history} /> : null}
        </div>
      </div>
      <SkuLabelsDialog shipmentId={shipment_id} isOpen={isSkuOpen} onClose={() => setSkuOpen(false)} />
      {labels.dialog}
      {upload.dialog}
      {moves.dialog}
      {recover.dialog}
      {drop}
    </Drawer>
  )
}
