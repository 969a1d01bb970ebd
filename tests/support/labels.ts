import type { LabelContentLine, ShippingLabel, SkuLabel } from '../../src/shared/areas/labels/rules.ts'
import { makeSscc } from '../../src/shared/kernel/sscc.ts'

const COLORS = [
  ['Ivory', '象牙白'],
  ['Black', '黑色'],
  ['Sage green', '鼠尾草绿'],
  ['Dusty rose', '豆沙粉'],
] as const
const SIZES = ['XS', 'S', 'M', 'L', 'XL', '2XL']

/** A line as a vendor's box really holds it. */
export function makeContentLine(index: number): LabelContentLine {
  const [color, colorZh] = COLORS[index % COLORS.length] ?? COLORS[0]
  const size = SIZES[index % SIZES.length] ?? 'M'
  const style = `DR-${2040 + Math.floor(index / 6)}`
  return { nmSku: `NM${104200 + index}-${size}`, styleCode: style, color, colorZh, size, quantity: 4 + (index % 9) }
}

/** A shipping label; `index` makes its box, SSCC and tracking id its own. */
export function makeShippingLabel(index: number, changes: Partial<ShippingLabel> = {}): ShippingLabel {
  return {
    vendor: {
      code: 'GZ-018',
      name: 'Guangzhou Lanyue Garments Co., Ltd.',
      nameZh: '广州市蓝悦服饰有限公司',
      address: '18 Shahe Garment Road, Tianhe, Guangzhou',
      addressZh: '广州市天河区沙河服装路 18 号',
    },
    company: '织边时装 Selvedge Fashion Private Limited',
    destination: {
      name: 'China QC warehouse',
      nameZh: '广州质检仓',
      address: 'Building B, 88 Qingfeng Road, Baiyun, Guangzhou 510430',
      addressZh: '广东省广州市白云区石井街道庆丰路 88 号 B 栋 3 楼',
    },
    shipmentId: 'SHP-2026-000381',
    boxNo: String(index + 1),
    position: index + 1,
    boxCount: 20,
    sscc: makeSscc(3, '6901234', 1000 + index),
    trackingId: `SF13${80_000_000 + index}`,
    contents: [0, 1, 2].map((line) => makeContentLine(index + line)),
    weightG: 12_350 + index * 10,
    size: { length_mm: 600, width_mm: 400, height_mm: 355 },
    date: '2026-11-21',
    ...changes,
  }
}

/** A SKU label; `index` makes its SKU its own. */
export function makeSkuLabel(index: number, changes: Partial<SkuLabel> = {}): SkuLabel {
  const { nmSku, styleCode, color, colorZh, size } = makeContentLine(index)
  const names = { styleName: 'Tiered midi dress', styleNameZh: '层叠中长连衣裙' }
  return { nmSku, styleCode, color, colorZh, size, ...names, copies: 1, ...changes }
}

/** Names that real papers carry, and words that nobody should be able to break a label with. */
export const LONG_TEXTS: readonly string[] = [
  'Foshan Nanhai Shengshi Jinxiu International Garment and Knitwear Manufacturing Group Company Limited, Second Factory',
  '佛山市南海区盛世锦绣国际服装针织品制造集团股份有限公司第二分厂（出口加工部）夜班生产车间',
  'Survey No. 128/4, Hoodi Main Road, Whitefield, Bengaluru 560066 / 印度卡纳塔克邦班加罗尔怀特菲尔德工业出口区',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  '\u202eEVIL\u0000\u0007\u001b[31m',
  '😀👩‍👩‍👧 é̂̂ مرحبا \u200b'.repeat(30),
  'W'.repeat(500),
  '字'.repeat(500),
  '] } ) > ET Q endstream % \\ (',
  '',
]
