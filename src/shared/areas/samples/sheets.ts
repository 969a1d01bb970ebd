import { column, sheet } from '../../kernel/sheet.ts'
import { sampleWords } from './rounds.ts'

const cm = { decimals: 1, least: 0.1, most: 999.9 } as const
const grams = { decimals: 0, least: 1, most: 99_999 } as const

/** What QC found of samples: a row a point of measure and size; what is of the sample as a whole stands on any of its rows. */
export const sampleMetadataSheet = sheet({
  name: 'sampleQcMetadata',
  noRows: sampleWords.noRows,
  columns: {
    sample: column.code('recordCode', 'Sample no.', '样衣编号', { required: true, also: ['Sample', 'sample_id'] }),
    catalogue: column.shown('Catalogue no.', '目录编号'),
    style: column.shown('Style', '款式'),
    weight_vendor: column.decimal('Weight by the vendor (g)', '供应商重量(克)', grams),
    weight_qc: column.decimal('Weight at QC (g)', '质检重量(克)', grams),
    transparency: column.choice(
      {
        Opaque: { en: 'Opaque', zh: '不透' },
        'Slightly sheer': { en: 'Slightly sheer', zh: '微透' },
        Sheer: { en: 'Sheer', zh: '透' },
      },
      'Transparency',
      '透明度',
      {},
    ),
    pilling: column.choice(
      { None: { en: 'None', zh: '无' }, Slight: { en: 'Slight', zh: '轻度' }, Heavy: { en: 'Heavy', zh: '严重' } },
      'Pilling',
      '起球',
      {},
    ),
    stretchability: column.choice(
      {
        'No stretch': { en: 'No stretch', zh: '无弹' },
        'Low stretch': { en: 'Low stretch', zh: '低弹' },
        'Medium stretch': { en: 'Medium stretch', zh: '中弹' },
        'High stretch': { en: 'High stretch', zh: '高弹' },
      },
      'Stretchability',
      '弹性',
      {},
    ),
    size: column.text('Size', '尺码', { maxLength: 20 }),
    point: column.text('Point of measure', '测量部位', { maxLength: 80 }),
    spec: column.decimal('Should be (cm)', '标准(厘米)', cm),
    tolerance: column.decimal('Tolerance (cm)', '公差(厘米)', { ...cm, least: 0 }),
    measured: column.decimal('Measured (cm)', '实测(厘米)', cm),
  },
})

/** Who sends which sample by whom: goes out, is filled in, and comes back. */
export const sampleTrackingSheet = sheet({
  name: 'sampleTracking',
  noRows: sampleWords.noTracking,
  columns: {
    sample: column.code('recordCode', 'Sample no.', '样衣编号', { required: true }),
    catalogue: column.shown('Catalogue no.', '目录编号'),
    style: column.shown('Style', '款式'),
    due: column.shown('To be sent by', '最迟寄出日'),
    carrier: column.text('Carrier', '承运人', { maxLength: 80 }),
    tracking: column.text('Tracking no.', '运单号', { maxLength: 60 }),
  },
})
