import { mappingSheet } from '../../../src/shared/areas/materials/mapping.ts'
import { contract } from '../../../src/shared/areas.ts'
import { photo } from './china.ts'
import { csvOf, newCode, type Plays, some, type World } from './play.ts'

const { materials } = contract

async function fabric({ by, random }: World) {
  const { rows } = await by.ops.look(materials.getFabricMaterials, { page_size: 100 })
  return random.pick(some(rows))
}

async function roll({ by, random }: World, tab: 'to_inspect' | 'free' | 'reserved') {
  const { rows } = await by.ops.look(materials.getRolls, { tab, page_size: 200 })
  return random.pick(some(rows))
}

/** Orders whose SKUs take a fabric. */
async function orders({ by, random }: World) {
  const { rows } = await by.ops.look(materials.getShortages, {})
  const all = rows.flatMap(({ stopped }) => stopped.map(({ order_id }) => order_id))
  return [random.pick(some(all))]
}

async function mapping({ by, random }: World) {
  const { rows } = await by.ops.look(materials.getSkuMaterials, { tab: 'mapped', page_size: 200 })
  return random.pick(some(rows.filter(({ material_id }) => material_id !== null)))
}

const metres = ({ random }: World, most: number) => random.int(1, Math.max(1, Math.floor(most * 100))) / 100

/** Cloth: received, inspected, mapped, reserved, cut, written off and given back. */
export const materialPlays: Plays = {
  'materials.createFabricMaterial': (world) =>
    world.by.ops.act(materials.createFabricMaterial, {
      material_id: newCode(world, 'FABC'),
      name: 'Chaos poplin',
      unit: 'metre',
      properties: { composition: 'Cotton', width_cm: 150 },
    }),
  'materials.createAccessoryMaterial': (world) =>
    world.by.ops.act(materials.createAccessoryMaterial, {
      material_id: newCode(world, 'TRMC'),
      name: 'Chaos button',
      unit: 'piece',
      properties: { trim: 'Button' },
    }),
  'materials.createSampleMaterial': (world) =>
    world.by.ops.act(materials.createSampleMaterial, {
      material_id: newCode(world, 'SMFC'),
      name: 'Chaos crêpe',
      unit: 'metre',
      properties: {},
    }),
  'materials.createFabric': async (world) => {
    const { material_id } = await fabric(world)
    const lot = `C${world.random.int(1, 5)}`
    const rolls = Array.from({ length: world.random.int(1, 4) }, () => ({
      supplier_roll: newCode(world, 'S'),
      lot,
      shade: world.random.pick(['A', 'B']),
      length_m: metres(world, 120),
      width_cm: 150,
      gsm: null,
      shrinkage: null,
    }))
    return world.by.ops.act(materials.createFabric, { material_id, site: 'PNOI', rolls })
  },
  'materials.uploadRollPhoto': ({ by }) => by.ops.act(materials.uploadRollPhoto, { file: photo() }),
  'materials.inspectRoll': async (world) => {
    const { roll: number, version } = await roll(world, 'to_inspect')
    const chosen = world.random.pick(['accept', 'accept', 'accept', 'reject', 'hold'] as const)
    return world.by.ops.act(materials.inspectRoll, { roll: number, version, chosen, remark: 'by chance' })
  },
  'materials.updateFabric': async (world) => {
    const tab = world.random.pick(['free', 'reserved'] as const)
    const { roll: number, version, free, reserved } = await roll(world, tab)
    if (tab === 'free') {
      const kind = world.random.pick(['write_off', 'return', 'take_up', 'take_back'] as const)
      const move = { kind, quantity: metres(world, free / 4), reason: 'by chance' }
      return world.by.ops.act(materials.updateFabric, { roll: number, version, move })
    }
    const { held_by } = await world.by.ops.look(materials.getRoll, { roll: number })
    const { order_id } = world.random.pick(some(held_by))
    const kind = world.random.pick(['cut', 'cut', 'uncut'] as const)
    const move = { kind, quantity: metres(world, reserved / 3), reason: 'by chance', order_id }
    return world.by.ops.act(materials.updateFabric, { roll: number, version, move })
  },
  'materials.updateSkuMaterial': async (world) => {
    const { nm_sku, placement, version } = await mapping(world)
    const { material_id } = await fabric(world)
    const of = { nm_sku, material_id, placement: placement ?? '', consumption: 1 + world.random.int(1, 99) / 100 }
    return world.by.ops.act(materials.updateSkuMaterial, {
      mappings: [{ ...of, version: world.random.pick([0, version]) }],
      is_confirmed: true,
    })
  },
  'materials.deleteSkuMaterial': async (world) => {
    const { nm_sku, material_id } = await mapping(world)
    return world.by.ops.act(materials.deleteSkuMaterial, { material_id: material_id ?? '', nm_skus: [nm_sku] })
  },
  'materials.updateSkuMaterialMapping': async (world) => {
    const { nm_sku, material_id, placement } = await mapping(world)
    const consumption = 1 + world.random.int(1, 99) / 100
    const file = csvOf(mappingSheet, [{ nm_sku, material_id, placement, consumption }])
    return world.by.ops.act(materials.updateSkuMaterialMapping, { file, mode: 'all' })
  },
  'materials.reserveRolls': async (world) =>
    world.by.ops.act(materials.reserveRolls, { order_ids: await orders(world) }),
  'materials.releaseRolls': async (world) => {
    const { roll: number } = await roll(world, 'reserved')
    const { held_by } = await world.by.ops.look(materials.getRoll, { roll: number })
    const { order_id } = world.random.pick(some(held_by))
    return world.by.ops.act(materials.releaseRolls, { order_ids: [order_id], reason: 'by chance' })
  },
}
