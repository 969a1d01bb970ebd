import type { FileCall } from '../../shared/bridge.ts'
import { send } from './send.ts'

/** The bytes of a call that gives a file, for a preview on screen. Throws `ApiError`. */
export async function fetchFile({ method, path, body }: FileCall, signal?: AbortSignal): Promise<ArrayBuffer> {
  const bytes = await send({
    method,
    path,
    body,
    query: undefined,
    key: undefined,
    changes: false,
    signal,
    onProgress: undefined,
    bytes: true,
  })
  if (bytes instanceof ArrayBuffer) return bytes
  throw new TypeError(`${path} gave no bytes`)
}
