import { contract } from '../../../shared/areas.ts'

/** The calls of a country's return notes: the notes are alike, and drawn by the same code. */
export const noteCalls = {
  china: {
    list: 'returns.returnNotes',
    lines: 'returns.returnNoteLines',
    file: contract.returns.returnNoteFile,
    exports: contract.frame.exportReturnNotes,
  },
  india: {
    list: 'rejectedSkus.indiaReturnNotes',
    lines: 'rejectedSkus.indiaReturnNoteLines',
    file: contract.rejectedSkus.indiaReturnNoteFile,
    exports: contract.frame.exportIndiaReturnNotes,
  },
} as const

export type NoteCountry = keyof typeof noteCalls
