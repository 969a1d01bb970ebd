import { type ReactNode, useState } from 'react'
import { movedAtOnce } from '../../../../shared/areas/qc-boxes/moves.ts'
import { type ActionOptions, useAction } from '../../../actions/useAction.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { PartsDialog, type PartsJob, partsJob, progressOf, type SendPart, workOff } from './in-parts.tsx'
import { allStaying, useOutcome } from './ShelfDialog.tsx'
import type { MovePlan } from './what-moves.tsx'

export interface PartsWork {
  /** Already translated. */
  title: string
  send: SendPart
  /** What to say of so many boxes, already translated. */
  done: (boxes: number) => string
  /** Takes back what `send` did with these boxes; left out where the single action has no way back. */
  undo?: SendPart
  /** Boxes that one command takes, where it is fewer than usual. */
  size?: number
}

interface Running {
  plan: MovePlan
  work: PartsWork
  job: PartsJob
}

export interface Parts {
  /** Gives true when it went through: the user has been told either way. */
  run: (plan: MovePlan, work: PartsWork) => Promise<boolean>
  isRunning: boolean
  dialogs: ReactNode
}

/** Whether a plan takes several commands: then its progress is shown. */
export const isInParts = (plan: MovePlan, size = movedAtOnce) => plan.boxIds.length > size

/** Moves the boxes of a plan, some at a time, with progress and a way to stop; then says what was left out and why. */
export function useParts(onDone?: () => void): Parts {
  const outcome = useOutcome()
  const [shown, setShown] = useState<Running | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<ApiError | null>(null)
  const [, drawAnew] = useState(0)
  const tell = () => drawAnew((count) => count + 1)

  const report = ({ plan, job }: Running) => {
    const { boxes, of } = progressOf(job)
    outcome.show({
      changed: job.moved.length,
      notReached: of - boxes,
      staying: allStaying(job.left, plan.staying),
    })
  }
  const options: ActionOptions<Running, Running> = {
    looksAgain: true,
    done: (running) => {
      setOpen(false)
      report(running)
      onDone?.()
      const { job, work } = running
      return job.moved.length > 0 ? work.done(job.moved.length) : null
    },
    failed: (error, { plan, work }) => {
      setProblem(error)
      return isInParts(plan, work.size)
    },
  }
  const go = async (running: Running) => {
    setProblem(null)
    running.job.isCancelled = false
    await workOff(running.job, running.work.send, tell)
    return running
  }
  const plain = useAction(go, options)
  const undoable = useAction(go, { ...options, undo: (running) => undo(running) })
  const undo = async ({ job, work }: Running) => {
    if (work.undo === undefined) return
    const back = partsJob(job.moved, movedAtOnce)
    await workOff(back, work.undo, () => {})
    outcome.show({ changed: back.moved.length, notReached: 0, staying: allStaying(back.left) })
  }
  const start = async (running: Running) => {
    setShown(running)
    setOpen(isInParts(running.plan, running.work.size))
    return (await (running.work.undo ? undoable : plain).run(running)) !== undefined
  }
  return {
    run: (plan, work) => start({ plan, work, job: partsJob(plan.boxIds, work.size ?? movedAtOnce) }),
    isRunning: plain.isRunning || undoable.isRunning,
    dialogs: (
      <>
        {outcome.dialog}
        {shown ? (
          <PartsDialog
            title={shown.work.title}
            job={shown.job}
            isOpen={isOpen}
            problem={problem}
            onCancel={() => {
              shown.job.isCancelled = true
              tell()
            }}
            onAgain={() => void start(shown)}
            onClose={() => {
              setOpen(false)
              // What was not reached is said, since the list shows the others changed.
              report(shown)
              if (shown.job.moved.length > 0) onDone?.()
            }}
          />
        ) : null}
      </>
    ),
  }
}
