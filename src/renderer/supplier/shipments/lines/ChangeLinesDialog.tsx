import { Button, Dialog } from '@blueprintjs/core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineKey } from '../../../../shared/areas/shipments/packing.ts'
import { useSay } from '../../../actions/say.ts'
import { useAction } from '../../../actions/useAction.ts'
import { useRows } from '../../../actions/useRows.ts'
import { api } from '../../../api/client.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { FailedState, LoadingRows } from '../../../kit/states.tsx'
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

interface ChangeLinesDialogProps extends Pick<ShipmentDetails, 'shipment' | 'lines'> {
  isOpen: boolean
  isSaving: boolean
  onClose: () => void
  onSave: (lines: LineOfShipment[]) => Promise<void>
}

/** A shipment's lines beside what is ready on the platform of the same vendor: more, fewer, other ones. */
export function ChangeLinesDialog({ shipment, lines, isOpen, isSaving, onClose, onSave }: ChangeLinesDialogProps) {
  const { t } = useTranslation()
  const say = useSay()
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
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      className="change-lines"
      canOutsideClickClose={false}
      transitionDuration={100}
    >
      <div className="bp6-dialog-body">
        {free.isError ? (
          <FailedState text={say.problem(free.error)} onRetry={() => void free.reload()} />
        ) : free.isLoading ? (
          <LoadingRows rows={8} />
        ) : (
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
      </div>
      <div className="bp6-dialog-footer">
        <Outcome before={shipment.total_quantity} lines={kept} fault={faulty ? changeFault(faulty, wanted) : null} />
        <div className="bp6-dialog-footer-actions">
          <Button text={t('Cancel')} onClick={onClose} />
          <Button
            intent="primary"
            text={t('Save lines')}
            disabled={!isChanged || faulty !== undefined || kept.length === 0}
            loading={isSaving}
            onClick={() => void onSave(kept)}
          />
        </div>
      </div>
    </Dialog>
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
export function useChangeLines(
  { shipment, lines }: ShipmentDetails,
  onChanged: PackingDraft['keepLines'],
): { open: () => void; dialog: ReactNode } {
  const { t } = useTranslation()
  const say = useSay()
  const [turn, setTurn] = useState(0)
  const [isOpen, setOpen] = useState(false)
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
  const save = async (wanted: LineOfShipment[]) => {
    if ((await change.run(wanted)) !== undefined) setOpen(false)
  }
  const open = () => {
    setTurn((now) => now + 1)
    setOpen(true)
  }
  const dialog =
    turn === 0 ? null : (
      <ChangeLinesDialog
        key={turn}
        shipment={shipment}
        lines={lines}
        isOpen={isOpen}
        isSaving={change.isRunning}
        onClose={() => setOpen(false)}
        onSave={save}
      />
    )
  return { open, dialog }
}
