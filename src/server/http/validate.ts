import type { z } from 'zod'
import { invalidInput } from './errors.ts'

/** Said about a field where the contract has no words of its own; constant, so that they can be translated. */
const plainWords = {
  missing: 'Please fill this in.',
  tooLong: 'This is too long.',
  tooShort: 'This is too short.',
  tooMany: 'There are too many entries.',
  tooFew: 'There are too few entries.',
  tooLarge: 'This number is too large.',
  tooSmall: 'This number is too small.',
  invalid: 'This is not a valid value.',
} as const

const general = 'Please check the values sent.'
const isPlain = new Set<string>(Object.values(plainWords))
const MOST_FIELDS = 200

/**
 * Gives what the schema makes of the input, with its defaults. Throws `invalid_input` naming every faulty field; its message
 * is the first one that the contract words itself.
 */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const outcome = schema.safeParse(input, { error: wordsFor })
  if (outcome.success) return outcome.data
  const fields = outcome.error.issues.slice(0, MOST_FIELDS).map((issue) => ({
    field: issue.path.map(String).join('.'),
    message: issue.message,
  }))
  const own = fields.find((field) => !isPlain.has(field.message))
  throw invalidInput(own?.message ?? general, { fields })
}

function wordsFor(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return plainWords.missing
  if (issue.code === 'too_big') return wordsOfSize(issue.origin, 'tooLong', 'tooMany', 'tooLarge')
  if (issue.code === 'too_small') return wordsOfSize(issue.origin, 'tooShort', 'tooFew', 'tooSmall')
  return plainWords.invalid
}

type Words = keyof typeof plainWords

function wordsOfSize(origin: string, text: Words, list: Words, number: Words): string {
  if (origin === 'string') return plainWords[text]
  return plainWords[origin === 'array' || origin === 'set' || origin === 'map' ? list : number]
}
