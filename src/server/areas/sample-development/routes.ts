import type { sampleDevelopmentArea } from '../../../shared/areas/sample-development/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { getSampleCosting, saveSampleCostingDataUi } from './costing.ts'
import { downloadSampleCostingFile, uploadSampleCostingFile } from './costing-file.ts'
import { captureSampleDetails } from './details.ts'
import { developmentQuery } from './list.ts'
import {
  downloadSampleMeasurementFile,
  saveSampleMeasurementDataUi,
  uploadSampleMeasurementDetailsFile,
} from './measures.ts'
import { getSampleDevelopment } from './one.ts'
import { captureMeasurementPositionsFile, captureMeasurementPositionsUi } from './positions.ts'
import { createPreProductionOrder } from './pre-production.ts'
import { createTechPack, getTechPacks, sendTechPack, techPackFile } from './tech-packs.ts'

/** Samples from the tape to production. */
export const sampleDevelopmentServer: ServerArea<typeof sampleDevelopmentArea> = {
  routes: {
    ...{ getSampleDevelopments: developmentQuery.page, getSampleDevelopment },
    ...{ captureMeasurementPositionsUi, captureMeasurementPositionsFile, captureSampleDetails },
    ...{ saveSampleMeasurementDataUi, uploadSampleMeasurementDetailsFile, downloadSampleMeasurementFile },
    ...{ getSampleCosting, saveSampleCostingDataUi, downloadSampleCostingFile, uploadSampleCostingFile },
    ...{ createTechPack, getTechPacks, techPackFile, sendTechPack, createPreProductionOrder },
  },
  exports: { exportSampleDevelopment: developmentQuery },
}
