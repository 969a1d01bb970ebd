import { column } from '../../kernel/sheet.ts'
import type { Unit } from '../../kernel/written-units.ts'
import { labelsOf, type RecordKind, recordKind } from './record-kind.ts'

const code = (en: string, zh: string, also: readonly string[] = []) =>
  column.code('recordCode', en, zh, { required: true, also, width: 18 })

const name = column.text('Name (English)', '英文名称', { also: ['Name', '名称'], maxLength: 120, width: 32 })
const companyName = column.text('Name (English)', '英文名称', {
  ...{ maxLength: 120, width: 32 },
  also: ['Name', '名称', 'Company name', 'Vendor name', 'Supplier name', '公司名称', '供应商名称'],
})
const nameZh = column.text('Name (Chinese)', '中文名称', {
  ...{ also: ['Chinese name', '中文名', '名称（中文）'], maxLength: 120, width: 28 },
})
const address = column.text('Full address', '详细地址', { also: ['Address', '地址'], maxLength: 300, width: 40 })
const addressZh = column.text('Full address (Chinese)', '中文详细地址', {
  ...{ also: ['Chinese address', '中文地址'], maxLength: 300, width: 40 },
})
const timeZone = column.text('Time zone', '时区', { maxLength: 60, example: 'Asia/Shanghai', world: 'time_zone' })
const currency = column.code('recordCode', 'Currency', '币种', { also: ['货币'], maxLength: 3, world: 'currency' })
const gstin = column.text('GSTIN', 'GSTIN 税号', { maxLength: 15, width: 20 })
const position = column.quantity('Position', '顺序', {
  unit: null,
  maxLength: 4,
  negative: 'A position is 1 or more.',
  zero: 'A position is 1 or more.',
})

/** Currencies that prices and sales come in. */
export const currencies = ['CNY', 'INR', 'USD', 'EUR', 'GBP', 'HKD'] as const

const sku = column.code('nmSku', 'NM SKU', '商品编码', {
  ...{ required: true, also: ['SKU', 'NM SKU Code', 'SKU code', 'SKU编码'], width: 24 },
})

/** As it is printed on goods for sale in India, all taxes included. An SKU's own goes before its style's. */
const mrp = column.money(['INR'], 'MRP', '最高零售价', { also: ['Maximum retail price', 'MRP (INR)'] })

/** Where stock lies: a company's own sheets say warehouse, and a number or a name of it. */
const alsoSite: readonly string[] = [
  ...['Site', 'Site ID', 'Location', 'Location code', 'Warehouse', 'Warehouse code', 'Warehouse name'],
  ...['地点', '仓库', '仓库编号', '仓库编码', '仓库代码', '仓库名称'],
]
const alsoShelf: readonly string[] = ['Shelf code', 'Bin', 'Bin code', 'Rack', '货架号', '货架编号', '货位', '库位']

/** The vendor of a style or an order, by its code or its name. */
const alsoVendor: readonly string[] = [
  ...['Vendor', 'Vendor ID', 'Vendor name', 'Supplier', 'Supplier ID', 'Supplier code', 'Supplier name'],
  ...['供应商', '供应商名称', '供应商编码', '供应商代码'],
]
const vendor = column.code('recordCode', 'Vendor code', '供应商编号', { also: alsoVendor })

export const siteKinds = {
  china_qc: { en: 'QC in China', zh: '中国质检仓' },
  india_qc: { en: 'QC in India', zh: '印度质检仓' },
  warehouse: { en: 'Warehouse', zh: '仓库' },
  shop: { en: 'Shop', zh: '门店' },
  production: { en: 'Production', zh: '生产' },
} as const

