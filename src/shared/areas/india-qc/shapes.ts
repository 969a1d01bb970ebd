import { z } from 'zod'
import { json } from '../../kernel/call.ts'
import { qcBox, qcDiscrepancy, qcLine } from '../inspection/shapes.ts'
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

/** What a command on one box in India answers: the box as it stands now. */
export const indiaAfterwards = json(
  z.object({ box: indiaQcBox, lines: z.array(qcLine), cases: z.array(qcDiscrepancy) }),
)
