import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'
import { toShown } from './addresses.ts'
import { circumstances } from './circumstances.ts'

const parentPort = fileURLToPath(new URL('./parent-port.ts', import.meta.url))

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess

  constructor(child: ChildProcess) {
    super()
    this.#child = child
    child.once('spawn', () => this.emit('spawn'))
    child.once('exit', (code) => this.emit('exit', code ?? 1))
    child.on('message', (message) => this.emit('message', message))
  }
  get pid() {
    return this.#child.pid
  }
  get stdout() {
    return this.#child.stdout
  }
  get stderr() {
    return this.#child.stderr
  }
  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(withShownAddresses(message))
  }
  kill(): boolean {
    return this.#child.kill()
  }
}

/** The app's origin is another one in this window, so that is the one the server must allow. */
function withShownAddresses(message: unknown): object {
  return JSON.parse(toShown(JSON.stringify(message)))
}

export const utilityProcess = {
  fork(entry: string, args: string[] = []) {
    const execArgv = ['--import', parentPort]
    const options = { execArgv, serialization: 'advanced' as const, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] as const }
    return new UtilityProcess(fork(circumstances.serverEntry ?? entry, args, { ...options, stdio: [...options.stdio] }))
  },
}
