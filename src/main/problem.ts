import type { BridgeErrorCode, BridgeProblem } from '../shared/bridge.ts'

/** A refusal in words for the user; the bridge's door turns it into a value. */
export class Problem extends Error {
  readonly code: BridgeErrorCode
  readonly details: unknown

  constructor(code: BridgeErrorCode, message: string, details?: unknown) {
    super(message)
    this.name = 'Problem'
    this.code = code
    this.details = details
  }
}

export function asBridgeProblem(error: unknown): BridgeProblem {
  if (!(error instanceof Problem)) return { code: 'unknown', message: 'Something went wrong in the app.' }
  const { code, message, details } = error
  return details === undefined ? { code, message } : { code, message, details }
}

/** The system's error code (ENOSPC, EACCES …), or null. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}
