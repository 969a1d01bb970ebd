import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import type { FileCall } from '../../../shared/bridge.ts'
import type { ApiError } from '../../api/api-error.ts'
import { fetchFile } from '../../api/fetch-file.ts'
import { problemOf } from '../say.ts'

export interface LabelPreview {
  pdf: PDFDocumentProxy | null
  error: ApiError | null
}

/** The very PDF that will be printed, opened for the screen. The reader's code is loaded when first needed. */
export function useLabelPreview(call: FileCall | null): LabelPreview {
  const [preview, setPreview] = useState<LabelPreview>({ pdf: null, error: null })
  useEffect(() => {
    setPreview({ pdf: null, error: null })
    if (!call) return
    const abort = new AbortController()
    const opening = openPdf(call, abort.signal).then(
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
  }, [call])
  return preview
}

async function openPdf(call: FileCall, signal: AbortSignal): Promise<PDFDocumentProxy> {
  const look = call.method === 'POST' ? { ...call, body: { ...asObject(call.body), preview: true } } : call
  const [{ openDocument }, bytes] = await Promise.all([import('./pdf-reader.ts'), fetchFile(look, signal)])
  return openDocument(bytes)
}

function asObject(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : {}
}
