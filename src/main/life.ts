import { type AppLink, type Bridge, bridgeEvents, type PrintJob, type UpdateState } from '../shared/bridge.ts'
import type { DeepLinks } from './deep-links.ts'
import type { AskWhere, Downloads } from './downloads.ts'
import { type Leaving, leaving } from './leaving.ts'
import { licences } from './licences.ts'
import { type Mishaps, mishaps } from './mishaps.ts'
import type { Printing } from './printing.ts'
import type { Ask } from './question.ts'
import { restartApp } from './restart.ts'
import type { SavedFiles } from './saved-files.ts'
import type { Settings } from './settings.ts'
import { supportBundle } from './support-bundle.ts'
import { updateSource } from './update-source.ts'
import { openUpdates, type Updates } from './updates.ts'
import type { Say } from './words.ts'

type LifeCommand =
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

/** The app's life besides its work: mishaps, links from outside, updates, support, and its end. */
export interface Life {
  commands: Pick<Bridge['app'], LifeCommand>
  mishaps: Mishaps
  leaving: Leaving
  updates: Updates
  /** Why the app may not be started anew now, in words; null when it may. */
  busy(): string | null
}

export function openLife(parts: Parts): Life {
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

/** What somebody wrote about a reprint is for the house. */
function withoutRemark({ reprint, ...job }: PrintJob) {
  return reprint ? { ...job, reprint: { of: reprint.of, reason: reprint.reason } } : job
}
