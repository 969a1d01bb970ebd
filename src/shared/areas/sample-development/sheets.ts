import { column, sheet } from '../../kernel/sheet.ts'
import { currencies } from '../data/kinds.ts'
import { costingWords } from './cost.ts'
import { measureWords } from './measures.ts'

const cm = { decimals: 1, least: 0.1, most: 999.9 } as const
const percent = { decimals: 2, least: 0, most: 999 } as const

const sample = column.code('recordCode', 'Sample no.', '样衣编号', {
  ...{ required: true, also: ['Sample', 'sample_id'], example: 'SM-000001' },
})
const shown = {
  // Need not be there; another style's is a row for another sample.
  catalogue: column.code('recordCode', 'Catalogue no.', '目录编号', {}),
  style: column.shown('Style', '款式'),
}

/** Final measurements: a point of a size a row. */
export const measurementSheet = sheet({
  name: 'sampleMeasurements',
  noRows: measureWords.noRows,
  columns: {
    sample,
    ...shown,
    critical: column.shown('Critical', '关键部位'),
    point: column.text('Point of measure', '测量部位', {
      required: true,
      maxLength: 80,
      also: ['POM'],
      example: 'Chest',
    }),
    size: column.text('Size', '尺码', { required: true, maxLength: 20, example: 'M' }),
    spec: column.shown('Should be (cm)', '标准(厘米)'),
    tolerance: column.shown('Tolerance (cm)', '公差(厘米)'),
    measured: column.decimal('Measured (cm)', '实测(厘米)', { ...cm, takesComma: true, example: 46 }),
    sure: column.yesNo('Measured again', '已复测', {}),
  },
})

/** Which points a style is measured at, in the order of the rows, and which of them are critical. */
export const positionSheet = sheet({
  name: 'measurementPositions',
  noRows: measureWords.noPositions,
  columns: {
    sample,
    ...shown,
    point: column.text('Point of measure', '测量部位', {
      required: true,
      maxLength: 80,
      also: ['POM'],
      example: 'Chest',
    }),
    critical: column.yesNo('Critical', '关键部位', { example: true }),
  },
})

const amount = (en: string, zh: string) => column.money(currencies, en, zh, {})

/** What samples cost: a part of the cost a row; what is of the costing as a whole stands on any row of its sample. It adds and changes; a part goes where a row says so. */
export const costingSheet = sheet({
  name: 'sampleCosting',
  noRows: costingWords.noRows,
  columns: {
    sample,
    ...shown,
    // Of the costing that the sheet was downloaded at; 0 where there was none.
    version: column.decimal('Version', '版本', { decimals: 0, least: 0, most: 100_000 }),
    kind: column.choice(
      {
        material: { en: 'Fabric', zh: '面料' },
        trim: { en: 'Trims', zh: '辅料' },
        cmt: { en: 'CMT', zh: '加工费' },
        wash: { en: 'Wash', zh: '洗水' },
        print: { en: 'Print and embroidery', zh: '印绣花' },
        packing: { en: 'Packaging', zh: '包装' },
      },
      'Cost of',
      '成本项目',
      { example: 'material' },
    ),
    name: column.text('Name', '名称', { maxLength: 120, example: 'Cotton poplin' }),
    material_code: column.code('recordCode', 'Material code', '物料编号', { example: 'FB-000001' }),
    quantity: column.decimal('Consumption', '用量', {
      also: ['Quantity'],
      ...{ decimals: 3, least: 0, most: 100_000 },
      example: 1.35,
    }),
    unit: column.text('Unit', '单位', { maxLength: 20, example: 'm' }),
    unit_price: column.money(currencies, 'Unit price', '单价', {
      example: { minor: 18_500, currency: 'INR' },
    }),
    wastage: column.decimal('Wastage %', '损耗%', { ...percent, example: 5 }),
    overhead: column.decimal('Overhead %', '管理费%', { ...percent, example: 8 }),
    margin: column.decimal('Margin %', '利润%', { ...percent, example: 12 }),
    target: amount('Target', '目标价'),
    quoted: amount('Quoted', '报价'),
    actual: amount('Actual', '实际价'),
    rate: column.decimal('Rate', '汇率', { decimals: 6, least: 0, most: 1_000_000 }),
    rate_currency: column.choice(
      Object.fromEntries(currencies.map((one) => [one, { en: one, zh: one }])) as Record<
        (typeof currencies)[number],
        { en: string; zh: string }
      >,
      'Rate to',
      '汇率币种',
      {},
    ),
    rate_on: column.date('Rate of', '汇率日期', {}),
    remark: column.text('Remark', '备注', { maxLength: 500 }),
    remove: column.yesNo('Take off', '删除', {}),
  },
})
