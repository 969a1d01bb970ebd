import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Db, Tx } from './call.ts'

/** Uses of the company's secret: keys of different uses have nothing to do with each other. */
export type SealUse = 'feed cursor' | `drafts of ${string}`

const IV = 12
const TAG = 16

/** The key for one use. The secret lies in the database: every server of it has the same, also after a restart. */
export async function sealKey(db: Db | Tx, use: SealUse): Promise<Buffer> {
  const { secret } = await db.selectFrom('house_secret').select('secret').executeTakeFirstOrThrow()
  return Buffer.from(hkdfSync('sha256', secret, '', use, 32))
}

/** Neither read nor changed by whoever has no key; the same content looks different each time, and as long as its bytes are many. */
export function seal(key: Buffer, content: Buffer): string {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Null for what was not sealed with this key. */
export function unseal(key: Buffer, sealed: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < IV + TAG) return null
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV)).setAuthTag(bytes.subarray(-TAG))
  try {
    return Buffer.concat([cipher.update(bytes.subarray(IV, -TAG)), cipher.final()])
  } catch {
    return null
  }
}
