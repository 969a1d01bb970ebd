import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import type { LedgerJob } from '../../src/main/print/job.ts'
import { openPrintLedger } from '../../src/main/print/ledger.ts'
import { earlierJobs } from '../../src/main/print/print-earlier.ts'
import { newJob } from './ledger-job.ts'

/** The ledger's file, without an app. */

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'selvedge-journal-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
})

const opened = (folder: string, earlier?: () => Promise<LedgerJob[]>) =>
  openPrintLedger({
    path: join(folder, 'jobs'),
    onChange: () => undefined,
    afterDamage: (job) => ({ ...job, state: 'failed', problem: 'damaged', handing: null }),
    ...(earlier && { earlier }),
  })

/** Would catch: a power cut in the middle of a line costing the jobs before it, or the next line joining its rest. */
test('a torn last line is left out, and what is written after it is read again', async ({ folder }) => {
  const first = await opened(folder)
  await first.add(newJob('a'))
  await first.close()
  await appendFile(join(folder, 'jobs'), '12345678 {"job":{"id":"to')
  const second = await opened(folder)
  expect(second.list().map(({ id, state }) => [id, state])).toEqual([['a', 'queued']])
  await second.add(newJob('b'))
  await second.close()
  const third = await opened(folder)
  expect(third.list().map(({ id }) => id)).toEqual(['b', 'a'])
  await third.close()
  expect(await readdir(folder)).toEqual(['jobs'])
})

/** Would catch: a job whose last word was lost with a damaged line being printed as if nothing had happened. */
test('a damaged file is kept aside; the app starts, and unfinished jobs are for the user to look at', async ({
  folder,
}) => {
  const first = await opened(folder)
  for (const id of ['a', 'b', 'c']) await first.add(newJob(id))
  await first.move('a', { state: 'printed' })
  await first.close()
  const path = join(folder, 'jobs')
  await writeFile(path, (await readFile(path, 'utf8')).replace('"id":"b"', '"id":"x"'))
  const second = await opened(folder)
  expect(second.list()).toMatchObject([
    { id: 'c', state: 'failed', problem: 'damaged' },
    { id: 'a', state: 'printed' },
  ])
  await second.close()
  expect((await readdir(folder)).filter((name) => name.includes('damaged')).length).toBe(1)
})

/** Would catch: unfinished jobs dropped for their age, or a file that grows for ever. */
test('unfinished jobs are never forgotten, of those that are over the newest stay', async ({ folder }) => {
  const ledger = await opened(folder)
  await Promise.all(Array.from({ length: 1_200 }, (_, at) => ledger.add(newJob(`job-${at}`))))
  await Promise.all(Array.from({ length: 1_150 }, (_, at) => ledger.move(`job-${at + 10}`, { state: 'printed' })))
  const saved = new Set(ledger.list().map(({ id }) => id))
  for (const at of [0, 9, 1_160, 1_199]) expect(saved.has(`job-${at}`), `job-${at}`).toBe(true)
  expect(saved.has('job-10')).toBe(false)
  expect(saved.has('job-1159')).toBe(true)
  expect(saved.size).toBeLessThanOrEqual(50 + 600)
  await ledger.close()
  const again = await opened(folder)
  expect(new Set(again.list().map(({ id }) => id)).size).toBeLessThanOrEqual(saved.size)
  expect((await stat(join(folder, 'jobs'))).size).toBeLessThan(1_000_000)
  await again.close()
})

/** Would catch: jobs of the version before lost, taken over twice, or printed again where they may be on paper. */
test('the file of the version before is taken over', async ({ folder }) => {
  const { handing: _, ...common } = newJob('old')
  const earlier = join(folder, 'earlier.json')
  const sent = { ...common, id: 'sent', state: 'sent', reference: 'Zebra-7' }
  await writeFile(earlier, JSON.stringify({ value: [sent, { ...common, reference: null }] }))
  const ledger = await opened(folder, () => earlierJobs(earlier, (text) => text))
  expect(ledger.list()).toMatchObject([
    { id: 'sent', state: 'sent' },
    { id: 'old', state: 'failed' },
  ])
  expect(ledger.find('sent')?.handing).toMatchObject({ way: 'held', at: 'out', reference: 'Zebra-7' })
  await ledger.close()
})
