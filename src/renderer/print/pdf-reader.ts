import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { trustedScript } from '../host/trusted-script.ts'

let reader: PDFWorker | null = null

/** Opens a PDF of our own server. */
export function openDocument(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  reader ??= PDFWorker.create({ port: new Worker(trustedScript(workerUrl), { type: 'module' }) })
  return getDocument({ data: new Uint8Array(bytes), enableXfa: false, worker: reader }).promise
}
