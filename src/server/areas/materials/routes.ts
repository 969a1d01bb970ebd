import { sql } from 'kysely'
import type { materialsArea } from '../../../shared/areas/materials/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { uploadReviewImage } from '../photos/images.ts'
import { inspectRoll, updateFabric } from './change-roll.ts'
import {
  deleteSkuMaterial,
  downloadSkuMaterialMapping,
  mappingQuery,
  updateSkuMaterial,
  updateSkuMaterialMapping,
} from './mappings.ts'
import {
  createAccessoryMaterial,
  createFabricMaterial,
  createSampleMaterial,
  getAccessoryMaterials,
  getAllMaterialIds,
  getFabricMaterials,
  getMaterialPropertiesConfig,
  getSampleMaterials,
  materialQuery,
} from './masters.ts'
import { createFabric } from './receive-rolls.ts'
import { getShortages, releaseRolls, reserveRolls } from './reservations.ts'
import { generateFabricLabels, rollFinder, rollPhoto } from './roll-papers.ts'
import { getRoll, lotQuery, rollQuery } from './roll-rows.ts'

const nobodys = () => sql<boolean>`false`

/** Fabric by the roll, trims by the piece, and what each SKU needs of them. */
export const materialsServer: ServerArea<typeof materialsArea> = {
  routes: {
    getFabrics: lotQuery.page,
    createFabric,
    updateFabric,
    generateFabricLabels,
    getAllMaterialIds,
    updateSkuMaterial,
    deleteSkuMaterial,
    updateSkuMaterialMapping,
    downloadSkuMaterialMapping,
    createFabricMaterial,
    createAccessoryMaterial,
    createSampleMaterial,
    getFabricMaterials,
    getAccessoryMaterials,
    getSampleMaterials,
    getMaterialPropertiesConfig,
    getRolls: rollQuery.page,
    getRoll,
    inspectRoll,
    reserveRolls,
    releaseRolls,
    getShortages,
    getSkuMaterials: mappingQuery.page,
    uploadRollPhoto: uploadReviewImage,
    rollPhoto,
  },
  exports: { exportMaterials: materialQuery, exportFabrics: lotQuery, exportRolls: rollQuery },
  finders: { fabric_roll: rollFinder },
  // Materials are the company's own: no vendor's system hears of them.
  feeds: { material: nobodys, fabric_roll: nobodys, sku_material: nobodys },
}
