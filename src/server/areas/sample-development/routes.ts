import { sql } from 'kysely'
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
import { sampleFinder, techPackFinder } from './trace.ts'

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
  finders: { catalogue_sample: sampleFinder, tech_pack: techPackFinder },
  feeds: {
    tech_pack: (vendorId) => sql`EXISTS (SELECT 1 FROM tech_pack t JOIN catalogue_style c ON c.id = t.catalogue_id
      WHERE e.entity_id = c.code || '/' || t.number AND c.vendor_id = ${vendorId}::uuid AND t.sent_at IS NOT NULL)`,
    // Between the company's people.
    pre_production_order: () => sql`false`,
  },
}
