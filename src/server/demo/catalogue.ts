import type { Insertable } from 'kysely'
import { addDays } from '../../shared/kernel/days.ts'
import type { Site, Sku, Style as StyleRow, Vendor } from '../database/types.gen.ts'
import { fixedId } from './book.ts'

const colors = {
  BLK: ['Black', '黑色'],
  IVO: ['Ivory', '象牙白'],
  NUD: ['Nude', '裸色'],
  WIN: ['Wine Red', '酒红色'],
  NVY: ['Navy', '藏青色'],
  PNK: ['Dusty Pink', '藕粉色'],
  SAG: ['Sage Green', '鼠尾草绿'],
  GRY: ['Heather Grey', '麻灰色'],
  BLU: ['Powder Blue', '粉蓝色'],
  MOC: ['Mocha', '摩卡棕'],
  LIL: ['Lilac', '丁香紫'],
  MUS: ['Mustard', '芥末黄'],
  TEA: ['Teal', '孔雀蓝'],
  COR: ['Coral', '珊瑚色'],
  CHA: ['Champagne', '香槟色'],
  OLV: ['Olive', '橄榄绿'],
  EMR: ['Emerald', '祖母绿'],
} as const

type Color = keyof typeof colors

export const sizeRuns = {
  bra: ['32B', '34B', '36B', '34C', '36C', '38C'],
  alpha4: ['S', 'M', 'L', 'XL'],
  alpha5: ['XS', 'S', 'M', 'L', 'XL'],
  alpha6: ['S', 'M', 'L', 'XL', 'XXL', '3XL'],
  waist: ['26', '28', '30', '32', '34'],
} as const

type SizeRun = keyof typeof sizeRuns

const categories = {
  LG: 'Lingerie',
  LW: 'Loungewear',
  DR: 'Dresses',
  TP: 'Tops',
  BT: 'Bottoms',
  AC: 'Activewear',
} as const

const seasons = ['Autumn/Winter', 'Spring/Summer', 'All year'] as const

/** Code, English name, Chinese name, sizes, colours, usual price in fen (1/100 yuan). */
type Style = readonly [
  `${keyof typeof categories}${number}`,
  string,
  string,
  SizeRun,
  `${Color} ${string}` | Color,
  number,
]

