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
      papers: unwrapped(wire.print.papers),
      print: unwrapped(wire.print.print),
      printTestPage: unwrapped(wire.print.printTestPage),
      jobs: unwrapped(wire.print.jobs),
      retry: unwrapped(wire.print.retry),
      reprint: unwrapped(wire.print.reprint),
      cancel: unwrapped(wire.print.cancel),
      choices: unwrapped(wire.print.choices),
      remember: unwrapped(wire.print.remember),
      rawPrinters: unwrapped(wire.print.rawPrinters),
      keepRawPrinters: unwrapped(wire.print.keepRawPrinters),
      onJob: wire.print.onJob,
    },
    settings: {
      get: unwrapped(wire.settings.get),
      set: unwrapped(wire.settings.set),
      server: unwrapped(wire.settings.server),
      testServer: unwrapped(wire.settings.testServer),
      useServer: unwrapped(wire.settings.useServer),
    },
    app: {
      info: unwrapped(wire.app.info),
      openLink: unwrapped(wire.app.openLink),
      onServer: wire.app.onServer,
      onCall: wire.app.onCall,
      supportBundle: unwrapped(wire.app.supportBundle),
      licences: unwrapped(wire.app.licences),
      takeLink: unwrapped(wire.app.takeLink),
      onLink: wire.app.onLink,
      takeMishap: unwrapped(wire.app.takeMishap),
      updates: unwrapped(wire.app.updates),
      checkForUpdates: unwrapped(wire.app.checkForUpdates),
      installUpdate: unwrapped(wire.app.installUpdate),
      onUpdate: wire.app.onUpdate,
    },
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
