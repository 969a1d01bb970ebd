import { Button, Dialog } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listLimits } from '../../shared/domain/lists.ts'

interface ViewNameDialogProps {
  title: string
  name: string
  asksSharing: boolean
  isSaving: boolean
  onClose: () => void
  /** Gives true when it was saved; otherwise the user has been told why not, and can try another name. */
  onSave: (name: string, isShared: boolean) => Promise<boolean | undefined>
}

/** A view's name, and of a new one whether colleagues see it. */
export function ViewNameDialog({ title, name, asksSharing, isSaving, onClose, onSave }: ViewNameDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(name)
  const [isShared, setShared] = useState(false)
  const field = useId()
  const wanted = text.trim()
  const save = async () => {
    if (await onSave(wanted, isShared)) onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} style={{ width: 420 }} transitionDuration={100}>
      <form
        className="dt-view-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted !== '' && !isSaving) void save()
        }}
      >
        <div className="bp6-dialog-body">
          <label htmlFor={field}>{t('View name')}</label>
          <input
            id={field}
            className="text-field"
            value={text}
            maxLength={listLimits.viewName}
            autoFocus
            onChange={(event) => setText(event.target.value)}
          />
          {asksSharing && (
            <label className="dt-view-share">
              <input type="checkbox" checked={isShared} onChange={(event) => setShared(event.target.checked)} />
              <span>{t('Share with colleagues')}</span>
            </label>
          )}
          <p className="muted">{t('A view keeps the tab, filters, sort and columns as they stand now.')}</p>
        </div>
        <div className="bp6-dialog-footer">
          <div className="bp6-dialog-footer-actions">
            <Button text={t('Cancel')} onClick={onClose} />
            <Button type="submit" intent="primary" text={t('Save')} disabled={wanted === ''} loading={isSaving} />
          </div>
        </div>
      </form>
    </Dialog>
  )
}
