import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { TickCircle } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { PrintReturnNote } from './PrintReturnNote.tsx'
import { useReturnNoteFile } from './use-return-note-file.ts'

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
