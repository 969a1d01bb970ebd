import { join } from 'node:path'
import { z } from 'zod'
import { makeLog } from './http/make-log.ts'
import { type RunningServer, startServer } from './start-server.ts'

/** The port to the process that started this one, as Electron's utilityProcess gives it; the server knows no more of it. */
interface ParentPort {
  on(event: 'message', listener: (message: { data: unknown }) => void): void
  postMessage(message: { type: 'ready'; url: string } | { type: 'failed'; message: string }): void
}

const heard = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    dataDir: z.string().min(1),
    demo: z.boolean(),
    allowedOrigins: z.array(z.string()),
    resources: z.string().optional(),
  }),
  z.object({ type: z.literal('stop') }),
])

type Start = Extract<z.infer<typeof heard>, { type: 'start' }>

const { parentPort } = process as typeof process & { parentPort?: ParentPort }
let server: Promise<RunningServer> | undefined

parentPort?.on('message', ({ data }) => {
  const message = heard.parse(data)
  if (message.type === 'start') start(message)
  else void stop()
})

function start({ resources = join(import.meta.dirname, '../../resources'), ...options }: Start): void {
  server ??= startServer({ ...options, resources, port: 0, log: makeLog({ level: 'warn' }) })
  server.then(
    ({ url }) => parentPort?.postMessage({ type: 'ready', url }),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      parentPort?.postMessage({ type: 'failed', message })
    },
  )
}

async function stop(): Promise<void> {
  try {
    await (await server)?.stop()
  } finally {
    process.exit(0)
  }
}
