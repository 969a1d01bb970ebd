import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const returnNotes: Handlers<Contract['house']>['returnNotes'] = async () => {
  throw new Error('returnNotes is not built')
}

export const returnNoteFile: Handlers<Contract['house']>['returnNoteFile'] = async () => {
  throw new Error('returnNoteFile is not built')
}
