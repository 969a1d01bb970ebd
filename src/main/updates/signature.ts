import { createPublicKey, sign, verify } from 'node:crypto'
import { z } from 'zod'

/**
 * Of the feed's description: which version it is, and each file by its SHA-512. electron-updater holds what it fetched against
 * these hashes before it installs anything, so who signs them signs the files.
 */
const described = z.object({
  version: z.string().min(1),
  files: z.array(z.object({ url: z.string().min(1), sha512: z.string().min(1) })).min(1),
  /** Parts of a web installer would be fetched by hashes of their own. There are none. */
  packages: z.undefined().optional(),
  /** Ed25519 over `signedText`, base64. */
  signature: z.string().optional(),
})

/** What is signed of a description; null where it does not describe files by their SHA-512. */
export function signedText(description: unknown): string | null {
  const read = described.safeParse(description)
  if (!read.success) return null
  const files = read.data.files.map(({ url, sha512 }) => [url, sha512])
  return JSON.stringify(['selvedge update 1', read.data.version, files])
}

/** The signature of a description, base64. `privateKey` is a PEM of Ed25519. Throws where nothing is described. */
export function signDescription(description: unknown, privateKey: string): string {
  const text = signedText(description)
  if (text === null) throw new TypeError('it names no version and no files with a sha512')
  return sign(null, Buffer.from(text), privateKey).toString('base64')
}

/** Whether whoever holds the private half of `key` (PEM, Ed25519) signed this description. Never throws. */
export function isSigned(description: unknown, key: string): boolean {
  const text = signedText(description)
  const signature = described.safeParse(description).data?.signature
  if (text === null || signature === undefined) return false
  try {
    const publicKey = createPublicKey(key)
    // Of another kind, `null` would mean another way of hashing.
    if (publicKey.asymmetricKeyType !== 'ed25519') return false
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))
  } catch {
    // No key, or no signature that could be one.
    return false
  }
}
