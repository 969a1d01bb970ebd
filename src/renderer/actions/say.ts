import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { valuesIn, type WordValues } from '../../shared/kernel/words.ts'
import { ApiError, type AskedCall, askedCall, toApiError } from '../api/api-error.ts'
import { HostError } from '../host/electron.ts'
import { formatsFor } from '../i18n/formats.ts'
import { languageOf } from '../i18n/language.ts'
import { showToast, type Toast, type ToastAction } from '../kit/Toasts.tsx'

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

export interface Say {
  message: (text: string, values?: WordValues) => string
  /** Why a call failed, with what it says of its fields. */
  problem: (failure: unknown) => string
  /** The same by field. */
  fields: (error: ApiError) => { field: string; words: string }[]
}

/** Puts a server's words into the reader's language. */
export function useSay(): Say {
  const { t, i18n } = useTranslation()
  return useMemo(() => sayIn(t, i18n.language), [t, i18n.language])
}

/** `message_key` or the message is the key; `values` fill it, those that are words themselves translated. */
export function sayIn(t: TFunction, language: string): Say {
  const { day, number } = formatsFor(language)
  const reader = {
    isChinese: languageOf(language) === 'zh',
    translate: (english: string, values: WordValues) => t(english, values),
    day,
  }
  const figures = (values: WordValues): WordValues =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? number(value) : value]),
    )
  // `count` chooses between one and many.
  const message: Say['message'] = (text, values = {}) =>
    t(text, {
      ...figures(valuesIn(values, reader)),
      ...(values.count !== undefined && { count: values.count }),
      defaultValue: text,
    })
  const fields: Say['fields'] = ({ details }) =>
    (details.fields ?? []).map(({ field, message: text, message_key, values = details.values }) => ({
      field,
      words: message(message_key ?? text, values),
    }))
  const problem: Say['problem'] = (failure) => {
    const error = problemOf(failure)
    const words = message(error.details.message_key ?? error.message, error.details.values)
    const others = new Set(fields(error).map((each) => each.words))
    others.delete(words)
    return [words, ...[...others].slice(0, 3)].join(' ')
  }
  return { message, problem, fields }
}

interface Surroundings {
  t: (key: string) => string
  say: { problem: (failure: unknown) => string }
}

/** Says a failure in the reader's language. `extra` may name the toast, and give it a way on before the copy for support. */
export function showFailure(error: ApiError, { t, say }: Surroundings, extra: Partial<Toast> = {}): void {
  const actions = [...(extra.actions ?? []), ...forSupport(error.asked, t)]
  const isLost = error.code === 'unreachable'
  showToast({
    ...extra,
    tone: 'error',
    text: say.problem(error),
    ...(isLost && { isLost }),
    ...(actions.length > 0 && { actions }),
  })
}

/** What support needs to find the call in the server's log; none where no answer came. */
function forSupport(asked: AskedCall | null, t: Surroundings['t']): ToastAction[] {
  if (asked === null) return []
  const text = `${asked.at} ${asked.path} request ${asked.requestId}`
  return [{ label: t('Copy details'), run: () => void copy(text, t) }]
}

async function copy(text: string, t: Surroundings['t']): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ tone: 'info', text: t('Details for support copied') })
  } catch {
    // The browser gives the clipboard to nobody here: it can still be read and marked by hand.
    showToast({ tone: 'info', text, stays: true })
  }
}