export const sites = recordKind('sites', {
  one: 'Company site',
  many: 'Sites',
  about: 'Where goods are inspected, kept, made and sold: QC sites, warehouses, shops.',
  icon: 'home',
  name: { en: 'Sites', zh: '地点' },
  columns: {
    site: code('Site code', '地点编号', ['Site', 'Site ID', '地点编码', '地点代码']),
    kind: column.choice(siteKinds, 'Kind of site', '地点类型', { also: ['Kind', 'Type', 'Site type', '类型'] }),
    name,
    name_zh: nameZh,
    country: column.code('recordCode', 'Country', '国家', { also: ['国家/地区'], maxLength: 2, world: 'country' }),
    address,
    address_zh: addressZh,
    time_zone: timeZone,
    currency,
    region: column.text('Region', '大区', { also: ['Zone', '区域'], maxLength: 60 }),
    gstin,
  },
  key: ['site'],
  // China and India have one time zone each: there it is known by the country.
  needed: ['kind', 'name', 'country', 'address'],
  hidden: ['address_zh'],
  mostRows: 5_000,
  examples: [
    {
      ...{ site: 'CNQC', kind: 'china_qc', name: 'Guangzhou QC Centre', name_zh: '广州质检仓', country: 'CN' },
      ...{ address: '88 Zhongda Textile Road, Guangzhou', time_zone: 'Asia/Shanghai', currency: 'CNY' },
    },
    {
      ...{ site: 'SDEL', kind: 'shop', name: 'Delhi, Connaught Place', name_zh: '德里康诺特广场店', country: 'IN' },
      ...{ address: 'N-14 Connaught Place, New Delhi', time_zone: 'Asia/Kolkata', currency: 'INR' },
    },
  ],
})

export const shelves = recordKind('shelves', {
  one: 'Shelf',
  many: 'Shelves',
  about: 'Places of a site where stock lies. A site without shelves keeps everything on its floor.',
  icon: 'layers',
  name: { en: 'Shelves', zh: '货架' },
  columns: {
    site: code('Site code', '地点编号', alsoSite),
    shelf: code('Shelf', '货架', alsoShelf),
    name: column.text('Shelf name', '货架名称', { also: ['Name', '名称'], maxLength: 120 }),
  },
  key: ['site', 'shelf'],
  refs: { site: { kind: 'sites' } },
  examples: [{ site: 'WDEL', shelf: 'A-01-02', name: 'Aisle A, bay 1, level 2' }],
})

export const vendors = recordKind('vendors', {
  one: 'Vendor',
  many: 'Vendors',
  about: 'Who makes the goods and answers the orders.',
  icon: 'people',
  name: { en: 'Vendors', zh: '供应商' },
  columns: {
    vendor: code('Vendor code', '供应商编号', [
      ...['Vendor', 'Vendor ID', 'Supplier ID', 'Supplier code', '供应商编码', '供应商代码'],
    ]),
    name: companyName,
    name_zh: nameZh,
    city: column.text('City', '城市', { maxLength: 60 }),
    time_zone: timeZone,
    onboarded_on: column.date('On board since', '合作开始日', {}),
    is_selectable: column.yesNo('Takes orders', '可接单', {}),
    contact: column.text('Contact person', '联系人', { also: ['Contact'], maxLength: 80 }),
    phone: column.text('Phone', '电话', { maxLength: 40 }),
    email: column.text('E-mail', '邮箱', { maxLength: 120 }),
    address,
    address_zh: addressZh,
  },
  key: ['vendor'],
  needed: ['name', 'city'],
  hidden: ['time_zone', 'address', 'address_zh'],
  mostRows: 20_000,
  examples: [
    {
      ...{
        vendor: 'GZ01',
        name: 'Guangzhou Yihe Garment Co., Ltd.',
        name_zh: '广州怡禾服饰有限公司',
        city: 'Guangzhou',
      },
      ...{ time_zone: 'Asia/Shanghai', onboarded_on: '2026-01-05', is_selectable: true, contact: 'Chen Li' },
    },
  ],
})

