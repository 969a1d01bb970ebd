import { EventEmitter } from 'node:events'
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

/** Chromium's permissions here are its own (nothing is granted); what the app's handlers answer, walls.ts asks for the test. */
class StandInSession extends EventEmitter {
  readonly webRequest = webRequest
  readonly handlers: Record<string, unknown> = {}
  isSpellCheckerEnabled = true

  setPermissionRequestHandler = (handler: unknown) => this.#take('permissionRequest', handler)
  setPermissionCheckHandler = (handler: unknown) => this.#take('permissionCheck', handler)
  setDevicePermissionHandler = (handler: unknown) => this.#take('devicePermission', handler)
  setCertificateVerifyProc = (handler: unknown) => this.#take('certificateVerify', handler)
  setSpellCheckerEnabled(enabled: boolean): void {
    this.isSpellCheckerEnabled = enabled
  }
  #take(name: string, handler: unknown): void {
    this.handlers[name] = handler
  }
}

const defaultSession = new StandInSession()

export const session = { defaultSession, fromPartition: () => new StandInSession() }

answersToTest['request.before'] = (details: RequestDetails) =>
  new Promise<HeadersAnswer>((resolve) => {
    if (beforeSend) beforeSend(details, resolve)
    else resolve({})
  })
answersToTest['request.done'] = (details: RequestDetails & { statusCode: number }) => done?.(details)
answersToTest['request.failed'] = (details: RequestDetails & { error: string }) => failed?.(details)
