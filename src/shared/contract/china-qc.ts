import { chinaQcDoor } from './china-qc-door.ts'
import { chinaQcInspection } from './china-qc-inspection.ts'
import { chinaQcPapers } from './china-qc-papers.ts'

/** The calls under v1/erp/qc/china/. */
export const chinaQc = { ...chinaQcDoor, ...chinaQcInspection, ...chinaQcPapers }
