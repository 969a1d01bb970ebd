import { zodResolver } from '@hookform/resolvers/zod'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  useForm as useHookForm,
} from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { problemOf, useSay } from '../actions/say.ts'
import type { ApiError } from '../api/api-error.ts'
import { useUnsaved } from '../app/unsaved.ts'
import { draftKey, useSavedDraft } from '../kit/drafts.ts'
import { useNoteLost } from '../kit/StepButton.tsx'
import { useUserId } from '../session/use-user-id.ts'

export interface FormOptions<I> {
  /**
   * The form and its record, for example `export.CI-000012`: what is typed is kept on this computer until it is sent, for this
   * user and this record. null where nothing is kept and nobody asked, as of a sign-in or a password.
   */
  draft: string | null
  /** Fields that a version before kept in its drafts by another name, by that name. */
  was?: Readonly<Record<string, keyof I & string>>
  /** Where its fields stand in what is sent, for example `lines.0`: a refusal names them by their whole path. */
  within?: string
  /** Never kept with the draft, for example a password. */
  secret?: keyof I & string
  /** What the connection mark calls it while it is not saved, already translated. */
  what?: string
  /** The reader's words for what the work of `submit` throws and no field takes; without them it is thrown on. */
  words?: (failure: unknown) => string
}

/** What a text field of a form takes: `<TextField label={…} {...form.field('name')} />`. */
export interface FormField<V> {
  value: V
  problem: string | null
  onChange: (value: V) => void
}

export interface Form<I, O> {
  /** As typed. */
  values: I
  /** Something differs from what the form began with. */
  isTyped: boolean
  isSending: boolean
  /** Why the last try failed, where no field says it; follows the language. */
  failure: string | null
  field: <K extends keyof I & string>(name: K) => FormField<I[K]>
  change: (part: Partial<I>) => void
  /** What is wrong at a path (`name`, `lines.0.quantity`), in the reader's language. */
  problem: (path: string) => string | null
  /** What would be sent; null while something is wrong. */
  read: () => O | null
  /**
   * For `onSubmit` and for a button: what is wrong is said at its field, which gets the focus; otherwise `work` gets what is sent.
   * After an answer other than undefined or false the form begins anew, and its draft is gone.
   */
  submit: (work: (sent: O) => Promise<unknown>) => (event?: SyntheticEvent) => void
  /** Puts a refusal at the fields that it names; false when it names none of the form's. For `useAction`'s `failed`. */
  refuse: (error: ApiError) => boolean
  /** Back to what the form began with. */
  reset: () => void
}

/**
 * A form by its zod schema, whose messages are English and the keys of their translations. `initial` is what it begins with; a
 * field follows it until something is typed there, and only fields that were typed in are kept as a draft. A form of another
 * record needs another React key. What is wrong is said when it is to be sent, and goes as soon as the field is typed in.
 */
