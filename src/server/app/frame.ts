import { v7 } from 'uuid'
import type { areas } from '../../shared/areas.ts'
import { trackUserActions } from '../areas/frame/track-user-actions.ts'
import {
  changeView,
  createView,
  getPreferences,
  getViews,
  setDefaultView,
  setPreference,
} from '../areas/frame/views.ts'
import { daysAgo } from '../database/today.ts'
import type { ServerArea } from '../http/area.ts'
import { trimAll } from '../http/keep-limits.ts'
import { removeOldJobs } from '../jobs/job-files.ts'
import { jobsRoutes } from '../jobs/own-jobs.ts'
import { getCorrectedWorkbook, refusedOwner, removeOldRefused } from '../sheets/refused-files.ts'
import type { ListExports } from './exports.ts'
import { watchRecord } from './open-records.ts'

const MONTH_MS = 30 * 24 * 60 * 60_000

/**
 * What all screens share. Deleted views and refused files live a day, what clients did a month, jobs and their files as job-files.ts
 * says. It stands in the roof because `exports` are of the lists of all areas.
 */
export const frameServer = (exports: ListExports): ServerArea<(typeof areas)['frame']> => ({
  routes: (context) => ({
    ...exports.routes,
    ...jobsRoutes(context),
    watchRecord,
    getPreferences,
    setPreference,
    getViews,
    createView,
    changeView,
    setDefaultView,
    getCorrectedWorkbook,
    trackUserActions,
  }),
  jobs: [exports.job],
  fileOwners: [refusedOwner],
  async removeOld(db) {
    await db.deleteFrom('saved_view').where('deleted_at', '<', daysAgo(1)).execute()
    // By when it arrived, which its id tells: the time beside it is the client's.
    await db
      .deleteFrom('user_action')
      .where('id', '<', idOf(Date.now() - MONTH_MS))
      .execute()
    await trimAll(db, 'user_action')
    await db.deleteFrom('open_record').where('seen_at', '<', daysAgo(1)).execute()
    await removeOldJobs(db)
  },
  tidyFiles: removeOldRefused,
})

/** The first id of that millisecond. */
function idOf(msecs: number): string {
  return v7({ msecs, seq: 0, random: new Uint8Array(16) })
}
