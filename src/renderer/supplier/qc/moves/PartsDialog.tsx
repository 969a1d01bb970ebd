import '../qc.css'
import { Button, Dialog, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core'
import { useSay } from '../../../actions/say.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { Callout } from '../../../kit/Callout.tsx'
import { useWords } from '../../../table/words.ts'
import { type PartsJob, progressOf } from './in-parts.ts'

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
  const { t, number } = useWords()
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
