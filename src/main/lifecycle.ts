import { app } from 'electron'
import { type AppLink, type Bridge, bridgeEvents, type PrintJob, type UpdateState } from '../shared/bridge.ts'
import { type DeepLinks, linkArguments } from './deep-links.ts'
import type { AskWhere, Downloads, SavedFiles } from './files/downloads.ts'
import { log } from './log.ts'
import { type Mishaps, mishaps } from './mishaps.ts'
import type { Ask } from './native.ts'
import type { Printing } from './print/printing.ts'
import { licences, type Settings } from './settings.ts'
import { supportBundle } from './support-bundle.ts'
import { openUpdates, type Updates, updateSource } from './updates/updates.ts'
import type { Say } from './words.ts'

type LifecycleCommand =
  | 'supportBundle'
  | 'licences'
  | 'takeLink'
  | 'takeMishap'
  | 'updates'
  | 'checkForUpdates'
  | 'installUpdate'

interface Parts {
  say: Say
  ask: Ask
  askWhere: AskWhere
  send(event: string, payload: AppLink | UpdateState): void
  settings: Settings
  links: DeepLinks
  saved: SavedFiles
  downloads: Downloads
  printing: Printing
  server: { stop(): Promise<void> }
  /** What only the one who puts the parts together knows, for the support bundle. */
  facts: Record<string, () => unknown>
}

/** The app's history besides its work: mishaps, links from outside, updates, support, and its end. */
export interface Lifecycle {
  commands: Pick<Bridge['app'], LifecycleCommand>
  mishaps: Mishaps
  leaving: Leaving
  updates: Updates
  /** Why the app may not be started anew now, in words; null when it may. */
  busy(): string | null
}

export function openLifecycle(parts: Parts): Lifecycle {
  const { say, ask, askWhere, send, settings, links, saved, downloads, printing, server } = parts
  const trouble = mishaps({ ask, say })
  const end = leaving({ downloads, printing, server, ask, say })
  const busy = () => whyBusy(parts)
  const updates = openUpdates({
    source: updateSource(),
    say,
    channel: settings.updateChannel,
    busy,
    stopAll: end.stop,
    restart: restartApp,
    tell: (state) => send(bridgeEvents['app.onUpdate'], state),
  })
  links.listen((link) => send(bridgeEvents['app.onLink'], link))
  return {
    commands: {
      supportBundle: supportBundle({ say, askWhere, saved, facts: { ...parts.facts, ...factsOf(parts, updates) } }),
      licences: () => licences(say),
      takeLink: async () => links.take(),
      takeMishap: async () => trouble.take(),
      ...updates.commands,
    },
    mishaps: trouble,
    leaving: end,
    updates,
    busy,
  }
}

/** A job that waits belongs to the server and the version that it was made with. */
function whyBusy({ downloads, printing, say }: Parts): string | null {
  if (downloads.running() > 0) return say('A file is still being saved. Try again when it is done.')
  if (printing.isBusy()) {
    return say('Labels are still waiting to be printed. Try again when they are out, or cancel them.')
  }
  return null
}

function factsOf({ settings, printing, saved }: Parts, updates: Updates): Record<string, () => unknown> {
  const { printers, rawPrinters, choices, jobs } = printing.commands
  return {
    settings: () => settings.get(),
    updates: () => updates.commands.updates(),
    printers: async () => ({ known: await printers(), raw: await rawPrinters(), choices: await choices() }),
    'print-jobs': async () => (await jobs()).map(withoutRemark),
    // Not where they lie: folders are called after people and clients.
    downloads: () => saved.list().map(({ name, bytes, savedAt }) => ({ name, bytes, savedAt })),
  }
}

/** What somebody wrote about a reprint is for the company. */
function withoutRemark({ reprint, ...job }: PrintJob) {
  return reprint ? { ...job, reprint: { of: reprint.of, reason: reprint.reason } } : job
}

interface LeavingParts {
  downloads: Downloads
  printing: Pick<Printing, 'stop'>
  server: { stop(): Promise<void> }
  ask: Ask
  say: Say
}

/** How the app ends: nothing half saved, no label half handed over, the database at rest. */
export interface Leaving {
  /** Asks while a file is being saved. */
  may(): Promise<boolean>
  /** Called any number of times, ends once. */
  stop(): Promise<void>
  /** Nothing runs any more: the app may go at once. */
  isOver(): boolean
}

export function leaving({ downloads, printing, server, ask, say }: LeavingParts): Leaving {
  let stopped: Promise<void> | null = null
  let over = false
  const stop = async () => {
    for (const step of await Promise.allSettled([downloads.stop(), printing.stop()])) {
      if (step.status === 'rejected') log.error('the app could not end a part of it', step.reason)
    }
    await server.stop()
  }
  return {
    async may() {
      if (downloads.running() === 0) return true
      const answer = await ask({
        message: say('A file is still being saved. Quit all the same?'),
        detail: say('It would have to be downloaded again.'),
        buttons: [say('Quit'), say('Stay')],
      })
      return answer === 0
    },
    isOver: () => over,
    stop() {
      stopped ??= stop().finally(() => {
        over = true
      })
      return stopped
    },
  }
}

/** Starts the app anew once this copy has gone; quits in peace. */
export function restartApp(): void {
  const links = new Set(linkArguments(process.argv))
  const args = process.argv.slice(1).filter((word) => !links.has(word))
  const { APPIMAGE } = process.env
  // An AppImage's own program is gone with its mount, so the image itself is started; unpacked, since mounting again fails there.
  app.relaunch(APPIMAGE ? { execPath: APPIMAGE, args: ['--appimage-extract-and-run', ...args] } : { args })
  app.quit()
}

/** Of the main process itself: what nobody caught is written down, and an app in an unknown state does not go on. */
export function followOwnCrash(end: (error: unknown) => void): void {
  let ending = false
  process.on('uncaughtException', (error) => {
    log.error('main crashed', error)
    if (ending) return
    ending = true
    end(error)
  })
  process.on('unhandledRejection', (reason) => log.error('nobody caught', reason))
}
