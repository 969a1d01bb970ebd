import { Readable } from 'node:stream'
import type { languagesCalls } from '../../shared/areas/languages/calls.ts'
import type { Gives, Taken } from '../../shared/kernel/call.ts'
import { blanksOf } from '../../shared/kernel/languages.ts'
import { recordEvent } from '../audit/audit.ts'
import { type CallContext, type Db, type FileReply, type Reply, reply, type Tx } from '../http/call.ts'
import { invalidInput, notFound, stale } from '../http/errors.ts'
import { everyKey, fileWords, insistOnLanguage, type Words } from './languages.ts'

type Calls = typeof languagesCalls
type Translation = Gives<Calls['saveTranslation']>['translation']

/** Every text of a language: the program's own keys, and those that screens asked for, in the order of the English. */
async function readTexts(db: Db | Tx, resources: string, language: string): Promise<Translation[]> {
  const [keys, words, rows] = await Promise.all([
    everyKey(resources),
    fileWords(resources, language),
    savedRows(db, language).execute(),
  ])
  const saved = new Map(rows.map((row) => [row.key, row]))
  const all = [...new Set([...keys, ...saved.keys()])].sort()
  return all.map((key) => translationOf(key, saved.get(key), words, keys))
}

function savedRows(db: Db | Tx, language: string) {
  return db
    .selectFrom('translation as t')
    .leftJoin('app_user as u', 'u.id', 't.updated_by')
    .select(['t.key', 't.text', 't.asked_at', 't.version', 't.updated_at', 'u.name as updated_by'])
    .where('t.language', '=', language)
}

type Saved = Awaited<ReturnType<ReturnType<typeof savedRows>['execute']>>[number]

function translationOf(key: string, saved: Saved | undefined, words: Words, keys: ReadonlySet<string>): Translation {
  const text = saved?.text ?? words.get(key) ?? null
  return {
    key,
    text,
    is_known: keys.has(key),
    is_own: (saved?.text ?? null) !== null,
    asked_at: text === null ? (saved?.asked_at?.toISOString() ?? null) : null,
    version: saved?.version ?? 0,
    updated_by: saved?.updated_by ?? null,
    updated_at: saved?.updated_by ? saved.updated_at.toISOString() : null,
  }
}

export async function getTranslations(
  { language, show, search, cursor, page_size }: Taken<Calls['getTranslations']>,
  { db, resources }: CallContext,
): Promise<Reply<Gives<Calls['getTranslations']>>> {
  await insistOnLanguage(db, resources, language)
  const words = search.toLowerCase()
  const found = (await readTexts(db, resources, language)).filter(
    ({ key, text }) => key.toLowerCase().includes(words) || text?.toLowerCase().includes(words),
  )
  const parts = {
    missing: found.filter(({ text }) => text === null),
    own: found.filter(({ is_own }) => is_own),
    all: found,
  }
  const rest = parts[show].filter(({ key }) => !cursor || key > cursor)
  const rows = rest.slice(0, page_size)
  const counts = { missing: parts.missing.length, own: parts.own.length, all: parts.all.length }
  return reply({ rows, next_cursor: rest.length > rows.length ? (rows.at(-1)?.key ?? null) : null, counts })
}

export async function saveTranslation(
  { language, key, text, version }: Taken<Calls['saveTranslation']>,
  context: CallContext,
): Promise<Reply<Gives<Calls['saveTranslation']>>> {
  const { resources } = context
  await insistOnLanguage(context.db, resources, language)
  const [keys, words] = await Promise.all([everyKey(resources), fileWords(resources, language)])
  const wanted = text?.trim() || null
  if (wanted !== null) insistOnBlanks(key, wanted)
  return context.command(async (tx) => {
    const before = await lockText(tx, language, key, keys)
    if (before.version !== version) throw stale(before.updated_by ?? '', before.updated_at)
    await tx
      .updateTable('translation')
      .set({ text: wanted, version: version + 1, updated_by: context.caller.userId, updated_at: new Date() })
      .where('language', '=', language)
      .where('key', '=', key)
      .execute()
    const details = { key: key.slice(0, 200), before: before.text, after: wanted }
    await recordEvent(tx, context, { entity: 'language', entityId: language, event: 'translation.saved', details })
    const [row] = await savedRows(tx, language).where('t.key', '=', key).execute()
    const translation = translationOf(key, row, words, keys)
    return reply({ translation }, wanted === null ? 'Translation taken back.' : 'Translation saved.')
  })
}