/** What each vendor makes. */
const stylesOf: Record<string, readonly Style[]> = {
  GZ01: [
    ['LG1001', 'Aurora Lace Plunge Bra', '晨曦蕾丝深V文胸', 'bra', 'BLK IVO WIN NUD', 4650],
    ['LG1002', 'Cloud Seamless T-Shirt Bra', '云感无痕文胸', 'bra', 'NUD BLK GRY', 3980],
    ['LG1003', 'Petal Lace Bralette', '花瓣蕾丝无钢圈文胸', 'alpha5', 'PNK IVO BLK SAG', 3250],
    ['LG1004', 'Silhouette High-Waist Brief', '塑形高腰内裤', 'alpha6', 'NUD BLK MOC', 1890],
    ['LG1005', 'Moonlit Satin Chemise', '月光缎面吊带睡裙', 'alpha5', 'CHA BLK EMR', 6850],
    ['LW1006', 'Sunday Modal Pyjama Set', '周末莫代尔睡衣套装', 'alpha6', 'GRY PNK BLU', 8900],
    ['LW1007', 'Willow Waffle Robe', '柳风华夫格浴袍', 'alpha4', 'IVO SAG GRY', 9950],
    ['DR1008', 'Jasmine Wrap Midi Dress', '茉莉裹身中长裙', 'alpha5', 'EMR COR NVY', 11800],
    ['DR1009', 'Peony Tiered Maxi Dress', '牡丹层叠长裙', 'alpha5', 'COR LIL IVO', 13900],
    ['TP1010', 'Silk-Touch Cowl Camisole', '丝感荡领吊带', 'alpha5', 'CHA BLK WIN TEA', 5400],
    ['TP1011', 'Linen Puff-Sleeve Blouse', '亚麻泡泡袖衬衫', 'alpha5', 'IVO BLU MUS', 7600],
    ['BT1012', 'Flow Wide-Leg Trousers', '垂感阔腿裤', 'waist', 'BLK MOC OLV', 8800],
  ],
  SZ02: [
    ['DR2001', 'Skyline Blazer Dress', '都会西装连衣裙', 'alpha5', 'BLK IVO NVY', 15900],
    ['DR2002', 'Harbour Pleated Shirt Dress', '海港百褶衬衫裙', 'alpha5', 'BLU OLV IVO', 12800],
    ['DR2003', 'Neon Ribbed Bodycon Dress', '罗纹修身连衣裙', 'alpha5', 'BLK WIN TEA', 7900],
    ['TP2004', 'Structured Corset Top', '立体收腰上衣', 'alpha4', 'BLK IVO PNK', 6900],
    ['TP2005', 'Crepe Bow-Neck Blouse', '绉纱蝴蝶结衬衫', 'alpha5', 'IVO WIN NVY', 7400],
    ['TP2006', 'One-Shoulder Jersey Top', '单肩针织上衣', 'alpha5', 'BLK COR SAG', 4600],
    ['BT2007', 'Tailored Cigarette Trousers', '修身九分裤', 'waist', 'BLK GRY NVY', 9200],
    ['BT2008', 'Satin Bias Midi Skirt', '斜裁缎面半身裙', 'waist', 'CHA EMR BLK', 7800],
    ['BT2009', 'Utility Cargo Trousers', '工装束脚裤', 'waist', 'OLV MOC BLK', 9800],
  ],
  HZ03: [
    ['LW3001', 'West Lake Silk Pyjama Set', '西湖真丝睡衣套装', 'alpha5', 'CHA NVY PNK', 28900],
    ['LW3002', 'Mulberry Silk Slip Dress', '桑蚕丝吊带裙', 'alpha5', 'BLK CHA EMR', 19800],
    ['LW3003', 'Bamboo Lounge Jogger Set', '竹纤维家居套装', 'alpha6', 'GRY SAG MOC', 9600],
    ['TP3004', 'Washed Silk Shirt', '水洗真丝衬衫', 'alpha5', 'IVO BLU BLK', 21500],
    ['TP3005', 'Lotus Print Kimono Top', '荷花印花和风上衣', 'alpha4', 'LIL TEA COR', 8700],
    ['DR3006', 'Osmanthus Jacquard Qipao Dress', '桂花提花改良旗袍', 'alpha5', 'EMR WIN NVY', 16900],
    ['DR3007', 'Drizzle Chiffon Sundress', '细雨雪纺吊带裙', 'alpha5', 'BLU PNK SAG', 9900],
    ['BT3008', 'Tencel Paperbag Trousers', '天丝花苞裤', 'waist', 'OLV MUS BLK', 8600],
  ],
  YW04: [
    ['TP4001', 'Everyday Rib Tank', '日常罗纹背心', 'alpha6', 'BLK IVO GRY PNK', 1980],
    ['TP4002', 'Boxy Organic Cotton Tee', '有机棉宽松T恤', 'alpha6', 'IVO BLK SAG MUS', 2450],
    ['TP4003', 'Pointelle Knit Cardigan', '镂空针织开衫', 'alpha5', 'PNK IVO BLU', 6200],
    ['BT4004', 'Fleece Lounge Shorts', '抓绒家居短裤', 'alpha5', 'GRY NVY LIL', 2900],
    ['AC4005', 'Stride Seamless Leggings', '无缝运动紧身裤', 'alpha5', 'BLK TEA MOC', 4800],
    ['AC4006', 'Pulse Racerback Sports Bra', '工字背运动文胸', 'alpha5', 'BLK COR TEA', 3600],
  ],
  ST05: [
    ['LG5001', 'Velvet Rose Balconette Bra', '丝绒玫瑰半杯文胸', 'bra', 'WIN BLK EMR', 5200],
    ['LG5002', 'Dewdrop Mesh Thong', '露珠网纱丁字裤', 'alpha4', 'BLK NUD WIN LIL', 980],
    ['LG5003', 'Everyday Cotton Hipster', '纯棉中腰内裤', 'alpha6', 'NUD GRY PNK BLU', 890],
    ['LG5004', 'Contour Shaping Bodysuit', '塑身连体衣', 'alpha6', 'NUD BLK MOC', 6900],
    ['LG5005', 'Camellia Longline Bra', '山茶花长款文胸', 'bra', 'IVO BLK PNK', 5600],
    ['LW5006', 'Feather Trim Satin Robe', '羽毛边缎面睡袍', 'alpha4', 'CHA BLK PNK', 12400],
  ],
  NB06: [
    ['AC6001', 'Tide Quick-Dry Running Tee', '潮汐速干跑步T恤', 'alpha5', 'BLU BLK COR', 3400],
    ['AC6002', 'Breeze Woven Track Jacket', '微风梭织运动外套', 'alpha5', 'NVY OLV IVO', 8200],
    ['AC6003', 'Harbour Tennis Skort', '海岸网球裙裤', 'alpha5', 'IVO NVY PNK', 5100],
  ],
}

