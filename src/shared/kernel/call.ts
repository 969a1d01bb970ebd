import type { z } from 'zod'
import { type PrintForm, resolutionOf } from './printing.ts'
import type { Role } from './roles.ts'

/** Who may call: nobody signed in needed, anybody signed in, or the named roles. */
export type Callers = 'anyone' | 'signed-in' | readonly Role[]

export type FileEnding = '.xlsx' | '.csv' | '.pdf' | '.jpg' | '.jpeg' | '.png' | '.webp' | '.dxf' | '.plt' | '.hpgl'

export interface FileRule {
  accept: readonly FileEnding[]
  /** Bytes, where a file may be larger than the server's usual limit; of all files together where pictures come with it. */
  most?: number
  /** So many pictures may come with it, in the field `pictures`. */
  pictures?: number
  /** Why a file of another kind is refused, where the usual words do not name what is taken. */
  refusal?: string
}

export type FileType =
  | 'text/csv'
  | 'text/calendar'
  | 'application/pdf'
  | 'application/zpl'
  | 'application/json'
  | 'image/jpeg'
  | 'application/octet-stream'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A call that answers a file: its type and the specification's default name; both may hang on the input. */
export interface GivesFile<I = never> {
  file: true
  /** Types that the file may have; the first where nothing of the input says otherwise. */
  types: readonly FileType[]
  type: FileType | ((input: I) => FileType)
  name: string | ((input: I) => string)
}

/** A call that stays open and answers events as they happen (server-sent events). */
export interface GivesEvents<S extends z.ZodType = z.ZodType> {
  events: S
}

export interface GivesJson<S extends z.ZodType = z.ZodType> {
  json: S
  /** Beside `data` stands `quantity_map`: how many rows each tab has (specification, section 3). */
  hasQuantityMap?: boolean
}

type AnyGiven = GivesJson | GivesFile<never> | GivesEvents

/**
 * One call of the API, as a plain value. The typed client, the server's route, the OpenAPI page and the tests are all made
 * from it. `changes` marks a call that writes: it takes an Idempotency-Key and is audited.
 */
export interface Call<
  P extends string = string,
  T extends z.ZodObject = z.ZodObject,
  G extends AnyGiven = AnyGiven,
  U extends FileRule | null = FileRule | null,
  K extends Callers = Callers,
> {
  method: 'GET' | 'POST'
  /** In the specification's form: no slash in front, path words in braces. */
  path: P
  summary: string
  callers: K
  takes: T
  takesFile: U
  gives: G
  changes: boolean
  /** It is about the person who calls, or their like: an API key may not make it. */
  forPeople: boolean
  /** A standby may answer it: pages of lists, and reports. */
  atStandby: boolean
}

type PathWords<P extends string> = P extends `${string}{${infer W}}${infer Rest}` ? W | PathWords<Rest> : never

/** Fails to compile when a path word is not in `takes`. */
type NamesPathWords<P extends string, T extends z.ZodObject> =
  PathWords<P> extends keyof z.input<T>
    ? unknown
    : { 'path word missing in takes': Exclude<PathWords<P>, keyof z.input<T>> }

type Body<T, G, K extends Callers = Callers> = {
  summary: string
  callers: K
  takes: T
  gives: G
  changes?: boolean
  forPeople?: boolean
  atStandby?: boolean
}

export function post<P extends string, T extends z.ZodObject, G extends AnyGiven, K extends Callers>(
  path: P,
  body: Body<T, G, K> & NamesPathWords<P, T>,
): Call<P, T, G, null, K> {
  const { summary, callers, takes, gives, changes = false, forPeople = false } = body
  const isPage = !changes && 'cursor' in takes.shape && 'page_size' in takes.shape
  const { atStandby = isPage } = body
  return { method: 'POST', path, summary, callers, takes, takesFile: null, gives, changes, forPeople, atStandby }
}

export function get<P extends string, T extends z.ZodObject, G extends AnyGiven, K extends Callers>(
  path: P,
  body: Body<T, G, K> & NamesPathWords<P, T>,
): Call<P, T, G, null, K> {
  return { ...post(path, body), method: 'GET' }
}

/** File endings of pictures. */
export const pictureEndings = ['.jpg', '.jpeg', '.png', '.webp'] as const satisfies FileEnding[]

/** A multipart call: its fields go before the file, and the file's field is named `file`. */
export function upload<P extends string, T extends z.ZodObject, G extends AnyGiven, K extends Callers>(
  path: P,
  body: Body<T, G, K> & FileRule & NamesPathWords<P, T>,
): Call<P, T, G, FileRule, K> {
  const { accept, most, pictures, refusal } = body
  const takesFile = { accept, ...(most && { most }), ...(pictures && { pictures }), ...(refusal && { refusal }) }
  return { ...post(path, body), takesFile, changes: body.changes ?? true }
}

