import type { ButtonProps } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { PrintButton } from '../../actions/files.tsx'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useReason } from '../../forms/fields.tsx'
import { key } from '../../i18n/formats.ts'
import { useLocale } from '../../table/words.ts'

interface PrintReturnNoteProps extends Pick<ButtonProps, 'intent' | 'autoFocus'> {
  note: string
}

/** The pages that go with the boxes; the vendor prints the same. */
export function PrintReturnNote({ note, ...look }: PrintReturnNoteProps) {
  const { t } = useTranslation()
  return (
    <PrintButton
      {...look}
      call={contract.returns.returnNoteFile}
      input={{ return_note: note }}
      title={t('{{return_note}}, return note', { return_note: note })}
    />
  )
}

type ReturnNote = CallData<'returns.returnNotes'>['rows'][number]

const usual = [
  key('Boxes did not leave'),
  key('Wrong boxes'),
  key('Wrong vendor'),
  key('To be inspected again'),
] as const

/** Takes a return note back with a reason: `const cancel = useCancelReturnNote(); … cancel.ask(note) … {cancel.dialog}` */
export function useCancelReturnNote(onDone?: () => void) {
  const { t, plural, name } = useLocale()
  const reason = useReason()
  const cancel = useAction(
    ({ note, remark }: { note: ReturnNote; remark: string }, options) =>
      api.returns.confirmReturnToVendor(
        // The 13 reasons are about pieces; why a note is taken back is said in words.
        { action: 'cancel', return_note: note.return_note, version: note.version, remark },
        options,
      ),
    {
      what: t('Cancel return note'),
      done: (_, { note }) => t('Return note {{return_note}} cancelled.', { return_note: note.return_note }),
    },
  )
  const ask = (note: ReturnNote) =>
    reason.ask({
      title: t('Cancel return note {{return_note}}?', { return_note: note.return_note }),
      text: t('Failed pieces at QC again: {{what}} of {{supplier}}. The note stays, marked as cancelled.', {
        what: plural(note.pieces, '1 piece', '{{n}} pieces'),
        supplier: name(note.supplier_name, note.supplier_name_zh),
      }),
      confirm: t('Cancel return note'),
      usual,
      run: async (remark) => {
        const reply = await cancel.run({ note, remark })
        if (reply !== undefined) onDone?.()
        return reply !== undefined
      },
    })
  return { ask, dialog: reason.dialog, isRunning: cancel.isRunning }
}
