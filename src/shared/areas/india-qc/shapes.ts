import { z } from 'zod'
import { qcBox } from '../inspection/shapes.ts'
import { boxOrigins } from '../qc-boxes/qc-sites.ts'
import { indiaQcStatuses } from './status.ts'

/** A box at QC in India: China's shape, with India's status and what brought it. */
export const indiaQcBox = qcBox.extend({
  status: z.enum(indiaQcStatuses),
  origin: z.enum(boxOrigins).nullable(),
  /** Number of the export order or shipment that it came with. */
  consignment: z.string().nullable(),
})
export type IndiaQcBox = z.output<typeof indiaQcBox>
