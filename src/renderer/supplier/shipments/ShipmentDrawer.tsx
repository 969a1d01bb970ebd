import { Button } from '@blueprintjs/core'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineKey } from '../../../shared/areas/shipments/packing.ts'
import { useSay } from '../../actions/say.ts'
import { useFileDrop } from '../../actions/upload/ChooseFile.tsx'
import { useIsStaff } from '../../api/use-suppliers.ts'
import { useFormats, useNamed } from '../../i18n/formats.ts'
import { Drawer } from '../../kit/Drawer.tsx'
import { Tabs } from '../../kit/Page.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { FailedState, LoadingRows } from '../../kit/states.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { SkuLabelsDialog } from '../../print/labels/SkuLabelsDialog.tsx'
import { useShippingLabels } from '../../print/labels/use-shipping-labels.ts'
import { BoxesTab } from './boxes/BoxesTab.tsx'
import { useChangeLines } from './lines/ChangeLinesDialog.tsx'
import { PackingTab } from './packing/PackingTab.tsx'
import type { Packing } from './packing/packing-draft.ts'
import { type PackingDraft, usePackingDraft } from './packing/use-packing-draft.ts'
import { usePackingUpload, useShipmentData } from './packing-upload.tsx'
import {
  nextStep,
  ShipmentActions,
  type ShipmentDetails,
  useRecoverShipments,
  useShipmentMoves,
} from './ShipmentActions.tsx'
import { ShipmentFacts } from './ShipmentFacts.tsx'
import type { ShipmentView } from './shipment-params.ts'

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

/** What happened to the shipment, newest first. */
export function HistoryTab({ history }: Pick<ShipmentDetails, 'history'>) {
  const { t } = useTranslation()
  const formats = useFormats()
  const newestFirst = history.toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const words: Record<string, string> = {
    boxes: t('Boxes'),
    quantity: t('Pieces'),
    lines: t('Lines'),
    count: t('Labels'),
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="ship-scroll ship-pad" tabIndex={0} aria-label={t('History')}>
      <Timeline
        events={newestFirst}
        about={({ details }) => {
          const numbers = Object.entries(details).flatMap(([key, value]) =>
            words[key] !== undefined && typeof value === 'number' ? `${words[key]}: ${formats.number(value)}` : [],
          )
          return numbers.length > 0 ? <div className="timeline-meta">{numbers.join(' · ')}</div> : null
        }}
      />
    </section>
  )
}

/** What the shipment holds, line by line, with its sums at the foot. */
interface LinesTabProps {
  details: ShipmentDetails
  onChanged: PackingDraft['keepLines']
}

export function LinesTab({ details, onChanged }: LinesTabProps) {
  const { lines } = details
  const changing = useChangeLines(details, onChanged)
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  const sum = (of: (line: ShipmentDetails['lines'][number]) => number) =>
    formats.number(lines.reduce((total, line) => total + of(line), 0))
  return (
    <div className="ship-lines">
      {details.shipment.allowed_moves.includes('change') ? (
        <div className="pack-bar">
          <Button text={t('Change lines…')} onClick={changing.open} />
          {changing.dialog}
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className="ship-scroll" tabIndex={0} aria-label={t('Lines')}>
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('Order')}</th>
              <th>{t('NM SKU')}</th>
              <th>{t('Style')}</th>
              <th>{t('Colour')}</th>
              <th>{t('Size')}</th>
              <th className="end">{t('Requested')}</th>
              <th className="end">{t('In the shipment')}</th>
              <th className="end">{t('In boxes')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={lineKey(line)}>
                <td className="code">{line.order_id}</td>
                <td className="code">{line.nm_sku}</td>
                <td>
                  {line.style_id} <span className="muted">{named(line.style_name, line.style_name_zh)}</span>
                </td>
                <td>{named(line.color, line.color_zh)}</td>
                <td>{line.size}</td>
                <td className="end">{formats.number(line.requested_quantity)}</td>
                <td className="end">{formats.number(line.ready_quantity)}</td>
                <td className={line.quantity_in_box === line.ready_quantity ? 'end' : 'end warn-text'}>
                  {formats.number(line.quantity_in_box)}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={5}>{t('Total')}</td>
              <td className="end">{sum((line) => line.requested_quantity)}</td>
              <td className="end">{sum((line) => line.ready_quantity)}</td>
              <td className="end">{sum((line) => line.quantity_in_box)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  )
}
