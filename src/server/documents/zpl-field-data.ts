/** Begins a command, an escape or a line, or is more than one byte: everything but the other printable ASCII. */
const UNSAFE = /[^ -[\]`-}]/g

/**
 * ^FD with its text. What a printer could read as a command, an escape or a line's end, and all that is not ASCII, is
 * written in hexadecimal (^FH): no name of a vendor reaches it as anything but text.
 */
export function fieldData(text: string): string {
  const bytes = Buffer.from(text, 'utf8').toString('latin1')
  const data = bytes.replace(UNSAFE, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
  return data === text ? `^FD${data}` : `^FH^FD${data}`
}
