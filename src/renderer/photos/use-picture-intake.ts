import { type ClipboardEvent, type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'

export interface PictureIntake {
  isOver: boolean
  /** For the element that takes drops and pastes. */
  on: {
    onDragOver: (event: DragEvent) => void
    onDragLeave: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
    onPaste: (event: ClipboardEvent) => void
  }
}

/**
 * Pictures dropped on an element, or pasted while the focus or the pointer is on it. What is no file is left to others: text
 * pasted into a field near by stays text.
 */
export function usePictureIntake(
  area: RefObject<HTMLElement | null>,
  onFiles: ((files: File[]) => void) | null,
): PictureIntake {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  latest.current = onFiles
  const isOn = onFiles !== null

  useEffect(() => {
    if (!isOn) return
    const paste = (event: globalThis.ClipboardEvent) => {
      const isInside = event.target instanceof Node && area.current?.contains(event.target)
      if (isInside || isTyped(event.target) || !area.current?.matches(':hover')) return
      if (take(event.clipboardData, latest.current)) event.preventDefault()
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [isOn, area])

  return {
    isOver: isOn && isOver,
    on: {
      onDragOver(event) {
        if (!isOn || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        event.stopPropagation()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      },
      onDragLeave(event) {
        if (!(event.relatedTarget instanceof Node) || !area.current?.contains(event.relatedTarget)) setOver(false)
      },
      onDrop(event) {
        setOver(false)
        if (!isOn || !event.dataTransfer.types.includes('Files')) return
        // The screen behind must not take it for a sheet, nor the window open it as a page.
        event.preventDefault()
        event.stopPropagation()
        take(event.dataTransfer, onFiles)
      },
      onPaste(event) {
        if (isOn && take(event.clipboardData, onFiles)) event.preventDefault()
      },
    },
  }
}

function take(data: DataTransfer | null, onFiles: ((files: File[]) => void) | null): boolean {
  const files = [...(data?.files ?? [])]
  if (files.length === 0) return false
  onFiles?.(files)
  return true
}

function isTyped(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable="true"]')
}
