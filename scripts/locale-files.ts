import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { recordLabels } from '../src/shared/areas/data/kinds.ts'

const root = resolve(import.meta.dirname, '..')

/** The words of one part of the interface, as its own file of `src/renderer/i18n/zh` holds them. */
export interface Part {
  file: string
  words: Record<string, string>
}

export function readChineseParts(): Part[] {
  return globSync('src/renderer/i18n/zh/*.json', { cwd: root })
    .sort()
    .map((file) => ({ file, words: JSON.parse(readFileSync(resolve(root, file), 'utf8')) as Record<string, string> }))
}

/** All parts together, over what the sheets of records say of their columns themselves. */
export function allChinese(parts: readonly Part[]): Map<string, string> {
  return new Map([...Object.entries(recordLabels), ...parts.flatMap(({ words }) => Object.entries(words))])
}

/** Where the server finds a language's words. */
export function catalogueFile(language: string): string {
  return resolve(root, 'resources/locales', language, 'translation.json')
}

/**
 * The two files that the server reads, made from the sources: every English text (what there is to translate), and the
 * Chinese that is bundled with the interface (so that an admin sees what is there).
 */
export function catalogues(keys: Iterable<string>, chinese: ReadonlyMap<string, string>): Record<string, string> {
  const sorted = [...keys].sort()
  const told = sorted.filter((key) => chinese.get(key)?.trim())
  return {
    en: json(sorted.map((key) => [key, key])),
    zh: json(told.map((key) => [key, chinese.get(key) ?? ''])),
  }
}

function json(entries: [string, string][]): string {
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}
