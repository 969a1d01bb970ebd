import '../supplier.css'
import './returns.css'
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { TickCircle } from '@blueprintjs/icons'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { useAnswer, useRefresh } from '../../actions/useRows.ts'
import { useFormats, useNamed } from '../../i18n/formats.ts'
import { LeftOutList } from '../../kit/LeftOutList.tsx'
import { Callout, EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { ReturnForm, type ReturnSummary, type ReturnSupplier } from './ReturnForm.tsx'
import { PrintReturnNote, useReturnNoteFile } from './return-note-file.tsx'

interface ReturnDialogProps {
  boxIds: readonly string[]
  isOpen: boolean
  onClose: () => void
  onReturned: () => void
}

/** Return to vendor: what would go back, then why and how, then the note. */
export function ReturnDialog({ boxIds, isOpen, onClose, onReturned }: ReturnDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Return to vendor')}
      className="return-dialog"
      canOutsideClickClose={false}
      transitionDuration={100}
    >
      <ReturnBody boxIds={boxIds} onClose={onClose} onReturned={onReturned} />
    </Dialog>
  )
}

function ReturnBody({ boxIds, onClose, onReturned }: Omit<ReturnDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const say = useSay()
  const [note, setNote] = useState<string | null>(null)
  const [supplierId, setSupplierId] = useState<string | null>(null)
  const summary = useAnswer('returns.returnToVendorSummary', { box_ids: [...boxIds] })
  const { data, isError, error, reload } = summary
  const refresh = useRefresh()
  if (note !== null) {
    return (
      <ReturnedNote
        note={note}
        others={data?.suppliers.length ?? 0}
        onNext={() => {
          setNote(null)
          setSupplierId(null)
        }}
        onClose={onClose}
      />
    )
  }
  if (isError) {
    return (
      <div className="bp6-dialog-body">
        <FailedState text={say.problem(error)} onRetry={() => void reload()} />
      </div>
    )
  }
  if (!data) {
    return (
      <div className="bp6-dialog-body">
        <LoadingRows rows={5} />
      </div>
    )
  }
  const chosen = supplierOf(data, supplierId)
  if (data.suppliers.length === 0) {
    return (
      <div className="bp6-dialog-body">
        <EmptyState title={t('Nothing to send back')} text={t('No piece of these boxes failed and is still here.')} />
        <LeftOutList leftOut={data.left_out} />
      </div>
    )
  }
  return (
    <ReturnForm
      key={chosen?.supplier_id ?? 'none'}
      boxIds={boxIds}
      supplier={chosen}
      leftOut={data.left_out}
      onClose={onClose}
      onStale={() => void refresh()}
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

/** The only vendor goes without saying; of several, one is chosen. */
function supplierOf({ suppliers }: ReturnSummary, supplierId: string | null) {
  if (suppliers.length === 1) return suppliers[0] ?? null
  return suppliers.find((supplier) => supplier.supplier_id === supplierId) ?? null
}

export interface ReturnToVendor {
  /** Shows first what would go back; boxes may be named here where the hook was given none. */
  open: (boxIds?: readonly string[]) => void
  dialog: ReactNode
}

/**
 * Sends failed pieces of boxes back to their vendor with a return note, one vendor at a time:
 * `const back = useReturnToVendor(chosen, clear); … back.open() … {back.dialog}`
 */
export function useReturnToVendor(boxIds: readonly string[] = [], onDone?: () => void): ReturnToVendor {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<{ boxIds: readonly string[]; turn: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const hasReturned = useRef(false)
  const open = (named: readonly string[] = boxIds) => {
    if (named.length === 0) return void showToast({ tone: 'info', text: t('Select the boxes first.') })
    hasReturned.current = false
    setOpened((now) => ({ boxIds: [...named], turn: (now?.turn ?? 0) + 1 }))
    setOpen(true)
  }
  // Not before: a choice that is cleared may take its bar away, and the dialog with the note in it.
  const close = () => {
    setOpen(false)
    if (hasReturned.current) onDone?.()
  }
  const dialog = opened ? (
    <ReturnDialog
      key={`return ${opened.turn}`}
      boxIds={opened.boxIds}
      isOpen={isOpen}
      onClose={close}
      onReturned={() => {
        hasReturned.current = true
      }}
    />
  ) : null
  return { open, dialog }
}

interface ReturnSuppliersProps {
  suppliers: readonly ReturnSupplier[]
  chosen: string | null
  onChoose: (supplierId: string) => void
}

/** Whose pieces go back first: a note is for one vendor. */
export function ReturnSuppliers({ suppliers, chosen, onChoose }: ReturnSuppliersProps) {
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
export function ReturnedNote({ note, others, onNext, onClose }: ReturnedNoteProps) {
  const { t } = useTranslation()
  const file = useReturnNoteFile()
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
            <Button text={t('Get the return note (PDF)')} loading={file.isGetting} onClick={() => file.get(note)} />
            <PrintReturnNote note={note} intent="primary" autoFocus />
          </>
        }
      />
    </>
  )
}
