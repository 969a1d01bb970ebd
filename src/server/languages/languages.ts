import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { languagesCalls } from '../../shared/areas/languages/calls.ts'
import type { Gives, Taken } from '../../shared/kernel/call.ts'
import { bundledLanguages, languageTag } from '../../shared/kernel/languages.ts'
import { recordEvent } from '../audit/audit.ts'
import { errorCode } from '../database/database-errors.ts'
import { type CallContext, type Db, type Reply, reply, type Tx } from '../http/call.ts'
import { conflict, invalidInput, notFound } from '../http/errors.ts'

const MOST_LANGUAGES = 60

/** A language that can be chosen beside English. */
export interface Offered {
  code: string
  /** In its own words. */
  name: string
}

/** Chinese, those with a file of the installation, and those that an admin has added; each once. */
export async function offeredLanguages(db: Db | Tx, resources: string): Promise<Offered[]> {
  const [files, added] = await Promise.all([
    fileLanguages(resources),
    db.selectFrom('language').select(['code', 'name']).execute(),
  ])
  const names = new Map(['zh', ...files].filter((code) => code !== 'en').map((code) => [code, ownName(code)]))
  for (const { code, name } of added) names.set(code, name)
  return [...names].map(([code, name]) => ({ code, name })).sort((a, b) => order(a).localeCompare(order(b)))
}

/** Chinese first, then by code. */
const order = ({ code }: Offered) => (code === 'zh' ? '' : code)

function ownName(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
}

/** Throws `invalid_input` for English, which is the key itself, and `not_found` for a language that nobody has added. */
export async function insistOnLanguage(db: Db | Tx, resources: string, code: string): Promise<void> {
  if (isEnglish(code)) throw invalidInput('English needs no translation: it is the text itself.')
  const offered = await offeredLanguages(db, resources)
  if (!offered.some((one) => one.code === code)) throw notFound('This language is not kept here.')
}

function isEnglish(code: string): boolean {
  return /^en\b/.test(code)
}

export async function getLanguages(
  _: Taken<typeof languagesCalls.getLanguages>,
  { db, resources }: CallContext,
): Promise<Reply<Gives<typeof languagesCalls.getLanguages>>> {
  const keys = await everyKey(resources)
  const offered = await offeredLanguages(db, resources)
  const files = await fileLanguages(resources)
  const rows = await Promise.all(
    offered.map(async ({ code, name }) => {
      const is_bundled = bundledLanguages.some((one) => one === code)
      const is_added = !is_bundled && !files.includes(code)
      return { code, name, is_bundled, is_added, ...(await progress(db, resources, code, keys)) }
    }),
  )
  return reply({ texts: keys.size, rows })
}

/** How many of the program's texts a language has, how many were filled in here, and how many were asked for in vain. */
export async function progress(db: Db, resources: string, code: string, keys: ReadonlySet<string>) {
  const words = await fileWords(resources, code)
  const rows = await db.selectFrom('translation').select(['key', 'text']).where('language', '=', code).execute()
  const own = new Set(rows.filter(({ text }) => text !== null).map(({ key }) => key))
  const asked = rows.filter(({ key, text }) => text === null && !words.has(key)).length
  const translated = [...keys].filter((key) => own.has(key) || words.has(key)).length
  return { translated, own: own.size, asked }
}

export async function addLanguage(
  { code, name }: Taken<typeof languagesCalls.addLanguage>,
  context: CallContext,
): Promise<Reply<Gives<typeof languagesCalls.addLanguage>>> {
  if (isEnglish(code) || /^zh\b/.test(code)) throw invalidInput('English and Chinese come with the program.')
  return context.command(async (tx) => {
    const offered = await offeredLanguages(tx, context.resources)
    if (offered.length >= MOST_LANGUAGES) throw conflict('There are too many languages.')
    const written = await tx
      .insertInto('language')
      .values({ code, name, created_by: context.caller.userId })
      .onConflict((on) => on.doNothing())
      .returning('code')
      .execute()
    const isThere = written.length === 0 || offered.some((one) => one.code === code)
    if (isThere) throw conflict('This language is there already.')
    await recordEvent(tx, context, { entity: 'language', entityId: code, event: 'language.added', details: { name } })
    return reply({ code }, 'Language added.')
  })
}

