import type { countingCalls } from '../../../shared/areas/counting/calls.ts'
import type { Handlers } from '../../http/call.ts'
import { verifyQuantity } from './count.ts'
import { downloadPendingQuantityValidation, uploadQuantityValidationFile } from './count-sheets.ts'

export const countingRoutes: Handlers<typeof countingCalls> = {
  verifyQuantity,
  downloadPendingQuantityValidation,
  uploadQuantityValidationFile,
}
