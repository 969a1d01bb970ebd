import { Button, PopoverNext, PopupKind } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import { useAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintJob } from '../../../shared/bridge.ts'
import { type JobView, printingCentreAtom } from '../../actions/print/printing-centre.ts'
import { ChangeKind } from './ChangeKind.tsx'
import { JobList } from './JobList.tsx'
import { countByState } from './job-states.ts'
import { PrintingCentre } from './PrintingCentre.tsx'
import { useJobNews, usePrintJobs } from './use-print-jobs.ts'
import { useReprint } from './use-reprint.tsx'
import { useUnseenFailures } from './use-unseen-failures.ts'
import './printing.css'

const mostShown = 99

/** How printing fares: a mark for what failed or is under way, the newest jobs, and the printing centre with all of them. */
export function PrintJobs() {
  const { t } = useTranslation()
  useJobNews()
  const { jobs, error, reload } = usePrintJobs()
  const [isOpen, setOpen] = useState(false)
  const [view, setView] = useAtom(printingCentreAtom)
  const reprint = useReprint()
  const button = useRef<HTMLButtonElement>(null)
  const unseen = useUnseenFailures(jobs, isOpen || view !== null)
  const show = (next: JobView) => {
    setOpen(false)
    setView(next)
  }
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        popupKind={PopupKind.DIALOG}
        isOpen={isOpen}
        onInteraction={setOpen}
        content={<JobList jobs={jobs} error={error} onRetry={reload} onReprint={reprint.open} onShow={show} />}
      >
        <Button
          ref={button}
          className="header-mark print-button"
          variant="minimal"
          icon={<Print />}
          {...markOf(jobs, unseen, t)}
        />
      </PopoverNext>
      <PrintingCentre jobs={jobs} view={view} onView={setView} onReprint={reprint.open} home={button} />
      {reprint.dialog}
      <ChangeKind />
    </>
  )
}

/** A number for failures nobody has looked at yet, a dot for the others and for what is under way. */
function markOf(jobs: readonly PrintJob[], unseen: number, t: TFunction) {
  const { failed, queued } = countByState(jobs)
  const label = labelOf(failed, queued, t)
  const dot = failed > 0 ? 'bad' : queued > 0 ? 'active' : undefined
  return {
    'aria-label': label,
    title: label,
    'data-count': unseen > mostShown ? `${mostShown}+` : unseen > 0 ? unseen : undefined,
    'data-dot': unseen > 0 ? undefined : dot,
  }
}

function labelOf(failed: number, queued: number, t: TFunction): string {
  if (failed > 0) return t('Print jobs, {{count}} failed', { count: failed })
  return queued > 0 ? t('Print jobs, {{n}} waiting', { n: queued }) : t('Print jobs')
}
