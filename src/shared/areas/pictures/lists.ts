import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { PicturedStyle } from './calls.ts'

const f = fields<PicturedStyle>()

/** Styles by their codes, with how far they are pictured. */
export const stylePictures = list({
  name: 'style-pictures',
  rowId: (row) => row.style_id,
  file: 'style_pictures',
  shared: [['without', 'colours_without']],
  fields: [
    f.code('style_id', key('Style ID'), (row) => row.style_id, { width: 120, pinned: true }),
    f.text('style', key('Style'), (row, { name }) => name(row.style_name, row.style_name_zh), {
      width: 200,
      grows: true,
    }),
    f.text('supplier', key('Supplier'), supplierName, { width: 180 }),
    f.word('category', key('Category'), (row) => row.category, { width: 120 }),
    f.count('pictures', key('Pictures'), (row) => row.pictures.length, { width: 90 }),
    f.count('colors', key('Colours'), (row) => row.colors.length, { width: 166, align: 'start' }),
    f.text('without', key('Colours without a picture'), coloursWithout, { width: 220 }),
  ],
})

/** Names of the colours that have none of their own. */
function coloursWithout({ colors }: PicturedStyle, { name }: { name: (english: string, chinese: string) => string }) {
  const missing = colors.filter(({ picture }) => picture === null)
  return missing.length === 0 ? null : missing.map(({ color, color_zh }) => name(color, color_zh)).join(', ')
}
