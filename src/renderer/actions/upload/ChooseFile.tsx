import { Button } from '@blueprintjs/core'
import { Download, Upload } from '@blueprintjs/icons'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../kit/Callout.tsx'
import type { Outcome, UploadOptions } from './upload-state.ts'

export interface ChooseFileProps<C, D extends Outcome> {
  options: UploadOptions<C, D>
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
  const drop = (event: DragEvent) => {
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
        <span className="muted">{accept.join(', ')}</span>
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
