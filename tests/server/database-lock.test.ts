import { readFileSync, utimesSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  type DataFolderLock,
  elapsedMs,
  identifyThisProcess,
  isRunning,
  lockDataFolder,
} from '../../src/server/database/data-folder.ts'
import { childServer, testFolder } from '../support/child-server.ts'

const dead = { token: 'dead', lockedAt: '2026-01-01T00:00:00.000Z', address: '' }

async function folderHeldBy(holder: object): Promise<string> {
  const { dataDir } = await testFolder()
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'server.lock'), JSON.stringify(holder))
  return dataDir
}

// Catches a second server that shares or stops the first one's PostgreSQL.
test('a second server on the folder is refused, told who has it, and does no harm', async () => {
  const folders = await testFolder()
  const first = childServer(folders)
  const { pid } = await first.next('opened')
  const second = childServer(folders)
  const { refused, fault } = await second.next('refused')
  expect(fault).toBe('data_folder_in_use')
  expect(refused).toMatch(new RegExp(`process ${pid}, since 20.*, at http://127.0.0.1:4999\\. Stop it, use it`))
  expect(await second.ended).toBe(1)
  expect((await first.sql("INSERT INTO note (text) VALUES ('x') RETURNING id")).rows).toEqual([{ id: 1 }])
  await first.kill('SIGTERM')
  const third = childServer(folders)
  await third.next('opened')
})

// Catches two winners when several servers find the lock of a dead one at once.
test.each(['no lock', 'the lock of a dead server'])(
  'of many servers that start at once on %s exactly one gets the folder',
  async (before) => {
    const dataDir = await folderHeldBy({ ...identifyThisProcess(), pid: 2 ** 22 + 1, ...dead })
    for (let round = 0; round < 5; round++) {
      if (before === 'no lock') await removeLock(dataDir)
      else
        await writeFile(
          join(dataDir, 'server.lock'),
          JSON.stringify({ ...identifyThisProcess(), pid: 2 ** 22 + 1, ...dead }),
        )
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(dataDir)))
      const won = tries.filter(
        (outcome): outcome is PromiseFulfilledResult<DataFolderLock> => outcome.status === 'fulfilled',
      )
      expect(won).toHaveLength(1)
      for (const { value } of won) value.release()
      expect(await readdir(dataDir)).toEqual([])
    }
  },
)

async function removeLock(dataDir: string): Promise<void> {
  const lock = await lockDataFolder(dataDir)
  lock.release()
}

// Catches a lock that stays for ever because another program was given the dead server's pid.
test('a living process with the pid of a dead holder does not hold the folder', async () => {
  const reused = { ...identifyThisProcess(), ticks: '12345', startedAt: '2020-01-01T00:00:00.000Z' }
  expect(await isRunning(reused)).toBe('no')
  const lock = await lockDataFolder(await folderHeldBy({ ...reused, ...dead }))
  lock.release()
})

// Catches a folder that nobody can open after the machine was switched off.
test('a holder from before a restart of this machine is dead', async () => {
  const before = { ...identifyThisProcess(), boot: 'another boot', host: hostname() }
  expect(await isRunning(before)).toBe('no')
})

// Catches a second container on the same volume, where the pid of the first means nothing.
test('a holder in another container counts as long as its lock is touched', async () => {
  const elsewhere = { ...identifyThisProcess(), pid: 1, space: 'pid:[1]', host: 'other-container', ...dead }
  const dataDir = await folderHeldBy(elsewhere)
  const beat = setInterval(() => utimesSync(join(dataDir, 'server.lock'), new Date(), new Date()), 500)
  onTestFinished(() => clearInterval(beat))
  await expect(lockDataFolder(dataDir)).rejects.toThrow(/process 1 on other-container, since 2026-01-01/)
  clearInterval(beat)
  const lock = await lockDataFolder(dataDir)
  lock.release()
})

// Catches a lock cut short by a full disk or a crash that stops every later start.
test('an empty lock file is taken over once nobody touches it', async () => {
  const { dataDir } = await testFolder()
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'server.lock'), '')
  const lock = await lockDataFolder(dataDir)
  expect(JSON.parse(readFileSync(join(dataDir, 'server.lock'), 'utf8')).pid).toBe(process.pid)
  lock.release()
})

// Catches a release that removes the lock of the server that came after.
test('release leaves the lock of another', async () => {
  const { dataDir } = await testFolder()
  const lock = await lockDataFolder(dataDir)
  const other = JSON.stringify({ ...identifyThisProcess(), ...dead, token: 'other' })
  await writeFile(join(dataDir, 'server.lock'), other)
  lock.release()
  expect(readFileSync(join(dataDir, 'server.lock'), 'utf8')).toBe(other)
})

test('a path that is a file is refused in words', async () => {
  const { dataDir } = await testFolder()
  await writeFile(dataDir, '')
  await expect(lockDataFolder(dataDir)).rejects.toThrow(/cannot be used: it must be a folder/)
})

// Where there is no /proc, start times come from ps.
test.each([
  ['00:07', 7],
  ['01:00:00', 3_600],
  ['2-03:04:05', 183_845],
])('reads the elapsed time %s of ps', (text, seconds) => {
  expect(elapsedMs(text)).toBe(seconds * 1000)
})
