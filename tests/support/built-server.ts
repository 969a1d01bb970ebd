import { spawn } from 'node:child_process'
import { join } from 'node:path'

const serve = join(import.meta.dirname, '..', '..', 'out', 'main', 'serve.js')

export interface BuiltServer {
  url: string
  /** All that it said until it was ready, a first account's password among it. */
  said: string
  stop(): Promise<void>
}

/** Starts the built server as users do and waits for the line that says it is ready. */
export function startBuiltServer(args: readonly string[]): Promise<BuiltServer> {
  const child = spawn(process.execPath, [serve, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-20_000)
      const url = /Selvedge is serving (http:\/\/\S+)/.exec(said)?.[1]
      if (url !== undefined) resolve({ url, said, stop })
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)))
  })
}