export function useForm<I extends FieldValues, O>(
  schema: z.ZodType<O, I>,
  initial: I,
  { draft, was = {}, within, secret, what, words }: FormOptions<I>,
): Form<I, O> {
  const { t } = useTranslation()
  const say = useSay()
  const key = draftKey(useUserId(), draft ?? '')
  const named = (saved: object) =>
    Object.fromEntries(Object.entries(saved).map(([name, value]) => [was[name] ?? name, value]))
  const isSound = (saved: unknown): saved is Partial<I> =>
    draft !== null &&
    isObject(saved) &&
    Object.keys(named(saved)).some((name) => name in initial) &&
    isDraftOf(schema, initial, { ...initial, ...named(saved) })
  const [kept, keep] = useSavedDraft(key, isSound)
  const hook = useHookForm<I, unknown, O>({
    resolver: zodResolver(schema),
    defaultValues: { ...initial, ...named(kept ?? {}) } as DefaultValues<I>,
    shouldFocusError: false,
  })
  const values = hook.watch()
  const { isSubmitting, errors } = hook.formState
  const isTyped = Object.keys(typedIn(values, initial)).length > 0
  useUnsaved(isTyped && draft !== null, what)
  const [failed, setFailed] = useState<{ why: unknown } | null>(null)
  const latest = useRef({ isTyped, initial })
  latest.current = { isTyped, initial }
  const set = <K extends keyof I & string>(name: K, value: I[K]) => {
    hook.setValue(name as unknown as Path<I>, value as PathValue<I, Path<I>>)
    hook.clearErrors(name as unknown as Path<I>)
  }
  const begun = JSON.stringify(initial)
  const before = useRef(initial)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when what it begins with says something else, not when it is another object
  useEffect(() => {
    const typed = typedIn(hook.getValues(), before.current)
    for (const name of Object.keys(initial)) if (!(name in typed)) set(name, initial[name])
    before.current = initial
  }, [begun])
  /** Nothing is left to keep by what was typed here: a secret that is never kept stays in its field. */
  const isOwnEnd = useRef(false)
  // Discarded from the toast that said it was restored.
  useEffect(() => {
    const isDiscarded = draft !== null && kept === null && !isOwnEnd.current
    if (isDiscarded && latest.current.isTyped) hook.reset(latest.current.initial)
    isOwnEnd.current = false
  }, [draft, kept, hook.reset])

  const reset = () => {
    hook.reset(latest.current.initial)
    if (draft !== null) keep(() => null)
  }
  const noteLost = useNoteLost()
  const change = (part: Partial<I>) => {
    // Other content is another press.
    noteLost(false)
    for (const [name, value] of Object.entries(part)) set(name, value)
    const { [secret ?? '']: _, ...typed } = typedIn(hook.getValues(), latest.current.initial)
    isOwnEnd.current = Object.keys(typed).length === 0
    if (draft !== null) keep(() => (isOwnEnd.current ? null : structuredClone(typed as Partial<I>)))
  }
  const problem = (path: string) => {
    const { type, message } = hook.getFieldState(path as Path<I>, { ...hook.formState, errors }).error ?? {}
    if (!message) return null
    return type === fromServer ? message : t(message)
  }
  const refuse = (error: ApiError) => {
    const named = say
      .fields(error)
      .map(({ field, words }) => ({ field: ownPath(field, within), words }))
      .filter(({ field }) => (field.split('.')[0] ?? '') in initial)
    for (const { field, words } of named) hook.setError(field as Path<I>, { type: fromServer, message: words })
    return named.length > 0
  }
  return {
    values,
    isTyped,
    isSending: isSubmitting,
    failure: failed && words ? words(failed.why) : null,
    field: (name) => ({
      value: values[name],
      problem: problem(name),
      onChange: (value) => change({ [name]: value } as unknown as Partial<I>),
    }),
    change,
    problem,
    read: () => schema.safeParse(values).data ?? null,
    submit: (work) => (event) => {
      event?.preventDefault()
      const place = event?.currentTarget.closest('form, [role=dialog]') ?? null
      const send = hook.handleSubmit(
        async (sent) => {
          setFailed(null)
          try {
            const done = await work(sent)
            if (done !== undefined && done !== false) reset()
          } catch (why) {
            if (!words) throw why
            if (!refuse(problemOf(why))) setFailed({ why })
          }
        },
        () => leadToFault(place),
      )
      if (!isSubmitting) void send()
    },
    refuse,
    reset,
  }
}

/** Already in the reader's language. */
const fromServer = 'server'

/** A try that was refused leads to what is wrong; typing does not move the focus. */
function leadToFault(place: Element | null): void {
  requestAnimationFrame(() => place?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

/** Gives a field's path in its form, from its path in what was sent; the same where it stands elsewhere. */
export function ownPath(field: string, within: string | undefined): string {
  return within !== undefined && field.startsWith(`${within}.`) ? field.slice(within.length + 1) : field
}

/** The fields that are not what the form began with. */
function typedIn<I extends FieldValues>(values: I, initial: I): Partial<I> {
  const typed = Object.keys(initial).filter((name) => JSON.stringify(values[name]) !== JSON.stringify(initial[name]))
  return Object.fromEntries(typed.map((name) => [name, values[name]])) as Partial<I>
}

function isObject(saved: unknown): saved is Record<string, unknown> {
  return typeof saved === 'object' && saved !== null
}

/** Faults of a shape, which typing cannot make: such a draft is of another version of the form. */
const shapeFaults = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

/** Whether what was kept is a draft of this form: unfinished it may be, but every field is what the form could have put there. */
export function isDraftOf<I extends FieldValues>(
  schema: z.ZodType<unknown, I>,
  initial: I,
  saved: unknown,
): saved is I {
  if (!isObject(saved)) return false
  const issues = schema.safeParse(saved).error?.issues ?? []
  return issues.every(({ code, path: [name] }) => {
    if (!shapeFaults.has(code) || typeof name !== 'string') return true
    return JSON.stringify(saved[name]) === JSON.stringify(initial[name])
  })
}
