import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'

/** The key that the server gave to the user's session: of this page alone, written nowhere but in its tab. */
let held: { userId: string; key: Uint8Array } | null = null

const NONCE = 24
const text = new TextEncoder()

export function holdKey(userId: string, key: string): void {
  held = { userId, key: bytesOf(key) }
}

export function dropKey(): void {
  held = null
}

/** Sealed for a user under a name; null without their key. At once: a page that closes waits for nothing. */
export function sealFor(userId: string, name: string, content: string): string | null {
  if (held?.userId !== userId) return null
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE))
  const sealed = xchacha20poly1305(held.key, nonce, text.encode(name)).encrypt(text.encode(content))
  return textOf(new Uint8Array([...nonce, ...sealed]))
}

/** Null for what another user sealed, or under another name. */
export function openFor(userId: string, name: string, sealed: string): string | null {
  if (held?.userId !== userId) return null
  try {
    const bytes = bytesOf(sealed)
    const cipher = xchacha20poly1305(held.key, bytes.subarray(0, NONCE), text.encode(name))
    return new TextDecoder().decode(cipher.decrypt(bytes.subarray(NONCE)))
  } catch {
    return null
  }
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}

function textOf(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
