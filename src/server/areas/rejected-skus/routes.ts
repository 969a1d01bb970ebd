import type { rejectedSkusArea } from '../../../shared/areas/rejected-skus/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { inIndia } from '../qc-boxes/sites.ts'
import { noteLinesAt } from '../returns/return-note-rows.ts'
import { noteFileAt, noteQueryAt } from '../returns/return-notes.ts'
import { debitNoteFile } from './debit-note-file.ts'
import { debitQuery } from './debit-notes.ts'
import { reconcileRejectedSkus } from './reconcile.ts'
import { rejectedQuery } from './rejected-rows.ts'

const notes = noteQueryAt('india_qc')

export const rejectedSkusServer: ServerArea<typeof rejectedSkusArea> = {
  routes: {
    getRejectedSkus: rejectedQuery.page,
    reconcileRejectedSkus,
    indiaReturnNotes: notes.page,
    debitNotes: debitQuery.page,
    indiaReturnNoteLines: ({ return_note }, context) => noteLinesAt(inIndia(context.caller), return_note, context),
    indiaReturnNoteFile: ({ return_note, debit_note }, context) =>
      return_note === undefined
        ? debitNoteFile(debit_note, context)
        : noteFileAt(inIndia(context.caller), return_note, context),
  },
  exports: { exportRejectedSkus: rejectedQuery, exportDebitNotes: debitQuery, exportIndiaReturnNotes: notes },
}
