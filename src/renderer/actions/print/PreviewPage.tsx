import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** PDF points are 1/72 inch, CSS pixels 1/96: drawn at this scale a page is on screen as large as on paper. */
const trueSize = 96 / 72

export interface PreviewPageProps {
  pdf: PDFDocumentProxy
  /** From 1. */
  page: number
  zoom: number
  /** Says which page of how many, by `page` and `count`; a key. */
  words: string
  onSize: (size: { widthMm: number; heightMm: number }) => void
}

export function PreviewPage({ pdf, page, zoom, words, onSize }: PreviewPageProps) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const told = useRef(onSize)
  told.current = onSize
  useEffect(() => {
    let task: RenderTask | null = null
    let isGone = false
    async function draw() {
      const leaf = await pdf.getPage(page)
      const target = canvas.current
      if (isGone || !target) return
      const paper = leaf.getViewport({ scale: trueSize * zoom })
      const sharp = leaf.getViewport({ scale: trueSize * zoom * Math.max(2, devicePixelRatio) })
      target.width = Math.round(sharp.width)
      target.height = Math.round(sharp.height)
      target.style.width = `${paper.width}px`
      target.style.height = `${paper.height}px`
      told.current(sizeOf(leaf.view))
      task = leaf.render({ canvas: target, viewport: sharp })
      await task.promise
    }
    // A drawing that was overtaken by the next page ends with a cancellation, which is no failure.
    draw().catch((failure: unknown) => {
      if (!isGone) throw failure
    })
    return () => {
      isGone = true
      task?.cancel()
    }
  }, [pdf, page, zoom])
  return <canvas ref={canvas} role="img" aria-label={t(words, { page, count: pdf.numPages })} />
}

function sizeOf(view: number[]): { widthMm: number; heightMm: number } {
  const [left = 0, bottom = 0, right = 0, top = 0] = view
  const mm = (points: number) => Math.round((points / 72) * 25.4)
  return { widthMm: mm(right - left), heightMm: mm(top - bottom) }
}
