import { safeStorage } from 'electron'
import { z } from 'zod'
import { type Kept, kept } from './kept.ts'
import { log } from './log.ts'

/** The session's token. It lives here, in memory, and encrypted on disk where the system has a keyring. */
export interface SessionSecrets {
  token(): string | null
  /** False where there is no real keyring: the session then ends with the app. */
  keptSafely(): boolean
  keep(token: string): Promise<void>
  erase(): void
  /** The server refused this token: erases it, unless a newer one has taken its place. */
  refused(token: string): void
}

const record = z.object({ token: z.string(), server: z.string() }).nullable()
type Record = z.infer<typeof record>

/** `server` names where the token is good: one kept for another server is erased, never sent. */
export async function openSessionSecrets(server: string): Promise<SessionSecrets> {
  const file = kept('session', record, null)
  const safe = await hasKeyring()
  let token = safe ? await readToken(file, server) : null
  if (token === null) file.set(null)
  const erase = () => {
    token = null
    file.set(null)
  }
  return {
    token: () => token,
    keptSafely: () => safe,
    erase,
    refused(refused) {
      if (refused === token) erase()
    },
    async keep(next) {
      token = next
      if (safe) file.set({ token: await encrypted(next), server })
    },
  }
}

/** Linux without a keyring encrypts with a password that everybody knows; that is no safe place. */
async function hasKeyring(): Promise<boolean> {
  if (process.platform === 'linux' && ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())) {
    return false
  }
  return safeStorage.isAsyncEncryptionAvailable()
}

async function encrypted(token: string): Promise<string> {
  return (await safeStorage.encryptStringAsync(token)).toString('base64')
}

async function readToken(file: Kept<Record>, server: string): Promise<string | null> {
  const found = file.get()
  if (found === null || found.server !== server) return null
  try {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(found.token, 'base64'))
    if (shouldReEncrypt) file.set({ token: await encrypted(result), server })
    return result
  } catch (error) {
    // The keyring was changed or emptied: signing in again is all that is lost.
    log.warn('the kept session cannot be read', error instanceof Error ? error.message : error)
    return null
  }
}
