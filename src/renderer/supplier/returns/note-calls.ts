import { contract } from '../../../shared/areas.ts'

/** The calls of a country's return notes: the notes are alike, and drawn by the same code. */
export const noteCalls = {
  china: {
    list: 'returns.returnNotes',
    lines: 'returns.returnNoteLines',
    file: contract.returns.returnNoteFile,
  },
  india: {
    list: 'rejectedSkus.indiaReturnNotes',
    lines: 'rejectedSkus.indiaReturnNoteLines',
    file: contract.rejectedSkus.indiaReturnNoteFile,
  },
} as const

export type NoteCountry = keyof typeof noteCalls
