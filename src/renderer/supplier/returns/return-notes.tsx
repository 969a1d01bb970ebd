import type { ButtonProps } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { CallData } from '../../actions/calls.ts'
import { PrintButton } from '../../actions/files.tsx'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key } from '../../i18n/formats.ts'
import { useLocale } from '../../table/words.ts'
import { type NoteCountry, noteCalls } from './note-calls.ts'

interface PrintReturnNoteProps extends Pick<ButtonProps, 'intent' | 'autoFocus'> {
  note: string
  country?: NoteCountry
}

/** The pages that go with the boxes; the vendor prints the same. */
export function PrintReturnNote({ note, country = 'china', ...look }: PrintReturnNoteProps) {
  const { t } = useTranslation()
  return (
    <PrintButton
      {...look}
      call={noteCalls[country].file}
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
export function useCancelReturnNote() {
  const { t, plural, name } = useLocale()
  return useAskedAction(
    ({ return_note, version, reason }, options) =>
      // The 13 reasons are about pieces; why a note is taken back is said in words.
      api.returns.confirmReturnToVendor({ action: 'cancel', return_note, version, remark: reason }, options),
    {
      what: t('Cancel return note'),
      ask: ({ return_note, pieces, supplier_name, supplier_name_zh }: ReturnNote) => ({
        draft: `cancel.${return_note}`,
        title: t('Cancel return note {{return_note}}?', { return_note }),
        text: t('Failed pieces at QC again: {{what}} of {{supplier}}. The note stays, marked as cancelled.', {
          what: plural(pieces, '1 piece', '{{n}} pieces'),
          supplier: name(supplier_name, supplier_name_zh),
        }),
        confirm: t('Cancel return note'),
        usual,
      }),
      done: (_, { return_note }) => t('Return note {{return_note}} cancelled.', { return_note }),
    },
  )
}
