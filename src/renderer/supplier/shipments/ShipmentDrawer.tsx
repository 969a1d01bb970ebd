import { Button } from '@blueprintjs/core'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineKey } from '../../../shared/areas/shipments/packing.ts'
import { OpenRecord } from '../../actions/open-record.tsx'
import { useFileDrop } from '../../actions/upload/ChooseFile.tsx'
import { useIsStaff } from '../../api/use-suppliers.ts'
import { key, useNamed } from '../../i18n/formats.ts'
import { draftKey, readDraft } from '../../kit/drafts.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { History } from '../../kit/Timeline.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useSkuLabels } from '../../print/labels/SkuLabelsDialog.tsx'
import { useShippingLabels } from '../../print/labels/use-shipping-labels.ts'
import { useUserId } from '../../session/use-user-id.ts'
import { TalkThread } from '../../talk/TalkThread.tsx'
import { useTalkTab } from '../../talk/WithTalk.tsx'
import { BoxesTab, boxesDraft } from './boxes/BoxesTab.tsx'
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
import { factDraft, factFields, ShipmentFacts } from './ShipmentFacts.tsx'
import type { ShipmentView } from './shipment-params.ts'

interface ShipmentDrawerProps {
  shipmentId: string
  view: ShipmentView
  onView: (view: ShipmentView) => void
  onClose: () => void
}

/** One shipment from its boxes to the way out. */
export function ShipmentDrawer({ shipmentId, ...rest }: ShipmentDrawerProps) {
  const { details, take } = useShipmentData(shipmentId)
  return (
    <LoadedDrawer answer={details} onClose={rest.onClose} title={shipmentId} width={1280}>
      {(data) => <OpenShipment details={data} take={take} reload={details.reload} {...rest} />}
    </LoadedDrawer>
  )
}

const isKept = (draft: unknown): draft is unknown => draft !== null

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
  const skuLabels = useSkuLabels(shipment_id, boxes)
  const step = nextStep(details)
  const talk = useTalkTab({ kind: 'shipment', code: shipment_id })
  const saved = useCallback(
    (next: Packing, before: number) => {
      take(next)
      packing.rebase(next.shipment.version, before)
    },
    [take, packing.rebase],
  )
  const printBoxes = (boxNos?: readonly string[]) => void labels.open(boxNos?.length ?? boxes.length, boxNos)
  const userId = useUserId()
  const isTyped = (...names: string[]) => names.some((name) => readDraft(draftKey(userId, name), isKept) !== null)
  const ship = () => {
    const text = packing.isTyped
      ? t('Save the packing list first.')
      : isTyped(...factFields.map((field) => factDraft(shipment_id, field)))
        ? t('Invoice number or carrier was typed and is not saved yet: press Enter in its field, or Esc to drop it.')
        : isTyped(boxesDraft(shipment_id))
          ? t('Save what was typed in Boxes & tracking first.')
          : null
    if (text === null) moves.ship()
    else showToast({ tone: 'error', text })
  }
  return (
    <TabbedDrawer
      of={shipment}
      onClose={onClose}
      width={1280}
      title={shipment_id}
      beside={
        <>
          <StatusTag status={shipment.status} />
          {isStaff ? (
            <span className="muted">
              {named(shipment.supplier_name, shipment.supplier_name_zh)}{' '}
              <span className="code">{shipment.supplier_id}</span>
            </span>
          ) : null}
          <OpenRecord entity="shipment" id={shipment_id} version={shipment.version} reload={reload} />
          <ShipmentActions
            details={details}
            next={step === 'print' && printed === shipment.version ? 'ship' : step}
            isRunning={moves.isRunning || recover.isRunning}
            getTemplate={upload.getTemplate}
            onCancel={moves.cancel}
            onRecover={() => void recover.run([shipment_id])}
            onConfirm={moves.confirm}
            onUpload={() => upload.open()}
            onShippingLabels={() => printBoxes()}
            onSkuLabels={() => skuLabels.open()}
            onShip={ship}
          />
        </>
      }
      head={<ShipmentFacts details={details} onSaved={saved} />}
      tab={view}
      onTab={(next) => {
        onView(next)
        if (next === 'history') void reload()
      }}
      tabs={[
        { key: 'packing', label: t('Packing'), shows: () => <PackingTab packing={packing} details={details} /> },
        {
          key: 'boxes',
          label: t('Boxes & tracking'),
          count: boxes.length,
          shows: () => <BoxesTab details={details} onSaved={saved} onPrint={printBoxes} />,
        },
        {
          key: 'lines',
          label: t('Lines'),
          count: lines.length,
          shows: () => <LinesTab details={details} onChanged={packing.keepLines} />,
        },
        {
          key: 'history',
          label: t('History'),
          shows: () => <History history={details.history} numbers={eventNumbers} />,
        },
        { key: 'talk', ...talk, shows: () => <TalkThread kind="shipment" code={shipment_id} /> },
      ]}
    >
      {skuLabels.dialog}
      {labels.dialog}
      {upload.dialog}
      {moves.dialog}
      {recover.dialog}
      {drop}
    </TabbedDrawer>
  )
}

const eventNumbers = {
  ...{ boxes: key('Boxes'), quantity: key('Pieces'), to_platform: key('Back on the platform') },
  ...{ lines: key('Lines'), count: key('Labels') },
}

type Line = ShipmentDetails['lines'][number]

const lineFields: readonly ShownField<Line>[] = [
  { id: 'order', header: key('Order'), kind: 'code', of: (line) => line.order_id, traces: true },
  { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (line) => line.nm_sku, traces: true },
  {
    id: 'style',
    header: key('Style'),
    of: (line, { name }) => (
      <WithPicture of={line}>
        <span>
          {line.style_id} <span className="muted">{name(line.style_name, line.style_name_zh)}</span>
        </span>
      </WithPicture>
    ),
  },
  { id: 'color', header: key('Colour'), of: (line, { name }) => name(line.color, line.color_zh) },
  { id: 'size', header: key('Size'), of: (line) => line.size },
  { id: 'requested', header: key('Requested'), kind: 'pieces', total: true, of: (line) => line.requested_quantity },
  {
    id: 'awaiting',
    header: key('Awaiting shipment'),
    kind: 'pieces',
    total: true,
    of: (line) => line.awaiting_shipment_quantity,
  },
  { id: 'oos', header: key('Out of stock'), kind: 'pieces', total: true, of: (line) => line.oos_quantity },
  { id: 'ready', header: key('In the shipment'), kind: 'pieces', total: true, of: (line) => line.ready_quantity },
  {
    id: 'packed',
    header: key('In boxes'),
    kind: 'pieces',
    total: true,
    mark: (line) => (line.quantity_in_box === line.ready_quantity ? undefined : 'warn'),
    of: (line) => line.quantity_in_box,
  },
]

interface LinesTabProps {
  details: ShipmentDetails
  onChanged: PackingDraft['keepLines']
}

/** What the shipment holds, line by line, with its sums at the foot. */
function LinesTab({ details, onChanged }: LinesTabProps) {
  const { t } = useTranslation()
  const changing = useChangeLines(details, onChanged)
  return (
    <div className="ship-lines">
      {details.shipment.allowed_moves.includes('change') ? (
        <div className="pack-bar">
          <Button text={t('Change lines…')} onClick={() => changing.open()} />
          {changing.dialog}
        </div>
      ) : null}
      <FieldTable
        className="tabbed-scroll"
        label={t('Lines')}
        total={t('Total')}
        fields={lineFields}
        rows={details.lines}
        rowKey={lineKey}
      />
    </div>
  )
}
