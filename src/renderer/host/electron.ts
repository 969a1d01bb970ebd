import type { Bridge, BridgeProblem, BridgeWire, Reply } from '../../shared/bridge.ts'

/** A command of the host that failed; `code` says which way, `details` what the server said where it was asked. */
export class HostError extends Error {
  readonly code: BridgeProblem['code']
  readonly details: unknown

  constructor({ code, message, details }: BridgeProblem) {
    super(message)
    this.name = 'HostError'
    this.code = code
    this.details = details
  }
}

/** The bridge over the preload's wire: replies become values or thrown `HostError`s, subscriptions pass through. */
export function electronHost(wire: BridgeWire): Bridge {
  return {
    session: {
      signIn: unwrapped(wire.session.signIn),
      signOut: unwrapped(wire.session.signOut),
      state: unwrapped(wire.session.state),
    },
    files: {
      download: unwrapped(wire.files.download),
      cancelDownload: unwrapped(wire.files.cancelDownload),
      showInFolder: unwrapped(wire.files.showInFolder),
      recentDownloads: unwrapped(wire.files.recentDownloads),
      onProgress: wire.files.onProgress,
    },
    print: {
      printers: unwrapped(wire.print.printers),
      print: unwrapped(wire.print.print),
      jobs: unwrapped(wire.print.jobs),
      retry: unwrapped(wire.print.retry),
      choices: unwrapped(wire.print.choices),
      remember: unwrapped(wire.print.remember),
      onJob: wire.print.onJob,
    },
    settings: { get: unwrapped(wire.settings.get), set: unwrapped(wire.settings.set) },
    app: { info: unwrapped(wire.app.info), openLink: unwrapped(wire.app.openLink), onServer: wire.app.onServer },
  }
}

export function unwrapped<A extends unknown[], R>(
  command: (...args: A) => Promise<Reply<R>>,
): (...args: A) => Promise<R> {
  return async (...args) => {
    const reply = await command(...args)
    if ('error' in reply) throw new HostError(reply.error)
    return reply.ok
  }
}
