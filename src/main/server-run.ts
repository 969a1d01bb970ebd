import { app } from 'electron'
import type { ServerState } from '../shared/bridge.ts'
import { ownOrigin } from './app-scheme.ts'
import { folders } from './folders.ts'
import type { ServerPlace } from './server-address.ts'
import { serverProcess } from './server-process.ts'
import type { Say } from './words.ts'

/**
 * Starts the server beside the app, or just names the company's one. Demo data is for trying the app out: on where it runs
 * from source, off in the packaged app, and `SELVEDGE_DEMO` decides otherwise (1 or 0).
 */
export function runServer(
  { place, newSecret }: { place: ServerPlace; newSecret(): string },
  say: Say,
  onState: (state: ServerState, url: string | null) => void,
): { stop(): Promise<void> } {
  if (place.kind === 'remote') {
    onState({ state: 'ready' }, place.url)
    return { stop: async () => undefined }
  }
  const server = serverProcess({
    entry: folders.serverEntry,
    start: {
      dataDir: folders.data(),
      demo: process.env.SELVEDGE_DEMO ? process.env.SELVEDGE_DEMO === '1' : !app.isPackaged,
      allowedOrigins: [ownOrigin],
      resources: folders.resources(),
    },
    newSecret,
    onState,
    problem: (hung) =>
      say(
        hung
          ? 'The server did not answer any more. It is being started again.'
          : 'The server stopped. It is being started again.',
      ),
  })
  server.start()
  return { stop: () => server.stop() }
}
