import { existsSync, readFileSync } from 'node:fs'
import { blanksOf } from '../src/shared/kernel/languages.ts'
import { hindiKeys } from './hindi-keys.ts'
import {
  allChinese,
  catalogueFile,
  catalogues,
  type Part,
  readChineseParts,
  readHindiParts,
  wordsOfParts,
} from './locale-files.ts'
import { allKeys } from './locale-keys.ts'

/**
 * Fails when a text of the interface, a constant that users read, or a message of the server has no Chinese, or Chinese with English
 * punctuation, or one that facilities' people see no Hindi.
 */
const parts = readChineseParts()
const words = allChinese(parts)
const keys = await allKeys()

const missing = [...keys].filter(([key]) => !words.get(key)?.trim())
const hindiParts = readHindiParts()
const hindi = wordsOfParts(hindiParts)
const withoutHindi = hindiKeys(keys.keys()).filter((key) => !hindi.get(key)?.trim())
const clashesIn = (files: readonly Part[], all: ReadonlyMap<string, string>) =>
  files.flatMap(({ file, words: own }) =>
    Object.entries(own)
      .filter(([key, word]) => all.get(key) !== word)
      .map(([key, word]) => `${JSON.stringify(key)}: "${all.get(key)}" and, in ${file}, "${word}"`),
  )
const clashes = [...clashesIn(parts, words), ...clashesIn(hindiParts, hindi)]
const broken = [...words, ...hindi].filter(([key, word]) => key.includes('{{') && blanksOf(key) !== blanksOf(word))
const halfWidth = [...words].filter(([, chinese]) => /\p{Script=Han}[,:;!?]|[,:;!?]\p{Script=Han}/u.test(chinese))
const stale = Object.entries(catalogues(keys.keys(), words, hindi))
  .map(([language, text]) => ({ file: catalogueFile(language), text }))
  .filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text)

for (const [key, where] of missing) console.error(`no Chinese: ${JSON.stringify(key)}  (${where})`)
for (const key of withoutHindi) console.error(`no Hindi: ${JSON.stringify(key)}  (${keys.get(key)})`)
for (const clash of clashes) console.error(`two translations: ${clash}`)
for (const [key] of broken) console.error(`other blanks than the English: ${JSON.stringify(key)}`)
for (const [key, chinese] of halfWidth) console.error(`half-width punctuation: ${JSON.stringify(key)}: "${chinese}"`)
if (stale.length > 0) console.error('resources/locales is not of these sources: run `npm run locales`')
if (missing.length + withoutHindi.length + clashes.length + broken.length + halfWidth.length + stale.length > 0)
  process.exit(1)
console.log(`locales: ${keys.size} texts, all with Chinese, ${hindi.size} with Hindi`)
