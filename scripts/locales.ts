import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  allChinese,
  catalogueFile,
  catalogues,
  readChineseParts,
  readHindiParts,
  wordsOfParts,
} from './locale-files.ts'
import { allKeys } from './locale-keys.ts'

/** `npm run locales`: extracts every text into resources/locales for the server, and says how far each language is. */
const keys = await allKeys()
const made = catalogues(keys.keys(), allChinese(readChineseParts()), wordsOfParts(readHindiParts()))
for (const [language, text] of Object.entries(made)) {
  mkdirSync(dirname(catalogueFile(language)), { recursive: true })
  writeFileSync(catalogueFile(language), text)
}
const folder = resolve(import.meta.dirname, '..', 'resources', 'locales')
for (const file of globSync('*/translation.json', { cwd: folder }).sort()) {
  const words = JSON.parse(readFileSync(resolve(folder, file), 'utf8')) as Record<string, string>
  const told = [...keys.keys()].filter((key) => words[key]?.trim())
  console.log(`${dirname(file)}: ${told.length} of ${keys.size} texts`)
}
