import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import { bilingual, type Header } from '../../shared/kernel/sheet.ts'

/** Of a row with a picture, in points; and of the picture in it, in pixels. */
const ROW_HEIGHT = 92
const SIDE = 116

/**
 * A small workbook of ours with JPEGs beside its rows, in a column of their own behind the others; `pictures` are by the row's place under
 * the header, from 0. It is put together in memory: for hundreds of rows, not for thousands.
 */
export async function addPictures(
  plain: Readable,
  header: Header,
  pictures: ReadonlyMap<number, Buffer>,
): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook()
  const bytes = await buffer(plain)
  await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer)
  const [sheet] = workbook.worksheets
  if (!sheet) return bytes
  const column = sheet.columnCount + 1
  sheet.getColumn(column).width = 18
  const head = sheet.getRow(1).getCell(column)
  head.value = bilingual(header)
  head.style = sheet.getRow(1).getCell(1).style
  for (const [at, picture] of pictures) {
    sheet.getRow(at + 2).height = ROW_HEIGHT
    const image = workbook.addImage({ buffer: picture as unknown as ExcelJS.Buffer, extension: 'jpeg' })
    sheet.addImage(image, { tl: { col: column - 0.95, row: at + 1.03 }, ext: { width: SIDE, height: SIDE } })
  }
  return Buffer.from(await workbook.xlsx.writeBuffer())
}
