import type { JobCardLanguage } from '../../../shared/areas/production/words.ts'

/** What a job card says in English, Hindi and Chinese. Blanks stand in {braces}. */
const texts = {
  title: ['Job card', 'जॉब कार्ड', '生产工单'],
  subject: [
    '{order} · {style} · card {number}',
    '{order} · {style} · कार्ड {number}',
    '{order} · {style} · 第 {number} 张',
  ],
  pieces: ['{pieces} pieces', '{pieces} पीस', '{pieces} 件'],
  replaced: ['VOID: a later job card replaces this one.', 'रद्द: इसकी जगह नया जॉब कार्ड है।', '作废：已由后续工单替代。'],
  taken_back: [
    'VOID: the order was taken back from production.',
    'रद्द: आदेश उत्पादन से वापस लिया गया।',
    '作废：订单已从生产退回。',
  ],
  size: ['Size', 'साइज़', '尺码'],
  card_no: ['Job card no.', 'जॉब कार्ड संख्या', '工单编号'],
  company: ['Company', 'कंपनी', '公司'],
  hsn: ['HSN', 'HSN', 'HSN 编码'],
  supply: ['Place of supply', 'आपूर्ति का स्थान', '供应地'],
  order: ['Production order', 'उत्पादन आदेश', '生产单号'],
  style: ['Style', 'स्टाइल', '款号'],
  category: ['Category', 'श्रेणी', '品类'],
  due: ['Due date', 'नियत तारीख', '交期'],
  remark: ['Remark', 'टिप्पणी', '备注'],
  grid: ['Quantities by colour and size', 'रंग और साइज़ के अनुसार मात्रा', '各颜色尺码数量'],
  color: ['Colour', 'रंग', '颜色'],
  total: ['Total', 'कुल', '合计'],
  facilities: ['Facilities', 'इकाइयाँ', '工厂'],
  facility: ['Facility', 'इकाई', '工厂'],
  from: ['From', 'से', '开始'],
  to: ['To', 'तक', '结束'],
  share: ['Pieces', 'पीस', '件数'],
  materials: ['Materials and rolls', 'सामग्री और रोल', '物料与布卷'],
  material: ['Material', 'सामग्री', '物料'],
  need: ['Need', 'ज़रूरत', '需要量'],
  rolls: [
    'Roll · dye lot · shade · shelf · quantity',
    'रोल · डाई लॉट · शेड · शेल्फ़ · मात्रा',
    '布卷 · 缸号 · 色差 · 货架 · 数量',
  ],
  marker: ['Marker', 'मार्कर', '排料图'],
  version: ['Version', 'संस्करण', '版本'],
  width: ['Width (cm)', 'चौड़ाई (सेमी)', '幅宽（厘米）'],
  length: ['Length (m)', 'लंबाई (मी)', '长度（米）'],
  efficiency: ['Efficiency (%)', 'दक्षता (%)', '利用率（%）'],
  consumption: ['Consumption (m a piece)', 'खपत (मी प्रति पीस)', '单耗（米/件）'],
  points: ['Points of measure (cm)', 'माप बिंदु (सेमी)', '测量部位（厘米）'],
  point: ['Point of measure', 'माप बिंदु', '测量部位'],
  tolerance: ['Tolerance ±', 'छूट ±', '公差±'],
  stages: ['Stages: scan at the table', 'चरण: मेज़ पर स्कैन करें', '工序：在工位扫码'],
  cutting: ['Cutting', 'कटाई', '裁剪'],
  stitching: ['Stitching', 'सिलाई', '缝制'],
  finishing: ['Finishing', 'फ़िनिशिंग', '后整理'],
  checking: ['Checking', 'जाँच', '检验'],
  packing: ['Packing', 'पैकिंग', '包装'],
  none: ['None.', 'कोई नहीं।', '无。'],
  signatures: ['Signatures', 'हस्ताक्षर', '签字'],
  cutter: ['Cutting master', 'कटिंग मास्टर', '裁剪主管'],
  supervisor: ['Line supervisor', 'लाइन सुपरवाइज़र', '车间主管'],
  page: ['Page {page} of {all}', 'पृष्ठ {page} / {all}', '第 {page} 页，共 {all} 页'],
} as const

const columns: Record<JobCardLanguage, 0 | 1 | 2> = { en: 0, hi: 1, zh: 2 }

/** Gives the words of a job card in a language. */
export function cardSpeech(language: JobCardLanguage) {
  return (word: keyof typeof texts, values: Readonly<Record<string, string | number>> = {}): string =>
    texts[word][columns[language]].replace(/\{(\w+)\}/g, (_, blank: string) => String(values[blank] ?? ''))
}
