import type { Insertable } from 'kysely'
import { addDays } from '../../../shared/domain/order-status.ts'
import type { Site, Vendor } from '../types.gen.ts'
import { fixedId } from './random.ts'

interface DemoVendor {
  code: string
  name: string
  nameZh: string
  city: string
  /** How many days ago it came on board. */
  daysAgo: number
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
  return vendors.map(({ code, name, nameZh, city, daysAgo }) => ({
    id: fixedId('vendor', code),
    code,
    name,
    name_zh: nameZh,
    city,
    time_zone: 'Asia/Shanghai',
    onboarded_on: addDays(today, -daysAgo),
    is_selectable: true,
  }))
}

type Kind = Site['kind']

function site(code: string, kind: Kind, name: string, nameZh: string, address: string): Site {
  const country = kind === 'china_qc' ? 'CN' : 'IN'
  const zone = kind === 'china_qc' ? 'Asia/Shanghai' : 'Asia/Kolkata'
  return { id: fixedId('site', code), code, name, name_zh: nameZh, kind, country, address, time_zone: zone }
}

export const sites: readonly Site[] = [
  site(
    'CNQC',
    'china_qc',
    'Guangzhou QC Centre',
    '广州质检中心',
    'Building 3, 88 Zhongda Textile Road, Haizhu District, Guangzhou 510310, China',
  ),
  site(
    'INQC',
    'india_qc',
    'Gurugram QC Centre',
    '古尔冈质检中心',
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
]
