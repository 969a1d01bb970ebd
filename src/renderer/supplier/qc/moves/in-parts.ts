import type { CallOptions } from '../../../api/client.ts'
import { newKey } from '../../../api/keys.ts'
import { orLeftOut } from './refused-part.ts'

/** Why a box was not taken along, in the server's words. */
export interface LeftOut {
  box_id: string | null
  sscc: string | null
  box_no: string | null
  shipment_id: string | null
  message: string
  values: Record<string, string | number>
}

/** What the server says of one part. */
export interface PartReply {
  data: { boxes: readonly { box_id: string }[]; left_out: readonly LeftOut[] }
}

export type SendPart = (boxIds: string[], options: CallOptions) => Promise<PartReply>

/** Many boxes, worked off part by part. It holds what was done, so that after a failure it goes on where it stopped. */
export interface PartsJob {
  readonly parts: readonly (readonly string[])[]
  /** Of the whole job: every part has a key made from it, and keeps it when it is sent again. */
  readonly key: string
  /** Parts that have their answer. */
  answered: number
  /** box.id */
  moved: string[]
  left: LeftOut[]
  isCancelled: boolean
  isUnderWay: boolean
}

export function partsJob(boxIds: readonly string[], size: number): PartsJob {
  const parts: string[][] = []
  for (let at = 0; at < boxIds.length; at += size) parts.push(boxIds.slice(at, at + size))
  return { parts, key: newKey(), answered: 0, moved: [], left: [], isCancelled: false, isUnderWay: false }
}

/**
 * Sends what has no answer yet, one part after the other, until the end or until the job is cancelled; `tell` after each.
 * A part that is refused as a whole is left out. Throws what a part throws otherwise: the parts before it are done, and the job
 * can be worked off again from there.
 */
export async function workOff(job: PartsJob, send: SendPart, tell: () => void): Promise<void> {
  // Two ways to try again must not send the same part side by side.
  if (job.isUnderWay) return
  job.isUnderWay = true
  try {
    for (let part = job.parts[job.answered]; part && !job.isCancelled; part = job.parts[job.answered]) {
      const { data } = await orLeftOut(send([...part], { key: `${job.key}-${job.answered}` }))
      job.answered += 1
      job.moved.push(...data.boxes.map(({ box_id }) => box_id))
      job.left.push(...data.left_out)
      tell()
    }
  } finally {
    job.isUnderWay = false
  }
}

/** Boxes of the parts that have their answer, and of all. */
export function progressOf({ parts, answered }: PartsJob): { boxes: number; of: number } {
  const sum = (some: PartsJob['parts']) => some.reduce((boxes, part) => boxes + part.length, 0)
  return { boxes: sum(parts.slice(0, answered)), of: sum(parts) }
}
