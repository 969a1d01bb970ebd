import '../supplier.css'
import './returns.css'
import { Dialog } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { useAnswer, useRefresh } from '../../actions/useRows.ts'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { LeftOutList } from '../LeftOutList.tsx'
import { ReturnedNote } from './ReturnedNote.tsx'
import { ReturnForm } from './ReturnForm.tsx'
import { ReturnSuppliers } from './ReturnSuppliers.tsx'
import type { ReturnSummary } from './return-draft.ts'

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
  const summary = useAnswer('chinaQc.returnToVendorSummary', { box_ids: [...boxIds] })
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
