import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languageTag } from '../../shared/domain/languages.ts'
import { errorCode } from '../database/database-errors.ts'

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
