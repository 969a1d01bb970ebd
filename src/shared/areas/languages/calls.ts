import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { get, json, jsonFile, post } from '../../kernel/call.ts'
import { languageTag, longestKey, longestTranslation } from '../../kernel/languages.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import { screen } from '../../kernel/screens.ts'
import { instant } from '../../kernel/shapes.ts'

export const languagesRights = rights({
  translate: {
    group: 'Administration',
    label: 'Fill in missing translations',
    roles: ['admin', 'super_admin'],
  },
})

const allowed = rolesOf(languagesRights)

/** Texts travel as they are, but control characters have no place in them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const plain = /^[^\u0000-\u0008\u000b-\u001f\u007f]*$/

const key = z.string().min(1).max(longestKey).regex(plain)

const text = z.string().max(longestTranslation).regex(plain)

const language = z
  .string()
  .trim()
  .max(35)
  .refine((code) => languageTag(code) !== null, { error: 'Please give the language as its code, such as hi or pt-BR.' })
  .transform((code) => languageTag(code) ?? code)

const translation = z.object({
  /** The English text. */
  key: z.string(),
  /** As users read it now; null where it is missing. */
  text: z.string().nullable(),
  /** A text of the program; otherwise only a screen asked for it, perhaps of a later version, perhaps by mistake. */
  is_known: z.boolean(),
  /** Filled in here; otherwise the text comes with the program, or is missing. */
  is_own: z.boolean(),
  /** A screen asked for it in vain. */
  asked_at: instant.nullable(),
  /** Of the text kept here; 0 where there is none. */
  version: z.int(),
  updated_by: z.string().nullable(),
  updated_at: instant.nullable(),
})

function keysOf(sent: Record<string, unknown>): string[] {
  return Object.keys(sent).filter((name) => name !== 'lng' && name !== 'ns')
}

export const languagesCalls = {
  addMissingKeys: post('locales/add/{lng}/{ns}', {
    summary: 'English texts that a screen has no translation for, as fields of the body. At most 100 at once.',
    callers: 'signed-in',
    takes: z
      .object({ lng: language, ns: z.literal('translation') })
      .catchall(text)
      .refine((sent) => keysOf(sent).length >= 1 && keysOf(sent).length <= 100, {
        error: 'Please send 1 to 100 texts at once.',
      })
      .refine((sent) => keysOf(sent).every((one) => key.safeParse(one).success), {
        error: 'One of the texts is too long or holds control characters.',
      }),
    gives: json(z.object({ taken: z.int(), left_out: z.int() })),
  }),
  getLanguages: post('selvedge/languages', {
    summary: 'Every language but English, with how far it is translated.',
    callers: allowed.translate,
    takes: z.object({}),
    gives: json(
      z.object({
        texts: z.int(),
        rows: z.array(
          z.object({
            code: z.string(),
            name: z.string(),
            is_bundled: z.boolean(),
            /** Added here, and no file of the installation's: it can be removed. */
            is_added: z.boolean(),
            translated: z.int(),
            own: z.int(),
            asked: z.int(),
          }),
        ),
      }),
    ),
  }),
  addLanguage: post('selvedge/languages/add', {
    summary: 'A further language: its code (BCP 47) and its own name, which everybody then sees in the language menu.',
    callers: allowed.translate,
    changes: true,
    takes: z.object({ code: language, name: z.string().trim().min(1).max(60).regex(plain) }),
    gives: json(z.object({ code: z.string() })),
  }),
  removeLanguage: post('selvedge/languages/remove', {
    summary:
      'A language that was added by mistake goes, with what was filled in for it: as many texts as the caller saw. Whoever reads it reads English.',
    callers: allowed.translate,
    changes: true,
    takes: z.object({ language, own: z.int().min(0) }),
    gives: json(z.object({ code: z.string() })),
  }),
  getTranslations: post('selvedge/languages/{language}/texts', {
    summary: 'The texts of one language beside their English, in the order of the English.',
    callers: allowed.translate,
    takes: z.object({
      language,
      show: z.enum(['missing', 'own', 'all']).default('missing'),
      search: z.string().trim().max(100).default(''),
      cursor: z.string().max(longestKey).nullish(),
      page_size: z.int().min(1).max(200).default(50),
    }),
    gives: json(
      z.object({
        rows: z.array(translation),
        next_cursor: z.string().nullable(),
        counts: z.object({ missing: z.int(), own: z.int(), all: z.int() }),
      }),
    ),
  }),
  saveTranslation: post('selvedge/languages/{language}/save', {
    summary: 'The translation of one text; null takes back what was filled in here.',
    callers: allowed.translate,
    changes: true,
    takes: z.object({ language, key, text: text.nullable(), version: z.int().min(0) }),
    gives: json(z.object({ translation })),
  }),
  importTranslations: post('selvedge/languages/{language}/import', {
    summary:
      'Many translations at once, by their English text. Those that cannot be taken are named; the others are saved.',
    callers: allowed.translate,
    changes: true,
    takes: z.object({
      language,
      texts: z.record(key, text).refine((sent) => Object.keys(sent).length <= 5_000, {
        error: 'A file may hold 5,000 texts at most.',
      }),
    }),
    gives: json(
      z.object({
        saved: z.int(),
        unchanged: z.int(),
        unknown: z.int(),
        /** Their {{blanks}} differ from the English: the first 100 of `refused_count`. */
        refused: z.array(z.string()),
        refused_count: z.int(),
      }),
    ),
  }),
  exportTranslations: get('selvedge/languages/{language}/export', {
    summary:
      'Every text of a language by its English, empty where it is missing: to fill in elsewhere and import again.',
    callers: allowed.translate,
    takes: z.object({ language }),
    gives: jsonFile<{ language: string }>(({ language: code }) => `${code}.json`),
  }),
  dropMissingKeys: post('selvedge/languages/{language}/drop-missing', {
    summary: 'Forgets texts that were asked for but are no words of the screens.',
    callers: allowed.translate,
    changes: true,
    takes: z.object({ language, keys: z.array(key).min(1).max(200) }),
    gives: json(z.object({ dropped: z.int() })),
  }),
}

export const languagesArea = area({
  calls: languagesCalls,
  rights: languagesRights,
  entities: ['language'],
  screens: [screen('administration', '/ops/languages', 'Languages', 'translate', languagesRights.translate)],
})
