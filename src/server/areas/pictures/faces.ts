import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../http/call.ts'

/** Finds the face of a style anew, after its pictures changed: its first picture, of the whole style before those of its colours. */
export async function setFace(tx: Tx, styleId: string): Promise<void> {
  await sql`UPDATE style SET picture_id = (SELECT p.id FROM style_picture p WHERE p.style_id = style.id AND p.removed_at IS NULL
    ORDER BY coalesce(p.color, ''), p.position LIMIT 1) WHERE id = ${styleId}`.execute(tx)
}

/** In place of a face, for rows that nobody looks at: a file of a hundred thousand rows shows none. */
export const noFace = sql<string | null>`NULL::uuid`

/** The faces of styles by a column of their codes, in its order. Each by its code's index: joined, every row of a list may read all styles. */
export function facesOf(styles: string): RawBuilder<(string | null)[]> {
  return sql`ARRAY(SELECT (SELECT pictured.picture_id FROM style pictured WHERE pictured.code = named.code)
    FROM unnest(${sql.ref(styles)}) WITH ORDINALITY AS named (code, at) ORDER BY named.at)`
}

/** The face of a style in a colour, for a row of any query: its own first picture, else that of the whole style, never another colour's. */
export function faceOfColour(style: string, color: string): RawBuilder<string | null> {
  return sql<string | null>`(SELECT face.id FROM style_picture face
    WHERE face.style_id = ${sql.ref(style)} AND face.removed_at IS NULL AND coalesce(face.color, '') IN ('', ${sql.ref(color)})
    ORDER BY coalesce(face.color, '') DESC, face.position LIMIT 1)`
}
