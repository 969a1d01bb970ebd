import { type ReactNode, useCallback, useState } from 'react'
import type { PrintJob } from '../../../shared/bridge.ts'
import { ReprintDialog } from './ReprintDialog.tsx'

/** Asks why, then prints once more: `const reprint = useReprint(); … reprint.open(job) … {reprint.dialog}` */
export function useReprint(): { open: (job: PrintJob) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ job: PrintJob; time: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback((job: PrintJob) => {
    setAsked((before) => ({ job, time: (before?.time ?? 0) + 1 }))
    setOpen(true)
  }, [])
  const dialog = asked ? (
    <ReprintDialog key={asked.time} job={asked.job} isOpen={isOpen} onClose={() => setOpen(false)} />
  ) : null
  return { open, dialog }
}
