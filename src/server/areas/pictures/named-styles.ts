import { sql } from 'kysely'
import { picturesWords } from '../../../shared/areas/pictures/area.ts'
import {
  colourCodeOf,
  type NamedStyle,
  partsOfName,
  readPictureName,
  styleKeysOf,
} from '../../../shared/areas/pictures/file-names.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { invalidInput, type Refusal } from '../../http/errors.ts'

/** A style and a colour of it (null: the whole style) in which pictures stand. */
export interface PictureOf {
  styleId: string
  /** The style's code. */
  style: string
  color: string | null
  color_zh: string | null
}

/** Styles with more SKUs than this are not known by the codes of their colours. */
const MOST_SKUS = 2_000

const skuColumns = {
  style_uuid: col.text,
  style: col.text,
  nm_sku: col.textOrNull,
  color: col.textOrNull,
  color_zh: col.textOrNull,
  size: col.textOrNull,
}

/** Which place a file's name says, from 1. Throws `invalid_input`, in words, where no style, no colour or several are called so. */
export async function placeByName(db: Db, fileName: string): Promise<PictureOf & { position: number }> {
  const rows = await candidates(db, fileName)
  const styles = Map.groupBy(rows, ({ style }) => style)
  const read = readPictureName(
    fileName,
    [...styles].map(([code, skus]) => namedStyle(code, skus)),
  )
  if ('fault' in read) throw refusalOf(read)
  const found = rows.find(({ style, color }) => style === read.style && (read.color === null || color === read.color))
  if (found === undefined) throw refused(picturesWords.noStyle)
  const color_zh = read.color === null ? null : found.color_zh
  return { styleId: found.style_uuid, style: read.style, color: read.color, color_zh, position: read.position }
}

/** The style of a code, and its colour by its English or Chinese name. Throws `invalid_input` where there is none. */
export async function placeByCode(db: Db, style: string, color: string | null): Promise<PictureOf> {
  const { rows } = await rowsOf({ id: col.text, code: col.text, color: col.textOrNull, color_zh: col.textOrNull })`
    SELECT s.id, s.code, k.color, k.color_zh FROM style s
    LEFT JOIN sku k ON k.style_id = s.id AND ${color ?? ''} IN (k.color, k.color_zh)
    WHERE upper(s.code) = upper(${style}) LIMIT 1`.execute(db)
  const [found] = rows
  if (found === undefined) throw refused(picturesWords.noSuchStyle, { style_id: style })
  if (color !== null && found.color === null) throw refused(picturesWords.noColour, { style_id: found.code, color })
  return { styleId: found.id, style: found.code, color: found.color, color_zh: found.color_zh }
}

/** SKUs of the styles whose codes the name may begin with, or whose SKUs begin with the name. */
async function candidates(db: Db, fileName: string) {
  const keys = styleKeysOf(fileName)
  const { rows } = await rowsOf(skuColumns)`
    SELECT s.id AS style_uuid, s.code AS style, k.nm_sku, k.color, k.color_zh, k.size
    FROM style s LEFT JOIN sku k ON k.style_id = s.id
    WHERE translate(upper(s.code), ' _-./()', '') = ANY(${keys}::text[]) LIMIT ${sql.lit(MOST_SKUS)}`.execute(db)
  if (rows.length > 0) return rows
  const { rows: byColour } = await rowsOf(skuColumns)`
    SELECT s.id AS style_uuid, s.code AS style, k.nm_sku, k.color, k.color_zh, k.size
    FROM sku k JOIN style s ON s.id = k.style_id
    WHERE ${sql.join(
      beginningsOf(fileName).map((text) => sql`k.nm_sku LIKE ${text}`),
      sql` OR `,
    )} LIMIT ${sql.lit(MOST_SKUS)}`.execute(db)
  return byColour
}

/** Of SKUs' codes, as patterns: the parts of the name with dashes between them and with none, also without its number. Never empty. */
function beginningsOf(fileName: string): string[] {
  const parts = partsOfName(fileName)
  const all = [parts, parts.slice(0, -1)].flatMap((some) => [some.join('-'), some.join('')])
  const telling = [...new Set(all)].filter((text) => text.length >= 3)
  // No SKU is called nothing.
  return telling.length === 0 ? [''] : telling.map((text) => `${text.replace(/[\\%_]/g, '\\$&')}%`)
}

function namedStyle(code: string, skus: readonly { [N in keyof typeof skuColumns]: string | null }[]): NamedStyle {
  const colours = Map.groupBy(skus, ({ color }) => color ?? '')
  colours.delete('')
  return {
    code,
    colours: [...colours].map(([color, of]) => ({
      color,
      color_zh: of[0]?.color_zh ?? '',
      codes: [...new Set(of.flatMap(({ nm_sku, size }) => colourCodeOf(nm_sku ?? '', size ?? '') ?? []))],
    })),
  }
}

function refusalOf(read: Extract<ReturnType<typeof readPictureName>, { fault: string }>): Refusal {
  switch (read.fault) {
    case 'no_style':
      return refused(picturesWords.noStyle)
    case 'no_colour':
      return refused(picturesWords.noColour, { style_id: read.style, color: read.words })
    case 'several':
      return refused(picturesWords.several, { styles: read.styles.join(', ') })
  }
}

function refused(message: string, values?: Record<string, string>): Refusal {
  return invalidInput(message, {
    ...(values && { values }),
    fields: [{ field: 'file', message, ...(values && { values }) }],
  })
}
