import type { returnsCalls } from '../../../shared/areas/returns/calls.ts'
import type { Handlers } from '../../http/call.ts'
import { returnNoteLines } from './return-note-rows.ts'
import { noteList, returnNoteFile } from './return-notes.ts'
import { confirmReturnToVendor, returnToVendorSummary } from './returns.ts'

export const returnsRoutes: Handlers<typeof returnsCalls> = {
  returnToVendorSummary,
  confirmReturnToVendor,
  returnNotes: noteList.page,
  returnNoteFile,
  returnNoteLines,
}
