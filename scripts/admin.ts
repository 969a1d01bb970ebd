import { parseArgs } from 'node:util'
import { makeFirstAccount } from '../src/server/areas/people/first-account.ts'
import { followNpm } from './ending.ts'
import { withDatabase } from './with-database.ts'

const usage = `npm run admin -- [--data DIR] EMAIL

Makes the first super admin of an installation, while its server runs or not, and prints the temporary password, which is kept nowhere. Exit
code 1 where there are accounts already: a super admin makes more in Administration, Users. The database is the one at DATABASE_URL, else
the one in DIR (default .data).`

async function admin(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { data: { type: 'string', default: '.data' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return console.log(usage)
  const [email, more] = positionals
  if (email === undefined || more !== undefined) throw new TypeError(`One e-mail address is needed.\n\n${usage}`)
  await withDatabase(values.data, async (db) => {
    const password = await makeFirstAccount(db, email)
    if (password === null)
      throw new TypeError('There are accounts already: a super admin makes more in Administration, Users.')
    console.log(`First account: ${email}, temporary password: ${password} (shown only now)`)
  })
}

void followNpm()
await admin().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
