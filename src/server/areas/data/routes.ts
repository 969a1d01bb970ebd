import { sql } from 'kysely'
import type { dataArea } from '../../../shared/areas/data/area.ts'
import { daysAgo } from '../../database/today.ts'
import type { ServerArea } from '../../http/area.ts'
import { importJob, importOwner, importRecords } from './import-records.ts'
import { getImports } from './imports.ts'
import { exportData, getSample } from './record-files.ts'
import { getKinds, getRecordHistory, getRecords, retireRecords, saveRecord } from './records.ts'
import { listVendors } from './vendors.ts'

/** What came of a file is kept so long. */
const IMPORT_DAYS = 90

export const dataServer: ServerArea<typeof dataArea> = {
  routes: {
    getVendors: listVendors,
    postVendors: listVendors,
    getKinds,
    getRecords,
    getRecordHistory,
    saveRecord,
    retireRecords,
    getSample,
    importRecords,
    getImports,
    exportData,
  },
  // No vendor may ask for it.
  feeds: { record: () => sql`false` },
  jobs: [importJob],
  fileOwners: [importOwner],
  removeOld: (db) => db.deleteFrom('record_import').where('created_at', '<', daysAgo(IMPORT_DAYS)).execute(),
}
