import type { indiaQcArea } from '../../../shared/areas/india-qc/area.ts'
import type { ServerArea } from '../../http/area.ts'

export const indiaQcServer: ServerArea<typeof indiaQcArea> = { routes: {} }
