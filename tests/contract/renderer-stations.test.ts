import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { factsKey, forgetFacts, keepFacts, keptFacts } from '../../src/renderer/scan/station-facts.ts'

function drawer() {
  const held = new Map<string, string>()
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
    removeItem: (key: string) => void held.delete(key),
    key: (at: number) => [...held.keys()][at] ?? null,
    get length() {
      return held.size
    },
  }
}

// Would catch: a station that shows a skeleton after a reload without a line, and loses what is scanned then.
test('every station opens on what this computer last knew', () => {
  const files = globSync('src/renderer/**/*.tsx').filter((file) => !file.includes('renderer/scan/'))
  const stations = files.map((file) => [file, readFileSync(file, 'utf8')] as const)
  const scanning = stations.filter(([, text]) => text.includes('<ScanStation'))
  expect(scanning.length).toBeGreaterThanOrEqual(6)
  expect(scanning.filter(([, text]) => /\buseAnswer\(/.test(text)).map(([file]) => file)).toEqual([])
})

// Would catch: facts of one user that another finds, that stay after signing out, or that fill the computer.
test('facts of a station are their user’s, go with signing out, and the oldest make room', () => {
  const there = drawer()
  const [own, other] = [factsKey('u1', 'pass GP-1'), factsKey('u2', 'pass GP-1')]
  keepFacts(own, { state: 'PACKING' }, there)
  expect([keptFacts(own, there), keptFacts(other, there)]).toEqual([{ state: 'PACKING' }, undefined])
  for (let pass = 0; pass < 50; pass += 1) keepFacts(factsKey('u2', `pass ${pass}`), pass, there)
  expect([there.length <= 30, keptFacts(factsKey('u2', 'pass 49'), there)]).toEqual([true, 49])
  forgetFacts('u2', there)
  expect(there.length).toBe(0)
})
