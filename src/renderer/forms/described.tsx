import type { TFunction } from 'i18next'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ChoiceField, DayField, DecimalField, RemarkField, TextField } from './fields.tsx'
import type { Form, FormField } from './useForm.ts'

/** What stands otherwise for a while, in the reader's language. */
export interface FieldLook {
  label?: string
  hint?: ReactNode
  problem?: string | null
  disabled?: boolean
  /** Not asked for now; what it holds stays. */
  isHidden?: boolean
}

/** A field of a form, described once: what it is called, what it begins with, how what is typed is read, and how it is drawn. */
export interface DescribedField<I, O = I> {
  /** English, and the keys of their translations. */
  readonly label: string
  readonly hint?: string
  readonly begins: I
  /** Its messages are English, and the keys of their translations. */
  readonly reads: z.ZodType<O, I>
  draw(field: FormField<I> & Omit<FieldLook, 'label'> & { label: string }, t: TFunction): ReactNode
}

interface TextAbout {
  /** Without it any text, which may be empty. */
  reads?: z.ZodType<unknown, string>
  begins?: string
  hint?: string
}

/** What a text is sent as. */
type ReadBy<A> = A extends { reads: z.ZodType<infer O, string> } ? O : string

/** A text that may not be empty; otherwise `message` is said. */
export const wantedText = (message: string) => z.string().trim().min(1, message)

/** A text that may be left out: it is sent as null. */
export const optionalText = () =>
  z
    .string()
    .trim()
    .transform((text) => text || null)

function typed<A extends TextAbout>({ reads = z.string().trim(), begins = '', hint }: A) {
  return { ...(hint && { hint }), begins, reads: reads as z.ZodType<ReadBy<A>, string> }
}

/** A line of text; `usual` texts are offered while it is typed. */
export function textField<const A extends TextAbout & { usual?: readonly string[] }>(
  label: string,
  maxLength: number,
  about?: A,
): DescribedField<string, ReadBy<A>> {
  const { usual } = about ?? {}
  const look = { maxLength, ...(usual && { usual }) }
  return { ...typed(about ?? ({} as A)), label, draw: (field) => <TextField {...field} {...look} /> }
}

/** A remark or reason in the user's own words. */
export function remarkField<const A extends TextAbout>(label: string, about?: A): DescribedField<string, ReadBy<A>> {
  return { ...typed(about ?? ({} as A)), label, draw: ({ disabled: _, ...field }) => <RemarkField {...field} /> }
}

/** A calendar day that may be left out, `yyyy-mm-dd`; `min` is the first that can be chosen. */
export function dayField(
  label: string,
  about: { hint?: string; min?: string } = {},
): DescribedField<string, string | null> {
  const { min } = about
  return {
    ...typed({ ...about, reads: optionalText() }),
    label,
    draw: (field) => <DayField {...field} {...(min && { min })} />,
  }
}

/** A number with a decimal point. */
export function decimalField<const A extends TextAbout>(
  label: string,
  maxLength: number,
  about: A,
): DescribedField<string, ReadBy<A>> {
  return { ...typed(about), label, draw: (field) => <DecimalField {...field} maxLength={maxLength} /> }
}

/**
 * One of a few: by the English words for what is sent, which are the keys of their translations, or as they are in every
 * language. It begins with the first unless told otherwise; with `isMissing`, which is said then, the empty one is none.
 */
export function choiceField<const K extends string>(
  label: string,
  words: Readonly<Record<K, string>> | readonly [K, ...K[]],
  { begins, isMissing }: { begins?: NoInfer<K>; isMissing?: string } = {},
): DescribedField<K> {
  const isWords = (given: typeof words): given is Readonly<Record<K, string>> => !Array.isArray(given)
  const choices = isWords(words) ? (Object.keys(words) as [K, ...K[]]) : words
  const said = (choice: K, t: TFunction) => (isWords(words) ? t(words[choice] as string) : choice)
  return {
    ...{ label, begins: begins ?? choices[0] },
    reads: z.enum(choices).refine((choice) => !isMissing || choice !== '', isMissing) as unknown as z.ZodType<K, K>,
    draw: (field, t) => <ChoiceField {...field} choices={choices.map((choice) => [choice, said(choice, t)])} />,
  }
}

/** Yes or no; it begins with yes. */
export function checkField(label: string): DescribedField<boolean> {
  return {
    ...{ label, begins: true, reads: z.boolean() },
    draw: ({ label: words, value, disabled, onChange }) => (
      <label className="check-label">
        <input type="checkbox" {...{ disabled }} checked={value} onChange={({ target }) => onChange(target.checked)} />
        {words}
      </label>
    ),
  }
}

/** Of whatever values. */
interface AnyField extends Omit<DescribedField<unknown>, 'draw'> {
  draw(field: never, t: TFunction): ReactNode
}

type Fields = Readonly<Record<string, AnyField>>
type Typing<F extends Fields> = { [K in keyof F]: F[K]['begins'] }

export interface DescribedForm<F extends Fields> {
  readonly fields: F
  /** What the form begins with. */
  readonly empty: Typing<F>
  readonly schema: z.ZodObject<{ [K in keyof F]: F[K]['reads'] }>
}

/** `const order = describedForm({ carrier: textField(key('Carrier'), 80), … })` for `useSentForm(order.schema, order.empty, …)` and `<FormFields>`. */
export function describedForm<F extends Fields>(fields: F): DescribedForm<F> {
  const of = (part: 'begins' | 'reads') => Object.fromEntries(Object.entries(fields).map(([id, f]) => [id, f[part]]))
  return { fields, empty: of('begins'), schema: z.object(of('reads') as never) } as unknown as DescribedForm<F>
}

interface FormFieldsProps<F extends Fields> {
  of: DescribedForm<F>
  form: Pick<Form<Typing<F>, unknown>, 'field'>
  looks?: { readonly [K in keyof F]?: FieldLook }
}

/** The fields of a described form, in their order. */
export function FormFields<F extends Fields>({ of: { fields }, form, looks }: FormFieldsProps<F>) {
  const { t } = useTranslation()
  const shown = Object.entries(fields).filter(([id]) => looks?.[id]?.isHidden !== true)
  return shown.map(([id, { label, hint, ...field }]) => {
    const said = { label: t(label), ...(hint && { hint: t(hint) }) }
    // A form of these fields: each is drawn with its own value.
    const drawn = { ...said, ...form.field(id), ...looks?.[id] } as never
    return <Fragment key={id}>{field.draw(drawn, t)}</Fragment>
  })
}
