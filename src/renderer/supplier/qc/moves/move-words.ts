import { key } from '../../../i18n/key.ts'
import type { BoxMove } from './what-moves.ts'

/** What is said of one box and of several when a move is done: English, and the keys of their translations. */
export const doneWords: Record<BoxMove, readonly [one: string, many: string]> = {
  make_ready: [key('1 box is ready for an invoice.'), key('{{n}} boxes are ready for an invoice.')],
  unready: [key('1 box is no longer ready for an invoice.'), key('{{n}} boxes are no longer ready for an invoice.')],
  shelve: [key('1 box is on the shelf.'), key('{{n}} boxes are on the shelf.')],
  unshelve: [key('1 box is off the shelf.'), key('{{n}} boxes are off the shelf.')],
  undo_inward: [key('1 box is on its way again.'), key('{{n}} boxes are on their way again.')],
  revert: [key('1 box is back in QC.'), key('{{n}} boxes are back in QC.')],
}
