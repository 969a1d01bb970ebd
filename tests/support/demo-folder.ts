import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startBuiltServer } from './built-server.ts'

/** Names the folder for the workers, which are processes of their own. */
const variable = 'SELVEDGE_DEMO_FOLDER'
const dataIn = (folder: string) => join(folder, 'data')
const markIn = (folder: string) => join(folder, 'ready')

/** Fills one data folder with the demo, beside the specs that do not need it; answers how to remove it. */
export function makeDemoFolder(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-demo-'))
  process.env[variable] = folder
  const made = fill(folder).catch((error: unknown) => String(error))
  void made.then((fault) => writeFileSync(markIn(folder), fault ?? ''))
  return async () => {
    await made
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(folder: string): Promise<undefined> {
  const server = await startBuiltServer(['--data', dataIn(folder), '--port', '0', '--demo'])
  await server.stop()
}

/** Copies the filled folder to where an app keeps its data: the demo takes half a minute of both cores, a copy a second. */
export async function copyDemoFolder(to: string): Promise<void> {
  const folder = process.env[variable]
  if (folder === undefined) throw new Error('The set-up made no demo folder.')
  while (!existsSync(markIn(folder))) await pause(250)
  await mkdir(to, { recursive: true })
  // With its owners, which Node's own copy drops: PostgreSQL opens a cluster of its own account's only.
  await promisify(execFile)('cp', ['-a', `${dataIn(folder)}/.`, to])
}
