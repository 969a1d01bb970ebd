import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { screen } from '../../kernel/screens.ts'
import { materialCalls, materialId, rollCode } from './calls.ts'
import { rollDefectWords } from './four-point.ts'
import { fabricLots, materials, rolls } from './lists.ts'
import { mappingWords } from './mapping.ts'
import { materialFaults, materialKindWords, materialProperties, materialUnitWords } from './material.ts'
import { consumptionWords } from './need.ts'
import { pickReasons, reservationWords } from './reserve.ts'
import { materialRights } from './rights.ts'
import { rollFaults, rollMoveWords } from './roll.ts'
import { rollLife, rollStateCode, rollStateWords, rollWords } from './roll-life.ts'

const { seeMaterials } = materialRights
const { roles: callers } = seeMaterials

/** Fabric by the roll, trims by the piece, and what each SKU needs of them. */
export const materialsArea = area({
  calls: materialCalls,
  rights: materialRights,
  screens: [
    screen('production', '/ops/fabrics', 'Fabrics', 'layers', seeMaterials),
    screen('production', '/ops/materials', 'Materials', 'cube', seeMaterials),
    screen('production', '/ops/product-mapping', 'Product mapping', 'diagram-tree', seeMaterials),
  ],
  lists: {
    materials: seeMaterials,
    fabrics: seeMaterials,
    'fabric-rolls': seeMaterials,
    'sku-materials': seeMaterials,
  },
  exports: {
    exportMaterials: listFile('materials', materials, {
      summary: 'Masters of a kind of material.',
      callers,
      takes: {
        ...notPaged(materialCalls.getFabricMaterials),
        kind: materialCalls.getAllMaterialIds.takes.shape.kind,
        material_ids: chosen(materialId),
      },
    }),
    exportFabrics: listFile('fabrics', fabricLots, {
      summary: 'Fabric on hand by lot and shade.',
      callers,
      takes: notPaged(materialCalls.getFabrics),
    }),
    exportRolls: listFile('fabric-rolls', rolls, {
      summary: 'Rolls one by one.',
      callers,
      takes: { ...notPaged(materialCalls.getRolls), rolls: chosen(rollCode) },
    }),
  },
  entities: ['material', 'fabric_roll', 'sku_material'],
  feed: { material: seeMaterials, fabric_roll: seeMaterials, sku_material: seeMaterials },
  traces: { fabric_roll: { place: 12, one: 'Roll', many: 'Rolls' } },
  facts: { lot: 'Dye lot', shade: 'Shade', free: 'Free' },
  events: {
    'material.created': 'Material made',
    'material.changed': 'Material changed',
    'material.retired': 'Material retired',
    'material.in_use': 'Material in use again',
    'roll.received': 'Roll received',
    'roll.changed': 'Roll changed',
    'roll.moved': 'Roll moved to another place',
    'roll.accept': 'Roll accepted',
    'roll.reject': 'Roll rejected',
    'roll.hold': 'Roll put on hold',
    'roll.reinspect': 'Roll to be inspected again',
    'roll.reserved': 'Cloth reserved',
    'roll.released': 'Cloth released',
    'roll.cut': 'Cloth cut',
    'roll.uncut': 'Cut taken back',
    'roll.write_off': 'Cloth written off',
    'roll.take_up': 'Write-off taken back',
    'roll.return': 'Cloth returned to the mill',
    'roll.take_back': 'Return taken back',
    'mapping.changed': 'What it takes of materials changed',
    'mapping.removed': 'Material taken off',
  },
  statuses: {
    [rollStateWords.to_inspect]: 'warn',
    [rollStateWords.on_hold]: 'warn',
    [rollStateWords.accepted]: 'good',
    [rollStateWords.rejected]: 'bad',
  },
  codes: Object.fromEntries(Object.entries(rollStateWords).map(([state, word]) => [rollStateCode(state), word])),
  lives: { rollLife },
  words: [
    ...Object.values(materialProperties).flatMap((kind) =>
      Object.values(kind).flatMap((property) => [property.label, ...('choices' in property ? property.choices : [])]),
    ),
    ...[materialFaults, consumptionWords, pickReasons, reservationWords].flatMap((table) => Object.values(table)),
    ...[materialKindWords, materialUnitWords, rollDefectWords].flatMap((table) => Object.values(table)),
    ...[rollFaults, rollMoveWords, rollWords, mappingWords].flatMap((table) => Object.values(table)),
    ...rollLife.words,
  ],
})
