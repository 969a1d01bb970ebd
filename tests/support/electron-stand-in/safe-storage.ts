import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { circumstances } from './circumstances.ts'

/** The keyring is a file that a test may take away, as a user may empty the real one. */
function key(): Buffer {
  const file = join(circumstances.folder, 'keyring')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32))
  return readFileSync(file)
}

export const safeStorage = {
  isAsyncEncryptionAvailable: async () => true,
  getSelectedStorageBackend: () => circumstances.keyring,
  async encryptStringAsync(text: string): Promise<Buffer> {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key(), nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  },
  async decryptStringAsync(sealed: Buffer) {
    const decipher = createDecipheriv('aes-256-gcm', key(), sealed.subarray(0, 12))
    decipher.setAuthTag(sealed.subarray(12, 28))
    const result = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    return { result, shouldReEncrypt: false }
  },
}
