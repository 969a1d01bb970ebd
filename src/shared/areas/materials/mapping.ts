import { column, sheet } from '../../kernel/sheet.ts'
import { key } from '../../kernel/words.ts'

/** Most that a piece takes of a material, in its unit, and least. */
export const consumptionBounds = { least: 0.0001, most: 10_000 } as const

export const mappingWords = {
  noSku: key('SKU {{nm_sku}} was not found.'),
  noMaterial: key('There is no material {{material_id}}.'),
  retired: key('Material {{material_id}} is retired.'),
  stands: key('The SKU takes this material already: choose “update”.'),
  stillNeeded: key('Material {{material_id}} is still needed: {{where}}.'),
  heldHere: key('Orders hold cloth by the old figures.'),
  onScreen: key('Change it on the screen, which asks: {{where}}.'),
  ask: key(
    'Orders hold cloth by the old figures. They keep it until it is released and reserved anew. Change all the same?',
  ),
  saved: key('What SKUs take of materials is saved.'),
  unchanged: key('Nothing is different.'),
  unlikely: key('Saved. Some look mistyped: see the tab “Unlikely”.'),
  removed: key('Material taken off.'),
  materialSaved: key('Material saved.'),
  materialRetired: key('Material retired.'),
  materialInUse: key('Material in use again.'),
  needed: key('Please enter material and consumption, or neither.'),
  noSkuHere: key('Nobody knows this SKU.'),
  noMaterialHere: key('There is no such material.'),
  retiredHere: key('This material is retired.'),
  twice: key('Material {{material_id}} is there already.'),
  expected: key('A material of the list of materials.'),
} as const

/** What SKUs take of materials, an SKU and a material a row; its own download can be filled in and sent. */
export const mappingSheet = sheet({
  name: 'sku_materials',
  noRows: 'The sheet has no rows.',
  key: ['nm_sku', 'material_id', 'placement'],
  columns: {
    nm_sku: column.code('nmSku', 'NM SKU', '商品编码', { required: true, also: ['SKU', 'NM SKU Code'], width: 24 }),
    style: column.shown('Style ID', '款号'),
    color: column.shown('Colour', '颜色'),
    size: column.shown('Size', '尺码'),
    // Rows without either say nothing: SKUs that take no material yet, to be filled in.
    material_id: column.code('recordCode', 'Material', '物料', { also: ['Material ID'], width: 20 }),
    placement: column.text('Placement', '部位', { maxLength: 60 }),
    consumption: column.decimal('Consumption a piece', '单件用量', {
      also: ['Consumption'],
      decimals: 4,
      least: consumptionBounds.least,
      most: consumptionBounds.most,
    }),
    wastage: column.decimal('Wastage (%)', '损耗（%）', { also: ['Wastage'], decimals: 1, least: 0, most: 100 }),
  },
})