/** The row of one text, locked; it is made where there is none yet. Throws `not_found` for what is no text of the program. */
async function lockText(tx: Tx, language: string, key: string, keys: ReadonlySet<string>): Promise<Saved> {
  if (keys.has(key)) {
    await tx
      .insertInto('translation')
      .values({ language, key })
      .onConflict((on) => on.doNothing())
      .execute()
  }
  const found = await savedRows(tx, language).where('t.key', '=', key).forUpdate('t').executeTakeFirst()
  if (!found) throw notFound('This text is not one of the program.')
  return found
}

/** Throws `invalid_input` when a translation loses or invents a `{{name}}`: a number or an order id would be missing. */
function insistOnBlanks(key: string, text: string): void {
  const blanks = blanksOf(key)
  if (blanksOf(text) === blanks) return
  if (blanks === '') throw invalidInput('This text has no {{…}}: please leave them out.')
  throw invalidInput('Please keep these in the translation, and no others: {{blanks}}', { values: { blanks } })
}

export async function exportTranslations(
  { language }: Taken<Calls['exportTranslations']>,
  { db, resources }: CallContext,
): Promise<FileReply> {
  await insistOnLanguage(db, resources, language)
  const texts = await readTexts(db, resources, language)
  const words = Object.fromEntries(texts.map(({ key, text }) => [key, text ?? '']))
  return { body: Readable.from([`${JSON.stringify(words, null, 2)}\n`]) }
}

/** Saves what can be taken of a file. Its author may have worked on it for days: one wrong text must not cost the others. */
export async function importTranslations(
  { language, texts }: Taken<Calls['importTranslations']>,
  context: CallContext,
): Promise<Reply<Gives<Calls['importTranslations']>>> {
  await insistOnLanguage(context.db, context.resources, language)
  return context.command(async (tx) => {
    const known = new Map((await readTexts(tx, context.resources, language)).map((one) => [one.key, one]))
    const given = Object.entries(texts).map(([key, text]) => ({ key, text: text.trim() }))
    const filled = given.filter(({ key, text }) => text !== '' && known.has(key))
    const changed = filled.filter(({ key, text }) => known.get(key)?.text !== text)
    const refused = changed.filter(({ key, text }) => blanksOf(key) !== blanksOf(text))
    const taken = changed.filter(({ key, text }) => blanksOf(key) === blanksOf(text))
    await saveMany(tx, language, context.caller.userId, taken)
    const counts = { saved: taken.length, refused_count: refused.length }
    if (taken.length > 0) {
      const event = { entity: 'language', entityId: language, event: 'translation.imported', details: counts } as const
      await recordEvent(tx, context, event)
    }
    const outcome = {
      ...counts,
      unchanged: filled.length - changed.length,
      unknown: given.filter(({ key }) => !known.has(key)).length,
      refused: refused.slice(0, 100).map(({ key }) => key),
    }
    return reply(outcome, 'Translations imported.')
  })
}

async function saveMany(tx: Tx, language: string, by: string, texts: readonly { key: string; text: string }[]) {
  for (let at = 0; at < texts.length; at += 500) {
    const rows = texts.slice(at, at + 500).map((one) => ({ ...one, language, version: 1, updated_by: by }))
    await tx
      .insertInto('translation')
      .values(rows)
      .onConflict((on) =>
        on.columns(['language', 'key']).doUpdateSet((eb) => ({
          text: eb.ref('excluded.text'),
          version: eb('translation.version', '+', 1),
          updated_by: by,
          updated_at: new Date(),
        })),
      )
      .execute()
  }
}
