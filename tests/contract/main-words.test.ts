import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { say } from '../../src/main/words.ts'

const folder = join(import.meta.dirname, '../../src/main')

/** What main says: arguments of `say`, and sentences that stand in tables and are said later. */
function sentencesOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(/(say\(\s*)?'((?:[^'\\\n]|\\.)+)'/g)]
    .filter(([, said, text = '']) => said !== undefined || /^[A-Z{].* .*([.?!]|\}\})$/.test(text))
    .map(([, , text = '']) => text.replace(/\\(.)/g, '$1'))
}

/** Would catch: a sentence of main that a Chinese user reads in English. */
it('everything that main says has its Chinese', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!^words)\.ts$/.test(name),
  )
  const all = new Set(files.flatMap((name) => sentencesOf(readFileSync(join(folder, name), 'utf8'))))
  expect(all.size).toBeGreaterThan(80)
  expect([...all].filter((text) => say('zh-CN', text) === say('en-GB', text))).toEqual([])
})
