import { send } from './send.ts'

/** One small question to a server that did not answer: the connection mark hears the outcome. */
export async function askWhetherAlive(): Promise<void> {
  const nothing = { body: undefined, query: undefined, key: undefined, signal: undefined, onProgress: undefined }
  // No answer is an answer too.
  await send({ method: 'GET', path: '/health', changes: false, isOpen: true, ...nothing }).catch(() => undefined)
}
