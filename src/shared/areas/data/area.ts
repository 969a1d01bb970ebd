import { area } from '../../kernel/area.ts'
import type { Right } from '../../kernel/rights.ts'
import { screen } from '../../kernel/screens.ts'
import { pictureFaults } from '../../kernel/sheet.ts'
import { dataCalls } from './calls.ts'
import { type KindName, recordKinds } from './kinds.ts'
import { labelsOf } from './record-kind.ts'
import { recordRules, recordWords } from './record-words.ts'
import { dataRights } from './rights.ts'

/** What is told of a person is not for other systems. */
const ofPersons = ['contact', 'phone', 'email', 'remark']

/** A record's change, `before → after` by its column: no prices, nobody's contacts and no free words. */
function isToldInFeed(column: string, id: string): boolean {
  const kind = recordKinds.find((one) => id.startsWith(`${one.kind}/`))
  const found = kind?.sheet.columns.find(({ key }) => key === column)
  return found !== undefined && found.kind !== 'money' && !ofPersons.includes(column)
}

const { manageData } = dataRights

const listNames = recordKinds.map(({ kind }) => [`records-${kind}`, manageData] as const)
const lists = Object.fromEntries<Right>(listNames) as Record<`records-${KindName}`, Right>

export const dataArea = area({
  calls: dataCalls,
  rights: dataRights,
  screens: [screen('administration', '/ops/records', 'Records', 'database', manageData)],
  lists,
  entities: ['record'],
  feed: { record: manageData },
  events: {
    'record.created': 'Created',
    'record.changed': { word: 'Changed', tellsFeed: isToldInFeed },
    'record.retired': 'Retired',
    'record.recovered': 'In use again',
    'stock.opened': 'Opening stock posted',
    'records.imported': 'Brought in by file',
  },
  codes: Object.fromEntries(recordKinds.map(({ kind, many }) => [`records.${kind}`, many])),
  words: [
    ...recordKinds.flatMap(({ one, many, about }) => [one, many, about]),
    ...recordKinds.flatMap(labelsOf).map(({ en }) => en),
    ...Object.values(recordRules).map(([, expected]) => expected),
    ...Object.values(recordWords),
    ...Object.values(pictureFaults),
  ],
})
