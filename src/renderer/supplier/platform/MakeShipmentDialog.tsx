import { Button } from '@blueprintjs/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { lineKey } from '../../../shared/areas/shipments/packing.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { key, listed, useFormats } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { draftKey, useSavedDraft } from '../../kit/drafts.ts'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { showToast } from '../../kit/Toasts.tsx'
import { useUserId } from '../../session/use-user-id.ts'
import type { PlatformDraft, PlatformItem } from './platform-draft.ts'
import type { usePlatformDraft } from './use-platform-draft.ts'

interface MakeShipmentDialogProps extends DialogTurn {
  /** Lines of one vendor with pieces on the platform. */
  items: readonly PlatformItem[]
  onMade: () => void
}

/** Quantities by line, as typed in the dialog. */
function isTyped(saved: unknown): saved is Record<string, number | null> {
  const isQuantity = (one: unknown) => one === null || (typeof one === 'number' && Number.isInteger(one) && one >= 0)
  return typeof saved === 'object' && saved !== null && Object.values(saved).every(isQuantity)
}

/** The quantities of a new shipment, prefilled with all that is ready; it leads to the shipment. */
export function MakeShipmentDialog({ items, onMade, ...turn }: MakeShipmentDialogProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const navigate = useNavigate()
  const [typed, keep] = useSavedDraft(draftKey(useUserId(), 'make-shipment'), isTyped)
  useUnsaved(turn.isOpen && typed !== null, t('A new shipment'))
  const quantityOf = (item: PlatformItem) => {
    const own = typed?.[lineKey(item)]
    return own === undefined ? item.ready_quantity : (own ?? 0)
  }
  const lines = items
    .map((item) => ({ order_id: item.order_id, nm_sku: item.nm_sku, quantity: quantityOf(item) }))
    .filter(({ quantity }) => quantity > 0)
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const over = items.find((item) => quantityOf(item) > item.ready_quantity)
  const isOver = over !== undefined
  const fields = useRef<HTMLDivElement>(null)
  const make = useAction(
    (_: undefined, options) => api.shipments.updateShipment({ action: 'create', lines }, options),
    {
      what: t('A new shipment'),
      done: ({ data }) => t('Shipment {{shipment_id}} created.', { shipment_id: data.shipment.shipment_id }),
      undo: ({ data: { shipment } }, _, options) =>
        api.shipments.updateShipment(
          { action: 'cancel', shipment_id: shipment.shipment_id, version: shipment.version },
          options,
        ),
    },
  )
  const draft = useAction((_: undefined, options) => api.retool.saveShipmentData({ lines }, options), {
    what: t('A new shipment'),
    done: ({ data }) => t('Shipment {{shipment_id}} saved as tentative.', { shipment_id: data.shipment.shipment_id }),
    undo: ({ data: { shipment } }, _, options) =>
      api.shipments.updateShipment(
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
    turn.onClose()
  }
  return (
    <Modal {...turn} title={t('Make shipment')} className="plat-make" width={780} isTyped>
      <DialogParts
        onCancel={cancel}
        more={
          <Button
            text={t('Save as tentative')}
            disabled={pieces === 0 || isOver || make.isRunning}
            loading={draft.isRunning}
            onClick={() => void create(draft)}
          />
        }
        step={{
          text: t('Make shipment'),
          run: () => create(make),
          isOff: pieces === 0 || isOver || draft.isRunning,
          isRunning: make.isRunning,
        }}
        foot={
          <p className="plat-make-sum" role="status">
            {isOver ? (
              <span className="plat-over">
                {t('Please enter correct quantity for order.')}{' '}
                <Button
                  size="small"
                  variant="minimal"
                  intent="danger"
                  text={t('{{line}}: {{n}} at most', {
                    line: lineWords(over),
                    n: formats.number(over.ready_quantity),
                  })}
                  onClick={() => showLine(fields.current, over)}
                />
              </span>
            ) : (
              t('Lines: {{lines}} · Pieces: {{pieces}}', {
                lines: formats.number(lines.length),
                pieces: formats.number(pieces),
              })
            )}
          </p>
        }
      >
        <div className="plat-make-facts">
          <FactList fields={shipmentFields} row={items} />
        </div>
        <div ref={fields}>
          <FieldTable
            fields={lineFields(quantityOf, (key, value) => keep((now) => ({ ...now, [key]: value })))}
            rows={items}
            rowKey={lineKey}
          />
        </div>
      </DialogParts>
    </Modal>
  )
}

const lineWords = (item: PlatformItem) => `${item.order_id} ${item.nm_sku}`

/** To the field of a line, wherever the table stands. */
function showLine(table: HTMLElement | null, item: PlatformItem): void {
  const field = [...(table?.querySelectorAll('input') ?? [])].find((one) => one.ariaLabel?.endsWith(lineWords(item)))
  field?.scrollIntoView({ block: 'center' })
  field?.focus()
}

const shipmentFields: readonly ShownField<readonly PlatformItem[]>[] = [
  {
    id: 'supplier',
    header: key('Supplier'),
    of: ([first], { name }) => (first ? name(first.supplier_name, first.supplier_name_zh) : '–'),
  },
  {
    id: 'destination',
    header: key('Destination of the orders'),
    of: (items, { name }) => listed([...new Set(items.map((item) => name(item.destination, item.destination_zh)))]),
  },
]

function lineFields(
  quantityOf: (item: PlatformItem) => number,
  onType: (key: string, quantity: number | null) => void,
): readonly ShownField<PlatformItem>[] {
  return [
    { id: 'order', header: key('Order'), kind: 'code', of: (item) => item.order_id },
    { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (item) => item.nm_sku },
    { id: 'color', header: key('Colour'), of: (item, { name }) => name(item.color, item.color_zh) },
    { id: 'size', header: key('Size'), of: (item) => item.size },
    { id: 'ready', header: key('Ready today'), kind: 'pieces', of: (item) => item.ready_quantity },
    {
      id: 'quantity',
      header: key('Into the shipment'),
      kind: 'end',
      of: (item, { t }) => (
        <QuantityInput
          value={quantityOf(item) || null}
          max={item.ready_quantity}
          placeholder="0"
          label={`${t('Into the shipment')}, ${lineWords(item)}`}
          onChange={(quantity) => onType(lineKey(item), quantity)}
        />
      ),
    },
  ]
}

/** Why these lines make no shipment together, in the specification's words; null when they do. */
export function shipmentProblem(items: readonly PlatformItem[]): string | null {
  if (new Set(items.map((item) => item.supplier_id)).size > 1) return 'Please create shipment for single vendor.'
  return items.some((item) => item.ready_quantity > 0) ? null : sheetMessages.notOnPlatform
}

/** Makes a shipment of chosen lines. What was typed on them is saved first, since it means "ready today". */
export function useMakeShipment(typing: ReturnType<typeof usePlatformDraft>, onMade: () => void) {
  const { t } = useTranslation()
  const { open, close, dialog } = useDialog(MakeShipmentDialog, {
    onMade: () => {
      close()
      onMade()
    },
  })
  const start = async (chosen: readonly PlatformItem[]): Promise<void> => {
    const vendors = new Set(chosen.map((item) => item.supplier_id))
    if (chosen.length === 0) return void showToast({ tone: 'info', text: t('Select the lines of the shipment first.') })
    if (vendors.size > 1) {
      showToast({
        tone: 'error',
        text: t('Please create shipment for single vendor.'),
        more: t('Please select only one vendor.'),
      })
      return
    }
    const fresh = await saveTyped(typing, chosen)
    if (fresh === null) return
    const problem = shipmentProblem(fresh)
    if (problem !== null) return void showToast({ tone: 'error', text: t(problem) })
    open({ items: fresh.filter((item) => item.ready_quantity > 0) })
  }
  return { start, dialog }
}

/** The chosen lines as they are after the save; null when it was refused. */
async function saveTyped(
  { draft, save }: ReturnType<typeof usePlatformDraft>,
  chosen: readonly PlatformItem[],
): Promise<readonly PlatformItem[] | null> {
  const keys = new Set(chosen.map(lineKey))
  const typed: PlatformDraft = Object.fromEntries(Object.entries(draft).filter(([key]) => keys.has(key)))
  if (Object.keys(typed).length === 0) return chosen
  const reply = await save.run(typed)
  if (reply === undefined) return null
  const saved = new Map(reply.data.items.map((item) => [lineKey(item), item]))
  return chosen.map((item) => saved.get(lineKey(item)) ?? item)
}
