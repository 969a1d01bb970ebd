import '../supplier.css'
import './returns.css'
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { TickCircle } from '@blueprintjs/icons'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { useFormats, useNamed } from '../../i18n/formats.ts'
import { type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { LeftOutList } from '../../kit/LeftOutList.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Callout, EmptyState } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { ReturnForm, type ReturnSummary, type ReturnSupplier } from './ReturnForm.tsx'
import { PrintReturnNote } from './return-notes.tsx'

/**
 * Sends failed pieces of boxes back to their vendor with a return note, one vendor at a time:
 * `const back = useReturnToVendor(chosen, clear); … back.open() … {back.dialog}`. Boxes may be named on opening where the hook
 * was given none.
 */
export function useReturnToVendor(boxIds: readonly string[] = [], onDone?: () => void) {
  const { t } = useTranslation()
  const hasReturned = useRef(false)
  const show = useDialog(ReturnDialog, {
    onReturned: () => {
      hasReturned.current = true
    },
    // Not before: a choice that is cleared may take its bar away, and the dialog with the note in it.
    onClose: () => {
      show.close()
      if (hasReturned.current) onDone?.()
    },
  })
  const open = (named: readonly string[] = boxIds) => {
    hasReturned.current = false
    if (named.length === 0) showToast({ tone: 'info', text: t('Select the boxes first.') })
    else show.open({ boxIds: [...named] })
  }
  return { open, dialog: show.dialog }
}

export type ReturnToVendor = ReturnType<typeof useReturnToVendor>

interface ReturnDialogProps extends DialogTurn {
  boxIds: readonly string[]
  onReturned: () => void
}

/** Return to vendor: what would go back, then why and how, then the note. */
function ReturnDialog({ boxIds, onReturned, ...turn }: ReturnDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal {...turn} title={t('Return to vendor')} className="return-dialog" width={960} isTyped>
      <ReturnBody boxIds={boxIds} onClose={turn.onClose} onReturned={onReturned} />
    </Modal>
  )
}

function ReturnBody({ boxIds, onClose, onReturned }: Omit<ReturnDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const [note, setNote] = useState<string | null>(null)
  const [supplierId, setSupplierId] = useState<string | null>(null)
  const summary = useAnswer('returns.returnToVendorSummary', { box_ids: [...boxIds] })
  if (note !== null) {
    const next = () => {
      setNote(null)
      setSupplierId(null)
    }
    return <ReturnedNote note={note} others={summary.data?.suppliers.length ?? 0} onNext={next} onClose={onClose} />
  }
  const form = (data: ReturnSummary) => {
    const chosen = supplierOf(data, supplierId)
    return (
      <ReturnForm
        key={chosen?.supplier_id ?? 'none'}
        boxIds={boxIds}
        supplier={chosen}
        leftOut={data.left_out}
        onClose={onClose}
        onReturned={(number) => {
          setNote(number)
          onReturned()
        }}
      >
        {data.suppliers.length > 1 ? (
          <ReturnSuppliers suppliers={data.suppliers} chosen={chosen?.supplier_id ?? null} onChoose={setSupplierId} />
        ) : null}
      </ReturnForm>
    )
  }
  const nothing = (data: ReturnSummary) => (
    <DialogBody>
      <EmptyState title={t('Nothing to send back')} text={t('No piece of these boxes failed and is still here.')} />
      <LeftOutList leftOut={data.left_out} />
    </DialogBody>
  )
  return (
    <Loaded answer={summary} rows={5}>
      {(data) => (data.suppliers.length === 0 ? nothing(data) : form(data))}
    </Loaded>
  )
}

/** The only vendor goes without saying; of several, one is chosen. */
function supplierOf({ suppliers }: ReturnSummary, supplierId: string | null) {
  if (suppliers.length === 1) return suppliers[0] ?? null
  return suppliers.find((supplier) => supplier.supplier_id === supplierId) ?? null
}

interface ReturnSuppliersProps {
  suppliers: readonly ReturnSupplier[]
  chosen: string | null
  onChoose: (supplierId: string) => void
}

/** Whose pieces go back first: a note is for one vendor. */
function ReturnSuppliers({ suppliers, chosen, onChoose }: ReturnSuppliersProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  const id = useId()
  return (
    <div className="return-suppliers">
      <Callout>{t('Please select only one vendor.')}</Callout>
      <fieldset aria-label={t('Supplier')}>
        {suppliers.map((supplier) => (
          <label key={supplier.supplier_id} className="return-supplier">
            <input
              type="radio"
              name={id}
              checked={supplier.supplier_id === chosen}
              onChange={() => onChoose(supplier.supplier_id)}
            />
            <span>{named(supplier.supplier_name, supplier.supplier_name_zh)}</span>
            <span className="muted">
              {t('Boxes: {{boxes}} · Pieces: {{pieces}}', {
                boxes: formats.number(supplier.boxes),
                pieces: formats.number(supplier.pieces),
              })}
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}

interface ReturnedNoteProps {
  note: string
  /** Vendors of the same boxes that still have failed pieces here. */
  others: number
  onNext: () => void
  onClose: () => void
}

/** The note is made: its pages go with the boxes. */
function ReturnedNote({ note, others, onNext, onClose }: ReturnedNoteProps) {
  const { t } = useTranslation()
  return (
    <>
      <DialogBody>
        <div className="return-done" role="status">
          <TickCircle size={28} className="return-tick" />
          <h2>{note}</h2>
          <p>{t('The vendor sees this note and its photos under QC results.')}</p>
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('Close')} onClick={onClose} />
            {others > 0 ? <Button text={t('Next vendor')} onClick={onNext} /> : null}
            <DownloadButton
              call={contract.returns.returnNoteFile}
              input={{ return_note: note }}
              text={t('Get the return note (PDF)')}
            />
            <PrintReturnNote note={note} intent="primary" autoFocus />
          </>
        }
      />
    </>
  )
}
