import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { workerPolicy } from '../../shared/content-policy.ts'

let reader: PDFWorker | null = null

/** Opens a PDF of our own server. */
export function openDocument(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  reader ??= PDFWorker.create({ port: startWorker() })
  return getDocument({ data: new Uint8Array(bytes), enableXfa: false, worker: reader }).promise
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): URL }
}

/** The content policy takes no plain text for a script's address, so this one is vouched for; it is the build's own file. */
function startWorker(): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy(workerPolicy, { createScriptURL: (address) => address })
  return new Worker(policy ? policy.createScriptURL(workerUrl) : workerUrl, { type: 'module' })
}
