import { column, sheet } from '../../kernel/sheet.ts'
import { key } from '../../kernel/words.ts'

/** What is wrong with a row. */
export const dimensionFaults = {
  unknown: key('Nobody knows this SKU.'),
  zero: key('A measure is 1 or more.'),
  tooMuch: key('This is larger or heavier than anything that is worn.'),
  most: key('At most {{most}}.'),
} as const

const measure = (en: string, zh: string, also: readonly string[]) =>
  column.quantity(en, zh, { also, maxLength: 6, negative: dimensionFaults.zero, zero: dimensionFaults.zero })

/** Sizes and weights, an SKU a row: the list's own file is one. */
export const dimensionSheet = sheet({
  name: 'sku_dimensions',
  noRows: 'The sheet has no rows.',
  key: ['nm_sku'],
  columns: {
    nm_sku: column.code('nmSku', 'NM SKU', '商品编码', { required: true, also: ['SKU', 'NM SKU Code'], width: 24 }),
    style: column.shown('Style ID', '款号'),
    color: column.shown('Colour', '颜色'),
    size: column.shown('Size', '尺码'),
    length_mm: measure('Length (mm)', '长（毫米）', ['Length', 'L', '长']),
    width_mm: measure('Width (mm)', '宽（毫米）', ['Width', 'W', '宽']),
    height_mm: measure('Height (mm)', '高（毫米）', ['Height', 'H', '高']),
    weight_grams: measure('Weight (g)', '重量（克）', ['Weight', 'Grams', '重量']),
  },
})
