import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { DimensionRow } from './calls.ts'
import { type Measure, measureNames } from './rules.ts'

const f = fields<DimensionRow>()

const measure = (id: Measure) => f.count(id, measureNames[id], (row) => row[id], { width: 104 })

/** SKUs by style with their size and weight; its file is a sheet that can be filled in and taken again. */
export const skuDimensions = list({
  name: 'sku-dimensions',
  rowId: (row) => row.nm_sku,
  file: 'sku_dimensions',
  shared: [
    ['outlier', 'measured'],
    ['outlier', 'missing'],
  ],
  fields: [
    f.code('nm_sku', key('NM SKU'), (row) => row.nm_sku, { width: 170, pinned: true }),
    f.code('style_id', key('Style ID'), (row) => row.style_id, { width: 100, traces: true }),
    f.text('style', key('Style'), (row, { name }) => name(row.style_name, row.style_name_zh), {
      width: 180,
      grows: true,
      shownFrom: 1500,
    }),
    f.text('color', key('Colour'), (row, { name }) => name(row.color, row.color_zh), { width: 106 }),
    f.text('size', key('Size'), (row) => row.size, { width: 70 }),
    f.word('category', key('Category'), (row) => row.category, { width: 110, shownFrom: 1500 }),
    f.text('supplier', key('Supplier'), supplierName, { width: 180, hidden: true }),
    ...(['length_mm', 'width_mm', 'height_mm', 'weight_grams'] as const).map(measure),
    f.count('volumetric', key('Volumetric weight (g)'), (row) => row.volumetric_grams, { width: 150 }),
    f.words('outliers', key('Unusual'), (row) => row.outliers.map((one) => measureNames[one]), {
      width: 150,
      shownFrom: 1500,
      words: Object.values(measureNames),
    }),
    f.instant('measured_at', key('Measured at'), (row) => row.measured_at, { width: 150, shownFrom: 1500 }),
    f.text('measured_by', key('Measured by'), (row) => row.measured_by, { width: 130, hidden: true }),
  ],
})
