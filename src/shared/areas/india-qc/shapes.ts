import { z } from 'zod'
import { json } from '../../kernel/call.ts'
import { qcBox, qcDiscrepancy, qcLine } from '../inspection/shapes.ts'
import { indiaQcStatuses } from './status.ts'

/** A box at India QC: China's shape, with India's word for where it stands. */
export const indiaQcBox = qcBox.extend({ status: z.enum(indiaQcStatuses) })
export type IndiaQcBoxRow = z.output<typeof indiaQcBox>

/** What a command on one box in India answers: the box as it stands now. */
export const indiaAfterwards = json(
  z.object({ box: indiaQcBox, lines: z.array(qcLine), cases: z.array(qcDiscrepancy) }),
)
