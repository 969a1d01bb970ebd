import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { buildIfNeeded } from './build-if-needed.ts'
import { endWithChildren, followNpm, isEnding } from './ending.ts'
import { findElectron, windowProblem } from './find-electron.ts'

const root = join(import.meta.dirname, '..')
const PORT = 4680

void followNpm()
const electron = findElectron()
const problem = electron === null ? "Electron's binary is not here" : windowProblem()
if (problem !== null) console.log(`${problem}: serving the browser edition with demo data instead.`)
await buildIfNeeded()
if (electron !== null && problem === null) startDesktop(electron)
else await startBrowserEdition()

function startDesktop(binary: string): void {
  endWithChildren()
  const app = spawn(binary, [root, ...process.argv.slice(2)], { stdio: 'inherit' })
  app.on('exit', (code) => {
    if (!isEnding()) process.exit(code ?? 1)
  })
}

async function startBrowserEdition(): Promise<void> {
  const port = (await isFree(PORT)) ? PORT : 0
  process.env.SELVEDGE_LOG_LEVEL ??= 'warn'
  // Before what was asked for: of an option given twice the server takes the second.
  process.argv.splice(2, 0, '--data', join(root, '.data'), '--port', String(port), '--demo')
  await import('./serve.ts')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