export const facilities = recordKind('facilities', {
  one: 'Production facility',
  many: 'Production facilities',
  about: 'Who cuts, sews and finishes in India, and how much a day.',
  icon: 'build',
  name: { en: 'Facilities', zh: '生产工厂' },
  columns: {
    facility: code('Facility', '工厂编号', ['Facility ID', 'Facility code']),
    name,
    name_zh: nameZh,
    site: column.code('recordCode', 'Site code', '地点编号', { also: ['Site', 'Site ID'] }),
    gstin,
    address,
    is_own: column.yesNo('Own facility', '自有工厂', {}),
    capacity: column.quantity('Pieces a day', '每日件数', { also: ['日产能'] }),
    stages: column.text('Stages', '工序', { maxLength: 300, example: 'cutting, stitching, finishing, packing' }),
  },
  key: ['facility'],
  needed: ['name'],
  refs: { site: { kind: 'sites', where: { kind: 'production' } } },
  mostRows: 5_000,
  examples: [
    {
      ...{ facility: 'NOI1', name: 'Noida Stitching Unit', name_zh: '诺伊达缝制厂', gstin: '27AAPFU0939F1ZV' },
      ...{ capacity: 1200, stages: 'cutting, stitching, finishing, packing' },
    },
  ],
})

export const sizeSets = recordKind('size-sets', {
  one: 'Size of a size set',
  many: 'Size sets',
  about: 'Sizes in their order, which of them are core, and how many of each a standard set holds.',
  icon: 'ruler',
  name: { en: 'Size sets', zh: '尺码组' },
  columns: {
    size_set: code('Size set', '尺码组', ['Size set ID']),
    size: column.text('Size', '尺码', { required: true, maxLength: 20 }),
    position,
    is_core: column.yesNo('Core size', '核心尺码', {}),
    pieces_in_set: column.quantity('Pieces in a set', '每套件数', { maxLength: 4 }),
  },
  key: ['size_set', 'size'],
  needed: ['position'],
  mostRows: 20_000,
  examples: [
    { size_set: 'ALPHA', size: 'S', position: 1, is_core: true, pieces_in_set: 1 },
    { size_set: 'ALPHA', size: 'M', position: 2, is_core: true, pieces_in_set: 2 },
    { size_set: 'ALPHA', size: 'L', position: 3, is_core: false, pieces_in_set: 1 },
  ],
})

export const styles = recordKind('styles', {
  one: 'Style',
  many: 'Styles',
  about: 'What is ordered and sold, with what customs want to know of it.',
  icon: 'clothing',
  name: { en: 'Styles', zh: '款式' },
  columns: {
    style: code('Style code', '款号', ['Style', 'Style ID', 'Style no', 'Style number']),
    name,
    name_zh: nameZh,
    category: column.text('Category', '品类', { maxLength: 60 }),
    season: column.text('Season', '季节', { maxLength: 40 }),
    vendor,
    size_set: column.code('recordCode', 'Size set', '尺码组', {}),
    price: column.money(currencies, 'Unit price', '单价', { also: ['Price'] }),
    mrp,
    hs_code: column.text('HS code', '海关编码', { maxLength: 14 }),
    description: column.text('Customs description', '英文品名', { maxLength: 200, width: 30 }),
    description_zh: column.text('Customs description (Chinese)', '中文品名', { maxLength: 200 }),
    composition: column.text('Composition', '成分', { maxLength: 200, width: 26 }),
    origin: column.code('recordCode', 'Origin', '原产国', {
      also: ['Country of origin', '产地'],
      maxLength: 2,
      world: 'origin',
    }),
    weight: column.quantity('Net weight (g)', '净重（克）', {
      unit: 'g',
      also: ['Weight', '重量'],
      negative: 'A weight is 1 g or more.',
      zero: 'A weight is 1 g or more.',
    }),
    link: column.link('1688 link', '1688 链接', { width: 30 }),
  },
  key: ['style'],
  needed: ['name', 'category', 'vendor'],
  refs: { vendor: { kind: 'vendors' }, size_set: { kind: 'size-sets' } },
  hidden: ['description', 'description_zh', 'link'],
  pictures: true,
  examples: [
    {
      ...{
        style: 'DR1008',
        name: 'Jasmine Wrap Midi Dress',
        name_zh: '茉莉裹身中长裙',
        category: 'Dresses',
        vendor: 'GZ01',
      },
      ...{
        season: 'Autumn 2026',
        size_set: 'ALPHA',
        price: { minor: 11800, currency: 'CNY' },
        mrp: { minor: 349900, currency: 'INR' },
        hs_code: '6204430000',
        origin: 'CN',
        weight: 320,
      },
      ...{
        description: "Women's woven dress",
        description_zh: '女式机织连衣裙',
        composition: '95% polyester 5% elastane',
      },
    },
  ],
})