export interface DemoSku {
  id: string
  nm_sku: string
  color: string
}

export interface DemoStyle {
  id: string
  /** Usual price in fen. */
  price: number
  skus: readonly DemoSku[]
}

function styleRow(vendor: string, [code, name, nameZh]: Style): Insertable<StyleRow> {
  const category = categories[code.slice(0, 2) as keyof typeof categories]
  const season = seasons[Number(code.slice(2)) % seasons.length] ?? null
  return {
    id: fixedId('style', code),
    code,
    vendor_id: fixedId('vendor', vendor),
    name,
    name_zh: nameZh,
    category,
    season,
  }
}

function skusOf([code, , , run, palette]: Style): Insertable<Sku>[] {
  return (palette.split(' ') as Color[]).flatMap((color) =>
    sizeRuns[run].map((size, at) => {
      const nmSku = `${code}${color}-${size}`
      const [en, zh] = colors[color]
      return {
        id: fixedId('sku', nmSku),
        nm_sku: nmSku,
        style_id: fixedId('style', code),
        color: en,
        color_zh: zh,
        size,
        size_rank: at + 1,
      }
    }),
  )
}

/** Code, sizes and usual price (fen) of every style. */
export const stylesOfDemo = Object.values(stylesOf)
  .flat()
  .map(([code, , , run, , price]) => [code, run, price] as const)

export const styleRows = Object.entries(stylesOf).flatMap(([vendor, styles]) =>
  styles.map((style) => styleRow(vendor, style)),
)

export const skuRows = Object.values(stylesOf).flat().flatMap(skusOf)

/** A vendor's styles with their SKUs. */
export function stylesMadeBy(vendor: string): DemoStyle[] {
  return (stylesOf[vendor] ?? []).map((style) => ({
    id: fixedId('style', style[0]),
    price: style[5],
    skus: skusOf(style).map(({ id, nm_sku, color }) => ({ id, nm_sku, color })),
  }))
}

interface DemoVendor {
  code: string
  name: string
  nameZh: string
  city: string
  /** How many days ago it came on board. */
  daysAgo: number
}

/** Where vendors are, in both languages, as their labels say it; one is known in Chinese alone. */
const vendorAddresses: Readonly<Record<string, readonly [string | null, string]>> = {
  GZ01: ['18 Shahe Garment Road, Tianhe District, Guangzhou 510500, China', '广东省广州市天河区沙河服装路 18 号'],
  SZ02: [
    'Block C, 6 Nanyou Fashion Park, Nanshan District, Shenzhen 518054, China',
    '广东省深圳市南山区南油服装园 6 号 C 座',
  ],
  HZ03: ['27 Silk Street, Linping District, Hangzhou 311100, China', '浙江省杭州市临平区丝绸街 27 号'],
  YW04: [null, '浙江省金华市义乌市针织工业区 9 号'],
  ST05: ['3 Chaoyang Lingerie Park, Shantou 515100, China', '广东省汕头市潮阳区内衣工业园 3 号'],
  NB06: ['52 Fenghua Apparel Avenue, Ningbo 315500, China', '浙江省宁波市奉化区服装大道 52 号'],
}

/** In the order in which `stories.ts` counts orders. The last one came on board a short while ago. */
const vendors: readonly DemoVendor[] = [
  {
    code: 'GZ01',
    name: 'Guangzhou Yihe Garment Co., Ltd.',
    nameZh: '广州怡禾服饰有限公司',
    city: 'Guangzhou',
    daysAgo: 1460,
  },
  {
    code: 'SZ02',
    name: 'Shenzhen Lanxin Fashion Co., Ltd.',
    nameZh: '深圳市岚昕时装有限公司',
    city: 'Shenzhen',
    daysAgo: 1095,
  },
  {
    code: 'HZ03',
    name: 'Hangzhou Qiansi Textile Co., Ltd.',
    nameZh: '杭州千丝纺织服装有限公司',
    city: 'Hangzhou',
    daysAgo: 820,
  },
  { code: 'YW04', name: 'Yiwu Jinding Knitting Factory', nameZh: '义乌市金鼎针织厂', city: 'Yiwu', daysAgo: 610 },
  {
    code: 'ST05',
    name: 'Shantou Meiyuan Lingerie Co., Ltd.',
    nameZh: '汕头市美媛内衣实业有限公司',
    city: 'Shantou',
    daysAgo: 430,
  },
  {
    code: 'NB06',
    name: 'Ningbo Haichuan Apparel Co., Ltd.',
    nameZh: '宁波海川服饰有限公司',
    city: 'Ningbo',
    daysAgo: 24,
  },
]

