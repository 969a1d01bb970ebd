import type { Insertable } from 'kysely'
import { clothOf } from '../../shared/areas/pictures/swatch.ts'
import { stylePictureSides } from '../../shared/kernel/pictures.ts'
import { setFace } from '../areas/pictures/faces.ts'
import { type PutPicture, sumOf } from '../areas/pictures/store.ts'
import type { StylePicture } from '../database/types.gen.ts'
import { type Files, fileKey } from '../files/files.ts'
import type { Tx } from '../http/call.ts'
import { fixedId, userId } from './book.ts'
import { skuRows, styleRows } from './catalogue.ts'
import { drawGarment, drawing } from './draw-garment.ts'
import { type GarmentKind, garmentOf, type Weave, weaveOf } from './garments.ts'
import { insertRows } from './seed-volume.ts'

/** Styles whose code ends so have no picture, and the last colour of each other style has none: the placeholder is to be seen. */
const isBare = (code: string) => /[49]$/.test(code)

/** Gives the demo's styles drawn garments in their colours. Files first, then rows. */
export async function writeDemoPictures(tx: Tx, files: Files): Promise<void> {
  // Styles of one cut, weave and colour share a drawing: a first start must not wait for pictures.
  const drawn = new Map<string, Promise<PutPicture>>()
  const rows: Insertable<StylePicture>[] = []
  for (const { id: style_id, code, name } of styleRows) {
    if (isBare(code)) continue
    const colours = [...new Set(skuRows.filter((sku) => sku.style_id === style_id).map(({ color }) => color))]
    for (const color of colours.slice(0, -1)) {
      const look = [garmentOf(name), weaveOf(name), color] as const
      const put = drawn.get(look.join()) ?? draw(files, ...look)
      drawn.set(look.join(), put)
      const { fileId: file_id, sha256, ...sizes } = await put
      const id = fixedId('style picture', `${code} ${color}`)
      // As one JSON document carries bytes.
      const sum = `\\x${sha256.toString('hex')}` as unknown as Buffer
      const added = { added_by: userId('ops') }
      rows.push({ id, style_id, color, position: 1, file_id, ...sizes, sha256: sum, ...added })
    }
  }
  await insertRows(tx, 'style_picture', rows)
  for (const id of new Set(rows.map(({ style_id }) => style_id))) await setFace(tx, id)
}

/** A garment of that cut, weave and colour, in both sizes: the same files however often it is drawn. */
export async function draw(files: Files, kind: GarmentKind, weave: Weave, color: string): Promise<PutPicture> {
  const { default: sharp } = await import('sharp')
  const made = sharp(drawGarment(kind, clothOf(color), weave), { raw: { ...drawing, channels: 3 } })
  const side = stylePictureSides.thumbnailSide
  const [large, small] = await Promise.all([
    made.clone().jpeg({ quality: 80 }).toBuffer(),
    made.clone().resize({ width: side, height: side, fit: 'inside' }).jpeg({ quality: 74 }).toBuffer(),
  ])
  const fileId = fixedId('picture of', `${kind} ${weave} ${color}`)
  await Promise.all([files.put(fileKey('pictures', fileId), large), files.put(fileKey('icons', fileId), small)])
  return { ...drawing, fileId, bytes: large.length, sha256: sumOf(large) }
}
