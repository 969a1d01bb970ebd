import { Button, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown, Download, Print } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/contract/index.ts'
import { useDownload } from '../../actions/useDownload.ts'
import { fileCall, fileName } from '../../api/client.ts'
import { KeyMenu } from '../../kit/KeyMenu.tsx'
import type { NextStep, ShipmentDetails } from './next-step.ts'

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
  const { allowed_moves } = details.shipment
  const can = (move: (typeof allowed_moves)[number]) => allowed_moves.includes(move)
  const intent = (step: NextStep) => (step === next ? { intent: 'primary' as const } : {})
  const hasBoxes = details.boxes.length > 0
  return (
    <span className="ship-actions">
      {can('cancel') ? (
        <Button variant="minimal" intent="danger" text={t('Cancel shipment')} onClick={props.onCancel} />
      ) : null}
      <DownloadMenu details={details} getTemplate={props.getTemplate} />
      {can('recover') ? (
        <Button {...intent('recover')} text={t('Recover shipment')} loading={isRunning} onClick={props.onRecover} />
      ) : null}
      {can('confirm') ? (
        <Button {...intent('confirm')} text={t('Confirm shipment')} loading={isRunning} onClick={props.onConfirm} />
      ) : null}
      {can('pack') ? <Button {...intent('pack')} text={t('Upload packing list')} onClick={props.onUpload} /> : null}
      {details.shipment.status === 'Cancelled' ? null : (
        <>
          <Button icon={<Print />} text={t('SKU labels')} onClick={props.onSkuLabels} />
          <Button
            {...intent('print')}
            icon={<Print />}
            text={t('Shipping labels')}
            disabled={!hasBoxes}
            onClick={props.onShippingLabels}
          />
        </>
      )}
      {can('ship') ? (
        <Button
          {...intent('ship')}
          text={t('Mark packed and shipped')}
          disabled={next === 'pack'}
          loading={isRunning}
          onClick={props.onShip}
        />
      ) : null}
    </span>
  )
}

function DownloadMenu({ details, getTemplate }: { details: ShipmentDetails; getTemplate: () => void }) {
  const { t } = useTranslation()
  const { download } = useDownload()
  const { shipment_id, invoice_number, allowed_moves } = details.shipment
  const packing = (input: { shipment_id?: string; invoice_number?: string }) => {
    const call = contract.vendor.downloadPackingFile
    void download(fileCall(call, input), fileName(call, input))
  }
  const list = () => {
    const call = contract.vendor.getShippingFile
    void download(fileCall(call, { shipment_id }), fileName(call, { shipment_id }))
  }
  const menu = (
    <KeyMenu>
      <MenuItem text={t('Packing list (CSV)')} onClick={() => packing({ shipment_id })} />
      {invoice_number ? (
        <MenuItem
          text={t('Packing list of invoice {{invoice_number}} (CSV)', { invoice_number })}
          onClick={() => packing({ invoice_number })}
        />
      ) : null}
      <MenuItem text={t('Lines of the shipment (CSV)')} onClick={list} />
      {allowed_moves.includes('pack') ? (
        <MenuItem text={t('Packing list to fill in (Excel)')} onClick={getTemplate} />
      ) : null}
    </KeyMenu>
  )
  return (
    <PopoverNext content={menu} placement="bottom-end" animation="minimal" arrow={false}>
      <Button icon={<Download />} endIcon={<CaretDown />} text={t('Download')} />
    </PopoverNext>
  )
}