export async function removeLanguage(
  { language, own }: Taken<typeof languagesCalls.removeLanguage>,
  context: CallContext,
): Promise<Reply<Gives<typeof languagesCalls.removeLanguage>>> {
  const files = await fileLanguages(context.resources)
  if (language === 'zh' || files.includes(language)) throw conflict('This language comes with the installation.')
  return context.command(async (tx) => {
    const row = await tx.deleteFrom('language').where('code', '=', language).returning('name').executeTakeFirst()
    if (!row) throw notFound('This language is not kept here.')
    const gone = await tx.deleteFrom('translation').where('language', '=', language).returning('text').execute()
    const texts = gone.filter(({ text }) => text !== null).length
    if (texts !== own) throw conflict('Texts of this language were filled in meanwhile. Please look at it again.')
    const details = { name: row.name, texts }
    await recordEvent(tx, context, { entity: 'language', entityId: language, event: 'language.removed', details })
    return reply({ code: language }, 'Language removed.')
  })
}

/** Texts of one language by their English. A Map, because keys come from anywhere: `constructor` is a word like others. */
export type Words = ReadonlyMap<string, string>

const none: Words = new Map()

/** The words that the installation's own file has for a language; empty without a file. Empty texts are left out. */
export async function fileWords(resources: string, language: string, namespace = 'translation'): Promise<Words> {
  try {
    const file = join(resources, 'locales', language, `${namespace}.json`)
    const read: unknown = JSON.parse(await readFile(file, 'utf8'))
    const entries = Object.entries(typeof read === 'object' && read !== null ? read : {})
    return new Map(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
    )
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return none
    throw error
  }
}

/** Every English text of the program. */
export async function everyKey(resources: string): Promise<ReadonlySet<string>> {
  return new Set((await fileWords(resources, 'en')).keys())
}

/** Languages that the installation has a file for. */
export async function fileLanguages(resources: string): Promise<string[]> {
  try {
    const names = await readdir(join(resources, 'locales'))
    return names.filter((name) => languageTag(name) === name)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

type Calls = typeof languagesCalls

/** Rows that a language may have beside the program's own texts, which always have room: whoever sends nonsense fills a list, not the disk. */
export const MOST_ROWS = 5_000

/** Notes which texts a screen has no translation for. What is translated by now, or no longer fits, is left out. */
export async function addMissingKeys(
  { lng: language, ns: _, ...sent }: Taken<Calls['addMissingKeys']>,
  context: CallContext,
): Promise<Reply<Gives<Calls['addMissingKeys']>>> {
  await insistOnLanguage(context.db, context.resources, language)
  const words = await fileWords(context.resources, language)
  const keys = Object.keys(sent).filter((key) => !words.has(key))
  const known = await everyKey(context.resources)
  const answer = (taken: number) => reply({ taken, left_out: Object.keys(sent).length - taken })
  return context.command(async (tx) => {
    const { count } = await tx
      .selectFrom('translation')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('language', '=', language)
      .where(sql<boolean>`key <> ALL (${[...known]}::text[])`)
      .executeTakeFirstOrThrow()
    const others = keys.filter((key) => !known.has(key)).slice(0, Math.max(0, MOST_ROWS - Number(count)))
    const rows = [...keys.filter((key) => known.has(key)), ...others].map((key) => ({
      language,
      key,
      asked_at: new Date(),
    }))
    if (rows.length === 0) return answer(0)
    const written = await tx
      .insertInto('translation')
      .values(rows)
      .onConflict((on) =>
        on.columns(['language', 'key']).doUpdateSet({ asked_at: new Date() }).where('translation.text', 'is', null),
      )
      .returning('key')
      .execute()
    return answer(written.length)
  })
}

export async function dropMissingKeys(
  { language, keys }: Taken<Calls['dropMissingKeys']>,
  context: CallContext,
): Promise<Reply<Gives<Calls['dropMissingKeys']>>> {
  await insistOnLanguage(context.db, context.resources, language)
  return context.command(async (tx) => {
    const gone = await tx
      .deleteFrom('translation')
      .where('language', '=', language)
      .where('key', 'in', keys)
      .where('text', 'is', null)
      .returning('key')
      .execute()
    const details = { keys: gone.length }
    if (gone.length > 0) {
      await recordEvent(tx, context, {
        entity: 'language',
        entityId: language,
        event: 'language.keys_dropped',
        details,
      })
    }
    return reply({ dropped: gone.length }, 'Removed from the list.')
  })
}
