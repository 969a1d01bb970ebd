import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { allKeys } from './locale-keys.ts'

/** Fails when a text of the interface, a constant that users read, or a message of the server has no Chinese. */
const root = resolve(import.meta.dirname, '..')

function readAll(pattern: string): { file: string; text: string }[] {
  return globSync(pattern, { cwd: root }).map((file) => ({ file, text: readFileSync(resolve(root, file), 'utf8') }))
}

function readChinese(): { words: Map<string, string>; clashes: string[] } {
  const words = new Map<string, string>()
  const clashes: string[] = []
  for (const { file, text } of readAll('src/renderer/i18n/zh/*.json')) {
    for (const [key, chinese] of Object.entries(JSON.parse(text) as Record<string, string>)) {
      const before = words.get(key)
      if (before !== undefined && before !== chinese) clashes.push(`${key}: "${before}" and, in ${file}, "${chinese}"`)
      words.set(key, chinese)
    }
  }
  return { words, clashes }
}

const blanks = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)]
    .map(([, name]) => name)
    .sort()
    .join(' ')

const { words, clashes } = readChinese()
const keys = allKeys(readAll)
const missing = [...keys].filter(([key]) => !words.get(key)?.trim())
const broken = [...words].filter(([key, chinese]) => blanks(key) !== blanks(chinese) && key.includes('{{'))

for (const [key, where] of missing) console.error(`no Chinese: ${JSON.stringify(key)}  (${where})`)
for (const clash of clashes) console.error(`two translations: ${clash}`)
for (const [key] of broken) console.error(`other blanks than the English: ${JSON.stringify(key)}`)
if (missing.length + clashes.length + broken.length > 0) process.exit(1)
console.log(`locales: ${keys.size} texts, all with Chinese`)
