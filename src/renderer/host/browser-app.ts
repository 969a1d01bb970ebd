import type { Bridge, FileCall, UploadedForm } from '../../shared/bridge.ts'
import { uploadedFormData } from '../../shared/uploaded-form.ts'
import { ApiError, askedCall, readErrorBody, unreachableProblem } from '../api/api-error.ts'
import { fetchNoted, forWhom } from '../api/send.ts'
import { openProgram, pageVersion } from './page-version.ts'

/** The app's life in a browser: updates come with the page, there is no file of logs, and links lead to addresses. */
export function browserApp(): Bridge['app'] {
  const { look, updates, onUpdate } = pageVersion(openProgram)
  return {
    async info() {
      return {
        edition: 'browser',
        version: '',
        serverUrl: '',
        platform: navigator.platform,
        canPrintDirectly: false,
        isServerFixed: true,
      }
    },
    async openLink(url) {
      window.open(url, '_blank', 'noopener,noreferrer')
    },
    onServer: () => () => {},
    onCall: () => () => {},
    supportBundle: onlyDesktop,
    licences: async () => '',
    takeLink: async () => null,
    onLink: () => () => {},
    takeMishap: async () => null,
    updates,
    checkForUpdates: look,
    installUpdate: async () => location.reload(),
    onUpdate,
  }
}

/** Screens do not offer it there. */
export async function onlyDesktop(): Promise<never> {
  throw new Error('Only the desktop app can do this.')
}

/** Fetches from the page's own server. Throws `ApiError`; the error body of a file call is decoded as well. */
export async function askServer(
  { method, path, body, key }: FileCall,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
  upload?: UploadedForm,
): Promise<Response> {
  const sent = upload ? uploadedFormData(upload) : body === undefined ? undefined : JSON.stringify(body)
  const reply = await fetchNoted(path, {
    method,
    headers: {
      'x-selvedge-client': 'screen',
      ...forWhom(),
      ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((failure: unknown) => {
    if (failure instanceof DOMException && failure.name === 'AbortError') throw failure
    throw new ApiError(0, 'unreachable', unreachableProblem)
  })
  if (reply.ok) return reply
  throw readErrorBody(reply.status, await bodyOf(reply), askedCall(path, reply.headers.get('x-request-id')))
}

async function bodyOf(reply: Response): Promise<unknown> {
  try {
    return await reply.json()
  } catch {
    // Not JSON: a proxy's page. readErrorBody then says the general words.
    return null
  }
}

/** The file name of a Content-Disposition header, UTF-8 form first; null when it names none. Never a path. */
export function attachmentName(header: string | null): string | null {
  if (!header) return null
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  const plain = /filename="([^"]+)"/i.exec(header)?.[1] ?? /filename=([^;\s]+)/i.exec(header)?.[1]
  const name = encoded ? decodeURIComponent(encoded) : plain
  return name ? (name.split(/[\\/]/).pop() ?? null) : null
}
