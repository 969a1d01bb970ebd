import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ownFiles, reachDatabase } from '../src/server/backup/installation.ts'
import { writeBackup } from '../src/server/backup/write-backup.ts'
import { progressLine, saying, sizeText } from './backup-words.ts'
import { endWithChildren, followNpm } from './ending.ts'

const usage = `npm run backup -- [--data DIR] --to FILE

Writes all of an installation into one new file, while its server runs or not: every table as it was in one moment, then photographs and
files. The file is read back before it gets its name. The database is the one at DATABASE_URL, else the one in DIR (default .data).
Photographs in FILES_URL are not in it: that storage keeps copies of its own.`

async function backup(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: '.data' },
      to: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  if (!values.to) throw new TypeError(`--to names the file that is written.\n\n${usage}`)
  const place = { dataDir: values.data, databaseUrl: process.env.DATABASE_URL, filesUrl: process.env.FILES_URL }
  const ending = new AbortController()
  const reaching = reachDatabase(place, saying)
  const work = (async () => {
    const database = await reaching
    try {
      const files = ownFiles(place)
      return await writeBackup(resolve(values.to ?? ''), {
        url: database.url,
        files,
        signal: ending.signal,
        onProgress: progressLine(),
      })
    } finally {
      await database.stop()
    }
  })()
  // A start of PostgreSQL that is interrupted must not leave it behind, nor a half-written file.
  const release = endWithChildren(async () => {
    ending.abort()
    await work.catch(() => undefined)
  })
  const { path, bytes, manifest } = await work
  release()
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
  const what = `${rows} rows of ${Object.keys(manifest.tables).length} tables, ${manifest.files.count} files`
  console.log(`Backup written and read back: ${path} (${sizeText(bytes)}; ${what}).`)
}

void followNpm()
await backup().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
