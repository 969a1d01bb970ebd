import { Button } from '@blueprintjs/core'
import { Barcode, Clipboard, Cube, Print } from '@blueprintjs/icons'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mostBarcodes } from '../../../../shared/areas/labels/rules.ts'
import { describeProblem } from '../../../../shared/areas/shipments/status.ts'
import { useUnsaved } from '../../../app/unsaved.ts'
import { SaveBar } from '../../../forms/SaveBar.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useDialog } from '../../../kit/dialogs.tsx'
import { draftKey, useSavedDraft } from '../../../kit/drafts.ts'
import { readSheet, type SheetPlace } from '../../../kit/quantities.tsx'
import { showToast } from '../../../kit/Toasts.tsx'
import { useBarcodeLabels } from '../../../print/labels/use-barcode-labels.ts'
import { useUserId } from '../../../session/use-user-id.ts'
import { DataTable } from '../../../table/DataTable.tsx'
import { isEmpty, isSelected, useRowSelection } from '../../../table/selection.ts'
import { TableSheet } from '../../../table/TableSheet.tsx'
import type { Packing } from '../packing/packing-draft.ts'
import type { ShipmentDetails } from '../ShipmentActions.tsx'
import { BoxSizeDialog } from './BoxSizeDialog.tsx'
import { type BoxLine, boxColumns } from './box-columns.tsx'
import {
  type Box,
  type BoxEdits,
  type BoxField,
  boxChanges,
  boxFaults,
  openEdits,
  typeBox,
  typeSizes,
  useSaveBoxes,
} from './box-edits.ts'
import { PasteTrackingDialog } from './PasteTrackingDialog.tsx'
import { useBoxLines } from './use-box-lines.ts'

interface BoxesTabProps {
  details: ShipmentDetails
  onSaved: (packing: Packing, before: number) => void
  onPrint: (boxNos?: readonly string[]) => void
}

const nothing: BoxEdits = {}
const fields: readonly BoxField[] = ['tracking_id', 'weight', 'size']
const rowId = ({ box }: BoxLine) => box.box_no

function isEdits(saved: unknown): saved is BoxEdits {
  return typeof saved === 'object' && saved !== null && !Array.isArray(saved)
}

/** Names what is typed of a shipment's boxes and not saved yet, among drafts. */
export const boxesDraft = (shipmentId: string) => `boxes.${shipmentId}`