export const vendorCodes = vendors.map((vendor) => vendor.code)

export function vendorRows(today: string): (Insertable<Vendor> & { onboarded_on: string })[] {
  const makers = vendors.map(({ code, name, nameZh, city, daysAgo }) => ({
    id: fixedId('vendor', code),
    code,
    name,
    name_zh: nameZh,
    address: vendorAddresses[code]?.[0] ?? null,
    address_zh: vendorAddresses[code]?.[1] ?? null,
    city,
    time_zone: 'Asia/Shanghai',
    onboarded_on: addDays(today, -daysAgo),
    is_selectable: true,
  }))
  const facility = {
    id: fixedId('vendor', 'NOI1'),
    code: 'NOI1',
    name: 'Noida Stitching Unit',
    name_zh: '诺伊达缝制厂',
    address: null,
    address_zh: null,
    city: 'Noida',
    time_zone: 'Asia/Kolkata',
    onboarded_on: addDays(today, -400),
    // Nobody orders of it as of a vendor.
    is_selectable: false,
  }
  return [...makers, facility]
}

type Kind = Site['kind']
type DemoSite = Omit<Site, 'retired_at' | 'version'>

/** Of the sites that vendors send to, as a Chinese carrier writes it. */
const addressesZh: Readonly<Record<string, string>> = {
  CNQC: '广东省广州市海珠区中大纺织路 88 号 3 栋',
  CNQZ: '浙江省杭州市上城区四季青服装路 1 号 5 栋',
}

const regions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    North: ['SDEL', 'SGGN', 'SJAI', 'SLKO', 'SNOI', 'SCHD'],
    South: ['SBLR', 'SHYD', 'SMAA', 'SCOK', 'SVIZ', 'SCBE'],
    East: ['SCCU', 'SPAT', 'SGAU', 'SBBI'],
    West: ['SMUM', 'SPUN', 'SAMD', 'SIND', 'SBHO', 'SNAG', 'SSUR', 'SVAD'],
  }).flatMap(([region, codes]) => codes.map((code) => [code, region])),
)

/** Where goods go from one site to another of production and QC: each state has its own. The others have the company's. */
const gstins: Readonly<Record<string, string>> = {
  PNOI: '09AAACS1429D1ZP',
  PJAI: '08AAGCJ5512K1ZF',
  INQC: '06AAACS1429D1ZV',
}

function site(code: string, kind: Kind, name: string, nameZh: string, address: string): DemoSite {
  const country = kind === 'china_qc' ? 'CN' : 'IN'
  const currency = kind === 'china_qc' ? 'CNY' : 'INR'
  const zone = kind === 'china_qc' ? 'Asia/Shanghai' : 'Asia/Kolkata'
  const names = { name, name_zh: nameZh, address, address_zh: addressesZh[code] ?? null, region: regions[code] ?? null }
  const gstin = gstins[code] ?? null
  return { id: fixedId('site', code), code, ...names, kind, country, time_zone: zone, currency, gstin }
}

