import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))

type Version = readonly [number, number, number]

const versionOf = (text: string): Version => {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map(Number)
  return [major, minor, patch]
}
const isFrom = (one: Version, least: Version) => {
  const at = one.findIndex((part, place) => part !== least[place])
  return at === -1 || (one[at] ?? 0) > (least[at] ?? 0)
}

/** Ranges as packages write them for Node: `>=20`, `^22.12.0 || >=24`, `18 || 20`, `>= 14 < 30`. */
function takes(range: string, version: Version): boolean {
  return range.split('||').some((part) =>
    [...part.matchAll(/(>=|<=|>|<|\^|~)? ?v?(\d+(?:\.\d+)*)/g)].every(([, sign, text = '']) => {
      const other = versionOf(text)
      if (sign === '>=' || sign === '>') return isFrom(version, other)
      if (sign === '<' || sign === '<=') return !isFrom(version, other)
      return version[0] === other[0] && isFrom(version, other)
    }),
  )
}

// Would catch: a README that names a Node with which `npm ci` prints a page of warnings.
it('every package takes the oldest Node of each line that we name', () => {
  const ours: string = read('package.json').engines.node
  const oldest = ours.split('||').map((part) => versionOf(part.replace(/[^\d.]/g, '')))
  expect(oldest.length).toBeGreaterThan(1)
  const packages = Object.entries<{ engines?: { node?: string }; os?: string[] }>(read('package-lock.json').packages)
  const refusing = packages.flatMap(([name, { engines, os }]) => {
    // Of another system: npm leaves it out.
    if (!engines?.node || name === '' || (os && !os.includes('linux'))) return []
    return oldest
      .filter((version) => !takes(engines.node ?? '', version))
      .map((version) => `${name} ${version.join('.')}`)
  })
  expect(refusing).toEqual([])
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`Node ${oldest[1]?.slice(0, 2).join('.')}`)
})
