import { column, sheet } from '../../kernel/sheet.ts'

const noRows = 'The sheet has no rows.'

/** The style may be left out where the file is sent for one. */
const catalogue = column.code('recordCode', 'Catalogue style', '目录款号', {
  ...{ also: ['Style', 'Catalogue ID', 'vendor_catalogue_id', '款号'], example: 'CT-000001' },
})

/** Points of measure: a point of a size a row. */
export const garmentSheet = sheet({
  name: 'garment_specs',
  noRows,
  key: ['catalogue', 'size', 'point'],
  columns: {
    catalogue,
    size: column.text('Size', '尺码', { required: true, maxLength: 20, example: 'M' }),
    point: column.text('Point of measure', '测量部位', {
      required: true,
      maxLength: 60,
      also: ['POM'],
      example: 'Chest',
    }),
    point_zh: column.text('Point of measure (Chinese)', '测量部位（中文）', { maxLength: 60, example: '胸围' }),
    how: column.text('How to measure', '测量方法', {
      maxLength: 300,
      width: 40,
      example: '2 cm below the armhole, flat',
    }),
    measure: column.decimal('Measure (cm)', '尺寸（厘米）', {
      ...{ required: true, decimals: 1, most: 1_000, also: ['Spec (cm)', '规格（厘米）'], example: 46 },
    }),
    tolerance: column.decimal('Tolerance (cm)', '公差（厘米）', {
      ...{ required: true, decimals: 1, most: 100, also: ['Tolerance ±', '公差'], example: 1 },
    }),
  },
})

/** Grading: a vendor's size a row, or one row for each point of measure that grows to it. */
export const gradingSheet = sheet({
  name: 'grading',
  noRows,
  key: ['catalogue', 'vendor_size', 'point'],
  columns: {
    catalogue,
    vendor_size: column.text('Vendor size', '供应商尺码', { required: true, maxLength: 20, example: '165/88A' }),
    our_size: column.text('Our size', '我方尺码', { required: true, maxLength: 20, also: ['NM size'], example: 'M' }),
    point: column.text('Point of measure', '测量部位', { maxLength: 60, also: ['POM'], example: 'Chest' }),
    increment: column.decimal('Increment (cm)', '档差（厘米）', {
      ...{ decimals: 1, least: -100, most: 100, also: ['Jump (cm)', '跳码'], example: 2 },
    }),
  },
})
