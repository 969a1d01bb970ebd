import { z } from 'zod'
import { type CustomsKey, customsKeys, productDetails, readCustoms } from '../../../shared/areas/invoices/sheets.ts'
import type { InvoiceDetails } from './invoice-list.ts'

type Line = InvoiceDetails['styles'][number]
type Texts = Readonly<Record<CustomsKey, string>>

/** What an invoice says of a style, beside what the style's record knows; empty texts where either says nothing. */
export interface RecordFacts {
  style_id: string
  style_name: string
  style_name_zh: string
  old: Texts
  known: Texts
}

const textsOf = (of: (key: CustomsKey) => string | number | null): Texts =>
  Object.fromEntries(customsKeys.map((key) => [key, String(of(key) ?? '')])) as Texts

/** A style a row. A fact that the lines of a style say differently is said by none. */
export function recordFacts(lines: readonly Line[]): RecordFacts[] {
  return [...Map.groupBy(lines, ({ style_id }) => style_id)].flatMap(([style_id, own]) => {
    const [first] = own
    if (first === undefined) return []
    const { style_name, style_name_zh, record } = first
    const named: Partial<Record<CustomsKey, string>> = { description: style_name, description_zh: style_name_zh }
    return {
      ...{ style_id, style_name, style_name_zh },
      old: textsOf((key) => (own.every((line) => line[key] === first[key]) ? first[key] : null)),
      known: textsOf((key) => record[key] ?? named[key] ?? null),
    }
  })
}

/** Begins with what the record knows, and where it knows nothing with what the invoice says. */
export const beginsWith = (facts: readonly RecordFacts[]): FactsTyped => ({
  styles: facts.map(({ style_id, old, known }) => ({ style_id, ...textsOf((key) => known[key] || old[key]) })),
})

const typedStyle = z.object({
  style_id: z.string(),
  hs_code: z.string(),
  description: z.string(),
  description_zh: z.string(),
  composition: z.string(),
  origin: z.string(),
  net_weight_grams: z.string(),
})
export type TypedStyle = z.output<typeof typedStyle>

export const factsForm = z.object({ styles: z.array(typedStyle) }).superRefine(({ styles }, context) => {
  // A style of which nothing is known is left as it is.
  for (const [at, { style_id: _, ...typed }] of styles.entries())
    for (const { field, message } of readCustoms({ ...typed, net_weight_grams: typed.net_weight_grams || null })
      .problems)
      if (field !== 'style_id') context.addIssue({ code: 'custom', path: ['styles', at, field], message })
})
export type FactsTyped = z.input<typeof factsForm>

/** Styles of which something is typed that the invoice does not say. An empty field changes nothing. */
export function changedStyles(facts: readonly RecordFacts[], { styles }: FactsTyped): TypedStyle[] {
  const old = new Map(facts.map((one) => [one.style_id, one.old]))
  return styles.filter((typed) =>
    customsKeys.some((key) => typed[key].trim() !== '' && typed[key].trim() !== old.get(typed.style_id)?.[key]),
  )
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The sheet of product details, as the call takes it. */
export function factsSheet(styles: readonly TypedStyle[]): string {
  const columns = productDetails.columns.filter(({ shownOnly }) => !shownOnly)
  const rows = styles.map((typed) => columns.map(({ key }) => typed[key as keyof TypedStyle].trim()))
  return [columns.map(({ header }) => header.en), ...rows].map((row) => row.map(quoted).join(',')).join('\r\n')
}
