import { z } from 'zod'
import { plainText } from './codes.ts'
import { printForms } from './printing.ts'
import { refusalReasons } from './reasons.ts'
import { sheetMessages } from './sheet.ts'
import { key } from './words.ts'

/** Shapes that several calls share. Wire names are snake_case, quantities whole pieces, money minor units. */

export const pieces = z.int().min(0).max(1_000_000)
export const day = z.iso.date()
export const instant = z.iso.datetime()
export const version = z.int().min(1)

/** For `refine`: of a call that does several things, those that are done to what somebody saw take its version. */
export function seenWhere(...actions: readonly string[]) {
  return ({ action, version: seen }: { action: string; version?: number | undefined }) =>
    seen !== undefined || !actions.includes(action)
}
export const unseen = { error: key('Please give the version that was seen.'), path: ['version'] }

/** Gives the message for fewer pieces than allowed, in the specification's words where it has its own. */
interface TooFewWords {
  zero: string
  negative: string
}

/** Pieces that a person moves: whole, at least one, and bounded. */
export function piecesSaying({ zero, negative }: TooFewWords) {
  return piecesFrom(1, ({ input }) => (Number(input) < 0 ? negative : zero))
}

/** Pieces as they shall be, where zero means something: a line taken off, an answer of none. */
export function piecesOrNone(negative: string = sheetMessages.wrongOrderQuantity) {
  return piecesFrom(0, () => negative)
}

function piecesFrom(least: 0 | 1, error: (issue: { input?: unknown }) => string) {
  return z.int().min(least, { error }).max(1_000_000, { error: sheetMessages.wrongOrderQuantity })
}

const aboveZero = 'Please enter a whole number above 0.'
export const piecesIn = piecesSaying({ zero: aboveZero, negative: aboveZero })
/** Pieces that go into a box or come out of it. */
export const piecesInBox = piecesSaying({ zero: sheetMessages.zeroInBox, negative: sheetMessages.negativeInBox })

/** Ids are read as sheets are: full-width letters, lower case and blanks around mean nothing. */
const upperCode = (text: string) => plainText(text).toUpperCase()
export const orderId = z.string().overwrite(upperCode).min(1).max(40)
export const nmSku = z.string().overwrite(upperCode).min(1).max(40)
export const boxNo = z.string().overwrite(plainText).min(1).max(30)

export function shipmentIdOr(words: string) {
  return z.string({ error: words }).overwrite(upperCode).min(1, { error: words }).max(40)
}
export const shipmentId = shipmentIdOr('Please provide shipment id.')

/** A filter by vendor; a list of several is refused in the specification's words. */
export const supplierId = z
  .string({ error: ({ input }) => (Array.isArray(input) ? 'Please select only one vendor.' : undefined) })
  .trim()
  .max(40)
export const money = z.object({ minor: z.int(), currency: z.string().length(3) })
/** Money that says what a piece costs: the server writes null for roles without the right `seePrices`, whatever a handler gives. */
export const price = money.nullable().meta({ price: true })
export const reason = z.enum(refusalReasons)
export const remark = z.string().trim().max(500)

/** A style's picture, by its id: what that shows never changes. Null where there is none. */
export const picture = z.uuid().nullable()

/** Keyset paging: the reply's `next_cursor` is given back as `cursor`; null at the end. */
export const page = { cursor: z.string().max(400).nullish(), page_size: z.int().min(1).max(500).default(50) }

export const timelineEvent = z.object({
  at: instant,
  actor: z.string(),
  /** Another system did it: `actor` is its API key's name. */
  by_key: z.boolean(),
  /** A stable word such as `order.approved`; screens translate it. */
  event: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  source: z.enum(['screen', 'file', 'bulk', 'api']),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

/** Describes a group of settings as it is answered: with the version of all together, and the last change of each, newest first, its values as text. */
export function savedSettings<T extends z.ZodRawShape>(settings: z.ZodObject<T>) {
  const setting = z.enum(Object.keys(settings.shape) as [keyof T & string, ...(keyof T & string)[]])
  const change = z.object({ setting, from: z.string(), to: z.string(), at: instant, changed_by: z.string() })
  return z.object({ settings, version, last_changes: z.array(change) })
}

/** Counts come by a call of their own kind, so that they never block rows. */
export const part = z.enum(['rows', 'counts']).default('rows')
export const counts = z.record(z.string(), z.int())

export const trackingId = z.string().trim().max(60)
export const weightGrams = z.int().min(1).max(1_000_000)

/** A PDF for pages, or ZPL for a label printer's head of that resolution. */
export const printAs = z.enum(printForms).default('pdf')

export const vendorEntry = z.object({
  id: z.string(),
  name: z.string(),
  name_zh: z.string(),
  is_selectable: z.boolean(),
})

/** Names stand within lines of other words: no line breaks, and no marks that turn the words behind them around. */
export const oneLine = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u
/** `all`: one fault refuses the file. `good_rows`: faulty rows are left out and what is not packed goes back to the platform. */
export const takeMode = z.enum(['all', 'good_rows']).default('all')

/** Search text of a list: words, or a pasted list of codes (`searchTerms`). */
export const searchText = z.string().trim().max(2_000)

/** Counts of a sheet's rows by outcome: spread into the reply of a call that takes one. */
export const rowsTaken = { rows_taken: z.int(), rows_refused: z.int(), rows_unchanged: z.int() }
