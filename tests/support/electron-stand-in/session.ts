import { answersToTest } from './test-side.ts'

interface RequestDetails {
  id: number
  url: string
  method: string
  requestHeaders: Record<string, string>
}

interface HeadersAnswer {
  cancel?: boolean
  requestHeaders?: Record<string, string>
}

type BeforeSend = (details: RequestDetails, answer: (answer: HeadersAnswer) => void) => void
type Done = (details: RequestDetails & { statusCode: number }) => void
type Failed = (details: RequestDetails & { error: string }) => void

let beforeSend: BeforeSend | null = null
let done: Done | null = null
let failed: Failed | null = null

const webRequest = {
  onBeforeSendHeaders(_filter: unknown, listener: BeforeSend) {
    beforeSend = listener
  },
  onCompleted(_filter: unknown, listener: Done) {
    done = listener
  },
  onErrorOccurred(_filter: unknown, listener: Failed) {
    failed = listener
  },
}

/** Permissions are Chromium's own here (nothing is granted), so the app's handlers are taken and never asked. */
const defaultSession = {
  webRequest,
  setPermissionRequestHandler: () => undefined,
  setPermissionCheckHandler: () => undefined,
  setDevicePermissionHandler: () => undefined,
}

export const session = { defaultSession }

answersToTest['request.before'] = (details: RequestDetails) =>
  new Promise<HeadersAnswer>((resolve) => {
    if (beforeSend) beforeSend(details, resolve)
    else resolve({})
  })
answersToTest['request.done'] = (details: RequestDetails & { statusCode: number }) => done?.(details)
answersToTest['request.failed'] = (details: RequestDetails & { error: string }) => failed?.(details)
