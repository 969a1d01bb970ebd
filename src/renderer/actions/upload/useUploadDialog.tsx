import { type ReactNode, useRef, useState } from 'react'
import { UploadDialog } from './UploadDialog.tsx'
import type { Outcome, UploadOptions } from './upload-state.ts'

export interface UploadDialogHandle<C> {
  /** With a file (dropped on the screen) the upload starts at once. */
  open: (...context: C extends void ? [context?: undefined, file?: File] : [context: C, file?: File]) => void
  dialog: ReactNode
}

/**
 * One dialog for every upload: drop or choose, template inside, progress with a real cancel, then the outcome or every fault.
 * `const upload = useUploadDialog({…}); … upload.open(shipment) … {upload.dialog}`
 */
export function useUploadDialog<C = void, D extends Outcome = Outcome>(
  options: UploadOptions<C, D>,
): UploadDialogHandle<C> {
  const [opened, setOpened] = useState<{ context: C; file: File | undefined } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const turn = useRef(0)
  const dialog = opened ? (
    <UploadDialog key={turn.current} options={options} {...opened} isOpen={isOpen} onClose={() => setOpen(false)} />
  ) : null
  return {
    open: (...[context, file]) => {
      turn.current += 1
      // A dialog without a context is opened with none: C is void then.
      setOpened({ context: context as C, file })
      setOpen(true)
    },
    dialog,
  }
}
