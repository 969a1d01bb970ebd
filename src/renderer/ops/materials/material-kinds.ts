import type { MaterialKind } from '../../../shared/areas/materials/material.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'

/** Each kind has its calls: the specification names them by path. */
export const listCalls = {
  product_fabric: 'materials.getFabricMaterials',
  product_accessories: 'materials.getAccessoryMaterials',
  product_sample: 'materials.getSampleMaterials',
} as const satisfies Record<MaterialKind, string>

export const saveCalls = {
  product_fabric: api.materials.createFabricMaterial,
  product_accessories: api.materials.createAccessoryMaterial,
  product_sample: api.materials.createSampleMaterial,
} as const satisfies Record<MaterialKind, unknown>

export const manyWords = {
  product_fabric: key('Fabrics'),
  product_accessories: key('Trims'),
  product_sample: key('Sample fabrics'),
} as const satisfies Record<MaterialKind, string>
