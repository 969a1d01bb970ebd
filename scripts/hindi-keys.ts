import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { orderStateWords } from '../src/shared/areas/production/order-states.ts'
import { areas, sideMenu } from '../src/shared/areas.ts'
import { type AreaParts, wordsOf } from '../src/shared/kernel/area.ts'

const root = resolve(import.meta.dirname, '..')

/** What facilities' people see: their screens, the sign-in, and the frame with its parts. Elsewhere Hindi reads English where words are missing. */
const seenByFacilities = [
  'src/renderer/{supply-management,auth,app,actions,api,forms,home,host,i18n,kit,people,photos,pictures,print,scan,session,table,talk,theme}/**/*.{ts,tsx}',
  'src/renderer/settings/{SettingsScreen.tsx,{printers,server-choice,updates}/**/*.{ts,tsx}}',
  'src/server/{http,sheets,lists}/**/*.ts',
  'src/server/areas/{facilities,frame,people,talk}/**/*.ts',
  'src/shared/areas/{facilities,people,talk}/**/*.ts',
  'src/shared/kernel/*.ts',
  // What their labels, photographs and papers are refused by.
  'src/server/areas/{india-labels/india-labels,labels/barcode-labels,photos/images}.ts',
  'src/shared/areas/{india-labels/{area,rules},gate-passes/documents,production/order-states}.ts',
]

/** The texts that must have Hindi, of all that there are (`keys`). */
export function hindiKeys(keys: Iterable<string>): string[] {
  const said = new Set([...literalsIn(seenByFacilities), ...tables()])
  return [...keys].filter((key) => said.has(key))
}

function tables(): string[] {
  const facilityPerson = { role: 'vendor', team: null, sites: ['any'] } as const
  return [
    ...wordsOf(areas.facilities as AreaParts),
    ...Object.values(orderStateWords),
    ...sideMenu(facilityPerson).flatMap(({ label, items }) => [label, ...items.map((item) => item.label)]),
  ]
}

/** Every plain text between quotes in the files; more than is said to people, which `keys` sorts out. */
function literalsIn(globs: readonly string[]): Set<string> {
  const texts = new Set<string>()
  for (const file of globSync([...globs], { cwd: root })) {
    const source = readFileSync(resolve(root, file), 'utf8')
    for (const [, ...read] of source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g))
      texts.add((read[0] ?? read[1] ?? '').replaceAll(/\\(['"])/g, '$1'))
  }
  return texts
}
