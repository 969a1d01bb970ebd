import { sql } from 'kysely'
import type { correctiveActionsArea } from '../../../shared/areas/corrective-actions/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { uploadReviewImage } from '../photos/images.ts'
import { actionQuery, getCorrectiveAction } from './action-rows.ts'
import { tellDueActions } from './deadlines.ts'
import { correctivePhoto } from './photos.ts'
import {
  answerCorrectiveAction,
  changeCorrectiveAction,
  correctiveOwners,
  judgeCorrectiveAction,
  openCorrectiveAction,
} from './write.ts'

/** What vendors are asked to see to. */
export const correctiveActionsServer: ServerArea<typeof correctiveActionsArea> = {
  routes: {
    ...{ getCorrectiveActions: actionQuery.page, getCorrectiveAction, correctiveOwners },
    ...{ openCorrectiveAction, changeCorrectiveAction, answerCorrectiveAction, judgeCorrectiveAction },
    ...{ uploadCorrectivePhoto: uploadReviewImage, correctivePhoto },
  },
  // Once an hour, as whatever is done for an area by itself.
  removeOld: (db) => tellDueActions(db),
  feeds: {
    corrective_action: (vendorId) => sql`EXISTS (SELECT 1 FROM corrective_action a
      WHERE a.number = e.entity_id AND a.vendor_id = ${vendorId}::uuid)`,
  },
  exports: { exportCorrectiveActions: actionQuery },
}
