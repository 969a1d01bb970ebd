import { sql } from 'kysely'
import type { disputesArea } from '../../../shared/areas/disputes/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { uploadReviewImage } from '../photos/images.ts'
import { tellLateDisputes } from './deadlines.ts'
import { disputeQuery } from './dispute-rows.ts'
import { askAboutDispute, disputeOwners, handOverDispute, settleDispute } from './house-side.ts'
import { disputePhoto } from './messages.ts'
import { getBoxDisputes, getDispute } from './read.ts'
import { disputeSettings, saveDisputeSettings } from './settings.ts'
import { answerDispute, openDispute, withdrawDispute } from './vendor-side.ts'

/** What vendors say of QC results. */
export const disputesServer: ServerArea<typeof disputesArea> = {
  routes: {
    ...{ getDisputes: disputeQuery.page, getDispute, getBoxDisputes },
    ...{ openDispute, answerDispute, withdrawDispute },
    ...{ askAboutDispute, settleDispute, handOverDispute, disputeOwners },
    ...{ uploadDisputePhoto: uploadReviewImage, disputePhoto },
    ...{ disputeSettings, saveDisputeSettings },
  },
  // Once an hour, as whatever is done for an area by itself.
  removeOld: (db) => tellLateDisputes(db),
  feeds: {
    dispute: (vendorId) => sql`EXISTS (SELECT 1 FROM qc_dispute p
      WHERE p.number = e.entity_id AND p.vendor_id = ${vendorId}::uuid)`,
  },
  exports: { exportDisputes: disputeQuery },
}
