import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { mostPhotos } from '../../../shared/areas/india-receiving/shapes.ts'
import { api } from '../../api/client.ts'
import { describedForm, FormFields, remarkField, textField, wantedText } from '../../forms/described.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { PhotoField } from '../../photos/PhotoField.tsx'

interface NoteBoxProps extends DialogTurn {
  kind: 'excess' | 'damaged'
  /** What was scanned; empty to be typed. */
  code: string
  /** Where the scanner stands. */
  site: string | null
  onNoted: () => void
}

/** Notes what is wrong with a box, with a remark and photographs: `const note = useNoteBox(site, reload); note.open({ kind, code })`. */
export function useNoteBox(site: string | null, onNoted: () => void) {
  return useDialog(NoteBoxDialog, { site, onNoted })
}

const noteForm = describedForm({
  code: textField(key('Box code'), 80, { reads: wantedText(key('Please scan or type the code of the box.')) }),
  remark: remarkField(key('What is wrong'), { reads: wantedText(key('Please say what is wrong.')) }),
})

function NoteBoxDialog({ kind, code, site, onNoted, ...turn }: NoteBoxProps) {
  const { t } = useTranslation()
  const photos = useTyped<readonly string[]>(`note-box-photos.${kind}.${code || 'new'}`, z.array(z.string()), [])
  const form = useSentForm(
    noteForm.schema,
    { code, remark: '' },
    {
      draft: `note-box.${kind}.${code || 'new'}`,
      what: t('Note a box'),
      send: (typed, options) =>
        api.indiaReceiving.noteBoxDiscrepancy(
          { kind, ...typed, ...(site !== null && { site }), image_ids: [...photos.value] },
          options,
        ),
      done: () => (kind === 'damaged' ? t('Damage noted') : t('Excess box noted')),
      after: () => {
        photos.reset()
        onNoted()
        turn.onClose()
      },
    },
  )
  const title = kind === 'damaged' ? t('Damaged box') : t('Excess box')
  const step = { text: t('Note it'), run: form.send, isRunning: form.isSending }
  return (
    <Modal {...turn} title={title} width={620} isTyped>
      <DialogParts onCancel={turn.onClose} step={step}>
        <p className="muted">
          {kind === 'damaged'
            ? t('The box stays received. Whoever settles it sees your words and photos.')
            : t('For a box that stands here and that nobody expects: no code of ours, or for another site.')}
        </p>
        <div className="note-box-fields">
          <FormFields of={noteForm} form={form} looks={{ code: { disabled: code !== '' } }} />
        </div>
        <PhotoField
          value={photos.value}
          onChange={photos.change}
          max={mostPhotos}
          label={t('Photos of the box')}
          place={{
            work: `note-box ${code}`,
            field: kind,
            what: t('Note a box'),
            by: 'indiaInspection.uploadReviewImage',
          }}
        />
      </DialogParts>
    </Modal>
  )
}
