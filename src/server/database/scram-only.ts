import type pg from 'pg'

/** Whether a database address asks for `require_auth=scram-sha-256`, as PostgreSQL's own programs understand it too. */
export const wantsScram = (url: string): boolean => new URL(url).searchParams.get('require_auth') === 'scram-sha-256'

const OTHER_WAYS = new Set(['authenticationCleartextPassword', 'authenticationMD5Password'])

/**
 * Lets a client answer no question for its password but SCRAM's, which gives nothing away and in which the server proves that it knows
 * the password too; a server that asks for nothing at all is refused as well. So another program that took the port while PostgreSQL
 * was down learns neither the password nor what would be asked of the database. Call it before `connect`.
 */
export function insistOnScram(client: pg.Client): void {
  const { connection } = client
  let [isProven, isBroken] = [false, false]
  const emit = connection.emit.bind(connection)
  connection.emit = (event: string | symbol, ...told: unknown[]) => {
    // Rows ask for nothing, and come by the thousand.
    if (event === 'dataRow') return emit(event, ...told)
    const name = String(event)
    if (OTHER_WAYS.has(name) || (name === 'authenticationOk' && !isProven)) return refuse(client, emit)
    if (name === 'error') isBroken = true
    const heard = emit(event, ...told)
    // Its listener has held the server's proof against the password, and emitted an error where it is wrong.
    if (name === 'authenticationSASLFinal') isProven = !isBroken
    return heard
  }
}

function refuse({ connection }: pg.Client, emit: (event: string, error: Error) => boolean): boolean {
  const heard = emit('error', new Error('The server at the address of the database does not prove that it is ours.'))
  connection.stream.destroy()
  return heard
}
