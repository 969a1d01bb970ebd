import { sql } from 'kysely'
import { col, rowsOf } from '../../database/rows.ts'
import { bytesOf, fileKey } from '../../files/files.ts'
import type { CallContext } from '../../http/call.ts'
import { faceOfColour } from './faces.ts'

/** A picture for a page, in pixels; its bytes are read when the page is written. */
export interface PrintedPicture {
  width: number
  height: number
  read(): Promise<Buffer | null>
}

/** Styles of which a paper shows a picture. */
const MOST_PICTURES = 60

/** By style and colour. One whose file is gone leaves its place empty. */
export async function stylePictures(
  { db, files }: Pick<CallContext, 'db' | 'files'>,
  lines: readonly { style_id: string; color: string }[],
): Promise<Map<string, PrintedPicture>> {
  const wanted = [...new Map(lines.map((line) => [`${line.style_id} ${line.color}`, line])).values()]
  const { rows } = await rowsOf({
    ...{ style: col.text, color: col.text, file_id: col.text, width: col.number, height: col.number },
  })`
    SELECT i.style, i.color, p.file_id, p.width, p.height
    FROM unnest(${wanted.map(({ style_id }) => style_id)}::text[], ${wanted.map(({ color }) => color)}::text[])
      WITH ORDINALITY AS i (style, color, place)
    JOIN style s ON s.code = i.style JOIN style_picture p ON p.id = ${faceOfColour('s.id', 'i.color')}
    ORDER BY i.place LIMIT ${sql.lit(MOST_PICTURES)}`.execute(db)
  return new Map(
    rows.map(({ style, color, file_id, width, height }) => [
      `${style} ${color}`,
      { width, height, read: () => bytesOf(files, fileKey('icons', file_id)) },
    ]),
  )
}
