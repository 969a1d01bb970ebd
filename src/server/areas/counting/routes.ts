import type { countingArea } from '../../../shared/areas/counting/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { verifyQuantity } from './count.ts'
import { countAsDeclared } from './count-as-declared.ts'
import { downloadPendingQuantityValidation, uploadQuantityValidationFile } from './count-sheets.ts'

export const countingServer: ServerArea<typeof countingArea> = {
  routes: {
    verifyQuantity,
    countAsDeclared,
    downloadPendingQuantityValidation,
    uploadQuantityValidationFile,
  },
}
