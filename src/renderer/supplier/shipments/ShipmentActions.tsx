import { Button } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shipmentActionLabels, shipmentClosed } from '../../../shared/areas/shipments/status.ts'
import { contract } from '../../../shared/areas.ts'
import { WhyClosed } from '../../actions/ClosedMoves.tsx'
import type { CallData } from '../../actions/calls.ts'
import { DownloadMenu, useFile } from '../../actions/files.tsx'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key, listed } from '../../i18n/formats.ts'
import { FactList } from '../../kit/field-views.tsx'
import { PhoneMore } from '../../kit/PhoneMore.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { showToast } from '../../kit/Toasts.tsx'
import { useIsPhone } from '../../kit/use-is-phone.ts'
import { useConfirm } from '../../kit/useConfirm.tsx'

interface ShipmentActionsProps {
  details: ShipmentDetails
  next: NextStep
  isRunning: boolean
  getTemplate: () => void
  onCancel: () => void
  onRecover: () => void
  onConfirm: () => void
  onUpload: () => void
  onShippingLabels: () => void
  onSkuLabels: () => void
  onShip: () => void
}

/** What can be done with a shipment, in its head: messages at the foot of the page never cover it. The next step is filled. */
export function ShipmentActions(props: ShipmentActionsProps) {
  const { details, next, isRunning } = props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const { allowed_moves } = details.shipment
  const can = (move: (typeof allowed_moves)[number]) => allowed_moves.includes(move)
  const intent = (step: NextStep) => (step === next ? { intent: 'primary' as const } : {})
  const hasBoxes = details.boxes.length > 0
  const buttons: Readonly<Partial<Record<NextStep & string, ReactNode>>> = {
    ...(can('recover') && {
      recover: (
        <Button {...intent('recover')} text={t('Recover shipment')} loading={isRunning} onClick={props.onRecover} />
      ),
    }),
    ...(can('confirm') && {
      confirm: (
        <Button {...intent('confirm')} text={t('Confirm shipment')} loading={isRunning} onClick={props.onConfirm} />
      ),
    }),
    ...(can('pack') && {
      pack: <Button {...intent('pack')} text={t('Upload packing list')} onClick={props.onUpload} />,
    }),
    ...(details.shipment.status !== 'Cancelled' && {
      print: (
        <Fragment key="labels">
          <Button icon={<Print />} text={t('SKU labels')} onClick={props.onSkuLabels} />
          <Button
            {...intent('print')}
            icon={<Print />}
            text={t('Shipping labels')}
            disabled={!hasBoxes}
            onClick={props.onShippingLabels}
          />
        </Fragment>
      ),
    }),
    ...(can('ship') && {
      ship: (
        <Button
          {...intent('ship')}
          text={t('Mark packed and shipped')}
          disabled={next === 'pack'}
          loading={isRunning}
          onClick={props.onShip}
        />
      ),
    }),
  }
  const shown = Object.entries(buttons).map(([step, button]) => <Fragment key={step}>{button}</Fragment>)
  const cancel = can('cancel') ? (
    <Button variant="minimal" intent="danger" text={t('Cancel shipment')} onClick={props.onCancel} />
  ) : null
  return (
    <span className="drawer-tools">
      <WhyClosed moves={details.moves} usual={shipmentClosed.usual} names={shipmentActionLabels} />
      {isPhone ? null : cancel}
      <ShipmentFiles details={details} getTemplate={props.getTemplate} />
      {isPhone ? (
        <>
          {next === null ? null : buttons[next]}
          <PhoneMore>
            {shown.filter(({ key }) => key !== next)}
            {cancel}
          </PhoneMore>
        </>
      ) : (
        shown
      )}
    </span>
  )
}

function ShipmentFiles({ details, getTemplate }: { details: ShipmentDetails; getTemplate: () => void }) {
  const { t } = useTranslation()
  const { get } = useFile()
  const { downloadPackingFile, getShippingFile } = contract.shipments
  const { shipment_id, invoice_number, allowed_moves } = details.shipment
  const done = t('Successfully downloaded packing file')
  const ofInvoice = [
    t('Packing list of invoice {{invoice_number}} (CSV)', { invoice_number }),
    () => get(downloadPackingFile, { invoice_number: invoice_number ?? '' }, done),
  ] as const
  return (
    <DownloadMenu
      items={[
        [t('Packing list (CSV)'), () => get(downloadPackingFile, { shipment_id }, done)],
        ...(invoice_number ? [ofInvoice] : []),
        [t('Lines of the shipment (CSV)'), () => get(getShippingFile, { shipment_id })],
        ...(allowed_moves.includes('pack') ? [[t('Packing list to fill in (Excel)'), getTemplate] as const] : []),
      ]}
    />
  )
}

export type ShipmentDetails = CallData<'shipments.getShipmentDetails'>

export type NextStep = 'confirm' | 'pack' | 'print' | 'ship' | 'recover' | null