/** Boxes with their codes; tracking ids and weights typed like a sheet, pasted in bulk, and labels of chosen boxes. */
export function BoxesTab({ details, onSaved, onPrint }: BoxesTabProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { shipment, boxes } = details
  const [saved, keep] = useSavedDraft(draftKey(useUserId(), boxesDraft(shipment.shipment_id)), isEdits)
  const edits = useMemo(() => openEdits(saved ?? nothing, boxes), [saved, boxes])
  const waybills = details.may_share_waybills ? 'shared' : 'own'
  const faults = useMemo(() => boxFaults(edits, boxes, waybills), [edits, boxes, waybills])
  const lines = useBoxLines(boxes, edits, faults)
  const selection = useRowSelection(shipment.shipment_id)
  const save = useSaveBoxes(details, onSaved)
  const canEdit = shipment.allowed_moves.includes('describe')
  const standing = boxes.filter((box) => describeProblem(box) !== null).length
  const changes = boxChanges(edits)
  const unsized = boxes.filter((box) => box.size === null).length
  useUnsaved(changes.length > 0, t('Boxes of {{shipment_id}}', { shipment_id: shipment.shipment_id }))

  const change = useCallback(
    (next: (now: BoxEdits) => BoxEdits) =>
      keep((now) => {
        const changed = next(openEdits(now ?? nothing, boxes))
        return Object.keys(changed).length === 0 ? null : changed
      }),
    [keep, boxes],
  )
  const type = useCallback(
    (box: Box, field: BoxField, text: string) => change((now) => typeBox(now, box, field, text)),
    [change],
  )
  const columns = useMemo(() => boxColumns(canEdit, type), [canEdit, type])
  const paste = (at: SheetPlace, text: string) =>
    readSheet(text)?.forEach((cells, down) => {
      cells.forEach((cell, across) => {
        const box = boxes[at.row + down]
        const field = fields[at.column + across]
        if (box && field) type(box, field, cell)
      })
    })
  const run = async (wanted: ReturnType<typeof boxChanges>): Promise<boolean> => {
    const reply = await save.run(wanted)
    if (reply) {
      keep(() => null)
      pasting.close()
    }
    return reply !== undefined
  }
  const pasting = useDialog(PasteTrackingDialog, { boxes, waybills, isSaving: save.isRunning, onSave: run })
  const chosenBoxes = boxes.filter((box) => isSelected(selection.selection, box.box_no))
  const sizing = useDialog(BoxSizeDialog, {
    boxes: (chosenBoxes.length > 0 ? chosenBoxes : boxes).filter((box) => describeProblem(box) === null),
    isChosen: chosenBoxes.length > 0,
    onType: (which: readonly Box[], text: string) => change((now) => typeSizes(now, which, text)),
  })
  const chosen = chosenBoxes.map((box) => box.box_no)
  const barcodes = useBarcodeLabels()
  const codes = boxes
    .filter(({ box_no }) => chosen.length === 0 || chosen.includes(box_no))
    .map(({ sscc }) => ({ code: sscc }))
  const openBarcodes = () => {
    if (codes.length <= mostBarcodes) return void barcodes.open({ kind: 'box', items: codes })
    const text = t('Barcode labels of {{n}} boxes at once at most: please choose fewer boxes.', {
      n: formats.number(mostBarcodes),
    })
    showToast({ tone: 'error', text })
  }
  const [firstFault] = faults
  return (
    <div className="sup-column">
      <TableSheet rows={lines.length} columns={fields.length} onPaste={paste}>
        <DataTable
          tableId="shipment-boxes"
          label={t('Boxes & tracking')}
          columns={columns}
          list={{ ...allThere, rows: lines }}
          rowId={rowId}
          selection={selection}
          filters={
            <span className="muted">
              {t('Boxes without tracking ID: {{n}}', {
                n: formats.number(boxes.filter((box) => box.tracking_id === null).length),
              })}
              {unsized > 0 ? ` · ${t('Boxes without size: {{n}}', { n: formats.number(unsized) })}` : null}
              {standing > 0
                ? ` · ${t('Inwarded boxes, which keep tracking ID, weight and size: {{n}}', { n: formats.number(standing) })}`
                : null}
            </span>
          }
          tools={
            <>
              <Button
                size="small"
                icon={<Print />}
                text={isEmpty(selection.selection) ? t('Shipping labels') : t('Labels of the chosen boxes')}
                disabled={boxes.length === 0}
                onClick={() => onPrint(chosen.length > 0 ? chosen : undefined)}
              />
              <Button
                size="small"
                icon={<Barcode />}
                text={t('Barcode labels')}
                disabled={boxes.length === 0}
                loading={barcodes.isMaking}
                onClick={openBarcodes}
              />
              <Button
                size="small"
                icon={<Clipboard />}
                text={t('Paste tracking IDs…')}
                disabled={!canEdit || standing === boxes.length}
                onClick={() => pasting.open()}
              />
              <Button
                size="small"
                icon={<Cube />}
                text={t('Carton size…')}
                disabled={!canEdit || standing === boxes.length}
                onClick={() => sizing.open()}
              />
            </>
          }
          empty={{ title: t('No box is packed yet') }}
        />
      </TableSheet>
      {changes.length > 0 ? (
        <SaveBar
          summary={t('Boxes changed: {{n}}', { n: formats.number(changes.length) })}
          problem={
            firstFault ? formats.labelled(`${t('Box no')} ${firstFault[0].split(' ')[0]}`, t(firstFault[1])) : null
          }
          isSaving={save.isRunning}
          error={save.error}
          onSave={() => void run(changes)}
          onDiscard={() => keep(() => null)}
        />
      ) : null}
      {pasting.dialog}
      {sizing.dialog}
    </div>
  )
}

/** The boxes came with the shipment: nothing more to load. */
const allThere = {
  isLoading: false,
  isFetching: false,
  isOld: false,
  isError: false,
  error: null,
  hasMore: false,
  loadMore: () => {},
  reload: async () => {},
}
