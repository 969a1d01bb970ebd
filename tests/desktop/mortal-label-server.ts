import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A server of labels in a process of its own, which a spec kills as a power cut would. */
export interface MortalLabelServer {
  url: string
  kill(): Promise<void>
  /** At the address that it had. */
  startAgain(): Promise<void>
}

const entry = join(import.meta.dirname, 'label-server-process.ts')
const ours = join(import.meta.dirname, '../../node_modules/.bin/node')

export async function startMortalLabelServer(): Promise<MortalLabelServer> {
  let running = await start('0')
  const { url } = running
  return {
    url,
    async kill() {
      const ended = once(running.child, 'exit')
      running.child.kill('SIGKILL')
      await ended
    },
    async startAgain() {
      running = await start(new URL(url).port)
    },
  }
}

async function start(port: string): Promise<{ child: ChildProcess; url: string }> {
  // It is TypeScript, which the Node that runs the specs may not read by itself.
  const child = spawn(existsSync(ours) ? ours : process.execPath, [entry, port], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [said] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the server of labels ended: ${code}`))),
  ])) as [{ url: string }]
  return { child, url: said.url }
}