/** The one thing to do next with a shipment: it is the primary button. */
export function nextStep({
  shipment,
  lines,
  boxes,
  history,
}: Pick<ShipmentDetails, 'shipment' | 'lines' | 'boxes' | 'history'>): NextStep {
  const can = (move: (typeof shipment.allowed_moves)[number]) => shipment.allowed_moves.includes(move)
  if (can('confirm')) return 'confirm'
  if (!can('ship')) return shipment.status === 'Cancelled' && can('recover') ? 'recover' : null
  if (boxes.length === 0 || lines.some((line) => line.quantity_in_box !== line.ready_quantity)) return 'pack'
  return wasPrintedSincePacked(history) ? 'ship' : 'print'
}

/** Labels printed before the boxes were packed anew are of no use. */
function wasPrintedSincePacked(history: ShipmentDetails['history']): boolean {
  const last = (event: string) =>
    Math.max(0, ...history.filter((each) => each.event === event).map(({ at }) => Date.parse(at)))
  const printed = last('labels.shipping')
  return printed > 0 && printed >= last('shipment.packed')
}

/** Confirm, cancel, and mark a shipment packed and shipped; each asks first what cannot be taken lightly. */
export function useShipmentMoves(details: ShipmentDetails) {
  const { t } = useTranslation()
  const { shipment_id, version } = details.shipment
  const recover = () => api.shipments.recoverShipment({ shipment_id })
  const confirm = useAction((_: undefined, options) => api.retool.confirmShipment({ shipment_id, version }, options))
  const cancel = useAskedAction(
    (_, options) => api.shipments.updateShipment({ action: 'cancel', shipment_id, version }, options),
    {
      ask: () => ({
        title: t('Cancel shipment {{shipment_id}}?', { shipment_id }),
        text: t('Its pieces go back to the shipping platform. It can be recovered while they are free there.'),
        confirm: t('Cancel shipment'),
        isDangerous: true,
      }),
      undo: recover,
    },
  )
  const ship = useAskedAction(
    (_, options) =>
      api.shipments.updateShipmentDetails({ shipment_id, version, status: 'Packed and shipped' }, options),
    {
      ask: () => ({
        title: t('Mark {{shipment_id}} packed and shipped?', { shipment_id }),
        text: <FactList fields={goingFields} row={details} />,
        confirm: t('Mark packed and shipped'),
      }),
      undo: recover,
    },
  )
  return {
    confirm: () => void confirm.run(undefined),
    cancel: () => cancel.ask(),
    ship: () => ship.ask(),
    isRunning: confirm.isRunning || cancel.isRunning || ship.isRunning,
    dialog: (
      <>
        {cancel.dialog}
        {ship.dialog}
      </>
    ),
  }
}

/** What goes, said before it is said to be gone. */
const goingFields: readonly ShownField<ShipmentDetails>[] = [
  { id: 'boxes', header: key('Boxes'), kind: 'pieces', of: ({ boxes }) => boxes.length },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ shipment }) => shipment.total_quantity },
  {
    id: 'untracked',
    header: key('Boxes without tracking ID'),
    of: ({ boxes }, { number }) => {
      const untracked = boxes.filter((box) => box.tracking_id === null).length
      return <span className={untracked > 0 ? 'warn-text' : undefined}>{number(untracked)}</span>
    },
  },
  {
    id: 'destination',
    header: key('Destination'),
    of: ({ shipment }, { name }) => name(shipment.destination, shipment.destination_zh),
  },
]

/** Brings shipments back to Awaiting packing, one after another, after a question that says what happens. */
export function useRecoverShipments(onDone?: () => void): {
  run: (ids: readonly string[]) => Promise<void>
  isRunning: boolean
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const say = useSay()
  const confirm = useConfirm()
  const recover = useAction((shipment_id: string, options) => api.shipments.recoverShipment({ shipment_id }, options), {
    what: t('Recover shipment'),
    done: (_, id) => t('Shipment {{shipment_id}} recovered.', { shipment_id: id }),
    failed: ({ code, message, details: { values } }, id) => {
      if (code !== 'move_not_allowed') return false
      const line = [values?.order_id, values?.nm_sku].filter(Boolean).join(' ')
      const why = line
        ? t('{{line}} is no longer free on the platform.', { line })
        : t('{{shipment_id}} is {{status}}.', { shipment_id: id, status: t(String(values?.status ?? '')) })
      showToast({ tone: 'error', text: say.message(message, values), more: why })
      return true
    },
  })
  const run = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) {
      showToast({ tone: 'error', text: t('Please select a shipment id to recover.') })
      return
    }
    const agreed = await confirm.ask({
      title: t('Recover shipment'),
      text: t('{{ids}}: back to Awaiting packing, with the boxes and codes it had.', { ids: listed(ids) }),
      confirm: t('Recover shipment'),
    })
    if (!agreed) return
    for (const id of ids) await recover.run(id)
    onDone?.()
  }
  return { run, isRunning: recover.isRunning, dialog: confirm.dialog }
}
