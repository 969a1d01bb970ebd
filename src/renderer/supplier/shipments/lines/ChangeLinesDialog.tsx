import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineKey } from '../../../../shared/areas/shipments/packing.ts'
import { useSay } from '../../../actions/say.ts'
import { useAction } from '../../../actions/useAction.ts'
import { useRows } from '../../../actions/useRows.ts'
import { api } from '../../../api/client.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../../kit/dialogs.tsx'
import { Loaded } from '../../../kit/Loaded.tsx'
import { showToast } from '../../../kit/Toasts.tsx'
import { SearchFilter } from '../../../table/SearchFilter.tsx'
import type { PackingDraft } from '../packing/use-packing-draft.ts'
import type { ShipmentDetails } from '../ShipmentActions.tsx'
import {
  ChangeLinesTable,
  changeableLines,
  changeFault,
  type FreeLine,
  type LineOfShipment,
  shipmentLinesOf,
  type WantedPieces,
  wantedOf,
} from './ChangeLinesTable.tsx'

interface ChangeLinesDialogProps extends DialogTurn, Pick<ShipmentDetails, 'shipment' | 'lines'> {
  isSaving: boolean
  onSave: (lines: LineOfShipment[]) => Promise<void>
}

/** A shipment's lines beside what is ready on the platform of the same vendor: more, fewer, other ones. */
export function ChangeLinesDialog({ shipment, lines, isOpen, isSaving, onClose, onSave }: ChangeLinesDialogProps) {
  const { t } = useTranslation()
  const title = t('Lines of {{shipment_id}}', { shipment_id: shipment.shipment_id })
  const [wanted, setWanted] = useState<WantedPieces>({})
  const [search, setSearch] = useState('')
  const free = useRows(
    'orders.getShippingItems',
    { tab: 'on_platform', supplier_id: shipment.supplier_id, page_size: 50, ...(search && { search }) },
    { enabled: isOpen },
  )
  const offered = useOffered(free.rows, wanted)
  const choice = useMemo(() => changeableLines(lines, offered), [lines, offered])
  const all = [...choice.own, ...choice.others]
  const kept = shipmentLinesOf(all, wanted)
  const faulty = all.find((line) => changeFault(line, wanted) !== null)
  const isChanged = all.some((line) => wantedOf(line, wanted) !== line.held)
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={title} className="change-lines" width={980} isTyped>
      <DialogParts
        onCancel={onClose}
        step={{
          text: t('Save lines'),
          run: () => onSave(kept),
          isOff: !isChanged || faulty !== undefined || kept.length === 0,
          isRunning: isSaving,
        }}
        foot={
          <Outcome before={shipment.total_quantity} lines={kept} fault={faulty ? changeFault(faulty, wanted) : null} />
        }
      >
        <Loaded answer={{ ...free, data: free.isLoading || free.isError ? undefined : free.rows }} rows={8}>
          {() => (
            <>
              <div className="change-search">
                <SearchFilter
                  value={search}
                  placeholder={t('Find on the platform: order, SKU, style')}
                  onChange={setSearch}
                />
              </div>
              <ChangeLinesTable
                label={title}
                choice={choice}
                isSearched={search !== ''}
                wanted={wanted}
                onType={(key, pieces) => setWanted((now) => ({ ...now, [key]: pieces }))}
                {...(free.hasMore && { onMore: free.loadMore })}
              />
            </>
          )}
        </Loaded>
      </DialogParts>
    </Modal>
  )
}

/** What the search found on the platform, and before it what was taken of earlier searches. */
function useOffered(found: readonly FreeLine[], wanted: WantedPieces): readonly FreeLine[] {
  const seen = useRef(new Map<string, FreeLine>())
  return useMemo(() => {
    for (const item of found) seen.current.set(lineKey(item), item)
    const taken = Object.keys(wanted).flatMap((key) => seen.current.get(key) ?? [])
    return [...new Set([...taken, ...found])]
  }, [found, wanted])
}

interface OutcomeProps {
  before: number
  lines: readonly LineOfShipment[]
  fault: string | null
}

/** What the shipment would come to, or why it cannot. */
function Outcome({ before, lines, fault }: OutcomeProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const problem = fault ?? (lines.length === 0 ? 'Shipped quantity is zero for the schedule.' : null)
  return (
    <p className="plat-make-sum" role="status">
      {problem === null ? (
        t('Lines: {{lines}} · Pieces: {{before}} → {{pieces}}', {
          lines: formats.number(lines.length),
          before: formats.number(before),
          pieces: formats.number(pieces),
        })
      ) : (
        <span className="plat-over">{t(problem)}</span>
      )}
    </p>
  )
}

/** Gives a shipment other lines or quantities; it can be undone while the pieces are free. */
export function useChangeLines({ shipment, lines }: ShipmentDetails, onChanged: PackingDraft['keepLines']) {
  const { t } = useTranslation()
  const say = useSay()
  const { shipment_id, version } = shipment
  const before = lines.map(({ order_id, nm_sku, ready_quantity }) => ({ order_id, nm_sku, quantity: ready_quantity }))
  const change = useAction(
    (wanted: LineOfShipment[], options) =>
      api.shipments.updateShipment({ action: 'change', shipment_id, version, lines: wanted }, options),
    {
      done: ({ data }, wanted) => {
        onChanged(new Set(wanted.map(lineKey)), data.shipment.version, version)
        return t('Lines of {{shipment_id}} changed.', { shipment_id })
      },
      undo: ({ data }, _, options) =>
        api.shipments.updateShipment(
          { action: 'change', shipment_id, version: data.shipment.version, lines: before },
          options,
        ),
      failed: ({ code, message, details: { values } }) => {
        if (code !== 'move_not_allowed') return false
        const more = [values?.order_id, values?.nm_sku].filter(Boolean).join(' · ')
        showToast({ tone: 'error', text: say.message(message, values), ...(more && { more }) })
        return true
      },
    },
  )
  const dialog = useDialog(ChangeLinesDialog, {
    shipment,
    lines,
    isSaving: change.isRunning,
    onSave: async (wanted: LineOfShipment[]) => {
      if ((await change.run(wanted)) !== undefined) dialog.close()
    },
  })
  return dialog
}
