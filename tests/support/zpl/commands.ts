/** One command of a ZPL stream: `^A0N,20` is `{ prefix: '^', name: 'A', rest: '0N,20' }`. */
export interface ZplCommand {
  readonly prefix: '^' | '~'
  readonly name: string
  /** All up to the next command, line ends left out as printers do. */
  readonly rest: string
}

/** Takes a ZPL stream apart the way a printer does: a prefix anywhere begins a command, whoever wrote it. */
export function zplCommands(bytes: Uint8Array): ZplCommand[] {
  const text = Buffer.from(bytes).toString('latin1')
  if (/[^\n -~]/.test(text)) throw new Error('The stream holds bytes other than printable ASCII and line ends.')
  const [head = '', ...parts] = text.split(/(?=[\^~])/)
  if (head !== '' && !/^[\^~]/.test(head)) throw new Error(`Before the first command stands ${head}.`)
  return (head === '' ? parts : [head, ...parts]).map((part) => {
    const prefix = part[0] === '~' ? '~' : '^'
    const body = part.slice(1).replaceAll('\n', '')
    // The font's name follows ^A at once.
    const name = prefix === '^' && body.startsWith('A') ? 'A' : body.slice(0, 2)
    return { prefix, name, rest: body.slice(name.length) }
  })
}
