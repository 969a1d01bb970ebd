import type { garmentSpecsArea } from '../../../shared/areas/garment-specs/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { uploadGarmentFile } from './garment-file.ts'
import { uploadGradingFile } from './grading-file.ts'
import { decideGarmentChange } from './proposals.ts'
import { garmentSpec, inOwnOrder, specQuery, specSample, specStyles } from './specs.ts'
import { putBackGarmentSpec } from './versions.ts'

/** How styles of the catalogue are measured, and what a vendor's sizes are with us. */
export const garmentSpecsServer: ServerArea<typeof garmentSpecsArea> = {
  routes: {
    ...{ uploadGarmentFile, uploadGradingFile, specSample, specStyles, garmentSpec },
    ...{ decideGarmentChange, putBackGarmentSpec },
  },
  exports: {
    exportGarmentSpecs: {
      byId: specQuery.byId,
      idsInOrder: (asked, context, most) => specQuery.idsInOrder(inOwnOrder(asked, context), context, most),
    },
  },
}
