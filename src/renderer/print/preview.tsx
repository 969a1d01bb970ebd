import { Button, Spinner } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from '@blueprintjs/icons'
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LabelSize, PRINT_SIZES, type PrintKind } from '../../shared/areas/labels/rules.ts'
import type { FileCall } from '../../shared/bridge.ts'
import { MISSING_FACT } from '../../shared/kernel/printing.ts'
import { problemOf, useSay } from '../actions/say.ts'
import type { ApiError } from '../api/api-error.ts'
import { fetchFile } from '../api/send.ts'
import { ScrollPart } from '../kit/Page.tsx'
import { FailedState } from '../kit/states.tsx'
import { type PreviewZoom, previewZooms, printWords } from './kinds.ts'

/** The labels or pages as they will be on paper, one at a time. */
export function PreviewPane({ preview: { pdf, error }, kind }: { preview: PrintPreview; kind: PrintKind }) {
  const { t } = useTranslation()
  const say = useSay()
  const [page, setPage] = useState(1)
  const [isLarge, setLarge] = useState(false)
  const [size, setSize] = useState(PRINT_SIZES[kind])
  const words = printWords(kind)
  const [small, large] = previewZooms(kind)
  const [zoom, other] = isLarge ? [large, small] : [small, large]
  const count = pdf?.numPages ?? 0
  return (
    <div className="preview">
      <ScrollPart className="preview-paper" label={t('Preview')}>
        {error ? <FailedState title={t(words.failed)} text={say.problem(error)} /> : null}
        {!error && !pdf ? <Spinner size={28} aria-label={t('Loading')} /> : null}
        {pdf ? (
          <PreviewPage pdf={pdf} page={Math.min(page, count)} zoom={zoom} words={words.place} onSize={setSize} />
        ) : null}
      </ScrollPart>
      <div className="preview-bar">
        <Button
          variant="minimal"
          size="small"
          icon={<ChevronLeft />}
          aria-label={t(words.previous)}
          disabled={page <= 1}
          onClick={() => setPage(page - 1)}
        />
        <span aria-live="polite">{count ? t(words.shown, { page, count }) : '–'}</span>
        <Button
          variant="minimal"
          size="small"
          icon={<ChevronRight />}
          aria-label={t(words.next)}
          disabled={page >= count}
          onClick={() => setPage(page + 1)}
        />
        <span className="preview-size muted">
          {t('{{width}} × {{height}} mm', { width: size.widthMm, height: size.heightMm })} · {t(zoom.name)}
        </span>
        <Button
          variant="minimal"
          size="small"
          icon={isLarge ? <ZoomOut /> : <ZoomIn />}
          aria-label={t(other.name)}
          onClick={() => setLarge(!isLarge)}
        />
      </div>
    </div>
  )
}

/** PDF points are 1/72 inch, CSS pixels 1/96: drawn at this scale a page is on screen as large as on paper. */
const trueSize = 96 / 72

export interface PreviewPageProps {
  pdf: PDFDocumentProxy
  /** From 1. */
  page: number
  zoom: PreviewZoom
  /** Says which page of how many, by `page` and `count`; a key. */
  words: string
  onSize: (size: LabelSize) => void
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
      const size = sizeOf(leaf.view)
      const scale = trueSize * zoom.zoomOf(size.widthMm)
      const paper = leaf.getViewport({ scale })
      const sharp = leaf.getViewport({ scale: scale * Math.max(2, devicePixelRatio) })
      target.width = Math.round(sharp.width)
      target.height = Math.round(sharp.height)
      target.style.width = `${paper.width}px`
      target.style.height = `${paper.height}px`
      told.current(size)
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

function sizeOf(view: number[]): LabelSize {
  const [left = 0, bottom = 0, right = 0, top = 0] = view
  const mm = (points: number) => Math.round((points / 72) * 25.4)
  return { widthMm: mm(right - left), heightMm: mm(top - bottom) }
}

export interface PrintPreview {
  pdf: PDFDocumentProxy | null
  error: ApiError | null
  /** Of its first page; null until it is known. */
  size: LabelSize | null
  /** What none of its fonts has: it prints as empty squares. */
  missing: string
}

const nothing: PrintPreview = { pdf: null, error: null, size: null, missing: '' }

/** The very PDF that will be printed, opened for the screen. The reader's code is loaded when first needed. */
export function usePrintPreview(wish: { kind: PrintKind; call: FileCall } | null): PrintPreview {
  const call = wish?.call
  const kind = wish?.kind
  const [preview, setPreview] = useState<PrintPreview>(nothing)
  useEffect(() => {
    setPreview(nothing)
    if (!call || !kind) return
    const abort = new AbortController()
    const opening = openPdf({ call, kind }, abort.signal).then(
      async (pdf) => {
        const opened = await factsOf(pdf)
        if (abort.signal.aborted) return pdf.loadingTask.destroy()
        setPreview({ ...opened, error: null })
        return undefined
      },
      (failure: unknown) => {
        if (!abort.signal.aborted) setPreview({ ...nothing, error: problemOf(failure) })
      },
    )
    return () => {
      abort.abort()
      void opening
    }
  }, [call, kind])
  return preview
}

/** What no typeface has of labels or pages that nobody will look at before they print; empty for nothing. Throws as the server refuses them. */
export async function missingSigns(wish: { kind: PrintKind; call: FileCall }): Promise<string> {
  const pdf = await openPdf(wish)
  try {
    return (await factsOf(pdf)).missing
  } finally {
    void pdf.loadingTask.destroy()
  }
}

/** Looking at labels is no print of them; a paper with its prices has left the server either way, and is written down. */
async function openPdf(
  { call, kind }: { kind: PrintKind; call: FileCall },
  signal?: AbortSignal,
): Promise<PDFDocumentProxy> {
  const look =
    kind !== 'paper' && call.method === 'POST' ? { ...call, body: { ...asObject(call.body), preview: true } } : call
  const [{ openDocument }, bytes] = await Promise.all([import('./pdf-reader.ts'), fetchFile(look, signal)])
  return openDocument(bytes)
}

async function factsOf(pdf: PDFDocumentProxy): Promise<Omit<PrintPreview, 'error'>> {
  const [leaf, { info }] = await Promise.all([pdf.getPage(1), pdf.getMetadata()])
  const own = (info as { Custom?: ReadonlyMap<string, unknown> }).Custom?.get(MISSING_FACT)
  return { pdf, size: sizeOf(leaf.view), missing: typeof own === 'string' ? own : '' }
}

function asObject(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : {}
}
