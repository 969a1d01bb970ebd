import { parseArgs } from 'node:util'
import { rebuildPipeline } from '../src/server/areas/pipeline/recount.ts'
import { freshStyles } from '../src/server/areas/vendor-inventory/style-states.ts'
import { openDatabase } from '../src/server/database/open-database.ts'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { LINES_AN_ORDER, seedVolume } from '../src/server/demo/seed-volume.ts'
import { openFiles } from '../src/server/files/open-files.ts'
import { endWithChildren, followNpm } from './ending.ts'

const usage = `npm run seed -- [--orders N | --lines N] [--years Y] [--data DIR]

Fills an empty database with the demo data; then, if asked, adds N synthetic orders (of about ${LINES_AN_ORDER} lines each), or N
order lines, for trying out large lists; with --years spread over so many years, with ledger and history. The database is the one at DATABASE_URL, else the one in DIR (default .data); photographs
go to FILES_URL, else into DIR. No
server may be using that folder at the same time.`

function readOptions() {
  const { values } = parseArgs({
    options: {
      orders: { type: 'string' },
      lines: { type: 'string' },
      years: { type: 'string' },
      data: { type: 'string', default: '.data' },
      help: { type: 'boolean', default: false },
    },
  })
  const text = values.lines ?? values.orders ?? '0'
  if (!/^\d{1,9}$/.test(text)) throw new TypeError(`"${text}" is not a number of orders or lines.`)
  const lines = values.lines === undefined ? Number(text) * LINES_AN_ORDER : Number(text)
  if (values.years !== undefined && !/^([1-9]|[1-4]\d)$/.test(values.years))
    throw new TypeError(`"${values.years}" is not a number of years.`)
  const years = values.years === undefined ? {} : { years: Number(values.years) }
  return { lines, years, data: values.data, help: values.help }
}

async function seed(): Promise<void> {
  const { lines, years, data, help } = readOptions()
  if (help) return console.log(usage)
  const url = process.env.DATABASE_URL
  const say = (_: object, words: string) => console.error(words)
  const log = { info: () => undefined, warn: say, error: say }
  const opening = openDatabase({ log, ...(url ? { databaseUrl: url } : { dataDir: data }) })
  // Before it is open: a start that is interrupted must not leave a PostgreSQL behind.
  const release = endWithChildren(async () => (await opening).stop())
  const database = await opening
  try {
    const files = await openFiles(database.db, { dataDir: data, filesUrl: process.env.FILES_URL, log })
    const isNew = await seedDemo(database.owner, { files })
    console.log(isNew ? 'Demo data written.' : 'The database has users already: no demo data written.')
    if (lines === 0) return
    const started = performance.now()
    const added = await seedVolume(database.owner, { lines, ...years, log: (words) => console.log(words) })
    await rebuildPipeline(database.owner)
    await freshStyles(database.owner, 3_600_000)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${added.orders} orders with ${added.lines} lines added in ${seconds} s.`)
  } finally {
    await database.stop()
    release()
  }
}

void followNpm()
await seed().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
