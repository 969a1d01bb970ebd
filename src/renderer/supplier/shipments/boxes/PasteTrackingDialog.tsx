import { Button, Dialog } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sheetMessages } from '../../../../shared/domain/sheet-messages.ts'
import { boxStands } from '../../../../shared/domain/shipment-status.ts'
import { useFormats } from '../../../i18n/formats.ts'
import type { Box, BoxChange } from './box-edits.ts'
import { changedTracking, type PastedTracking, readTrackingPaste, type TrackingProblem } from './tracking-paste.ts'

interface PasteTrackingDialogProps {
  boxes: readonly Box[]
  isOpen: boolean
  isSaving: boolean
  onSave: (changes: BoxChange[]) => void
  onClose: () => void
}

/** Many tracking ids at once: pasted, looked at box by box, then saved. */
export function PasteTrackingDialog({ boxes, isOpen, isSaving, onSave, onClose }: PasteTrackingDialogProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [text, setText] = useState('')
  const pasted = text.trim() === '' ? [] : readTrackingPaste(text, boxes)
  const changes = changedTracking(pasted)
  const faulty = pasted.filter((each) => each.problem !== null).length
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Paste tracking IDs')}
      className="paste-tracking"
      canOutsideClickClose={false}
      transitionDuration={100}
    >
      <div className="bp6-dialog-body paste-body">
        <div className="paste-text">
          <label htmlFor="pasted-tracking">
            {t('One tracking ID per line in box order, or box no and tracking ID side by side, as copied from Excel.')}
          </label>
          <textarea
            id="pasted-tracking"
            className="bp6-input code"
            value={text}
            autoFocus
            spellCheck={false}
            rows={14}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <PastePreview pasted={pasted} />
      </div>
      <div className="bp6-dialog-footer">
        <p className="plat-make-sum" role="status">
          {faulty > 0 ? (
            <span className="plat-over">{t('To be corrected: {{n}}', { n: formats.number(faulty) })}</span>
          ) : (
            t('To be changed: {{n}}', { n: formats.number(changes.length) })
          )}
        </p>
        <div className="bp6-dialog-footer-actions">
          <Button text={t('Cancel')} onClick={onClose} />
          <Button
            intent="primary"
            text={t('Save tracking IDs')}
            loading={isSaving}
            disabled={changes.length === 0}
            onClick={() => onSave(changes)}
          />
        </div>
      </div>
    </Dialog>
  )
}

function PastePreview({ pasted }: { pasted: readonly PastedTracking[] }) {
  const { t } = useTranslation()
  const reasons: Record<TrackingProblem, string> = {
    malformed: t(sheetMessages.invalidTrackingId),
    sscc: t(sheetMessages.ssccAsTracking),
    duplicate: t('Given to two boxes'),
    'unknown-box': t('No such box'),
    inwarded: t(boxStands.one),
  }
  return (
    <div className="plain-scroll paste-preview">
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t('Box no')}</th>
            <th>{t('Now')}</th>
            <th>{t('New ID')}</th>
            <th>{t('Remark')}</th>
          </tr>
        </thead>
        <tbody>
          {pasted.map((each, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other identity
            <tr key={at} data-tone={each.problem === null ? undefined : 'bad'}>
              <td className="code">{each.box_no}</td>
              <td className="code muted">{each.was ?? '–'}</td>
              <td className="code">{each.tracking_id}</td>
              <td>
                {each.problem === null ? (
                  <span className="muted">{each.isSame ? t('Unchanged') : ''}</span>
                ) : (
                  <span className="plat-over">{reasons[each.problem]}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {pasted.length === 0 ? (
        <p className="paste-empty muted">{t('The boxes show here before anything is saved.')}</p>
      ) : null}
    </div>
  )
}
