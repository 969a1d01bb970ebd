import { Button, Dialog } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { lineKey } from '../../../shared/domain/packing.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useNamed } from '../../i18n/named.ts'
import { QuantityInput } from '../../kit/QuantityInput.tsx'
import { draftKey, useKeptDraft } from '../../kit/use-kept-draft.ts'
import { useUserId } from '../../table/use-user-id.ts'
import type { PlatformItem } from './platform-draft.ts'

interface MakeShipmentDialogProps {
  /** Lines of one vendor with pieces on the platform. */
  items: readonly PlatformItem[]
  isOpen: boolean
  onClose: () => void
  onMade: () => void
}

/** Quantities by line, as typed in the dialog. */
function isTyped(kept: unknown): kept is Record<string, number | null> {
  const isQuantity = (one: unknown) => one === null || (typeof one === 'number' && Number.isInteger(one) && one >= 0)
  return typeof kept === 'object' && kept !== null && Object.values(kept).every(isQuantity)
}

/** The quantities of a new shipment, prefilled with all that is ready; it leads to the shipment. */
export function MakeShipmentDialog({ items, isOpen, onClose, onMade }: MakeShipmentDialogProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const navigate = useNavigate()
  const [typed, keep] = useKeptDraft(draftKey(useUserId(), 'make-shipment'), isTyped)
  useUnsaved(isOpen && typed !== null, t('A new shipment'))
  const quantityOf = (item: PlatformItem) => {
    const own = typed?.[lineKey(item)]
    return own === undefined ? item.ready_quantity : (own ?? 0)
  }
  const lines = items
    .map((item) => ({ order_id: item.order_id, nm_sku: item.nm_sku, quantity: quantityOf(item) }))
    .filter(({ quantity }) => quantity > 0)
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const isOver = items.some((item) => quantityOf(item) > item.ready_quantity)
  const make = useAction((_: undefined, options) => api.vendor.updateShipment({ action: 'create', lines }, options), {
    what: t('A new shipment'),
    done: ({ data }) => t('Shipment {{shipment_id}} created.', { shipment_id: data.shipment.shipment_id }),
    undo: ({ data: { shipment } }, _, options) =>
      api.vendor.updateShipment(
        { action: 'cancel', shipment_id: shipment.shipment_id, version: shipment.version },
        options,
      ),
  })
  const draft = useAction((_: undefined, options) => api.vendorRetool.saveShipmentData({ lines }, options), {
    what: t('A new shipment'),
    done: ({ data }) => t('Shipment {{shipment_id}} saved as tentative.', { shipment_id: data.shipment.shipment_id }),
    undo: ({ data: { shipment } }, _, options) =>
      api.vendor.updateShipment(
        { action: 'cancel', shipment_id: shipment.shipment_id, version: shipment.version },
        options,
      ),
  })
  const create = async (how: typeof make) => {
    const reply = await how.run(undefined)
    if (reply === undefined) return
    keep(() => null)
    onMade()
    await navigate(`/supplier/shipment-management?shipment=${reply.data.shipment.shipment_id}`)
  }
  const cancel = () => {
    keep(() => null)
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Make shipment')}
      className="plat-make"
      canOutsideClickClose={false}
      transitionDuration={100}
    >
      <div className="bp6-dialog-body">
        <ShipmentFacts items={items} />
        <LineTable
          items={items}
          quantityOf={quantityOf}
          onType={(key, value) => keep((now) => ({ ...now, [key]: value }))}
        />
      </div>
      <div className="bp6-dialog-footer">
        <p className="plat-make-sum" role="status">
          {isOver ? (
            <span className="plat-over">{t('Please enter correct quantity for order.')}</span>
          ) : (
            t('Lines: {{lines}} · Pieces: {{pieces}}', {
              lines: formats.number(lines.length),
              pieces: formats.number(pieces),
            })
          )}
        </p>
        <div className="bp6-dialog-footer-actions">
          <Button text={t('Cancel')} onClick={cancel} />
          <Button
            text={t('Save as tentative')}
            disabled={pieces === 0 || isOver || make.isRunning}
            loading={draft.isRunning}
            onClick={() => void create(draft)}
          />
          <Button
            intent="primary"
            text={t('Make shipment')}
            disabled={pieces === 0 || isOver || draft.isRunning}
            loading={make.isRunning}
            onClick={() => void create(make)}
          />
        </div>
      </div>
    </Dialog>
  )
}

function ShipmentFacts({ items }: { items: readonly PlatformItem[] }) {
  const { t } = useTranslation()
  const named = useNamed()
  const [first] = items
  const destinations = new Set(items.map((item) => named(item.destination, item.destination_zh)))
  return (
    <dl className="facts plat-make-facts">
      <div>
        <dt>{t('Supplier')}</dt>
        <dd>{first ? named(first.supplier_name, first.supplier_name_zh) : '–'}</dd>
      </div>
      <div>
        <dt>{t('Destination of the orders')}</dt>
        <dd>{[...destinations].join(', ')}</dd>
      </div>
    </dl>
  )
}

interface LineTableProps {
  items: readonly PlatformItem[]
  quantityOf: (item: PlatformItem) => number
  onType: (key: string, quantity: number | null) => void
}

function LineTable({ items, quantityOf, onType }: LineTableProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  return (
    <div className="plain-scroll">
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t('Order')}</th>
            <th>{t('NM SKU')}</th>
            <th>{t('Colour')}</th>
            <th>{t('Size')}</th>
            <th className="end">{t('Ready today')}</th>
            <th className="end">{t('Into the shipment')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={lineKey(item)}>
              <td className="code">{item.order_id}</td>
              <td className="code">{item.nm_sku}</td>
              <td>{named(item.color, item.color_zh)}</td>
              <td>{item.size}</td>
              <td className="end">{formats.number(item.ready_quantity)}</td>
              <td className="end">
                <QuantityInput
                  value={quantityOf(item) || null}
                  max={item.ready_quantity}
                  placeholder="0"
                  label={`${t('Into the shipment')}, ${item.order_id} ${item.nm_sku}`}
                  onChange={(quantity) => onType(lineKey(item), quantity)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
