import type { CDPSession } from '@playwright/test'

/** Types as fast as a scanner, with Enter behind it: no key waits for the one before it. */
export async function scanFast(wire: CDPSession, text: string): Promise<void> {
  const keys = [...text].map((key) => ({ key, code: /\d/.test(key) ? `Digit${key}` : '', text: key }))
  const enter = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }
  await Promise.all(
    [...keys, enter].flatMap((key) => [
      wire.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }),
      wire.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key, code: key.code }),
    ]),
  )
}
