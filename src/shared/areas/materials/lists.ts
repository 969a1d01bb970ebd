import { fields } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { FabricLotRow, MaterialRow, RollRow, SkuMaterialRow } from './calls.ts'
import { materialKindWords, materialUnitWords } from './material.ts'
import { rollStateWords } from './roll-life.ts'

const m = fields<MaterialRow>()

/** Masters of fabrics, trims and sample fabrics. */
export const materials = list({
  name: 'materials',
  rowId: (row) => row.material_id,
  file: 'materials',
  shared: [['in_use', 'short', 'unmapped']],
  fields: [
    m.code('material_id', key('Material'), (row) => row.material_id, { width: 130, pinned: true }),
    m.text('name', key('Material name'), (row, reader) => reader.name(row.name, row.name_zh), {
      width: 240,
      grows: true,
    }),
    m.word('kind', key('Kind'), (row) => materialKindWords[row.kind], { width: 110, words: materialKindWords }),
    m.text('color', key('Colour'), (row) => row.color, { width: 120 }),
    m.word('unit', key('Unit'), (row) => materialUnitWords[row.unit], { width: 80, words: materialUnitWords }),
    m.number('on_hand', key('On hand'), (row) => row.on_hand, { width: 100, digits: 2 }),
    m.number('free', key('Free'), (row) => row.free, { width: 100, digits: 2 }),
    m.number('reorder_point', key('Reorder point'), (row) => row.reorder_point, { width: 110, digits: 2 }),
    m.count('skus', key('Used by SKUs'), (row) => row.skus, { width: 110 }),
    m.money('price', key('Price a unit'), (row) => row.price, { width: 110 }),
  ],
})

const f = fields<FabricLotRow>()

/** Fabric on hand by lot and shade. */
export const fabricLots = list({
  name: 'fabrics',
  rowId: (row) => JSON.stringify([row.material_id, row.lot, row.shade]),
  file: 'fabrics',
  shared: [['to_inspect', 'free', 'reserved', 'on_hold', 'rejected', 'ends']],
  fields: [
    f.code('material_id', key('Fabric'), (row) => row.material_id, { width: 130, pinned: true }),
    f.text('name', key('Material name'), (row, reader) => reader.name(row.name, row.name_zh), {
      width: 220,
      grows: true,
    }),
    f.text('color', key('Colour'), (row) => row.color, { width: 120 }),
    f.code('lot', key('Dye lot'), (row) => row.lot, { width: 110 }),
    f.code('shade', key('Shade'), (row) => row.shade, { width: 90 }),
    f.count('rolls', key('Rolls'), (row) => row.rolls, { width: 80 }),
    f.count('to_inspect', key('To inspect'), (row) => row.to_inspect, { width: 100 }),
    f.number('received', key('Received '), (row) => row.received, { width: 110, digits: 2 }),
    f.number('free', key('Free '), (row) => row.free, { width: 100, digits: 2 }),
    f.number('waiting', key('Not accepted'), (row) => row.waiting, { width: 110, digits: 2 }),
    f.number('reserved', key('Reserved '), (row) => row.reserved, { width: 110, digits: 2 }),
    f.number('consumed', key('Consumed '), (row) => row.consumed, { width: 120, digits: 2 }),
    f.number('written_off', key('Written off '), (row) => row.written_off, { width: 120, digits: 2, hidden: true }),
    f.number('returned', key('Returned '), (row) => row.returned, { width: 110, digits: 2, hidden: true }),
    f.count('ends', key('Ends'), (row) => row.ends, { width: 70, shownFrom: 1440 }),
    f.day('first_received_on', key('First received'), (row) => row.first_received_on, { width: 130, shownFrom: 1440 }),
  ],
})

const r = fields<RollRow>()