export function json<S extends z.ZodType>(schema: S, about: Pick<GivesJson, 'hasQuantityMap'> = {}): GivesJson<S> {
  return { json: schema, ...about }
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function file<I>(type: FileType, name: GivesFile<I>['name']): GivesFile<I> {
  return { file: true, types: [type], type, name }
}

export function csv<I>(name: string | ((input: I) => string)): GivesFile<I> {
  return file('text/csv', name)
}

export function pdf<I>(name: string | ((input: I) => string)): GivesFile<I> {
  return file('application/pdf', name)
}

export function xlsx<I>(name: string | ((input: I) => string)): GivesFile<I> {
  return file(xlsxType, name)
}

/** A calendar (iCalendar, RFC 5545). */
export function ics<I>(name: string): GivesFile<I> {
  return file('text/calendar', name)
}

/** A JSON document to keep, as its bare self. */
export function jsonFile<I>(name: string | ((input: I) => string)): GivesFile<I> {
  return file('application/json', name)
}

/** CSV or XLSX, as the input's `format` says; `name` is without its ending. */
export function table<I extends { format: 'csv' | 'xlsx' }>(name: string | ((input: I) => string)): GivesFile<I> {
  return {
    file: true,
    types: ['text/csv', xlsxType],
    type: ({ format }) => (format === 'xlsx' ? xlsxType : 'text/csv'),
    name: (input) => `${typeof name === 'string' ? name : name(input)}.${input.format}`,
  }
}

/** A file whose type and name only the server knows; `name` is used where it says none. */
export function anyFile<I>(types: readonly [FileType, ...FileType[]], name: string): GivesFile<I> {
  return { file: true, types, type: types[0], name }
}

/** A photograph. */
export function jpeg<I>(name: string | ((input: I) => string)): GivesFile<I> {
  return file('image/jpeg', name)
}

/** A paper as a workbook or as pages, as the input's `format` says; `name` is without its ending. */
export function document<I extends { format: 'xlsx' | 'pdf' }>(name: (input: I) => string): GivesFile<I> {
  return {
    file: true,
    types: [xlsxType, 'application/pdf'],
    type: ({ format }) => (format === 'pdf' ? 'application/pdf' : xlsxType),
    name: (input) => `${name(input)}.${input.format}`,
  }
}

interface LabelsAsked {
  print_as: PrintForm
  preview?: boolean
}

/** Targets of labels: previews are always pages. */
export function labelForm({ print_as, preview }: LabelsAsked): PrintForm {
  return preview === true ? 'pdf' : print_as
}

/** Labels: a PDF, or ZPL as the input's `print_as` says; `name` is without its ending. */
export function labels(name: string): GivesFile<LabelsAsked> {
  const isZpl = (input: LabelsAsked) => resolutionOf(labelForm(input)) !== null
  return {
    file: true,
    types: ['application/pdf', 'application/zpl'],
    type: (input) => (isZpl(input) ? 'application/zpl' : 'application/pdf'),
    name: (input) => `${name}.${isZpl(input) ? 'zpl' : 'pdf'}`,
  }
}

export function events<S extends z.ZodType>(schema: S): GivesEvents<S> {
  return { events: schema }
}

export type Area = Record<string, Call>

/** Input as a caller sends it. */
export type Takes<C extends Call> = z.input<C['takes']>

/** Input as the server works with it, after validation and defaults. */
export type Taken<C extends Call> = z.output<C['takes']>

/** The `data` of a JSON reply, or one event of a stream. */
export type Gives<C extends Call> = C['gives'] extends GivesJson<infer S> | GivesEvents<infer S> ? z.output<S> : never

export function givesFile(call: Call): call is Call & { gives: GivesFile<never> } {
  return 'file' in call.gives
}

export function givesEvents(call: Call): call is Call & { gives: GivesEvents } {
  return 'events' in call.gives
}

/** Fills the path words in; the rest of the input is the body. Throws when a word is missing or empty. */
export function addressOf(call: Call, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const path = call.path.replace(/\{(\w+)\}/g, (_, word: string) => {
    const value = rest[word]
    delete rest[word]
    if (value === undefined || value === null || value === '') throw new TypeError(`${call.path} needs ${word}`)
    return encodeURIComponent(String(value))
  })
  return { path: `/${path}`, rest }
}
