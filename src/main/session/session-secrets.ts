import { safeStorage } from 'electron'
import { z } from 'zod'
import { log } from '../log.ts'
import { type Saved, saved } from '../settings.ts'

/** The session's token. It lives here, in memory, and encrypted on disk where the system has a keyring. */
export interface SessionSecrets {
  token(): string | null
  /** False where there is no real keyring: the session then ends with the app. */
  savedSafely(): boolean
  keep(token: string): Promise<void>
  erase(): void
  /** The server refused this token: erases it, unless a newer one has taken its place. */
  refused(token: string): void
}

/** On the disk: one sealed text, so that nothing in it can be exchanged for something else. */
const record = z.strictObject({ sealed: z.string() }).nullable()
type Record = z.infer<typeof record>

/** What is sealed: the token, and the server that it is good for. */
const content = z.strictObject({ token: z.string().min(1), server: z.string() })
type Content = z.infer<typeof content>

/** `server` names where the token is good: one kept for another server is erased, never sent. */
export function openSessionSecrets(server: string): Promise<SessionSecrets> {
  return openSecrets('session', server)
}

/** What this computer is known by at the server after a sign-in. It opens nothing, and outlives the session. */
export function openDeviceSecrets(server: string): Promise<SessionSecrets> {
  return openSecrets('device', server)
}

async function openSecrets(name: string, server: string): Promise<SessionSecrets> {
  const file = saved(name, record, null)
  let safe = await hasKeyring()
  let token = safe ? await readToken(file, server) : null
  // Of another server, tampered with, or of another user: what cannot be used does not stay.
  if (token === null) file.forget()
  const erase = () => {
    token = null
    file.forget()
  }
  return {
    token: () => token,
    savedSafely: () => safe,
    erase,
    refused(refused) {
      if (refused === token) erase()
    },
    async keep(next) {
      erase()
      token = next
      if (!safe) return
      try {
        const sealed = await seal({ token: next, server })
        // Signed out, or in anew, while the keyring took its time: then this one must not come back.
        if (token === next) file.set({ sealed })
      } catch (error) {
        log.warn('the keyring takes no session', error instanceof Error ? error.message : error)
        safe = false
      }
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

async function seal(value: Content): Promise<string> {
  return (await safeStorage.encryptStringAsync(JSON.stringify(value))).toString('base64')
}

async function readToken(file: Saved<Record>, server: string): Promise<string | null> {
  const found = file.get()
  if (found === null) return null
  try {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(found.sealed, 'base64'))
    const value = content.parse(JSON.parse(result))
    if (value.server !== server) return null
    if (shouldReEncrypt) file.set({ sealed: await seal(value) })
    return value.token
  } catch (error) {
    // The keyring or the file was changed: signing in again is all that is lost. The text itself is not for the log.
    log.warn('the kept session cannot be read', error instanceof Error ? error.name : typeof error)
    return null
  }
}
