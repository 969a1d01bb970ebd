import '../actions.css'
import { Button } from '@blueprintjs/core'
import { Download, Upload } from '@blueprintjs/icons'
import { type DragEvent as ReactDragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { isOtherSheet, refusalMessages, saveAsXlsx, sheetMessages } from '../../../shared/kernel/sheet.ts'
import { listed } from '../../i18n/formats.ts'
import { Callout } from '../../kit/states.tsx'
import type { Outcome, UploadOptions } from './upload-state.ts'

export interface ChooseFileProps<C, D extends Outcome> {
  options: Pick<UploadOptions<C, D>, 'accept' | 'template'>
  context: C
  problem: string | null
  onFile: (file: File) => void
}

/** Where a file is dropped or chosen; one click opens the system's chooser, and the template is at hand. */
export function ChooseFile<C, D extends Outcome>({ options, context, problem, onFile }: ChooseFileProps<C, D>) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { accept, template } = options
  const drop = (event: ReactDragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  return (
    <>
      {problem ? <Callout tone="bad">{t(problem)}</Callout> : null}
      <button
        type="button"
        className="drop-zone"
        data-over={isOver}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Upload size={22} />
        <span className="drop-lead">{t('Drop a file here, or choose one')}</span>
        <span className="muted">{listed(accept)}</span>
      </button>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('File')}
        accept={accept.join(',')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Emptied, so that the same file can be chosen again after it was corrected.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      {template ? (
        <p className="upload-template">
          <Button
            variant="minimal"
            intent="primary"
            icon={<Download />}
            text={template.label}
            onClick={() => template.download(context)}
          />
        </p>
      ) : null}
    </>
  )
}

/** The specification's words for a file of the wrong kind; of a sheet in another format, how to save it. */
export function wrongKind(name: string, accept: readonly string[]): string {
  const words = accept.includes('.csv') ? refusalMessages.notCsv : sheetMessages.notXlsx
  return isOtherSheet(name) ? saveAsXlsx[words] : words
}

/** By its name only; what is inside is the server's to judge. */
export function isAccepted(name: string, accept: readonly string[]): boolean {
  return accept.some((ending) => name.toLowerCase().endsWith(ending))
}

/**
 * Takes a file dropped anywhere on the screen. Put the overlay in the screen: `const drop = useFileDrop(file => upload.open(row, file))`
 * and `{drop}`. Null switches it off, for example while nothing is chosen that the file could belong to.
 */
export function useFileDrop(onFile: ((file: File) => void) | null): ReactNode {
  const { t } = useTranslation()
  const first = (data: DataTransfer) => {
    const file = data.files[0]
    if (file) onFile?.(file)
  }
  return useScreenDrop(onFile && first, t('Drop the file to upload it'))
}

/** The same for whatever is dropped: many files, or folders. `words` stand on the overlay, already translated. */
export function useScreenDrop(onDrop: ((data: DataTransfer) => void) | null, words: string): ReactNode {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onDrop)
  latest.current = onDrop
  const isOn = onDrop !== null
  useEffect(() => {
    if (!isOn) return
    return listen(setOver, (data) => latest.current?.(data))
  }, [isOn])
  if (!isOn || !isOver) return null
  // In a drawer it would cover the drawer only, and lie below a dialog.
  return createPortal(<div className="screen-drop">{words}</div>, document.body)
}

function listen(setOver: (isOver: boolean) => void, onDrop: (data: DataTransfer) => void): () => void {
  const over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null) setOver(false)
  }
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    onDrop(event.dataTransfer)
  }
  // A dialog that takes the file itself lets no drop through to here: it is over all the same.
  const end = () => setOver(false)
  window.addEventListener('dragover', over)
  window.addEventListener('dragleave', leave)
  window.addEventListener('drop', end, true)
  window.addEventListener('drop', drop)
  return () => {
    window.removeEventListener('dragover', over)
    window.removeEventListener('dragleave', leave)
    window.removeEventListener('drop', end, true)
    window.removeEventListener('drop', drop)
  }
}
