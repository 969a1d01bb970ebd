import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupPath } from '../../src/server/backup/backups-folder.ts'
import { desktopRuntime } from '../support/desktop.ts'
import { done, expect, skipHere, test } from './fixtures.ts'

const question = 'The database does not open'
const own = { SELVEDGE_SERVER_URL: '' }

/**
 * The real server in the utility process, its own PostgreSQL, and a disk that lost a block. Would catch: a desktop that can only
 * say that its database does not open, a button that puts back nothing, or one that takes what is there away for good.
 */
test('a database that does not open is put back from the last backup when the user says so', async ({
  start,
  startOnDemo,
}) => {
  test.setTimeout(480_000)
  const first = await startOnDemo()
  await expect(first.page).not.toHaveURL(/starting/, { timeout: 150_000 })
  const data = join(first.userData, 'data')
  await mkdir(join(data, 'backups'), { recursive: true })
  const script = join(import.meta.dirname, '../../scripts/backup.ts')
  const to = backupPath(join(data, 'backups'), 'daily')
  execFileSync(process.execPath, [script, '--data', data, '--to', to], { stdio: 'pipe' })
  await first.stop()
  await truncate(join(data, 'postgres/global/pg_control'), 100)

  // Without demo data: what is there afterwards came out of the backup.
  const environment = { ...own, SELVEDGE_DEMO: '0' }
  const answer = Promise.withResolvers<number>()
  const again = await start({ folder: first.folder, environment, answer: answer.promise })
  await expect.poll(() => again.questions.map(({ message }) => message), { timeout: 120_000 }).toEqual([question])
  expect(again.questions[0]?.detail).toContain('What is there now is kept in a folder beside it.')
  expect(await readdir(data)).not.toContainEqual(expect.stringMatching(/^before-restore-/))
  answer.resolve(0)
  await expect(again.page.getByText('The backup is being put back.')).toBeVisible()
  const { page } = again
  const shown = async () => (page.url().includes('starting') ? page.locator('body').textContent() : 'the app')
  await expect.poll(shown, { timeout: 300_000 }).toBe('the app')
  await done(again.page, 'session.signIn', { email: 'vendor@demo.selvedge', password: 'selvedge-demo' })
  expect(await done(again.page, 'session.state')).toMatchObject({ signedIn: true })
  const aside = (await readdir(data)).find((name) => name.startsWith('before-restore-'))
  expect(await readdir(join(data, aside ?? 'nothing was kept'))).toContain('postgres')
  expect(again.questions.length).toBe(1)
})

/** Would catch: a question that comes back with every try, or an answer "try again" that waits for ever. */
test('whoever does not want the backup is asked once, and the server is tried again', async ({ start }) => {
  skipHere(desktopRuntime() !== 'stand-in', 'Electron runs the built server')
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-desktop-'))
  const broken = join(folder, 'broken')
  await writeFile(broken, '')
  const serverEntry = join(import.meta.dirname, 'mortal-server.ts')
  const desktop = await start({ folder, serverEntry, answer: 1, environment: { ...own, MORTAL_SERVER_BROKEN: broken } })
  const tries = async () => (await readFile(broken, 'utf8')).length
  await expect.poll(tries, { timeout: 30_000 }).toBeGreaterThan(2)
  expect(desktop.questions.map(({ message }) => message)).toEqual([question])
  await rm(broken)
  await expect(desktop.page).not.toHaveURL(/starting/, { timeout: 30_000 })
})

/** Would catch: a backup that cannot be put back leaving an app that says nothing and tries nothing. */
test('a backup that cannot be put back is said so, and the server is tried again', async ({ start }) => {
  skipHere(desktopRuntime() !== 'stand-in', 'Electron runs the built server')
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-desktop-'))
  const broken = join(folder, 'broken')
  await writeFile(broken, '')
  const serverEntry = join(import.meta.dirname, 'mortal-server.ts')
  const desktop = await start({ folder, serverEntry, answer: 0, environment: { ...own, MORTAL_SERVER_BROKEN: broken } })
  // Together with why it was wanted, and as long as the server does not start.
  await expect(
    desktop.page.getByText('It is damaged. The backup could not be put back: This backup is cut off.'),
  ).toBeVisible()
  await expect.poll(async () => (await readFile(broken, 'utf8')).length, { timeout: 30_000 }).toBeGreaterThan(2)
  await expect(desktop.page.getByText('The backup could not be put back: This backup is cut off.')).toBeVisible()
})
