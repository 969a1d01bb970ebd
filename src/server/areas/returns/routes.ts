import { sql } from 'kysely'
import type { returnsArea } from '../../../shared/areas/returns/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { returnNoteLines } from './return-note-rows.ts'
import { noteQuery, returnNoteFile } from './return-notes.ts'
import { confirmReturnToVendor, returnToVendorSummary } from './returns.ts'
import { returnNoteFinder } from './trace.ts'

export const returnsServer: ServerArea<typeof returnsArea> = {
  routes: {
    returnToVendorSummary,
    confirmReturnToVendor,
    returnNotes: noteQuery.page,
    returnNoteFile,
    returnNoteLines,
  },
  exports: { exportReturnNotes: noteQuery },
  feeds: {
    return_note: (vendorId) =>
      sql`EXISTS (SELECT 1 FROM return_note n WHERE n.number = e.entity_id AND n.vendor_id = ${vendorId}::uuid)`,
  },
  finders: { return_note: returnNoteFinder },
}
