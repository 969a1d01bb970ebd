import { parseArgs } from 'node:util'

export interface ServeOptions {
  dataDir: string
  port: number
  host: string
  demo: boolean
  /** E-mail of the first super admin, made where there is no account yet. */
  firstAdmin?: string
}

/** The command line cannot be understood. The message may be shown. */
export class BadArgument extends Error {}

const USAGE = 'Usage: serve --data FOLDER [--port NUMBER] [--host ADDRESS] [--demo] [--admin EMAIL]'

/** Reads the command line of `serve`. Throws `BadArgument`. */
export function serveOptions(args: readonly string[]): ServeOptions {
  const { data, port, host, demo, admin } = read(args)
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new BadArgument(`--port takes a number from 0 to 65535, not "${port}". ${USAGE}`)
  }
  return { dataDir: data, port: Number(port), host, demo, ...(admin && { firstAdmin: admin }) }
}

function read(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string', default: '.data' },
        port: { type: 'string', default: '4680' },
        host: { type: 'string', default: '127.0.0.1' },
        demo: { type: 'boolean', default: false },
        admin: { type: 'string' },
      },
    })
    return values
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    throw new BadArgument(`${why} ${USAGE}`)
  }
}