export const sites: readonly DemoSite[] = [
  site(
    'CNQC',
    'china_qc',
    'Guangzhou QC Centre',
    '广州质检仓',
    'Building 3, 88 Zhongda Textile Road, Haizhu District, Guangzhou 510310, China',
  ),
  // Nothing comes here of itself: its one account shows what somebody sees whose site is another one.
  site(
    'CNQZ',
    'china_qc',
    'Hangzhou QC Centre',
    '杭州质检仓',
    'Building 5, 1 Sijiqing Garment Road, Shangcheng District, Hangzhou 310016, China',
  ),
  site(
    'INQC',
    'india_qc',
    'Gurugram QC Centre',
    '古尔冈质检仓',
    'Plot 214, Udyog Vihar Phase IV, Gurugram 122015, India',
  ),
  site('WDEL', 'warehouse', 'Delhi Warehouse', '德里仓库', 'Khasra 41, Bamnoli Village, New Delhi 110077, India'),
  site(
    'WBLR',
    'warehouse',
    'Bengaluru Warehouse',
    '班加罗尔仓库',
    '27 Hoskote Industrial Area, Bengaluru 562114, India',
  ),
  site('PNOI', 'production', 'Noida Production Unit', '诺伊达生产部', 'B-62, Sector 63, Noida 201301, India'),
  site(
    'PJAI',
    'production',
    'Jaipur Garments, Sitapura',
    '斋浦尔制衣西塔普拉厂',
    'E-27 Sitapura Industrial Area, Jaipur 302022, India',
  ),
  site('SDEL', 'shop', 'Delhi, Connaught Place', '德里康诺特广场店', 'N-14 Connaught Place, New Delhi 110001, India'),
  site('SMUM', 'shop', 'Mumbai, Bandra', '孟买班德拉店', '12 Linking Road, Bandra West, Mumbai 400050, India'),
  site(
    'SBLR',
    'shop',
    'Bengaluru, Indiranagar',
    '班加罗尔因迪拉纳加店',
    '410 100 Feet Road, Indiranagar, Bengaluru 560038, India',
  ),
  site(
    'SHYD',
    'shop',
    'Hyderabad, Banjara Hills',
    '海得拉巴班贾拉山店',
    'Road No. 2, Banjara Hills, Hyderabad 500034, India',
  ),
  site('SPUN', 'shop', 'Pune, Koregaon Park', '浦那科雷冈公园店', 'Lane 7, Koregaon Park, Pune 411001, India'),
  site('SCCU', 'shop', 'Kolkata, Park Street', '加尔各答公园街店', '55 Park Street, Kolkata 700016, India'),
  site('SMAA', 'shop', 'Chennai, T. Nagar', '金奈T纳加店', '31 Pondy Bazaar, T. Nagar, Chennai 600017, India'),
  site('SGGN', 'shop', 'Gurugram, Cyber Hub', '古尔冈赛博中心店', 'DLF Cyber Hub, Gurugram 122002, India'),
  site('SAMD', 'shop', 'Ahmedabad, C. G. Road', '艾哈迈达巴德店', '14 C. G. Road, Ahmedabad 380009, India'),
  site('SJAI', 'shop', 'Jaipur, M. I. Road', '斋浦尔店', '201 M. I. Road, Jaipur 302001, India'),
  site('SLKO', 'shop', 'Lucknow, Hazratganj', '勒克瑙店', '9 Hazratganj, Lucknow 226001, India'),
  site('SCOK', 'shop', 'Kochi, Marine Drive', '科钦店', '3 Marine Drive, Kochi 682031, India'),
  site('WMUM', 'warehouse', 'Mumbai Warehouse', '孟买仓库', 'Gala 12, Bhiwandi, Thane 421302, India'),
  site('SNOI', 'shop', 'Noida, DLF Mall', '诺伊达DLF购物中心店', 'Sector 18, Noida 201301, India'),
  site('SCHD', 'shop', 'Chandigarh, Sector 17', '昌迪加尔17区店', 'SCO 88, Sector 17, Chandigarh 160017, India'),
  site('SIND', 'shop', 'Indore, M. G. Road', '印多尔店', '21 M. G. Road, Indore 452001, India'),
  site('SBHO', 'shop', 'Bhopal, New Market', '博帕尔店', '7 New Market, Bhopal 462003, India'),
  site('SNAG', 'shop', 'Nagpur, Sitabuldi', '那格浦尔店', '33 Sitabuldi Main Road, Nagpur 440012, India'),
  site('SSUR', 'shop', 'Surat, Ghod Dod Road', '苏拉特店', '5 Ghod Dod Road, Surat 395001, India'),
  site('SVAD', 'shop', 'Vadodara, R. C. Dutt Road', '巴罗达店', '19 R. C. Dutt Road, Vadodara 390007, India'),
  site('SPAT', 'shop', 'Patna, Boring Road', '巴特那店', '62 Boring Road, Patna 800001, India'),
  site('SGAU', 'shop', 'Guwahati, G. S. Road', '古瓦哈提店', '140 G. S. Road, Guwahati 781005, India'),
  site('SBBI', 'shop', 'Bhubaneswar, Janpath', '布巴内什瓦尔店', '11 Janpath, Bhubaneswar 751001, India'),
  site(
    'SVIZ',
    'shop',
    'Visakhapatnam, Dwaraka Nagar',
    '维沙卡帕特南店',
    '8 Dwaraka Nagar, Visakhapatnam 530016, India',
  ),
  site('SCBE', 'shop', 'Coimbatore, R. S. Puram', '哥印拜陀店', '27 D. B. Road, Coimbatore 641002, India'),
]
