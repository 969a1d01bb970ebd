import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import type { FileCall } from '../../../shared/bridge.ts'
import type { PrintKind } from '../../../shared/domain/printing.ts'
import type { ApiError } from '../../api/api-error.ts'
import { fetchFile } from '../../api/fetch-file.ts'
import { problemOf } from '../say.ts'

export interface PrintPreview {
  pdf: PDFDocumentProxy | null
  error: ApiError | null
}

/** The very PDF that will be printed, opened for the screen. The reader's code is loaded when first needed. */
export function usePrintPreview(wish: { kind: PrintKind; call: FileCall } | null): PrintPreview {
  const call = wish?.call
  const kind = wish?.kind
  const [preview, setPreview] = useState<PrintPreview>({ pdf: null, error: null })
  useEffect(() => {
    setPreview({ pdf: null, error: null })
    if (!call || !kind) return
    const abort = new AbortController()
    const opening = openPdf({ call, kind }, abort.signal).then(
      (pdf) => {
        if (abort.signal.aborted) return pdf.loadingTask.destroy()
        setPreview({ pdf, error: null })
        return undefined
      },
      (failure: unknown) => {
        if (!abort.signal.aborted) setPreview({ pdf: null, error: problemOf(failure) })
      },
    )
    return () => {
      abort.abort()
      void opening
    }
  }, [call, kind])
  return preview
}

/** Looking at labels is no print of them; a paper with its prices has left the server either way, and is written down each time. */
async function openPdf(
  { call, kind }: { kind: PrintKind; call: FileCall },
  signal: AbortSignal,
): Promise<PDFDocumentProxy> {
  const look =
    kind !== 'paper' && call.method === 'POST' ? { ...call, body: { ...asObject(call.body), preview: true } } : call
  const [{ openDocument }, bytes] = await Promise.all([import('./pdf-reader.ts'), fetchFile(look, signal)])
  return openDocument(bytes)
}

function asObject(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : {}
}
