import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync, utimes, writeSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, diskFull, errorCode } from './database-errors.ts'
import { identifyThisProcess, isRunning, type ProcessIdentity } from './process-identity.ts'

type Holder = ProcessIdentity & { token: string; lockedAt: string; address: string }

/** A data folder that no other server can open until `release`. `announce` tells those who try where this one is. */
export type DataFolderLock = { announce(address: string): void; release(): void }

const HEARTBEAT_MS = 1_000
/** Longer than several heartbeats: a holder in another container is dead when its file stays still this long. */
const SILENCE_MS = 5_000
/** Longer than any pause between another server's last look at a stale lock and its rename over it. */
const TAKEOVER_PAUSE_MS = 100

/**
 * Makes the folder when it is missing, and locks it for this process.
 * Throws `DatabaseError`: `data_folder_in_use` with pid, time and address of the holder, `disk_full`, `data_folder_unusable`.
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  const path = join(dataDir, 'server.lock')
  const mine: Holder = {
    ...identifyThisProcess(),
    token: randomUUID(),
    lockedAt: new Date().toISOString(),
    address: '',
  }
  try {
    // 0711: as root, PostgreSQL runs as another user and must be able to pass through.
    await mkdir(dataDir, { recursive: true, mode: 0o711 })
    await take(path, mine, dataDir)
  } catch (error) {
    throw explain(error, dataDir)
  }
  return held(path, mine)
}

async function take(path: string, mine: Holder, dataDir: string): Promise<void> {
  if (created(path, mine)) return
  const holder = await readHolder(path)
  if (holder === undefined) return take(path, mine, dataDir) // released just now
  if (await lives(path, holder)) throw inUse(dataDir, holder)
  // Several servers may find the same dead holder. Each puts its own name over it in one step, only while it is still
  // the dead one's; after a pause all look whose name stayed.
  if ((await readHolder(path))?.token !== holder.token) return take(path, mine, dataDir)
  replace(path, mine)
  await sleep(TAKEOVER_PAUSE_MS)
  const winner = await readHolder(path)
  if (winner?.token !== mine.token) return take(path, mine, dataDir)
}

function created(path: string, mine: Holder): boolean {
  try {
    writeExclusively(path, mine)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

function writeExclusively(path: string, holder: Holder): void {
  const file = openSync(path, 'wx', 0o644)
  try {
    writeSync(file, JSON.stringify(holder))
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

function replace(path: string, mine: Holder): void {
  const candidate = `${path}.${mine.token}`
  writeExclusively(candidate, mine)
  renameSync(candidate, path)
}

const UNREADABLE: Holder = {
  pid: 0,
  host: '',
  startedAt: '',
  ticks: '',
  boot: 'unreadable',
  space: '',
  token: 'unreadable',
  lockedAt: '',
  address: '',
}

/** The holder named in the file; undefined when there is no file. A file cut short by a crash gives an unknown holder. */
async function readHolder(path: string): Promise<Holder | undefined> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Holder
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      if (!(error instanceof SyntaxError)) throw error
      await sleep(10) // its maker may be between creating and writing it
    }
  }
  return UNREADABLE
}

async function lives(path: string, holder: Holder): Promise<boolean> {
  const verdict = await isRunning(holder)
  if (verdict !== 'unknown') return verdict === 'yes'
  const touched = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const before = touched()
  for (let waited = 0; waited < SILENCE_MS; waited += 250) {
    await sleep(250)
    if (touched() !== before) return touched() !== undefined
  }
  return false
}

function held(path: string, mine: Holder): DataFolderLock {
  const isMine = () => existsSync(path) && readFileSync(path, 'utf8').includes(mine.token)
  const beat = setInterval(() => {
    const now = new Date()
    utimes(path, now, now, () => undefined) // a missed beat does no harm, the next one comes in a second
  }, HEARTBEAT_MS)
  beat.unref()
  return {
    announce(address) {
      mine.address = address
      if (isMine()) replace(path, mine)
    },
    release() {
      clearInterval(beat)
      if (isMine()) rmSync(path)
    },
  }
}

function inUse(dataDir: string, holder: Holder): DatabaseError {
  const place = holder.host === identifyThisProcess().host ? '' : ` on ${holder.host}`
  const address = holder.address ? `, at ${holder.address}` : ''
  return new DatabaseError(
    'data_folder_in_use',
    `Another Selvedge server is using the data folder ${dataDir}: process ${holder.pid}${place}, since ${holder.lockedAt}` +
      `${address}. Stop it, use it, or start this one on another folder. Nothing was changed.`,
  )
}

function explain(error: unknown, dataDir: string): unknown {
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(dataDir, error)
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code)) {
    const why = 'cannot be used: it must be a folder that this user may write to'
    return new DatabaseError('data_folder_unusable', `The data folder ${dataDir} ${why} (${code}).`, error)
  }
  return error
}
