import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const daemon = '/usr/sbin/cupsd'
const systemParts = '/usr/lib/cups'

/** What a printer was given: CUPS's own arguments to its backend, and the bytes. */
export interface PrintedJob {
  title: string
  copies: number
  options: string
  bytes: Buffer
}

export interface Cups {
  /** For `CUPS_SERVER`. */
  address: string
  addPrinter(name: string, options?: { isDefault?: boolean; description?: string }): Promise<void>
  removePrinter(name: string): Promise<void>
  printed(): Promise<PrintedJob[]>
  /** Jobs fail from now on, or go through again. */
  breakPrinters(broken: boolean): Promise<void>
  stop(): Promise<void>
}

/** Why a CUPS of our own cannot run here, or null. */
export function whyNoCups(): string | null {
  if (process.platform !== 'linux') return 'the CUPS of the tests is set up for Linux'
  if (!existsSync(daemon)) return 'cupsd is not installed (Debian: cups, cups-client)'
  if (process.getuid?.() !== 0) return 'cupsd starts backends as another user, which only root may do'
  return null
}

/** A real CUPS with its own folders on a free port of this computer; its one backend writes down what a printer would get. */
export async function startCups(): Promise<Cups> {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-cups-'))
  const address = `127.0.0.1:${await freePort()}`
  await layOut(folder, address)
  const process = spawn(daemon, ['-f', '-c', join(folder, 'cupsd.conf'), '-s', join(folder, 'cups-files.conf')], {
    stdio: 'ignore',
  })
  const client = { env: { ...globalThis.process.env, CUPS_SERVER: address, LC_ALL: 'C' } }
  await answers(client, process)
  return {
    address,
    async addPrinter(name, { isDefault = false, description = name } = {}) {
      await run('lpadmin', ['-p', name, '-v', `capture:${name}`, '-m', 'raw', '-D', description, '-E'], client)
      if (isDefault) await run('lpadmin', ['-d', name], client)
    },
    removePrinter: async (name) => void (await run('lpadmin', ['-x', name], client)),
    printed: () => jobsIn(join(folder, 'printed')),
    async breakPrinters(broken) {
      if (broken) await writeFile(join(folder, 'printed', 'broken'), '')
      else await rm(join(folder, 'printed', 'broken'), { force: true })
    },
    async stop() {
      const ended = new Promise((resolve) => process.once('exit', resolve))
      process.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function layOut(folder: string, address: string): Promise<void> {
  for (const name of ['etc/ppd', 'spool/tmp', 'cache', 'run', 'printed', 'bin/backend']) {
    await mkdir(join(folder, name), { recursive: true })
  }
  // Backends run as the system's printing user, which must get through to its folder.
  await chmod(folder, 0o755)
  await chmod(join(folder, 'printed'), 0o777)
  for (const part of ['filter', 'daemon', 'cgi-bin', 'monitor', 'notifier', 'driver']) {
    if (existsSync(join(systemParts, part))) await symlink(join(systemParts, part), join(folder, 'bin', part))
  }
  await writeFile(join(folder, 'bin/backend/capture'), backend(join(folder, 'printed')))
  await chmod(join(folder, 'bin/backend/capture'), 0o755)
  await writeFile(join(folder, 'cupsd.conf'), daemonSettings(address))
  await writeFile(join(folder, 'cups-files.conf'), fileSettings(folder))
}

/** CUPS calls a backend with job, user, title, copies, options and, for a raw queue, the file. Status 5 cancels the job. */
function backend(printed: string): string {
  return `#!/bin/sh
[ $# -eq 0 ] && { echo 'direct capture "Unknown" "Capture"'; exit 0; }
[ -e '${printed}/broken' ] && exit 5
cat "\${6:--}" > '${printed}'/"$1.pdf"
printf '%s\\n%s\\n%s' "$3" "$4" "$5" > '${printed}'/"$1.tmp"
mv '${printed}'/"$1.tmp" '${printed}'/"$1.txt"
`
}

function daemonSettings(address: string): string {
  return `Listen ${address}
Browsing Off
WebInterface No
DefaultAuthType None
PreserveJobHistory Yes
<Location />
  Order allow,deny
  Allow 127.0.0.1
</Location>
<Policy default>
  JobPrivateAccess default
  JobPrivateValues none
  SubscriptionPrivateAccess default
  SubscriptionPrivateValues none
  <Limit All>
    Order deny,allow
    Allow 127.0.0.1
  </Limit>
</Policy>
`
}

function fileSettings(folder: string): string {
  const at = (name: string) => join(folder, name)
  return `ServerRoot ${at('etc')}
ServerBin ${at('bin')}
RequestRoot ${at('spool')}
TempDir ${at('spool/tmp')}
CacheDir ${at('cache')}
StateDir ${at('run')}
ErrorLog ${at('error_log')}
AccessLog ${at('access_log')}
PageLog ${at('page_log')}
SystemGroup root
`
}

async function answers(client: { env: NodeJS.ProcessEnv }, daemon: ChildProcess): Promise<void> {
  const until = Date.now() + 15_000
  while (Date.now() < until && daemon.exitCode === null) {
    const up = await run('lpstat', ['-r'], client).then(
      ({ stdout }) => stdout.includes('is running'),
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  daemon.kill()
  throw new Error('cupsd did not start')
}

async function jobsIn(folder: string): Promise<PrintedJob[]> {
  const notes = (await readdir(folder))
    .filter((name) => name.endsWith('.txt'))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
  return Promise.all(
    notes.map(async (note) => {
      const [title = '', copies = '', options = ''] = (await readFile(join(folder, note), 'utf8')).split('\n')
      const bytes = await readFile(join(folder, note.replace(/txt$/, 'pdf')))
      return { title, copies: Number(copies), options, bytes }
    }),
  )
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
