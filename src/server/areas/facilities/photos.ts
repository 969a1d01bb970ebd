import { type SqlBool, sql } from 'kysely'
import { talkWords } from '../../../shared/areas/talk/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import type { Handlers } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { keptPhoto } from '../photos/photo-files.ts'
import { ownFacilities } from './whose.ts'

/** A photograph of a message about what a facility of the caller makes, or one that the caller just sent. */
export const facilityPhoto: Handlers<Contract['facilities']>['facilityPhoto'] = async (asked, context) => {
  const { caller } = context
  const seen = sql<SqlBool>`f.message_id IN (SELECT m.id FROM talk_message m JOIN facility_job j ON j.id = m.thing_id
    JOIN production_facility f ON f.id = j.facility_id
    WHERE m.kind = 'facility_job' AND m.taken_back_at IS NULL AND ${ownFacilities(caller)} AND (NOT m.is_house OR ${!isBoundToVendor(caller)}))`
  const body = await keptPhoto('talk_photo', asked, context, seen)
  if (!body) throw notFound(talkWords.noPhoto)
  return { body, isImmutable: true }
}
