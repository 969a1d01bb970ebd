import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { layOut, type PaperSheet, type PrintedJob, pdfSettings, printedIn, sheetsIn } from './cups-folder.ts'

const run = promisify(execFile)
const daemon = '/usr/sbin/cupsd'
const pdfDriver = 'lsb/usr/cups-pdf/CUPS-PDF_opt.ppd'

interface PrinterOptions {
  isDefault?: boolean
  description?: string
  /**
   * What stands behind the queue: a backend that writes down what it gets (by default), cups-pdf with Debian's own filters
   * before it, or a raw queue to a listener on this computer.
   */
  device?: 'capture' | 'pdf' | { port: number }
}

export interface Cups {
  /** For `CUPS_SERVER`. */
  address: string
  addPrinter(name: string, options?: PrinterOptions): Promise<void>
  removePrinter(name: string): Promise<void>
  /** A printer that was switched off keeps its jobs until it is on again. */
  switchPrinter(name: string, on: boolean): Promise<void>
  printed(): Promise<PrintedJob[]>
  sheets(): Promise<PaperSheet[]>
  /** What lies in the queues: held, waiting or being printed. */
  openJobs(): Promise<string[]>
  /** Jobs fail from now on, or go through again. */
  breakPrinters(broken: boolean): Promise<void>
  /** Ends the daemon as a power cut would; what it was printing goes on by itself. */
  kill(): Promise<void>
  /** Starts a killed daemon on the spool and at the address that it had. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/** Why a CUPS of our own cannot run here, or null. */
export function whyNoCups(): string | null {
  if (process.platform !== 'linux') return 'the CUPS of the tests is set up for Linux'
  if (!existsSync(daemon)) return 'cupsd is not installed (Debian: cups, cups-client)'
  if (process.getuid?.() !== 0) return 'cupsd starts backends as another user, which only root may do'
  return null
}

/** Why it can have no cups-pdf queue here, or null. */
export function whyNoPdfPrinter(): string | null {
  const missing = ['/usr/lib/cups/backend/cups-pdf', '/usr/lib/cups/filter/pdftopdf'].find((path) => !existsSync(path))
  return whyNoCups() ?? (missing ? `${missing} is missing (Debian: printer-driver-cups-pdf, cups-filters)` : null)
}

/** A real CUPS with its own folders on a free port of this computer. */
export async function startCups(): Promise<Cups> {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-cups-'))
  const address = `127.0.0.1:${await freePort()}`
  await layOut(folder, address)
  const pdf = pdfSettings(folder)
  const client = { env: { ...process.env, CUPS_SERVER: address, LC_ALL: 'C' } }
  const tell = async (program: string, ...args: string[]) => void (await run(program, args, client))
  let running = await startDaemon(folder, client)
  const broken = join(folder, 'printed', 'broken')
  return {
    address,
    async addPrinter(name, { isDefault = false, description = name, device = 'capture' } = {}) {
      if (device === 'pdf') await pdf.write()
      await tell('lpadmin', '-p', name, ...deviceOf(device, name, pdf.device), '-D', description, '-E')
      if (isDefault) await tell('lpadmin', '-d', name)
    },
    removePrinter: (name) => tell('lpadmin', '-x', name),
    switchPrinter: (name, on) => tell(on ? 'cupsenable' : 'cupsdisable', name),
    printed: () => printedIn(folder),
    sheets: () => sheetsIn(folder),
    async openJobs() {
      const { stdout } = await run('lpstat', ['-o'], client)
      return stdout.split('\n').filter((line) => line !== '')
    },
    breakPrinters: (wanted) => (wanted ? writeFile(broken, '') : rm(broken, { force: true })),
    kill: () => end(running, 'SIGKILL'),
    async startAgain() {
      running = await startDaemon(folder, client)
    },
    async stop() {
      await end(running, 'SIGTERM')
      await pdf.remove()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function deviceOf(device: NonNullable<PrinterOptions['device']>, name: string, pdfDevice: string): string[] {
  if (device === 'capture') return ['-v', `capture:${name}`, '-m', 'raw']
  if (device === 'pdf') return ['-v', pdfDevice, '-m', pdfDriver]
  return ['-v', `socket://127.0.0.1:${device.port}`, '-m', 'raw']
}

async function startDaemon(folder: string, client: { env: NodeJS.ProcessEnv }): Promise<ChildProcess> {
  const settings = ['-c', join(folder, 'cupsd.conf'), '-s', join(folder, 'cups-files.conf')]
  // Ends with the run, also where that is ended by force.
  const started = spawn('setpriv', ['--pdeathsig', 'KILL', daemon, '-f', ...settings], { stdio: 'ignore' })
  await answers(client, started)
  return started
}

async function end(running: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return
  const ended = new Promise((resolve) => running.once('exit', resolve))
  running.kill(signal)
  await ended
}

async function answers(client: { env: NodeJS.ProcessEnv }, started: ChildProcess): Promise<void> {
  const until = Date.now() + 15_000
  while (Date.now() < until && started.exitCode === null) {
    const up = await run('lpstat', ['-r'], client).then(
      ({ stdout }) => stdout.includes('is running'),
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  started.kill('SIGKILL')
  throw new Error('cupsd did not start')
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