/** Rolls one by one. */
export const rolls = list({
  name: 'fabric-rolls',
  rowId: (row) => row.roll,
  file: 'fabric-rolls',
  shared: [
    ['free', 'reserved', 'ends'],
    ['on_hold', 'reserved', 'ends'],
    ['rejected', 'ends'],
  ],
  fields: [
    r.code('roll', key('Roll'), (row) => row.roll, { width: 130, pinned: true }),
    r.code('supplier_roll', key('Mill’s roll no.'), (row) => row.supplier_roll, { width: 140, shownFrom: 1440 }),
    r.code('material_id', key('Fabric'), (row) => row.material_id, { width: 120 }),
    r.text('name', key('Material name'), (row, reader) => reader.name(row.name, row.name_zh), {
      width: 180,
      grows: true,
    }),
    r.text('color', key('Colour'), (row) => row.color, { width: 110 }),
    r.code('lot', key('Dye lot'), (row) => row.lot, { width: 100 }),
    r.code('shade', key('Shade'), (row) => row.shade, { width: 80 }),
    r.word('state', key('Status'), (row) => rollStateWords[row.state], { width: 120, words: rollStateWords }),
    r.number('score', key('Points in 100 yd²'), (row) => row.score, { width: 130, digits: 2 }),
    r.number('free', key('Free '), (row) => row.free, { width: 90, digits: 2 }),
    r.number('waiting', key('Not accepted'), (row) => row.waiting, { width: 110, digits: 2 }),
    r.number('reserved', key('Reserved '), (row) => row.reserved, { width: 100, digits: 2 }),
    r.number('consumed', key('Consumed '), (row) => row.consumed, { width: 110, digits: 2 }),
    r.number('received', key('Received '), (row) => row.received, { width: 110, digits: 2, shownFrom: 1440 }),
    r.number('width_cm', key('Width (cm)'), (row) => row.width_cm, { width: 90, digits: 1 }),
    r.number('gsm', key('GSM'), (row) => row.gsm, { width: 70, shownFrom: 1440 }),
    r.number('shrinkage', key('Shrinkage (%)'), (row) => row.shrinkage, { width: 110, digits: 1, shownFrom: 1680 }),
    r.code('site', key('Site '), (row) => row.site, { width: 80 }),
    r.code('place', key('Shelf'), (row) => row.place, { width: 90 }),
    r.day('received_on', key('Received'), (row) => row.received_on, { width: 120, shownFrom: 1440 }),
  ],
})

const p = fields<SkuMaterialRow>()

/** What SKUs take of materials. */
export const skuMaterials = list({
  name: 'sku-materials',
  rowId: (row) => JSON.stringify([row.nm_sku, row.material_id ?? '', row.placement ?? '']),
  file: 'sku-materials',
  shared: [['mapped', 'unlikely']],
  fields: [
    p.code('nm_sku', key('NM SKU'), (row) => row.nm_sku, { width: 170, pinned: true }),
    p.code('style_id', key('Style ID'), (row) => row.style_id, { width: 110, traces: true }),
    p.text('color', key('Colour'), (row, { name }) => name(row.color, row.color_zh), { width: 120 }),
    p.text('size', key('Size'), (row) => row.size, { width: 70 }),
    p.code('material_id', key('Material'), (row) => row.material_id, { width: 130 }),
    p.text('material_name', key('Material name'), (row) => row.material_name, { width: 200, grows: true }),
    p.text('placement', key('Placement'), (row) => row.placement, { width: 130 }),
    p.number('consumption', key('Consumption a piece'), (row) => row.consumption, { width: 150, digits: 3 }),
    p.word('unit', key('Unit'), (row) => (row.unit ? materialUnitWords[row.unit] : null), {
      width: 80,
      words: materialUnitWords,
    }),
    p.count('open_pieces', key('Open pieces'), (row) => row.open_pieces, { width: 110 }),
    p.text('open_orders', key('Open orders'), (row) => row.open_orders.join(', ') || null, { width: 170 }),
    p.number('wastage', key('Wastage (%)'), (row) => row.wastage, { width: 100, digits: 1 }),
  ],
})
