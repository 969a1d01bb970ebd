import type { Readable } from 'node:stream'
import { paperPdf } from './paper.ts'
import { type NotePaper, notePages } from './return-note-layout.ts'
import { openTypeface } from './typeface.ts'

/** Longer notes are laid out once only: their pages are numbered without saying how many there are. */
const MOST_COUNTED_LINES = 2_000

/** A return note in English and Chinese, A4, with its photographs. `resourcesDir` holds fonts/; see `fontFile`. */
export function returnNotePdf(note: NotePaper, { resourcesDir }: { resourcesDir?: string } = {}): Readable {
  const typeface = openTypeface(resourcesDir)
  const count = note.lines.length > MOST_COUNTED_LINES ? null : [...notePages(note, typeface, null)].length
  const title = `Return note 退货单 ${note.number}`
  return paperPdf(notePages(note, typeface, count), typeface, { title, language: 'zh-CN' })
}