export const measures = recordKind('measurements', {
  one: 'Measurement',
  many: 'Measurement specs',
  about: 'What QC measures on a style, with its tolerance.',
  icon: 'array-numeric',
  name: { en: 'Measurements', zh: '尺寸表' },
  columns: {
    style: code('Style code', '款号', ['Style', 'Style ID', 'Style no', 'Style number']),
    size: column.text('Size', '尺码', { required: true, maxLength: 20 }),
    point: column.text('Point of measure', '测量部位', { required: true, maxLength: 80, width: 24 }),
    point_zh: column.text('Point of measure (Chinese)', '测量部位（中文）', { maxLength: 80 }),
    position,
    spec: column.decimal('Spec (cm)', '规格（厘米）', { unit: 'cm', decimals: 1, least: 0.1, most: 1000 }),
    tolerance: column.decimal('Tolerance (cm)', '公差（厘米）', { unit: 'cm', decimals: 1, most: 100 }),
  },
  key: ['style', 'size', 'point'],
  needed: ['spec', 'tolerance'],
  refs: { style: { kind: 'styles' } },
  examples: [
    { style: 'DR1008', size: 'M', point: 'Chest', point_zh: '胸围', position: 1, spec: 92, tolerance: 1 },
    { style: 'DR1008', size: 'M', point: 'Length', point_zh: '衣长', position: 2, spec: 118.5, tolerance: 1.5 },
  ],
})

export const skus = recordKind('skus', {
  one: 'SKU',
  many: 'SKU codes',
  about: 'A style in a colour and a size: what is counted, scanned and labelled.',
  icon: 'barcode',
  name: { en: 'SKUs', zh: '商品' },
  columns: {
    sku,
    style: column.code('recordCode', 'Style code', '款号', { also: ['Style', 'Style ID'] }),
    color: column.text('Colour', '颜色', { also: ['Color'], maxLength: 60 }),
    color_zh: column.text('Colour (Chinese)', '颜色（中文）', { maxLength: 60 }),
    size: column.text('Size', '尺码', { maxLength: 20 }),
    ean: column.text('EAN', 'EAN 条码', { also: ['Barcode', 'GTIN'], maxLength: 14 }),
    mrp,
  },
  key: ['sku'],
  needed: ['style', 'color', 'size'],
  pictures: true,
  refs: { style: { kind: 'styles' } },
  examples: [
    { sku: 'DR1008EMR-M', style: 'DR1008', color: 'Emerald', color_zh: '祖母绿', size: 'M', ean: '4006381333931' },
  ],
})

export const vendorOrders = recordKind('orders', {
  one: 'Vendor order',
  many: 'Vendor orders',
  about:
    'What is ordered from whom: a row a SKU. Orders that a vendor has answered change by quantity and deadline only.',
  icon: 'shopping-cart',
  name: { en: 'Orders', zh: '订单' },
  columns: {
    order_id: column.code('orderId', 'Order ID', '订单号', {
      ...{ required: true, also: ['PO No', 'PO', 'PO number', 'Order No', 'Order number', '采购单号'], width: 18 },
    }),
    sku,
    quantity: column.quantity('Quantity', '数量', { also: ['Qty', 'Order qty', 'Pieces', 'Pcs', '件数'] }),
    vendor,
    price: column.money(currencies, 'Unit price', '单价', { also: ['Price'], currencyIn: 'currency' }),
    order_date: column.date('Order date', '下单日期', { also: ['下单日'] }),
    deadline: column.date('Ship by', '最晚发货日', { also: ['Deadline', 'Shipping deadline'] }),
    destination: column.code('recordCode', 'Destination', '目的地', {}),
    is_urgent: column.yesNo('Urgent', '加急', {}),
    reason: column.text('Reason of the change', '变更原因', { maxLength: 200 }),
    currency,
    shipped: column.quantity('Shipped before', '此前已发', {}),
  },
  key: ['order_id', 'sku'],
  fileOnly: ['currency', 'shipped'],
  needed: ['quantity', 'price', 'deadline', 'destination'],
  mostRows: 50_000,
  refs: { sku: { kind: 'skus' }, vendor: { kind: 'vendors' }, destination: { kind: 'sites' } },
  retires: false,
  examples: [
    {
      ...{ order_id: 'PO-2026-0001', sku: 'DR1008EMR-M', quantity: 40, vendor: 'GZ01', order_date: '2026-11-02' },
      ...{ price: { minor: 11800, currency: 'CNY' }, deadline: '2026-12-05', destination: 'WDEL', is_urgent: false },
    },
  ],
})

