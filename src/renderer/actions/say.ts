import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, toApiError } from '../api/api-error.ts'
import { HostError } from '../host/electron.ts'

/** Whatever was thrown, as an ApiError: the desktop's host carries the server's words in `details`. */
export function problemOf(failure: unknown): ApiError {
  if (!(failure instanceof HostError)) return toApiError(failure)
  if (failure.code === 'unauthorised') return new ApiError(401, 'unauthenticated', failure.message)
  if (failure.code === 'unreachable') return new ApiError(0, 'unreachable', failure.message)
  const details = typeof failure.details === 'object' && failure.details !== null ? failure.details : {}
  return new ApiError(0, 'internal', failure.message, details)
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
