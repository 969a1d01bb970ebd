import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { catalogueFile, readHindiParts, wordsOfParts } from '../../scripts/locale-files.ts'
import { areas } from '../../src/shared/areas.ts'
import { type AreaParts, wordsOf } from '../../src/shared/kernel/area.ts'

const root = resolve(import.meta.dirname, '../..')
const source = (file: string) => readFileSync(file, 'utf8')
const importsOf = (file: string) =>
  [...source(file).matchAll(/from '(\.[^']+)'/g)]
    .map(([, to]) => resolve(dirname(file), to ?? ''))
    .filter((to) => existsSync(to))
const literalsOf = (file: string) =>
  [...source(file).matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)].map(([, one, two]) =>
    (one ?? two ?? '').replaceAll(/\\(['"])/g, '$1'),
  )

/** Modules of which the area takes no words. */
const quiet = [
  'src/server/areas/shipments/boxes.ts',
  'src/shared/areas/company/facts.ts',
  'src/shared/areas/materials/roll.ts',
  // Staff alone clear, and only they give a facility's purchase orders and shares.
  'src/server/areas/production/assign.ts',
  'src/server/areas/production/purchase-orders.ts',
  'src/server/areas/production/start.ts',
  'src/server/areas/production/take-off.ts',
]

// Would catch: a refusal that a person at a facility reads in English on a phone in Hindi, from their own area or from one that their calls use.
test('every text that the calls of facilities say has Hindi', () => {
  const keys = new Set(Object.keys(JSON.parse(source(catalogueFile('en'))) as object))
  const hindi = wordsOfParts(readHindiParts())
  const lacking = (texts: readonly string[]) => [
    ...new Set(texts.filter((text) => keys.has(text) && !hindi.get(text)?.trim())),
  ]
  expect(lacking(wordsOf(areas.facilities as AreaParts))).toEqual([])
  const own = globSync(['src/server/areas/facilities/*.ts', 'src/shared/areas/facilities/*.ts'], { cwd: root })
  const used = new Set(own.map((file) => resolve(root, file)).flatMap((file) => [file, ...importsOf(file)]))
  const found = [...used]
    .map((file) => [relative(root, file), lacking(literalsOf(file))] as const)
    .filter(([file, texts]) => texts.length > 0 && !quiet.includes(file))
  expect(found).toEqual([])
})