export const productionOrderRecords = recordKind('production-orders', {
  one: 'Production order',
  many: 'Production orders',
  about:
    'What is produced in India: a row a SKU. An order that is new here begins at its first question, or is sent already where its rows name its own facility; one that facilities are assigned to changes on its screen only.',
  icon: 'build',
  name: { en: 'Production orders', zh: '生产单' },
  columns: {
    order: column.code('recordCode', 'Production order', '生产单号', {
      required: true,
      also: ['Order', 'Order action ID', 'Job card no.'],
      width: 18,
    }),
    sku,
    quantity: column.quantity('Quantity', '数量', { also: ['Qty', 'Order qty', 'Pieces', 'Pcs', '件数'] }),
    path: column.choice(
      { IN_HOUSE: { en: 'In-house', zh: '自产' }, OUTSOURCED: { en: 'Outsourced', zh: '外发' } },
      'Produced',
      '生产方式',
      {},
    ),
    due_on: column.date('Due date', '交期', {}),
    needs_marker: column.yesNo('Needs a marker', '需要排料图', {}),
    remark: column.text('Remark', '备注', { maxLength: 500, width: 30 }),
    cut: column.quantity('Cut before', '此前已裁', {}),
    facility: column.code('recordCode', 'Sent to facility', '已下达工厂', { also: ['Facility', 'Facility code'] }),
  },
  key: ['order', 'sku'],
  fileOnly: ['cut', 'facility'],
  needed: ['quantity'],
  mostRows: 50_000,
  refs: { sku: { kind: 'skus' }, facility: { kind: 'facilities' } },
  retires: false,
  examples: [
    {
      order: 'JC-2026-014',
      sku: 'DR1008EMR-M',
      quantity: 240,
      path: 'IN_HOUSE',
      due_on: '2026-12-20',
      needs_marker: true,
    },
  ],
})

export const shopProfiles = recordKind('shop-profiles', {
  one: 'Shop profile',
  many: 'Shop profiles',
  about: 'What a shop carries of each category: its grade, and how many pieces it shows at least and at most.',
  icon: 'shop',
  name: { en: 'Shop profiles', zh: '门店档案' },
  columns: {
    shop: code('Shop code', '门店编号', ['Shop', 'Shop ID', 'Site']),
    category: column.text('Category', '品类', { required: true, maxLength: 60 }),
    grade: column.code('recordCode', 'Grade', '等级', { maxLength: 2 }),
    is_carried: column.yesNo('Carried', '经营该品类', {}),
    least_shown: column.quantity('Least shown', '最少陈列', {}),
    most_shown: column.quantity('Most shown', '最多陈列', {}),
  },
  key: ['shop', 'category'],
  needed: ['grade'],
  refs: { shop: { kind: 'sites', where: { kind: 'shop' } } },
  examples: [{ shop: 'SDEL', category: 'Dresses', grade: 'A', is_carried: true, least_shown: 24, most_shown: 60 }],
})

export const sales = recordKind('sales', {
  one: 'Day of sales',
  many: 'Sales',
  about: 'What a shop sold and took back of an SKU on a day, and whether it had it.',
  icon: 'timeline-line-chart',
  name: { en: 'Sales', zh: '销售' },
  columns: {
    shop: code('Shop code', '门店编号', ['Shop', 'Shop ID', 'Site']),
    sku,
    day: column.date('Day', '日期', { required: true, also: ['Date'] }),
    sold: column.quantity('Units sold', '销售件数', {}),
    returned: column.quantity('Units returned', '退货件数', {}),
    value: column.money(currencies, 'Sales value', '销售额', { also: ['Value'] }),
    was_in_stock: column.yesNo('In stock', '当日有货', {}),
  },
  key: ['shop', 'sku', 'day'],
  needed: ['sold'],
  refs: { shop: { kind: 'sites', where: { kind: 'shop' } }, sku: { kind: 'skus' } },
  mostRows: 1_100_000,
  isLarge: true,
  retires: false,
  examples: [
    {
      ...{ shop: 'SDEL', sku: 'DR1008EMR-M', day: '2026-11-01', sold: 3, returned: 0 },
      ...{ value: { minor: 899700, currency: 'INR' }, was_in_stock: true },
    },
  ],
})

