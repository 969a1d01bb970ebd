import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { recordLabels } from '../src/shared/areas/data/kinds.ts'

const root = resolve(import.meta.dirname, '..')

/** The words of one part of the interface, as its own file of `src/renderer/i18n/zh` or `/hi` holds them. */
export interface Part {
  file: string
  words: Record<string, string>
}

export const readChineseParts = () => readParts('zh')

/** Hindi, of what facilities' people see (`hindi-keys.ts`); it is not bundled but fetched from its catalogue. */
export const readHindiParts = () => readParts('hi')

function readParts(language: string): Part[] {
  return globSync(`src/renderer/i18n/${language}/*.json`, { cwd: root })
    .sort()
    .map((file) => ({ file, words: JSON.parse(readFileSync(resolve(root, file), 'utf8')) as Record<string, string> }))
}

/** All parts together, over what the sheets of records say of their columns themselves. */
export function allChinese(parts: readonly Part[]): Map<string, string> {
  return new Map([...Object.entries(recordLabels), ...parts.flatMap(({ words }) => Object.entries(words))])
}

/** The words of all parts; whichever comes last counts. */
export const wordsOfParts = (parts: readonly Part[]): Map<string, string> =>
  new Map(parts.flatMap(({ words }) => Object.entries(words)))

/** Where the server finds a language's words. */
export function catalogueFile(language: string): string {
  return resolve(root, 'resources/locales', language, 'translation.json')
}

/**
 * The files that the server reads, made from the sources: every English text (what there is to translate), the Chinese that is
 * bundled with the interface (so that an admin sees what is there), and the Hindi.
 */
export function catalogues(
  keys: Iterable<string>,
  chinese: ReadonlyMap<string, string>,
  hindi: ReadonlyMap<string, string>,
): Record<string, string> {
  const sorted = [...keys].sort()
  const told = (words: ReadonlyMap<string, string>) =>
    json(sorted.flatMap((key) => (words.get(key)?.trim() ? [[key, words.get(key) ?? '']] : [])))
  return { en: json(sorted.map((key) => [key, key])), zh: told(chinese), hi: told(hindi) }
}

function json(entries: [string, string][]): string {
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}
