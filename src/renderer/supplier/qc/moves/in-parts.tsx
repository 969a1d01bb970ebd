import '../qc.css'
import { Button, Dialog, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core'
import { useSay } from '../../../actions/say.ts'
import { ApiError } from '../../../api/api-error.ts'
import { type CallOptions, newKey } from '../../../api/client.ts'
import { Callout } from '../../../kit/states.tsx'
import { useLocale } from '../../../table/words.ts'

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

/** The boxes that a refusal names, each with its reason; null where it names none. */
export function leftOutOf(failure: unknown): LeftOut[] | null {
  if (!(failure instanceof ApiError) || failure.code !== 'move_not_allowed') return null
  const { fields = [], values = {} } = failure.details
  if (fields.length === 0) return null
  return fields.map(({ field, message, values: own = values }) => ({
    ...{ box_id: null, sscc: field, box_no: field, shipment_id: null },
    ...{ message, values: own },
  }))
}

interface PartsDialogProps {
  title: string
  job: PartsJob
  isOpen: boolean
  /** Why it stands still; null while it goes on. */
  problem: ApiError | null
  onCancel: () => void
  onAgain: () => void
  onClose: () => void
}

/** How far many boxes have come, part by part. What is done stays done, whether it is cancelled or fails. */
export function PartsDialog({ title, job, isOpen, problem, onCancel, onAgain, onClose }: PartsDialogProps) {
  const { t, number } = useLocale()
  const say = useSay()
  const { boxes, of } = progressOf(job)
  const said = t('{{n}} of {{all}} boxes', { n: number(boxes), all: number(of) })
  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      style={{ width: 440 }}
      isCloseButtonShown={false}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      transitionDuration={100}
    >
      <DialogBody className="qc-parts">
        <p role="status">{said}</p>
        <ProgressBar stripes={false} animate={false} intent="primary" value={boxes / of} aria-label={said} />
        {problem ? (
          <Callout tone="bad">
            {say.problem(problem)} {t('What is done stays done.')}
          </Callout>
        ) : null}
        {job.isCancelled ? <p className="muted">{t('It stops after the boxes under way.')}</p> : null}
      </DialogBody>
      <DialogFooter
        actions={
          problem ? (
            <>
              <Button text={t('Close')} onClick={onClose} />
              <Button autoFocus intent="primary" text={t('Go on')} onClick={onAgain} />
            </>
          ) : (
            <Button autoFocus text={t('Cancel')} disabled={job.isCancelled} onClick={onCancel} />
          )
        }
      />
    </Dialog>
  )
}