export const conditions = {
  good: { en: 'Good', zh: '完好' },
  b_grade: { en: 'B-grade', zh: '次品' },
  damaged: { en: 'Damaged', zh: '破损' },
} as const

export const openingStock = recordKind('opening-stock', {
  one: 'Opening stock',
  many: 'Opening stock',
  about: 'What lies where on the first day. Without a shelf it lies on the floor of its site.',
  icon: 'cube',
  name: { en: 'Opening stock', zh: '期初库存' },
  columns: {
    site: code('Site code', '地点编号', alsoSite),
    shelf: column.code('recordCode', 'Shelf', '货架', { also: alsoShelf }),
    sku,
    condition: column.choice(conditions, 'Condition', '成色', {}),
    quantity: column.quantity('Quantity', '数量', { also: ['Qty', 'Order qty', 'Pieces', 'Pcs', '件数'] }),
  },
  key: ['site', 'shelf', 'sku', 'condition'],
  usual: { condition: 'good' },
  needed: ['quantity'],
  refs: { site: { kind: 'sites' }, sku: { kind: 'skus' } },
  retires: false,
  examples: [{ site: 'WDEL', shelf: 'A-01-02', sku: 'DR1008EMR-M', condition: 'good', quantity: 60 }],
})

const materialCode = code('Material', '物料编号', ['Material ID', 'Material code'])
const decimal = (en: string, zh: string, decimals: number, most: number, least = 0, unit?: Unit) =>
  column.decimal(en, zh, { decimals, most, least, ...(unit && { unit }) })

export const materials = recordKind('materials', {
  one: 'Material',
  many: 'Materials',
  about: 'Fabrics, trims and sample fabrics: what SKUs are made of.',
  icon: 'layers',
  name: { en: 'Materials', zh: '物料' },
  columns: {
    material: materialCode,
    kind: column.choice(
      {
        product_fabric: { en: 'Fabric', zh: '面料' },
        product_accessories: { en: 'Trim', zh: '辅料' },
        product_sample: { en: 'Sample fabric', zh: '样布' },
      },
      'Kind',
      '类别',
      {},
    ),
    name,
    name_zh: nameZh,
    color: column.text('Colour', '颜色', { maxLength: 60 }),
    unit: column.choice(
      { metre: { en: 'Metre', zh: '米' }, piece: { en: 'Piece', zh: '件' }, pack: { en: 'Pack', zh: '包' } },
      'Unit',
      '单位',
      {},
    ),
    composition: column.text('Composition', '成分', { maxLength: 200 }),
    construction: column.choice(
      {
        Woven: { en: 'Woven', zh: '梭织' },
        Knit: { en: 'Knit', zh: '针织' },
        Lace: { en: 'Lace', zh: '蕾丝' },
        Nonwoven: { en: 'Nonwoven', zh: '无纺' },
      },
      'Weave or knit',
      '织法',
      {},
    ),
    width_cm: decimal('Usable width (cm)', '有效门幅（厘米）', 1, 400, 0.1, 'cm'),
    gsm: column.quantity('GSM', '克重', { unit: null, maxLength: 4 }),
    shrinkage: decimal('Shrinkage (%)', '缩水率（%）', 1, 40, 0, 'percent'),
    trim: column.choice(
      {
        Button: { en: 'Button', zh: '纽扣' },
        Zip: { en: 'Zip', zh: '拉链' },
        Label: { en: 'Label', zh: '标签' },
        Thread: { en: 'Thread', zh: '缝线' },
        Elastic: { en: 'Elastic', zh: '松紧带' },
        Lining: { en: 'Lining', zh: '里布' },
        'Packing materials': { en: 'Packing materials', zh: '包装材料' },
        'Other trim': { en: 'Other trim', zh: '其他辅料' },
      },
      'Trim',
      '辅料',
      {},
    ),
    size: column.text('Size or gauge', '规格', { maxLength: 60 }),
    pack_size: column.quantity('Pieces in a pack', '每包件数', { maxLength: 6 }),
    price: column.money(currencies, 'Price a unit', '单价', { also: ['Price'] }),
    reorder_point: decimal('Reorder point', '再订货点', 2, 1_000_000),
  },
  key: ['material'],
  needed: ['kind', 'name', 'unit'],
  hidden: ['construction', 'trim', 'size', 'pack_size'],
  mostRows: 50_000,
  examples: [
    {
      material: 'FAB-POP-NVY',
      kind: 'product_fabric',
      name: 'Cotton poplin',
      name_zh: '棉府绸',
      color: 'Navy',
      unit: 'metre',
      composition: '100 % cotton',
      width_cm: 148,
      gsm: 118,
    },
  ],
})

