import { ApiError } from '../../../api/api-error.ts'
import type { LeftOut, PartReply } from './in-parts.ts'

/** A part of which no box can go is refused; in the midst of others that is no failure, but boxes left out with the reason. */
export async function orLeftOut(reply: Promise<PartReply>): Promise<PartReply> {
  try {
    return await reply
  } catch (failure) {
    const left_out = leftOutOf(failure)
    if (left_out === null) throw failure
    return { data: { boxes: [], left_out } }
  }
}

function leftOutOf(failure: unknown): LeftOut[] | null {
  if (!(failure instanceof ApiError) || failure.code !== 'move_not_allowed') return null
  const { fields = [], values = {} } = failure.details
  if (fields.length === 0) return null
  return fields.map(({ field, message }) => ({
    ...{ box_id: null, sscc: field, box_no: field, shipment_id: null },
    ...{ message, values },
  }))
}
