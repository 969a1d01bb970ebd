import { execFileSync } from 'node:child_process'
import { readFileSync, statfsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { handOver, unclear } from '../../src/main/print/hand-over.ts'
import { openPrintLedger, type PrintLedger } from '../../src/main/print/ledger.ts'
import type { OneShotPort } from '../../src/main/print/port.ts'
import { newJob } from './ledger-job.ts'

/** Print jobs on a real disk that is full. No app is started here. */

const missing = whyNoDisk()
if (missing) console.log(`Print jobs on a full disk are not tested here: ${missing}.`)

/** A disk of a few kilobytes. */
interface Disk {
  folder: string
  fill(): Promise<void>
  free(): Promise<void>
}

const test = base.extend<{ disk: Disk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  disk: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'selvedge-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=755', 'tmpfs', folder])
    const filler = join(folder, 'filler')
    await use({
      folder,
      async fill() {
        const { bavail, bsize } = statfsSync(folder)
        await writeFile(filler, Buffer.alloc(bavail * bsize))
      },
      free: () => rm(filler),
    })
    // A test that failed may have left its ledger open.
    execFileSync('umount', ['-l', folder])
    await rm(folder, { recursive: true })
  },
})

test.skip(missing !== null, missing ?? '')

const words = (text: string) => text

/** Would catch: a job taken in that no restart knows of, or half a line that damages the file for all others. */
test('a job that the full disk cannot keep is refused, and leaves nothing behind', async ({ disk }) => {
  const ledger = await opened(disk)
  await ledger.add(newJob('first'))
  await disk.fill()
  // More than the room that is left in the file's last block.
  const long = { ...newJob('second'), title: 'x'.repeat(8_192) }
  await expect(ledger.add(long)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(ledger.list().map(({ id }) => id)).toEqual(['first'])
  await disk.free()
  await ledger.add(newJob('third'))
  await ledger.close()
  const again = await opened(disk)
  expect(again.list().map(({ id, problem }) => [id, problem])).toEqual([
    ['third', undefined],
    ['first', undefined],
  ])
  await again.close()
})

/**
 * Would catch: labels on paper that come out again because nobody could write down that they did, a job that stays “queued” for
 * good, an app that does not start.
 */
test('a job of which the full disk cannot keep that it went out is not printed again, also by the next run', async ({
  disk,
}) => {
  const sent: string[] = []
  const port: OneShotPort = {
    way: 'one-shot',
    async hand({ title }) {
      // Before anything goes out, the disk knows that it may.
      expect(readFileSync(journal(disk), 'utf8').trimEnd().split('\n').at(-1)).toContain('"at":"handing"')
      sent.push(title)
      await disk.fill()
    },
  }
  const first = await opened(disk)
  await first.add({ ...newJob('labels'), title: 'y'.repeat(4_096) })
  const attempt = attempts(first, port)
  expect(await attempt('labels', new AbortController().signal)).toBe('again')
  expect(await attempt('labels', new AbortController().signal)).toBe('again')
  expect(first.find('labels')?.state).toBe('queued')
  await first.close()

  const second = await opened(disk)
  const attemptAgain = attempts(second, port)
  expect(await attemptAgain('labels', new AbortController().signal)).toBe('again')
  await disk.free()
  expect(await attemptAgain('labels', new AbortController().signal)).toBe('done')
  expect(second.find('labels')).toMatchObject({ state: 'failed', problem: unclear.handing })
  expect(sent.length).toBe(1)
  await second.close()
})

function journal({ folder }: Disk): string {
  return join(folder, 'jobs')
}

function opened(disk: Disk): Promise<PrintLedger> {
  return openPrintLedger({ path: journal(disk), onChange: () => undefined, afterDamage: (job) => job })
}

function attempts(ledger: PrintLedger, port: OneShotPort) {
  return handOver({
    ledger,
    ports: { queue: null, wayTo: () => ({ speaks: 'pages', port }), checkPaper: async () => undefined },
    files: { fetch: async () => '/labels.pdf' },
    newTicket: () => 'ticket',
    say: words,
    onQueue: () => undefined,
  })
}

function whyNoDisk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a small disk takes root on Linux'
  try {
    // In a name space of its own, so that nothing stays mounted.
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', tmpdir()], { stdio: 'pipe' })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