export const fabricRolls = recordKind('fabric-rolls', {
  one: 'Roll of fabric',
  many: 'Rolls of fabric',
  about:
    'Rolls that are there on the first day, and trims by the lot. A roll is received once; afterwards it is changed on the fabric screen.',
  icon: 'cylinder',
  name: { en: 'Fabric rolls', zh: '布卷' },
  columns: {
    material: materialCode,
    supplier_roll: code('Mill’s roll no.', '布厂卷号', ['Roll', 'Roll no.']),
    lot: column.code('recordCode', 'Lot', '缸号', {}),
    shade: column.code('recordCode', 'Shade', '色号', {}),
    site: column.code('recordCode', 'Site code', '地点编号', { also: alsoSite }),
    shelf: column.code('recordCode', 'Shelf', '货架', { also: alsoShelf }),
    length: decimal('Length (m)', '长度（米）', 2, 100_000, 0.01, 'm'),
    width_cm: decimal('Width (cm)', '门幅（厘米）', 1, 400, 0.1, 'cm'),
    gsm: column.quantity('GSM', '克重', { unit: null, maxLength: 4 }),
    shrinkage: decimal('Shrinkage (%)', '缩水率（%）', 1, 40, 0, 'percent'),
    received_on: column.date('Received', '收货日', {}),
    is_accepted: column.yesNo('Inspected and accepted', '已验收合格', {}),
  },
  key: ['material', 'supplier_roll'],
  needed: ['lot', 'shade', 'site', 'length'],
  refs: { material: { kind: 'materials' }, site: { kind: 'sites' } },
  retires: false,
  examples: [
    {
      material: 'FAB-POP-NVY',
      supplier_roll: '4471-01',
      lot: 'L4471',
      shade: 'A',
      site: 'PNOI',
      length: 92.5,
      width_cm: 148,
      received_on: '2026-11-01',
      is_accepted: true,
    },
  ],
})

const kinds = [
  ...([sites, shelves, vendors, facilities, sizeSets, styles, measures, skus] as const),
  ...([vendorOrders, productionOrderRecords, shopProfiles, sales, openingStock, materials, fabricRolls] as const),
] as const

export type KindName = (typeof kinds)[number]['kind']

/** In the order in which they are brought in: a kind names only records of kinds before it. */
export const recordKinds: readonly RecordKind<KindName>[] = kinds

export const kindNames = kinds.map(({ kind }) => kind) as unknown as readonly [KindName, ...KindName[]]

/** Throws for a name that is none. */
export function kindNamed(name: string): RecordKind<KindName> {
  const found = recordKinds.find(({ kind }) => kind === name)
  if (!found) throw new TypeError(`no kind ${name}`)
  return found
}

/** Chinese of what their columns and choices are called, by the English: it stands in their sheets already. */
export const recordLabels: Readonly<Record<string, string>> = Object.fromEntries(
  recordKinds.flatMap(labelsOf).map(({ en, zh }) => [en, zh]),
)
