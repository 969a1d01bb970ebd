import type { SyntheticEvent } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { type ActionOptions, useAction } from '../actions/useAction.ts'
import type { ApiError } from '../api/api-error.ts'
import type { CallOptions } from '../api/client.ts'
import { type Form, type FormOptions, useForm } from './useForm.ts'

export interface SentFormOptions<I, O, R>
  extends FormOptions<I>,
    Pick<ActionOptions<O, R>, 'done' | 'undo' | 'refresh' | 'looksAgain'> {
  /** The one call that takes what was typed. */
  send: (typed: O, options: CallOptions) => Promise<R>
  /** What has to be so before; false sends nothing, and has said why. */
  before?: (typed: O) => boolean | Promise<boolean>
  /** Once it went through, before the form begins anew. */
  after?: (reply: R, typed: O) => unknown
  /** Shows a refusal that names none of the form's fields, and gives true; then no toast is shown. */
  refused?: (error: ApiError) => boolean
}

export interface SentForm<I, O> extends Form<I, O> {
  /** For `onSubmit`, and for the button of a dialog. */
  send: (event?: SyntheticEvent) => void
  /** Why it was refused last; null since it was sent anew. */
  error: ApiError | null
}

/**
 * A form and the call that takes it: `const form = useSentForm(partyForm, party, { send: (typed, options) => api…, after })` and
 * `<form onSubmit={form.send}>`. A refusal is said at the fields that it names, and otherwise by a toast; what was typed then
 * stays. After a success the form begins anew, and its draft is gone.
 */
export function useSentForm<I extends FieldValues, O, R>(
  schema: z.ZodType<O, I>,
  initial: I,
  { draft, was, within, secret, what, words, send, before, after, refused, ...options }: SentFormOptions<I, O, R>,
): SentForm<I, O> {
  const form = useForm(schema, initial, {
    draft,
    ...(was && { was }),
    ...(within && { within }),
    ...(secret && { secret }),
    ...(what && { what }),
    ...(words && { words }),
  })
  const action = useAction(send, {
    ...options,
    ...(what && { what }),
    // Both: a refusal may be of several fields, in the form and beside it.
    failed: (error) => [form.refuse(error), refused?.(error) ?? false].some(Boolean),
  })
  return {
    ...form,
    error: action.error,
    send: form.submit(async (typed) => {
      if (before && !(await before(typed))) return
      const reply = await action.run(typed)
      if (reply !== undefined) await after?.(reply, typed)
      return reply
    }),
  }
}
