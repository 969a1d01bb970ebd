import type { ButtonProps } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/contract/index.ts'
import { PrintPaperButton } from '../../actions/print/PrintPaperButton.tsx'
import { fileCall } from '../../api/client.ts'

interface PrintReturnNoteProps extends Pick<ButtonProps, 'intent' | 'autoFocus'> {
  note: string
}

/** The pages that go with the boxes; the vendor prints the same. */
export function PrintReturnNote({ note, ...look }: PrintReturnNoteProps) {
  const { t } = useTranslation()
  return (
    <PrintPaperButton
      {...look}
      call={fileCall(contract.house.returnNoteFile, { return_note: note })}
      title={t('{{return_note}}, return note', { return_note: note })}
    />
  )
}
