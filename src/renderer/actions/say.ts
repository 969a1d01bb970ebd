import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, askedCall, toApiError } from '../api/api-error.ts'
import { HostError } from '../host/electron.ts'

/** Whatever was thrown, as an ApiError: the desktop's host carries the server's words in `details`. */
export function problemOf(failure: unknown): ApiError {
  if (!(failure instanceof HostError)) return toApiError(failure)
  const { code, message } = failure
  if (code === 'unreachable') return new ApiError(0, 'unreachable', message)
  const said = asRecord(failure.details)
  const details = asRecord(said.details)
  const asked = askedCall(typeof said.path === 'string' ? said.path : '', said.request_id)
  if (code === 'unauthorised') return new ApiError(401, 'unauthenticated', message, details, asked)
  return new ApiError(0, 'internal', message, details, asked)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Puts a server's words into the reader's language: `details.message_key` or the message is the key, `details.values` fill it. */
export function useSay(): {
  message: (text: string, values?: Record<string, string | number>) => string
  problem: (failure: unknown) => string
} {
  const { t } = useTranslation()
  return useMemo(() => {
    const message = (text: string, values?: Record<string, string | number>) =>
      t(text, { ...values, defaultValue: text })
    return { message, problem: (failure) => sentence(message, problemOf(failure)) }
  }, [t])
}

function sentence(
  message: (text: string, values?: Record<string, string | number>) => string,
  error: ApiError,
): string {
  const words = message(error.details.message_key ?? error.message, error.details.values)
  const fields = error.details.fields?.map(({ message: why }) => message(why)) ?? []
  return [words, ...fields.filter((why) => why !== words).slice(0, 3)].join(' ')
}
