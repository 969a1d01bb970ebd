import { z } from 'zod'

/**
 * One thing wrong in an uploaded sheet, as it travels: where it stands, what was found, the specification's message
 * (also the translation key) and, where it can be said, what would be right (a translation key as well).
 * `row` is the sheet's own row number, `cell` its address ("C4"), `column` the template's bilingual header.
 */
export const faultSchema = z.object({
  sheet: z.string(),
  row: z.number().int(),
  column: z.string(),
  cell: z.string(),
  value: z.string(),
  message: z.string(),
  expected: z.string().optional(),
})

export type Fault = z.infer<typeof faultSchema>
