import { type RawBuilder, sql } from 'kysely'

/**
 * The face of a style, for a row of any query: the id of its first picture, of the whole style before those of its colours; null
 * where it has none. `style` is the column of its uuid.
 */
export function faceOfStyle(style: string): RawBuilder<string | null> {
  return sql<string | null>`(SELECT face.id FROM style_picture face
    WHERE face.style_id = ${sql.ref(style)} AND face.removed_at IS NULL
    ORDER BY coalesce(face.color, ''), face.position LIMIT 1)`
}

/** In place of a face, for rows that nobody looks at: a file of a hundred thousand rows shows none. */
export const noFace = sql<string | null>`NULL::uuid`

/** The face of a style in a colour: its own first picture, else that of the whole style, never another colour's. */
export function faceOfColour(style: string, color: string): RawBuilder<string | null> {
  return sql<string | null>`(SELECT face.id FROM style_picture face
    WHERE face.style_id = ${sql.ref(style)} AND face.removed_at IS NULL AND coalesce(face.color, '') IN ('', ${sql.ref(color)})
    ORDER BY coalesce(face.color, '') DESC, face.position LIMIT 1)`
}
