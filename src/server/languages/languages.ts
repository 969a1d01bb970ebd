import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import type { houseLanguages } from '../../shared/contract/house-languages.ts'
import { bundledLanguages } from '../../shared/domain/languages.ts'
import { recordEvent } from '../audit.ts'
import { type Db, type Said, said, type Tx, type Work } from '../http/call.ts'
import { conflict, invalidInput, notFound } from '../http/errors.ts'
import { everyKey, fileLanguages, fileWords } from './catalogue.ts'

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
  _: Taken<typeof houseLanguages.getLanguages>,
  { db, resources }: Work,
): Promise<Said<Gives<typeof houseLanguages.getLanguages>>> {
  const keys = await everyKey(resources)
  const offered = await offeredLanguages(db, resources)
  const rows = await Promise.all(
    offered.map(async ({ code, name }) => {
      const is_bundled = bundledLanguages.some((one) => one === code)
      return { code, name, is_bundled, ...(await progress(db, resources, code, keys)) }
    }),
  )
  return said({ texts: keys.size, rows })
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
  { code, name }: Taken<typeof houseLanguages.addLanguage>,
  work: Work,
): Promise<Said<Gives<typeof houseLanguages.addLanguage>>> {
  if (isEnglish(code) || /^zh\b/.test(code)) throw invalidInput('English and Chinese come with the program.')
  await work.command(async (tx) => {
    const offered = await offeredLanguages(tx, work.resources)
    if (offered.length >= MOST_LANGUAGES) throw conflict('There are too many languages.')
    const written = await tx
      .insertInto('language')
      .values({ code, name, created_by: work.caller.userId })
      .onConflict((on) => on.doNothing())
      .returning('code')
      .execute()
    const isThere = written.length === 0 || offered.some((one) => one.code === code)
    if (isThere) throw conflict('This language is there already.')
    await recordEvent(tx, work, { entity: 'language', entityId: code, event: 'language.added', details: { name } })
  })
  return said({ code }, 'Language added.')
}
