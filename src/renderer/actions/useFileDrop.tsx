import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import './actions.css'

/**
 * Takes a file dropped anywhere on the screen. Put the overlay in the screen: `const drop = useFileDrop(file => upload.open(row, file))`
 * and `{drop}`. Null switches it off, for example while nothing is chosen that the file could belong to.
 */
export function useFileDrop(onFile: ((file: File) => void) | null): ReactNode {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFile)
  latest.current = onFile
  const isOn = onFile !== null
  useEffect(() => {
    if (!isOn) return
    return listen(setOver, (file) => latest.current?.(file))
  }, [isOn])
  if (!isOn || !isOver) return null
  // In a drawer it would cover the drawer only, and lie below a dialog.
  return createPortal(<div className="screen-drop">{t('Drop the file to upload it')}</div>, document.body)
}

function listen(setOver: (isOver: boolean) => void, onFile: (file: File) => void): () => void {
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
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
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
