import { readFile } from 'node:fs/promises'
import { arch, homedir, release, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import { app } from 'electron'
import type { Bridge, DownloadOutcome } from '../shared/bridge.ts'
import { utcDay } from '../shared/kernel/days.ts'
import type { SavedFiles } from './files/downloads.ts'
import { saveProblem, saveStream } from './files/save.ts'
import { log, logFile, mostLogs } from './log.ts'
import { redacted, withoutPeople } from './redaction.ts'
import type { Say } from './words.ts'

interface Parts {
  say: Say
  askWhere(name: string): Promise<string | null>
  saved: SavedFiles
  /** What is told besides the logs, by the name of its file; each is asked when the bundle is made. */
  facts: Record<string, () => unknown>
}

/** One zip file for whoever helps: what the app is and does, without secrets and without what it works on. */
export function supportBundle({ say, askWhere, saved, facts }: Parts): Bridge['app']['supportBundle'] {
  return async (): Promise<DownloadOutcome> => {
    const path = await askWhere(`selvedge-support-${utcDay(new Date())}.zip`)
    if (path === null) return { outcome: 'cancelled' }
    log.info('a support bundle is made')
    try {
      const bytes = await saveStream(Readable.from(zipped(parts(facts))), path, {
        signal: new AbortController().signal,
        expectedBytes: null,
        onBytes: () => undefined,
      })
      const file = { name: basename(path), path, bytes, savedAt: new Date().toISOString() }
      saved.add(file)
      return { outcome: 'saved', file }
    } catch (error) {
      throw saveProblem(error, say)
    }
  }
}

async function* parts(facts: Parts['facts']): AsyncGenerator<{ name: string; text: string }> {
  yield { name: 'about.json', text: asText(about()) }
  for (const [name, tell] of Object.entries(facts)) yield { name: `${name}.json`, text: asText(await told(tell)) }
  for (let age = 0; age < mostLogs; age += 1) {
    const text = await readFile(logFile(age), 'utf8').catch(() => null)
    if (text !== null) yield { name: join('logs', basename(logFile(age))), text: shareable(text) }
  }
}

function about() {
  const { platform, versions } = process
  return {
    app: app.getVersion(),
    packaged: app.isPackaged,
    electron: versions.electron ?? null,
    chrome: versions.chrome ?? null,
    node: versions.node,
    system: `${platform} ${release()} ${arch()}`,
    memoryMb: Math.round(totalmem() / 1024 ** 2),
    locale: app.getLocale(),
    madeAt: new Date().toISOString(),
    runsForSeconds: Math.round(process.uptime()),
  }
}

/** One part that cannot be told must not cost the others. */
async function told(tell: () => unknown): Promise<unknown> {
  try {
    return await tell()
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function asText(value: unknown): string {
  return shareable(JSON.stringify(value, null, 2))
}

/** Neither secrets nor who it is about. */
function shareable(text: string): string {
  return withoutPeople(redacted(text), homedir())
}

/** Packed this much at a time, so that a window is not kept waiting by a long log. */
const slice = 256 * 1024

/** Texts as one zip file, piece by piece. */
export async function* zipped(parts: AsyncIterable<{ name: string; text: string }>): AsyncGenerator<Uint8Array> {
  const { Zip, ZipDeflate } = await import('fflate')
  let made: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    made.push(bytes)
  })
  for await (const { name, text } of parts) {
    const file = new ZipDeflate(name.replaceAll('\\', '/'), { level: 6 })
    zip.add(file)
    const bytes = Buffer.from(text, 'utf8')
    for (let at = 0; at < bytes.length; at += slice) {
      file.push(bytes.subarray(at, at + slice))
      await breath()
    }
    file.push(new Uint8Array(), true)
    yield* made
    made = []
  }
  zip.end()
  yield* made
}
