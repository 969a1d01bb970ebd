import '../../actions/actions.css'
import { Upload } from '@blueprintjs/icons'
import { type DragEvent, useRef, useState } from 'react'
import { pictureEndings } from '../../../shared/kernel/call.ts'
import { filesOfDrop } from '../../actions/upload/dropped-files.ts'
import { useLocale } from '../../table/words.ts'

const accepted = ['.xlsx', '.csv', ...pictureEndings].join(',')

/** Where a workbook and its pictures are dropped together, folders as well, or chosen. */
export function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void filesOfDrop(event.dataTransfer).then((found) => onFiles(found.map(({ file }) => file)))
  }
  return (
    <>
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
        <span className="drop-lead">{t('Drop the workbook and all its pictures here, or choose them')}</span>
        <span className="muted">
          {t('A colour a row; pictures by their names, as A1001_Black.jpg, or lying on their rows.')}
        </span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label={t('Workbook and pictures')}
        accept={accepted}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Emptied, so that the same files can be chosen again after they were corrected.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
